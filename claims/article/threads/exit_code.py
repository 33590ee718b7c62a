"""Exit code 139 is a shell's way to say that a process was killed by SIGSEGV: 128 and the number of the signal.

A process that reads from address zero is killed by the system. Python's own report is the number of the signal,
negative; a shell makes the other number of it. A process can also leave with 139 by itself, which nothing killed.
"""

import shlex
import signal
import subprocess
import sys

from claims.engine import Artifact, Collector, Control, end_of

CRASH = "import ctypes; ctypes.string_at(0)"


def collect(evidence: Collector, code=CRASH) -> None:
    end = end_of(code)
    command = f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}; echo $?"
    said = int(subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout)
    evidence.check("it died of a signal", end.signal == "SIGSEGV", end.signal or f"left with {end.status}")
    evidence.check("the shell's number is that of the signal and 128", said == 128 + signal.SIGSEGV == end.shell_status)
    evidence.value("shell", said)
    evidence.value("signal", int(signal.SIGSEGV))
    evidence.value("python", end.status)
    rows = (("Python's subprocess", end.status), ("a shell's $?", said), ("the signal", end.signal or "none"))
    table = "".join(f"{who:<22}{what}\n" for who, what in rows)
    evidence.excerpt("death.txt", Artifact("who says what", table, "text"))


CONTROLS = [Control("a process that leaves with 139", fails="it died of a signal", code="raise SystemExit(139)")]
