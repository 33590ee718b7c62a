"""A claim that crashes takes nothing else down: the next one runs, and the first is reported by the signal's name.

Two scripts are run as the engine runs every claim, each in a process of its own. The first reads from address zero.
"""

import tempfile
from pathlib import Path

from claims.engine import Artifact, Collector, Control, run_scripts

CRASH = "import ctypes\n\ndef collect(evidence):\n    ctypes.string_at(0)\n"
SOUND = "def collect(evidence):\n    evidence.check('one and one', 1 + 1 == 2)\n"
RAISE = "def collect(evidence):\n    raise ValueError('by itself')\n"


def collect(evidence: Collector, first=CRASH) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ends = run_scripts(Path(folder), {"crash": first, "sound": SOUND})
    evidence.check("the first is killed by SIGSEGV", ends["crash"].signal == "SIGSEGV", ends["crash"].words)
    evidence.check("it left no evidence", not ends["crash"].evidence)
    evidence.check("the second ends by itself", ends["sound"].status == 0, ends["sound"].words)
    evidence.check("the second leaves evidence", bool(ends["sound"].evidence) and not ends["sound"].evidence.failed)
    rows = "".join(f"{name:<10}{end.words}\n" for name, end in ends.items())
    evidence.excerpt("ends.txt", Artifact("how each ended", rows, "text"))


CONTROLS = [Control("a script that only raises", fails="the first is killed by SIGSEGV", first=RAISE)]
