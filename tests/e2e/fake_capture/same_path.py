"""The A/A control; UNFIT makes one path take twice as long as itself."""

import os

from claims.engine import Collector, Path
from claims.engine.timing.clock import sleep


def collect(evidence: Collector) -> None:
    seconds = 2e-4 if os.environ.get("UNFIT") else 1e-4
    evidence.about_equal(
        "one path against itself", Path("A", lambda: sleep(1e-4)), Path("A again", lambda: sleep(seconds))
    )
