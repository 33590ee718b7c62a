"""Controls after a run in the same state: the claims are not run again, unless something has changed."""

from __future__ import annotations

from example import Example, Result


def rerun(project: Example) -> Result:
    result = project.run("run", "--controls", "--reuse")
    assert result.code == 0, result.output
    return result


def ran(result: Result) -> list[str]:
    return sorted(line.split()[1].rstrip(",") for line in result.stderr.splitlines() if line.startswith("  ran "))


def test_controls_alone(project: Example) -> None:
    """After a run in this state only controls run, and the gate sees one run that covers every claim."""
    assert project.run("run").code == 0
    result = rerun(project)
    assert "2 claims ran, 2 of them before, in this very state" in result.stdout
    assert ran(result) == ["lanes.float32", "lanes.stored"]
    assert result.stderr.count("control 1") == 2
    result = project.run("check")
    assert (result.code, result.findings) == (0, []), result.output


def test_a_changed_script(project: Example) -> None:
    """Where any script has changed since, every claim runs again."""
    assert project.run("run").code == 0
    project.edit("claims/article/lanes/stored.py", "time.sleep(1000)", "time.sleep(999)")
    assert "of them before" not in rerun(project).stdout


def test_another_profile(project: Example) -> None:
    """Evidence of another profile is not reused."""
    assert project.run("run").code == 0
    result = project.run("run", "--controls", "--reuse", ATEN_CPU_CAPABILITY="default")
    assert "of them before" not in result.stdout


def test_a_claim_that_failed(project: Example) -> None:
    """A claim whose check did not hold runs again, the others do not."""
    project.edit("generated.cpp", "store(out + x, tmp2)", "store(store(out + x, tmp2)")
    assert project.run("run").code == 1
    project.edit("generated.cpp", "store(store(out + x, tmp2)", "store(out + x, tmp2)")
    result = project.run("run", "--controls", "--reuse", "lanes.stored")
    assert "1 claims ran on" in result.stdout
