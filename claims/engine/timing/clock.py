"""The clock that blocks and spacing are measured with. A test puts one of its own in this module's place."""

from __future__ import annotations

import time

#: Nanoseconds since some moment, never running backwards.
now = time.perf_counter_ns
#: Waits for so many seconds.
sleep = time.sleep
