"""A first compiled call takes longer on an empty cache than on a filled one, and there a thousand times a later call.

Each first call is made in a process of its own that has imported PyTorch and nothing of its compiler. The precompiled
header that PyTorch keeps among the temporary files is there already.
"""

import tempfile
from pathlib import Path as Folder

from claims.engine import Collector, Control, NewProcesses, Path, Run, first_call_of_fork
from claims.subjects import line, square

FACTOR = 1000


def collect(evidence: Collector, new=True, pairs=3) -> None:
    calls = {"cold": [], "fresh": []}
    with tempfile.TemporaryDirectory() as name, NewProcesses() as processes:
        folders = []

        def cold() -> float:
            folders.append(Folder(name, str(len(folders))))
            call = processes.first_call(folders[-1], "line", 64) if new else _in_fork(folders[-1])
            calls["cold"].append(call)
            return call.first

        def fresh() -> float:
            # The first pair begins with the cold process, so that there is a filled folder from then on.
            calls["fresh"].append(processes.first_call(folders[0], "line", 64))
            return calls["fresh"][-1].first

        evidence.one_shot(
            "cold over fresh", slower=Path("cold", cold), faster=Path("fresh", fresh), times=1.1, pairs=pairs
        )
    every = [*calls["cold"], *calls["fresh"]]
    evidence.check("every result is right", all(call.right for call in every))
    ratios = [call.first / call.later for call in calls["fresh"]]
    evidence.check("fresh over later", min(ratios) > FACTOR, f"{min(ratios):.3g}")
    evidence.value("factor", FACTOR, "×")
    evidence.measurement("fresh over later, ratio", ratios, "×")
    evidence.measurement("later call", [call.later * 1e6 for call in every], "µs")
    evidence.measurement("second call", [call.second * 1e6 for call in every], "µs")


def _in_fork(folder):
    return first_call_of_fork(folder, line, square(64))


CONTROLS = [
    Control(
        "in place of the cold process, one that has compiled another function",
        fails="cold over fresh",
        new=False,
        pairs=1,
    ),
]
RUN = Run(seconds=400, planted=False)
