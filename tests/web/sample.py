"""A small project whose site the tests build: four claims, their evidence, three reports and a page of prose."""

from __future__ import annotations

import shutil
from pathlib import Path

from claims.engine.discover import discover
from claims.engine.model import (
    Build,
    Check,
    Claim,
    ControlResult,
    Controls,
    Evidence,
    Excerpt,
    Look,
    Measurement,
    Ordering,
    PlantResult,
    Plants,
    Profile,
    Value,
)
from claims.engine.plants import discover_plants
from claims.engine.project import Project
from claims.engine.report import write_report
from claims.engine.store import write_controls, write_evidence, write_plants
from claims.engine.verdict import Finding, Kind, NotComparable, Report, Verdict

ROOT = Path(__file__).resolve().parents[2]
BUILD = Build("2.13.0", "cf30153c4c131c8164ee7798e5022d810682e2cb")
PROFILE = Profile(
    python="3.11", os="Linux", arch="x86_64", isa="avx2", compiler="gcc 12", cpu="a cpu", tuning="znver1", threads=1
)
LAPTOP = Profile(
    python="3.10", os="Darwin", arch="arm64", isa="neon", compiler="clang 17", cpu="a cpu", tuning="m1", threads=1
)

SCRIPT = '''"""{statement}

The docstring goes on ``here``.
"""


def collect(evidence):
    evidence.check("one graph", True)


CONTROLS = [Control("a function with `.item()`", fails="one graph")]
'''
LOOP = "for (x0 = 0; x0 < 4096; x0 += 8)\n{\n    // … 1 line\n    tmp4.store(out + x0);\n}\n"
ORDERING = Ordering(
    "eager over compiled",
    "eager",
    "compiled",
    margin=1.1,
    origin="calibrated on this processor",
    verdict="confirmed",
    ratio=1.2725,
    low=1.2,
    high=1.4,
    floor=0.02,
    looks=(Look("confirmed", ((11, 0),), (0.25,) * 40),),
    times=(Measurement("eager", 9.0, 10.0, 12.0, 40, "µs"), Measurement("compiled", 7.5, 8.0, 9.0, 40, "µs")),
)
PAGES = {
    "index.md": "# One line\n\nIt ends in [one loop](claim:fusion.one-loop).\n",
    "article/opening.md": """# The line becomes one graph

It is [one graph](claim:opening.one-graph), seen in [2](claim:opening.one-graph#graphs) ways. See [the loop](#one-loop).

## One loop

It steps by [8](claim:lanes.float32#step) floats, [{:.2f}×](claim:timing.tail#ratio) as fast.

```cpp
--8<-- "fusion/one-loop/loop.cpp"
```
""",
    "article/eager.md": "# Eager\n\nText.\n",
    "article/capture.md": "# Capture\n\nBack to [the loop](opening.md#one-loop).\n",
    "about/method.md": "# How this article checks itself\n\nText with $x^2$.\n\n"
    "## What the claims would notice\n\n[Plants](generated:plants)\n",
    "upgrades/index.md": "# Releases\n\n[What changed](generated:release-2.13.0)\n",
    "guide/hurry.md": "# In a hurry\n\n## Will this call be compiled again?\n\n[What follows](generated:decisions)\n",
}


def evidence(claim: Claim, step: int = 8) -> Evidence:
    """Return evidence for one of the sample's claims."""
    return Evidence(
        claim.id,
        claim.statement,
        BUILD,
        PROFILE,
        checks={"one graph": Check("one graph", True, "1 graph, no `clone`", ("isa",))},
        values={
            "opening.one-graph": {"graphs": Value("graphs", 2)},
            "fusion.one-loop": {
                "after-nothing": Value("after-nothing", ["nothing", "used again", ""]),
                "after-size": Value("after-size", ["the size", "captured anew", "size mismatch"]),
            },
            "lanes.float32": {"step": Value("step", step, "float32 lanes", ("isa",))},
        }.get(claim.id, {}),
        excerpts={
            "loop.cpp": Excerpt("loop.cpp", LOOP, LOOP.replace("// … 1 line", "auto tmp0 = 1;"), "cpp", ("clone",))
        }
        if claim.id == "fusion.one-loop"
        else {},
        orderings={ORDERING.name: ORDERING} if claim.id == "timing.tail" else {},
        measurements={"faults": Measurement("faults", 1.0, 2.0, 3.0, 40, "page faults")}
        if claim.id == "timing.tail"
        else {},
    )


