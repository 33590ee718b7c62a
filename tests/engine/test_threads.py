"""What the system says of this process's threads."""

from __future__ import annotations

import sys
import threading
import time

import pytest

from claims.engine.threads import processor_times


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists threads")
def test_processor_time_belongs_to_the_thread_that_worked() -> None:
    """A thread that works has used processor time, and one that waits has used none of it."""
    end, waits = threading.Event(), threading.Thread(target=lambda: end.wait())
    waits.start()
    before = processor_times()
    stop = time.thread_time() + 0.2
    while time.thread_time() < stop:
        pass
    after = processor_times()
    end.set()
    waits.join()
    used = {thread: after[thread] - before[thread] for thread in before}
    assert used[threading.get_native_id()] >= 0.1
    assert waits.native_id is not None and used[waits.native_id] < 0.05
