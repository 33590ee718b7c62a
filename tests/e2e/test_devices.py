"""Claims that require a device: not run where it is missing, and stored in a build's folder apart where it is there.

The device is a fake one: FAKE_DEVICES is read by tests/e2e/fake_capture alone.
"""

from __future__ import annotations

import json

import pytest
from baseline import FILES
from example import REPOSITORY, Example, installed_pin

ON_DEVICE = '''\
"""On a device the loop is one kernel."""

from pathlib import Path

from claims.engine import Artifact, Collector, Control, Run

RUN = Run(requires="cuda")


def collect(evidence: Collector, times: int = 1) -> None:
    text = Path("generated.cpp").read_text() * times
    evidence.check("one kernel", text.count("void kernel") == 1)
    evidence.value("kernels", text.count("void kernel"), "kernels", ("gpu",))
    evidence.excerpt("kernel.cpp", Artifact("the kernel", text, "cpp", ("gpu",)))


CONTROLS = [Control("the kernel twice", fails="one kernel", times=2)]
'''
PAGE = """\
# On a device

There the loop is [one kernel](claim:gpu.generated).
"""
SETTINGS = (REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[0] + "\n"
FILES_HERE = {
    "claims/article/gpu/generated.py": ON_DEVICE,
    "docs/article/gpu.md": PAGE,
    "docs/index.md": "# One line\n",
    "docs/about/method.md": "# Method\n\n## What the claims would notice\n",
    "mkdocs.yml": SETTINGS,
}
WORDS = "not run: no CUDA device"
FOLDER = f"torch-{installed_pin()['torch']}-cuda"


@pytest.fixture
def lacking(project: Example) -> Example:
    """The project that holds and a claim that requires a device, run on a machine without it."""
    project.write(FILES_HERE)
    result = project.run("run", "--controls")
    assert result.code == 0, result.output
    assert "  not run  gpu.generated  no CUDA device" in result.stderr
    assert "  not run  gpu.generated, control 1  no CUDA device" in result.stderr
    assert "2 claims ran on" in result.stdout and ", 1 not run: no CUDA device; next:" in result.stdout
    return project


def on_device(project: Example, *arguments: str) -> None:
    result = project.run(*arguments, FAKE_DEVICES="cuda")
    assert result.code == 0, result.output


def test_it_neither_holds_nor_fails(lacking: Example) -> None:
    """Without the device the claim is counted as not run, holds nothing, and is no finding though none was accepted."""
    result = lacking.run("check")
    assert (result.code, result.findings) == (0, []), result.output
    assert result.report is not None
    verdict = result.report["verdicts"]["gpu.generated"]
    assert (verdict["holds"], verdict["outcome"], verdict["lacks"]) == (False, WORDS, "no CUDA device")
    assert f"2 of 3 claims hold, 1 {WORDS} on torch" in result.stdout
    assert lacking.run("check", "--accepted").findings == []
    assert lacking.run("check", "gpu.generated").code == 0


def test_accept_and_review_leave_it_alone(lacking: Example) -> None:
    """Neither command touches what could not be run; both say why."""
    before = lacking.tree()
    result = lacking.run("accept")
    assert result.code == 0, result.output
    assert f"  left      gpu.generated  {WORDS}\n" in result.stdout
    assert "2 of 3 accepted, 1 left as they were, not run here" in result.stdout
    assert lacking.tree() == before
    assert f"gpu.generated: {WORDS}, so there is nothing to review here" in lacking.run("review").stdout


def test_audit_and_calibrate_leave_it_out(lacking: Example) -> None:
    """It is never forked, so there is nothing to audit; what cannot be run cannot be timed."""
    assert "gpu.generated: not audited" in lacking.run("audit", "gpu.generated").stderr
    lacking.edit("claims/article/gpu/generated.py", 'requires="cuda"', 'requires="cuda", measures=True')
    result = lacking.run("calibrate", "gpu.generated")
    assert (result.code, f"gpu.generated: {WORDS}" in result.stderr) == (2, True), result.output


def test_from_not_run_to_stored(lacking: Example) -> None:
    """With the device it runs, is new, and is accepted into its own build's folder; the other folder stays."""
    before = lacking.tree(f"snippets/{lacking.accepted.name}")
    on_device(lacking, "run", "--controls")
    assert lacking.run("check").found("not accepted yet")["claim"] == "gpu.generated"
    on_device(lacking, "accept")
    assert lacking.tree(f"snippets/{lacking.accepted.name}") == before
    stored = json.loads(lacking.read(f"snippets/{FOLDER}/gpu/generated/evidence.json"))
    assert stored["profile"]["gpu"] == "a fake cuda device"
    assert (
        "gpu" not in json.loads(lacking.read(f"snippets/{lacking.accepted.name}/lanes/stored/evidence.json"))["profile"]
    )
    on_device(lacking, "run")
    result = lacking.run("check")
    assert (result.code, result.findings) == (0, []), result.output
    assert "3 of 3 claims hold on torch" in result.stdout


def test_evidence_from_elsewhere_is_no_run_here(lacking: Example) -> None:
    """A machine without the device keeps what another one stored, and says that the claim was not run."""
    on_device(lacking, "run", "--controls")
    on_device(lacking, "accept")
    before = lacking.tree()
    assert lacking.run("run", "--controls").code == 0
    result = lacking.run("check")
    assert (result.code, result.findings) == (0, []), result.output
    assert f"2 of 3 claims hold, 1 {WORDS}" in result.stdout
    assert lacking.run("accept").code == 0
    assert lacking.tree() == before


def test_drift_on_the_device(lacking: Example) -> None:
    """Where it runs, it is held against what was accepted like every claim."""
    on_device(lacking, "run", "--controls")
    on_device(lacking, "accept")
    lacking.edit("generated.cpp", "tmp0 + 1", "tmp0 + 2")
    on_device(lacking, "run")
    assert lacking.run("check").found("excerpt", claim="gpu.generated")["where"].startswith(f"snippets/{FOLDER}/gpu/")


def test_a_folder_without_its_claim(lacking: Example) -> None:
    """Evidence in the device's folder that no claim has is an orphan, as anywhere."""
    lacking.write({f"snippets/{FOLDER}/gpu/gone/evidence.json": "{}"})
    assert lacking.run("check").found("folder without claim")["where"] == f"snippets/{FOLDER}/gpu/gone"


def test_a_figure_that_nobody_has_seen(lacking: Example) -> None:
    """A sentence may predict, but it may not quote a figure of a claim that was never run."""
    lacking.edit("docs/article/gpu.md", "[one kernel](claim:gpu.generated)", "[1](claim:gpu.generated#kernels) kernel")
    finding = lacking.run("check").found("text against evidence")
    message = "claim gpu.generated: it was never run where its device is, so there is no kernels"
    assert (finding["where"], finding["message"]) == ("docs/article/gpu.md:3", message)


def test_a_line_that_rests_on_it(lacking: Example) -> None:
    """In a table of what was shown, a line of a claim that was not run fails the build."""
    lacking.edit(
        "docs/article/gpu.md", PAGE, f"{PAGE}\n| line | shown by |\n|---|---|\n| a | [b](claim:gpu.generated) |\n"
    )
    finding = lacking.run("check").found("line that no claim carries")
    message = f"claim gpu.generated: this line rests on it, and it was {WORDS}"
    assert (finding["where"], finding["message"]) == ("docs/article/gpu.md:7", message)


def test_the_site_says_what_the_sentence_is(lacking: Example) -> None:
    """The sentence is marked as a prediction; the claim's page, the index and the summary say that it was not run."""
    result = lacking.run("docs")
    assert result.code == 0, result.output
    assert "a prediction, not run here" in lacking.read("site/article/gpu/index.html")
    page = lacking.read("site/evidence/gpu/generated/index.html")
    assert WORDS in page and "the statement is a prediction" in page
    index = lacking.read("site/evidence/index.html")
    assert WORDS in index and f": 2 hold, 1 {WORDS}." in index


def test_baseline_knows_no_device() -> None:
    """The project that all other tests start from has no such claim, so its summaries stay as they are."""
    assert not [name for name in FILES if "gpu" in name]
