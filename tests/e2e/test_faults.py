"""Claims that end badly, in one run with claims that do not: each is one reported outcome and spoils nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from baseline import FILES, script
from example import Example, Result

ACCEPTED = "snippets/torch-2.13.0/lanes/float32"

#: By claim: what its collect does, its RUN, and how the report names its end.
FAULTS: dict[str, tuple[str, str, str, str]] = {
    "raises": ("raise ValueError('no such loop')", "", "raised an exception", "ValueError: no such loop"),
    "segfaults": ("import ctypes; ctypes.string_at(0)", "", "crashed", "killed by SIGSEGV (exit status 139)"),
    "aborts": ("import os; os.abort()", "", "crashed", "killed by SIGABRT (exit status 134)"),
    "hangs": ("while True: pass", "seconds=2", "ran past its time limit", "killed after 2 s"),
    "sleeps-deaf": (
        "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(1000)",
        "seconds=2",
        "ran past its time limit",
        "killed after 2 s",
    ),
    "exits": ("import os; os._exit(0)", "", "exited before it was done", "exit status 0, nothing written"),
    "leaves": ("import sys; sys.exit(0)", "", "exited before it was done", "sys.exit(0)"),
    "interrupts-itself": ("raise KeyboardInterrupt", "", "raised an exception", "KeyboardInterrupt"),
    "eats-memory": (
        "held = []\nwhile True: held.append(bytearray(2**26))",
        "memory=0.5",
        "ran out of memory",
        "MemoryError",
    ),
    "writes": (
        f"open('{ACCEPTED}/loop.cpp', 'w').write('mine')",
        "",
        "wrote to the accepted evidence",
        f"open {ACCEPTED}/loop.cpp",
    ),
    "writes-and-hides-it": (
        f"try:\n    open('{ACCEPTED}/new.cpp', 'w')\nexcept PermissionError:\n    pass\nevidence.check('holds', True)",
        "",
        "wrote to the accepted evidence",
        f"open {ACCEPTED}/new.cpp",
    ),
    "removes": (
        "import shutil; shutil.rmtree('snippets/torch-2.13.0')",
        "",
        "wrote to the accepted evidence",
        "shutil.rmtree snippets/torch-2.13.0",
    ),
    "cannot-be-imported": (
        "pass\nimport no_such_module",
        "",
        "raised an exception",
        "ModuleNotFoundError: No module named",
    ),
    "raises-afresh": ("raise ValueError('cold')", "fresh=True", "raised an exception", "ValueError: cold"),
    "segfaults-afresh": (
        "import ctypes; ctypes.string_at(0)",
        "fresh=True",
        "crashed",
        "killed by SIGSEGV (exit status 139)",
    ),
}

#: Claims that do something unusual and end well.
ODD = {
    "prints-a-megabyte": "print('begin' + 'x' * 2**20 + 'end')\nevidence.check('holds', True)",
    "leaves-a-child": "import subprocess\nsubprocess.Popen(['sleep', '1000'])\nevidence.check('holds', True)",
    "leaves-a-daemon": "import subprocess\nsubprocess.Popen(['sleep', '1000'], start_new_session=True)\n"
    "evidence.check('holds', True)",
    "writes-through-a-shell": "import subprocess\n"
    f"subprocess.run(['sh', '-c', 'echo mine > {ACCEPTED}/loop.cpp; mkdir -p snippets/torch-2.13.0/lanes/mine/deep;"
    " echo mine > snippets/torch-2.13.0/lanes/mine/deep/file'], check=True)\nevidence.check('holds', True)",
}


def write_faults(example: Example) -> None:
    for name, (collect, run, _, _) in FAULTS.items():
        text = script("It ends badly.", collect) + (f"RUN = Run({run})\n" if run else "")
        example.write({f"claims/article/faults/{name.replace('-', '_')}.py": text})
    for name, collect in ODD.items():
        example.write({f"claims/article/odd/{name.replace('-', '_')}.py": script("It is odd.", collect)})


@pytest.fixture(scope="module")
def project(baseline: Example, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Example]:
    """The project that holds with every fault planted beside its claims."""
    example = baseline.copy(tmp_path_factory.mktemp("faults") / "project")
    write_faults(example)
    yield example
    assert example.survivors(0) == []


@pytest.fixture(scope="module")
def before(project: Example) -> dict[str, bytes | None]:
    return project.tree()


@pytest.fixture(scope="module")
def ran(project: Example, before: dict[str, bytes | None]) -> Result:
    """One run of everything."""
    return project.run("run", "--json", "--workers", "4")


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_one_reported_outcome(ran: Result, name: str) -> None:
    """A claim that ends badly is one failed run, with the right word, its detail, its script and the next command."""
    *_, outcome, detail = FAULTS[name]
    claim = ran.json["claims"][f"faults.{name}"]
    assert claim["outcome"] == outcome, claim
    assert claim["detail"].startswith(detail), claim
    found = [f for f in ran.json["findings"] if f["claim"] == f"faults.{name}"]
    assert [f["kind"] for f in found] == ["failed run"]
    assert found[0]["where"] == f"claims/article/faults/{name.replace('-', '_')}.py"
    assert found[0]["message"] == f"claim faults.{name}: {outcome}: {claim['detail']}"
    assert found[0]["next"] == f"make claim ID=faults.{name}"


def test_every_other_claim_finishes(ran: Result) -> None:
    """Beside fifteen claims that end badly, the others finish as if alone."""
    others = {id: claim["outcome"] for id, claim in ran.json["claims"].items() if not id.startswith("faults.")}
    assert set(others) == {"lanes.float32", "lanes.stored", *(f"odd.{name}" for name in ODD)}
    assert set(others.values()) == {"finished"}


def test_the_run_fails_with_3(ran: Result) -> None:
    """A run in which claims crashed or timed out ends with exit code 3, though evidence was touched as well."""
    assert ran.code == ran.json["exit_code"] == 3


def test_accepted_evidence_is_byte_for_byte_as_before(
    ran: Result, project: Example, before: dict[str, bytes | None]
) -> None:
    """What claims wrote over, added or removed in the accepted folder is put back, and no empty folder stays."""
    assert ran.code == 3
    assert project.tree() == before


def test_writing_behind_pythons_back_is_found(ran: Result) -> None:
    """What a claim's subprocess wrote to the accepted folder is reported file by file."""
    touched = [f for f in ran.json["findings"] if f["kind"] == "accepted evidence touched"]
    assert [f["where"] for f in touched] == [f"{ACCEPTED}/loop.cpp", "snippets/torch-2.13.0/lanes/mine/deep/file"]
    assert (
        touched[0]["message"] == "accepted evidence was written to while the claims ran; it was restored byte for byte"
    )


