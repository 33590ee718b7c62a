"""Orderings from script to exit code, on a clock that moves only as the paths say."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
from example import Example, Result, wait_until

SCRIPT = '''\
"""The long way takes longer than the short one."""

import os
import time
from pathlib import Path as File

from claims.engine import Collector, Control, Path, Run, Swap
from claims.engine.timing.clock import spend

RUN = Run(measures=True, seconds=3)


def way(name, seconds, result=1):
    def call():
        fault = File("fault.txt").read_text() if name == "long" and File("fault.txt").exists() else ""
        if fault == "dies":
            os.abort()
        if fault == "hangs":
            File("hanging").touch()
            time.sleep(1000)
        if fault == "raises":
            raise RuntimeError("no way")
        spend(seconds)
        return result

    return Path(name, call)


def collect(evidence: Collector, long: float = 0.0) -> None:
    long = long or float(File("long.txt").read_text())
    result = int(File("result.txt").read_text())
    evidence.ordering("long over short", slower=way("long", long, result), faster=way("short", 1e-4, 1))
    if File("prepares").exists():
        File("fault.txt").write_text("dies")


CONTROLS = [
    Swap("long over short"),
    Control("a long way that is shorter", fails="long over short", long=0.9e-4),
]
'''
EQUAL = '''\
"""Both ways take the same time."""

from pathlib import Path as File

from claims.engine import Collector, Control, Path, Run
from claims.engine.timing.clock import spend

RUN = Run(measures=True)


def collect(evidence: Collector, other: float = 0.0) -> None:
    other = other or float(File("other.txt").read_text())
    evidence.about_equal("one and other", Path("one", lambda: spend(1e-4)), Path("other", lambda: spend(other)))


CONTROLS = [Control("another twice as long", fails="one and other", other=2e-4)]
'''
PAGE = """\
# One way is longer

The long way takes [{:.2f}×](claim:ways.longer#ratio) as long, and two others [the same](claim:ways.equal).
"""
FILES = {
    "claims/article/ways/longer.py": SCRIPT,
    "claims/article/ways/equal.py": EQUAL,
    "docs/article/ways.md": PAGE,
    "long.txt": "2e-4",
    "result.txt": "1",
    "other.txt": "1.01e-4",
}
CALIBRATION = "snippets/torch-2.13.0/ways/longer/calibration.json"


def timed(project: Example, *arguments: str, **environment: str) -> Result:
    """Run a command in an interpreter of its own, which imports the project's own clock."""
    return project.finish(project.start(*arguments, **environment))


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory) -> Example:
    """A project with two timing claims, calibrated, run with their controls, accepted. Not to be changed."""
    example = Example(tmp_path_factory.mktemp("timing") / "project", FILES)
    for arguments in (["calibrate"], ["run", "--controls"], ["accept"], ["run"], ["check"]):
        result = timed(example, *arguments)
        assert result.code == 0, result.output
    return example


@pytest.fixture
def project(accepted: Example, tmp_path: Path) -> Example:
    return accepted.copy(tmp_path / "project")


def ordering(project: Example, name: str = "longer", key: str = "long over short") -> dict[str, object]:
    measured = json.loads(project.read(f"build/fresh/ways/{name}/measurements.json"))
    return dict(measured[key])


def test_what_is_recorded(accepted: Example) -> None:
    """An ordering keeps its verdict, ratio, pairs and times among the measurements; evidence.json holds no time."""
    record = ordering(accepted)
    assert (record["verdict"], record["ratio"], record["margin"]) == ("confirmed", 2.0, 1.414)
    (look,) = record["looks"]  # type: ignore[misc]
    assert look["counts"] == [[11, 0]] and len(look["readings"]) == 40
    assert [side["p50"] for side in record["times"]] == [200.0, 100.0]  # type: ignore[attr-defined]
    evidence = json.loads(accepted.read("snippets/torch-2.13.0/ways/longer/evidence.json"))
    assert set(evidence["orderings"]["long over short"]) == {
        "slower", "faster", "kind", "others", "different", "bound", "unit", "moves"
    }  # fmt: skip
    assert evidence["checks"]["long over short: same result"]["holds"]


def test_margins_come_from_three_calibrations(accepted: Example) -> None:
    """The margin is the root of the ratio seen; an equality gets a δ; both name the processor and three ratios."""
    (longer,) = json.loads(accepted.read(CALIBRATION)).values()
    assert longer["margin"] == 1.414
    assert list(longer["ratios"].values()) == [[2.0, 2.0, 2.0]]
    (equal,) = json.loads(accepted.read("snippets/torch-2.13.0/ways/equal/calibration.json")).values()
    assert (equal["kind"], equal["margin"]) == ("about equal", 0.05)


def test_controls_of_an_ordering(accepted: Example) -> None:
    """A swap, and a collection of its own in which the ordering is refuted, are recorded like every other control."""
    results = json.loads(accepted.read("snippets/torch-2.13.0/ways/longer/controls.json"))["results"]
    assert [(r["condition"], r["failed_as_named"]) for r in results] == [
        ("the two sides swapped", True),
        ("a long way that is shorter", True),
    ]
    assert results[0]["found"] == "refuted after 9 visits, 0 won and 9 lost; 0.50 seen"


