"""The whole chain on the real PyTorch, in one warm start: a claim of the article, its controls, and a planted drift."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from example import REPOSITORY, Example, Result

pytestmark = pytest.mark.torch
CLAIM = "fusion.machine-code"
SCRIPT = "claims/article/fusion/machine_code.py"
FOLDER = "snippets/torch-2.13.0/fusion/machine-code"
PAGE = "# Fusion\n\nThe loop is [a handful of instructions](claim:fusion.machine-code).\n"


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Example, Result]]:
    """A project with one claim of the article, and the run of it with its controls."""
    files = {path: (REPOSITORY / path).read_text(encoding="utf-8") for path in ("claims/subjects.py", SCRIPT)}
    example = Example(tmp_path_factory.mktemp("torch") / "project", files | {"docs/index.md": PAGE}, torch=True)
    result = example.run("run", "--controls", "--json")
    yield example, result
    assert example.survivors() == []


def test_a_claim_of_the_article_holds_and_its_controls_fail(real: tuple[Example, Result]) -> None:
    """On the pinned build the claim finishes, its checks hold, and each control fails in the piece it names."""
    _, ran = real
    assert ran.code == 0, ran.output
    assert ran.json["claims"][CLAIM]["outcome"] == "finished"
    assert ran.json["claims"][CLAIM]["phases"]["compiler"] > 0
    controls = ran.json["controls"][CLAIM]["results"]
    assert len(controls) == 2 and all(control["failed_as_named"] for control in controls), controls


def test_a_drift_in_real_machine_code(real: tuple[Example, Result], tmp_path: Path) -> None:
    """Accepted, the evidence holds; one instruction edited in the accepted listing fails the build at its line."""
    example, ran = real
    assert ran.code == 0, ran.output
    accepted = example.run("accept")
    assert accepted.code == 0, accepted.output
    held = example.run("check")
    # Plants are left out here for their cost; the gate says so and nothing else.
    assert held.kinds == ["stale plants"], held.output
    spoiled = example.copy(tmp_path / "project")
    listing = spoiled.read(f"{FOLDER}/loop.asm")
    line, instruction = next((n, text) for n, text in enumerate(listing.splitlines(), 1) if "max" in text)
    spoiled.write({f"{FOLDER}/loop.asm": listing.replace(instruction, instruction.replace("max", "min"), 1)})
    result = spoiled.run("check")
    assert result.code == 1
    finding = result.found("excerpt")
    assert finding["where"] == f"{FOLDER}/loop.asm:{line}"
    assert finding["found"] == instruction.strip() and "min" in finding["accepted"]
    assert finding["next"] == f"python -m claims review {CLAIM}"
