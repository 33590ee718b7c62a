"""At least 95 % of a cold call is in nine named parts, and waiting for other programs takes longer than the imports.

The parts are read from PyTorch's own timers, from the imports, and from the programs that the process started. It
begins with an empty cache and without a precompiled header. What no part covers is left out of every part.
"""

import sys
import tempfile
from pathlib import Path

from claims.engine import PARTS, Collector, Control, NewProcesses, Run, table

SHARE = 95
OWN = ("Dynamo", "AOTAutograd")


def collect(evidence: Collector, sleep="", header=False) -> None:
    with tempfile.TemporaryDirectory() as name, NewProcesses() as processes:
        Path(name, "temporary").mkdir()
        # With the run's own folder for temporary files there is a header already.
        temporary = None if header else Path(name, "temporary")
        call = processes.first_call(Path(name, "cache"), "line", 64, parts=True, sleep=sleep, temporary=temporary)
    parts, whole = call.parts, call.first
    covered = 100 * sum(parts.values()) / whole
    evidence.check("the result is right", call.right)
    evidence.value("parts", len(call.seen), "headings")
    evidence.value("share", SHARE, "%")
    evidence.check("the parts cover it", SHARE <= covered <= 100, f"{covered:.2f} %")
    own = sum(parts[part] for part in OWN)
    said = f"{own:.2f} s, against {parts[PARTS[0]]:.2f} s for the imports"
    evidence.check("Dynamo and AOTAutograd take less than half of the imports", own < parts[PARTS[0]] / 2, said)
    # Two further clocks: PyTorch's own sum, and the processor time that the system counted for the programs.
    evidence.check("PyTorch's timer agrees", abs(call.timed - call.compiling) < 0.01 * call.timed)
    evidence.check("no program is missed", call.children < 1.05 * call.programs + 0.1)
    building = 100 * call.programs / whole
    waits = call.programs > parts[PARTS[0]] or sys.platform != "linux"
    evidence.check("programs take longer than the imports", waits, f"{building:.0f} % of the whole")
    evidence.measurement("cold call", [whole], "s")
    evidence.measurement("covered", [covered], "%")
    evidence.measurement("programs", [building], "%")
    for part, seconds in parts.items():
        evidence.measurement(f"part {part}", [seconds], "s")
        evidence.measurement(f"{part}, share", [100 * seconds / whole], "%")
    rows = [(part, _some(call.seen.get(part, []))) for part in parts]
    evidence.excerpt("parts.txt", table("what each part is made of", "<33", rows, ("arch", "compiler", "isa", "os")))


def _some(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


CONTROLS = [
    Control(
        "a sleep planted in AOTAutograd, with a header already there",
        fails="Dynamo and AOTAutograd take less than half of the imports",
        sleep="AOTAutograd",
        header=True,
    ),
]
RUN = Run(seconds=400, planted=False)