def test_controls_after_a_run_in_the_same_state(project: Example) -> None:
    """What was timed in this state is not timed again for its controls: its record stays, and the swap is refuted."""
    assert timed(project, "run").code == 0
    before = ordering(project)
    ran = timed(project, "run", "--controls", "--reuse")
    assert ran.code == 0, ran.output
    assert "2 claims ran, 2 of them before, in this very state" in ran.stdout
    assert "controls alone" in ran.stderr
    assert ordering(project) == before
    results = json.loads(project.read("build/fresh/ways/longer/controls.json"))["results"]
    assert results[0]["found"] == "refuted after 9 visits, 0 won and 9 lost; 0.50 seen"
    assert timed(project, "check").code == 0


def test_a_flip_fails_the_build(project: Example) -> None:
    """Three looks that refute an ordering fail the build and say place, ordering, margin, what was seen, what next."""
    project.write({"long.txt": "0.8e-4"})
    ran = timed(project, "run")
    assert ran.code == 1, ran.output
    result = timed(project, "check")
    finding = result.found("ordering")
    assert (result.code, result.kinds) == (1, ["ordering"])
    assert finding["where"] == "claims/article/ways/longer.py"
    assert finding["message"] == "claim ways.longer: the ordering “long over short” is refuted"
    assert finding["accepted"] == "long takes more than 1.414 times as long as short"
    assert finding["found"].startswith("0.800 in 9 pairs: refuted")
    assert "3 looks, each in a process of its own" in finding["detail"]
    assert finding["next"] == "python -m claims show ways.longer --fresh"
    assert "the ordering “long over short” is refuted" in timed(project, "accept", "ways.longer").output
    assert project.survivors() == []


def test_equality_after_a_difference_fails_the_build(project: Example) -> None:
    """With a margin, a drift to equality is a failure too."""
    project.write({"long.txt": "1.05e-4"})
    assert timed(project, "run").code == 1
    assert timed(project, "check").kinds == ["ordering"]


def test_another_processor(project: Example) -> None:
    """On a processor other than the calibrated one a margin counts as 1, and an equality is only reported."""
    for name in ("longer", "equal"):
        path = f"snippets/torch-2.13.0/ways/{name}/calibration.json"
        record = json.loads(project.read(path))
        for entry in record.values():
            entry["ratios"] = {"another processor": entry["ratios"].popitem()[1]}
        project.write({path: json.dumps(record)})
    project.write({"long.txt": "1.1e-4", "other.txt": "2e-4"})
    ran = timed(project, "run")
    assert ran.code == 0, ran.output
    longer, equal = ordering(project), ordering(project, "equal", "one and other")
    assert (longer["verdict"], longer["margin"]) == ("confirmed", 1.0)
    assert longer["origin"] == "calibrated on another processor"
    assert equal["verdict"] == "only reported here"
    assert len(equal["looks"]) == 1  # type: ignore[arg-type]


def test_a_machine_unfit_for_timing(project: Example) -> None:
    """Where one path against itself is not about equal, the exit code is 5 and no ordering counts."""
    project.write({"long.txt": "0.8e-4"})
    ran = timed(project, "run", UNFIT="1")
    assert ran.code == 5, ran.output
    assert "the machine is unfit for timing" in ran.stdout
    assert ordering(project)["verdict"] == "machine unfit"
    result = timed(project, "check")
    assert (result.code, result.kinds) == (5, ["machine unfit"])
    assert "refused: the machine was unfit" in timed(project, "accept").output
    assert timed(project, "calibrate", UNFIT="1").code == 5


def test_a_failed_run_comes_before_an_unfit_machine(project: Example) -> None:
    """Of several exit codes a drift's wins over an unfit machine's."""
    project.write({"result.txt": "2"})
    assert timed(project, "run", UNFIT="1").code == 1


def test_sides_that_differ_in_result(project: Example) -> None:
    """A pair whose results differ is refused by name and is not timed."""
    project.write({"result.txt": "2"})
    assert timed(project, "run").code == 1
    finding = timed(project, "check").found("check")
    assert finding["message"] == "claim ways.longer: the check “long over short: same result” does not hold"
    assert finding["found"] == "short against long is not timed: 1 is not 2"
    evidence = json.loads(project.read("build/fresh/ways/longer/evidence.json"))
    assert "long over short" in evidence["orderings"]
    assert not (project.root / "build/fresh/ways/longer/measurements.json").exists()