def test_no_process_is_left(ran: Result, project: Example) -> None:
    """Children that claims left running are gone once the run is, those in a session of their own too."""
    assert ran.code == 3
    assert project.survivors(0) == []


def test_a_traceback_is_shown(project: Example, ran: Result) -> None:
    """A claim that raised is shown with the end of its traceback."""
    (finding,) = [f for f in ran.json["findings"] if f["claim"] == "faults.raises"]
    assert "raise ValueError('no such loop')" in finding["detail"]


def test_a_long_output_keeps_both_ends(project: Example, ran: Result) -> None:
    """Of a megabyte of output the report keeps both ends and says how much lies between."""
    assert ran.code == 3
    record = project.read("build/fresh/odd/prints-a-megabyte/run.json")
    assert len(record) < 20_000
    assert "begin" in record and "end" in record and "1,040,585 bytes …" in record


def test_the_gate_names_every_fault(project: Example, ran: Result) -> None:
    """The gate repeats each failed run and keeps exit code 3."""
    assert ran.code == 3
    result = project.run("check")
    assert result.code == 3
    assert {f["claim"] for f in result.findings if f["kind"] == "failed run"} == {f"faults.{name}" for name in FAULTS}
    assert result.report["verdicts"]["lanes.float32"]["holds"]  # type: ignore[index]


def test_a_failed_claim_is_not_accepted(project: Example, ran: Result, before: dict[str, bytes | None]) -> None:
    """Nothing that ended badly can be accepted."""
    assert ran.code == 3
    refused = project.run("accept", "faults")
    assert refused.code == 1
    assert "0 of 15 accepted" in refused.stdout
    assert "faults.raises  refused: it raised an exception; next: python -m claims run faults.raises" in refused.stdout
    assert project.tree() == before


def test_a_run_after_the_faults_holds(project: Example, ran: Result) -> None:
    """With the faults taken out, the next run and the gate hold: nothing was lost."""
    assert ran.code == 3
    project.remove("claims/article/faults")
    project.remove("claims/article/odd")
    assert project.run("run").code == 0
    assert project.run("check").code == 0


def test_a_project_that_was_never_accepted_stays_empty(tmp_path: Path) -> None:
    """Where nothing was ever accepted, a claim that writes there leaves nothing behind."""
    example = Example(tmp_path / "project", FILES)
    shell = "mkdir -p snippets/torch-2.13.0/a; echo > snippets/torch-2.13.0/a/b"
    collect = f"import subprocess\nsubprocess.run(['sh', '-c', {shell!r}])"
    example.write({"claims/article/odd/writes.py": script("It writes.", f"{collect}\nevidence.check('holds', True)")})
    ran = example.run("run", "odd")
    assert ran.code == 1 and "snippets/torch-2.13.0/a/b: accepted evidence was written to" in ran.stdout
    assert not example.accepted.exists()