STATEMENTS = {
    "fusion.one-loop": "The add and the relu run in one generated loop.",
    "lanes.float32": "One iteration handles eight `float32` lanes.",
    "opening.one-graph": "The line becomes one graph.",
    "timing.tail": "The compiled line is faster.",
}


def planted(project: Project, claim: Claim) -> Plants:
    """Return how a claim fared: one fails in a check, one in an excerpt, all of them hold under the other plants."""
    plants = {plant.name: plant.digest for plant in discover_plants(project).values()}
    failing = {
        "lanes.float32": PlantResult("scalar-code", "value", "the value “step” changed: 1 in place of 8"),
        "fusion.one-loop": PlantResult("scalar-code", "check", "the check “one graph” does not hold"),
    }
    results = [PlantResult(name, "", "") for name in plants]
    if claim.id in failing:
        results = [failing[claim.id] if r.plant == failing[claim.id].plant else r for r in results]
    return Plants(claim.digest, tuple(plants.items()), tuple(results))


def _settings(pages: dict[str, str]) -> str:
    """Return the repository's own mkdocs.yml, less the chapters that the sample does not have."""
    lines = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").splitlines(keepends=True)
    listed = ("      - article/", "      - guide/")
    kept = [row for row in lines if not row.startswith(listed) or row.strip().removeprefix("- ") in pages]
    # A section without a page is none.
    guide = any(row.startswith("      - guide/") for row in kept)
    return "".join(row for row in kept if guide or row != "  - Short guide:\n")


def write_project(root: Path, pages: dict[str, str] | None = None) -> Project:
    """Write the sample below `root`, with the repository's own engine and web, and return it."""
    (root / "mkdocs.yml").write_text(_settings(PAGES | (pages or {})), encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", root)
    (root / "claims").mkdir()
    for name in ("__init__.py", "engine", "web"):
        (root / "claims" / name).symlink_to(ROOT / "claims" / name)
    for path, text in (PAGES | (pages or {})).items():
        (root / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "docs" / path).write_text(text, encoding="utf-8")
    for claim, statement in STATEMENTS.items():
        script = root / "claims" / "article" / f"{claim.replace('.', '/').replace('-', '_')}.py"
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text(SCRIPT.format(statement=statement), encoding="utf-8")
    project = Project(root, BUILD)
    for claim in discover(project):
        folder = project.accepted_folder(claim)
        write_evidence(folder, evidence(claim))
        control = ControlResult("a function with `.item()`", "one graph", True, "3 graphs")
        write_controls(folder, Controls(claim.digest, (control,)))
        write_plants(folder, planted(project, claim))
        write_evidence(project.fresh_folder(claim), evidence(claim, step=16))
    reading = Evidence(
        "timing.tail", "", Build("2.9.1", "5811a8d7"), LAPTOP, values={"ratio": Value("ratio", 0.253, "×")}
    )
    write_evidence(project.snippets / "recorded-arm64-macos" / "timing" / "tail", reading)
    return project


def reports() -> dict[str, Report | None]:
    """Return the reports that a site may be built from, by what they make of the claims."""
    verdicts = {claim: Verdict(claim, True, "finished", 0.9) for claim in STATEMENTS}
    loop = NotComparable("fusion.one-loop", "loop.cpp", "accepted with gcc 12, this machine has clang 18")
    verdicts["fusion.one-loop"] = Verdict("fusion.one-loop", True, "finished", 0.9, (loop,))
    drifted = verdicts | {"lanes.float32": Verdict("lanes.float32", False, "finished", 0.9)}
    findings = (
        Finding(
            Kind.VALUE,
            "claims/article/lanes/float32.py",
            "lanes.float32: the value step drifted",
            "python -m claims show lanes.float32",
            "lanes.float32",
            "8 float32 lanes",
            "16 float32 lanes",
            "- 8\n+ 16",
        ),
        Finding(
            Kind.SUSPECT,
            "docs/article/opening.md:3",
            "opening.one-graph: the sentence changed",
            "python -m claims review",
            "opening.one-graph",
        ),
    )
    return {
        "holds": Report("abc", BUILD, PROFILE, verdicts, ()),
        "drift": Report("abc", BUILD, PROFILE, drifted, findings),
        "accepted": Report("", BUILD, None, {}, ()),
        "unchecked": None,
    }


def write_reports(folder: Path) -> dict[str, Path | None]:
    """Write the reports below `folder` and return where each lies."""
    paths: dict[str, Path | None] = {}
    for name, report in reports().items():
        paths[name] = folder / f"{name}.json" if report else None
        if report:
            write_report(folder / f"{name}.json", report)
    return paths