@pytest.mark.parametrize(
    ("fault", "outcome", "detail"),
    [
        ("dies", "crashed", "while it was timed: killed by SIGABRT"),
        ("raises", "raised an exception", "while it was timed: RuntimeError: no way"),
        ("hangs", "ran past its time limit", "gave no answer while it was timed"),
    ],
)
def test_a_path_that_fails_while_it_is_timed(project: Example, fault: str, outcome: str, detail: str) -> None:
    """A claim lost while it is timed is one outcome, and the others are timed all the same."""
    project.edit("claims/article/ways/longer.py", 'File("prepares").exists()', "True")
    project.edit("claims/article/ways/longer.py", 'write_text("dies")', f'write_text("{fault}")')
    ran = timed(project, "run", "--json")
    assert ran.code == 3, ran.output
    claim = ran.json["claims"]["ways.longer"]
    assert claim["outcome"] == outcome and claim["detail"].startswith(detail)
    assert ordering(project, "equal", "one and other")["verdict"] == "confirmed"
    assert project.survivors() == []


@pytest.mark.parametrize(("fault", "outcome"), [("dies", "crashed"), ("hangs", "ran past its time limit")])
def test_a_path_that_fails_while_it_is_prepared(project: Example, fault: str, outcome: str) -> None:
    """A claim that crashes or hangs before it is timed takes nothing else down."""
    project.write({"fault.txt": fault})
    ran = timed(project, "run", "--json")
    assert ran.code == 3, ran.output
    assert ran.json["claims"]["ways.longer"]["outcome"] == outcome
    assert ordering(project, "equal", "one and other")["verdict"] == "confirmed"
    assert project.survivors() == []


def test_an_ordering_without_calibration(project: Example) -> None:
    """An accepted ordering whose margin nothing carries fails the gate, which names the command that calibrates."""
    project.remove(CALIBRATION)
    assert timed(project, "run").code == 0
    finding = timed(project, "check").found("not accepted yet")
    assert finding["message"] == "claim ways.longer: the ordering “long over short” has no accepted calibration"
    assert finding["next"] == "python -m claims calibrate ways.longer && python -m claims accept ways.longer"


def test_a_calibration_that_not_all_three_confirm(project: Example) -> None:
    """What three calibrations do not confirm is not accepted, and the table says how it could be worded."""
    project.write({"long.txt": "1e-4"})
    project.remove(CALIBRATION)
    result = timed(project, "calibrate", "ways.longer")
    assert result.code == 1
    assert "NOT CONFIRMED: 1.00× was seen: too near to 1; word it as about equal (±5 % holds)" in result.stdout
    assert timed(project, "run", "ways.longer", "--controls").code == 1
    refused = timed(project, "accept", "ways.longer")
    assert refused.code == 1 and "refused: the calibration of “long over short” was not confirmed" in refused.output


def test_a_declaration_that_changed(project: Example) -> None:
    """Another side under an accepted ordering's name is drift."""
    project.edit("claims/article/ways/longer.py", 'way("short", 1e-4, 1)', 'way("brief", 1e-4, 1)')
    assert timed(project, "run").code == 0
    assert "piece" in timed(project, "check").kinds


def test_a_script_that_does_not_say_that_it_measures(project: Example) -> None:
    """A comparison may be declared only where RUN says that the claim measures."""
    project.edit("claims/article/ways/equal.py", "RUN = Run(measures=True)", "RUN = Run()")
    ran = timed(project, "run", "--json")
    assert ran.code == 3
    assert "the script needs RUN = Run(measures=True)" in ran.json["claims"]["ways.equal"]["detail"]


def test_an_interrupt_while_paths_are_timed(project: Example) -> None:
    """Ctrl-C in the timing stage ends every process and leaves accepted evidence as it was."""
    project.edit("claims/article/ways/longer.py", 'File("prepares").exists()', "True")
    project.edit("claims/article/ways/longer.py", 'write_text("dies")', 'write_text("hangs")')
    project.edit("claims/article/ways/longer.py", "seconds=3", "seconds=300")
    before = project.tree()
    process = project.start("run")
    assert wait_until((project.root / "hanging").exists)
    os.killpg(process.pid, signal.SIGINT)
    result = project.finish(process)
    assert result.code == 3 and "interrupted; accepted evidence is as it was" in result.stderr
    assert project.tree() == before
    assert project.survivors() == []


def test_the_stage_again_and_again(accepted: Example, tmp_path: Path) -> None:
    """`bench --timing` runs the stage so many times, keeps none of the evidence, and tells every run's verdicts."""
    project = accepted.copy(tmp_path / "project")
    before = project.read("build/fresh/ways/longer/measurements.json")
    told = timed(project, "bench", "--timing", "2", "--busy", "1")
    assert told.code == 0, told.output
    assert "run 1: " in told.output and "run 2, beside a busy neighbour: " in told.output
    assert "2 confirmed, floor 0.0%, exit code 0" in told.output
    assert "ways.longer: long over short  c1 c1" in told.output
    assert project.read("build/fresh/ways/longer/measurements.json") == before


def test_a_flip_in_one_of_many_stages(accepted: Example, tmp_path: Path) -> None:
    """A comparison that turned is told as refuted in every look, with the exit code that `check` would end with."""
    project = accepted.copy(tmp_path / "project")
    (project.root / "long.txt").write_text("0.5e-4")
    told = timed(project, "bench", "--timing", "1")
    assert "exit code 1" in told.output and "ways.longer: long over short  R3" in told.output
