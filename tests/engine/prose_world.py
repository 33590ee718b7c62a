"""A small project for the tests of prose and review: claims, accepted evidence, pages to be written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from claims.engine.discover import discover
from claims.engine.model import Build, Check, Claim, Evidence, Excerpt, Measurement, Profile, Value
from claims.engine.project import Project
from claims.engine.prose import check_prose, read_prose
from claims.engine.references import Prose
from claims.engine.store import read_evidence, write_evidence
from claims.engine.verdict import Finding

SCRIPT = '"""{statement}"""\n\n\ndef collect(evidence):\n    pass\n'
BUILD = Build("2.13.0", "cf30153c4c131c8164ee7798e5022d810682e2cb")
PROFILE = Profile(
    python="3.11",
    os="Linux",
    arch="x86_64",
    isa="avx2",
    compiler="gcc 12",
    cpu="a processor",
    tuning="znver1",
    threads=1,
)
OTHER = "# Other\n\n## Why eager\n\n## Twice\n\n## Twice\n\n## Named {#given}\n"

LANES = Evidence(
    "lanes.float32",
    "A vector holds eight floats.",
    BUILD,
    PROFILE,
    values={
        "step": Value("step", 8, "float32 lanes"),
        "total": Value("total", 16384, "bytes"),
        "isa": Value("isa", "avx2"),
        "strides": Value("strides", [64, 1]),
        "fused": Value("fused", True),
    },
)
LOOP = Evidence(
    "fusion.one-loop",
    "One loop does both.",
    BUILD,
    PROFILE,
    checks={"one kernel": Check("one kernel", True)},
    excerpts={"loop.cpp": Excerpt("loop.cpp", "a;\n", "a;\nb;\n", "cpp")},
)
TAIL = Evidence(
    "timing.tail",
    "The tail is faster.",
    BUILD,
    PROFILE,
    checks={"same result": Check("same result", True)},
    measurements={
        "ratio": Measurement("ratio", 1.2, 1.31, 1.4, 40, "×"),
        "p": Measurement("p", 3.0, 3.5, 4.0, 40, "ms"),
    },
)
BARE = Evidence("opening.bare", "Nothing is counted.", BUILD, PROFILE, checks={"holds": Check("holds", True)})
READ = Evidence("timing.tail", "As read.", BUILD, PROFILE, values={"ratio": Value("ratio", 1.87, "×")})


@dataclass(frozen=True)
class World:
    """The project and short ways to ask what the tests ask."""

    project: Project

    @classmethod
    def build(cls, root: Path) -> World:
        world = cls(Project(root, BUILD))
        for evidence in (LANES, LOOP, TAIL, BARE):
            world.add_claim(evidence.claim, evidence.statement)
            world.accept(evidence)
        world.add_claim("guide.new", "Nothing of it was accepted yet.")
        write_evidence(root / "snippets" / "recorded-arm64-macos" / "timing" / "tail", READ)
        world.page("article/other.md", OTHER)
        return world

    def add_claim(self, claim: str, statement: str) -> None:
        chapter, name = claim.replace("-", "_").split(".")
        folder = self.project.scripts / "guide" if chapter == "guide" else self.project.scripts / "article" / chapter
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.py").write_text(SCRIPT.format(statement=statement), encoding="utf-8")

    def accept(self, evidence: Evidence) -> None:
        write_evidence(self.project.accepted / evidence.claim.replace(".", "/", 1), evidence)

    def run(self, evidence: Evidence) -> None:
        """Lay down what a fresh run produced."""
        write_evidence(self.project.fresh / evidence.claim.replace(".", "/", 1), evidence)

    def page(self, path: str, text: str) -> None:
        file = self.project.docs / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    @property
    def claims(self) -> list[Claim]:
        return discover(self.project)

    def claim(self, name: str) -> Claim:
        return next(claim for claim in self.claims if claim.id == name)

    @property
    def prose(self) -> Prose:
        return read_prose(self.project)

    @property
    def findings(self) -> list[Finding]:
        held = {claim.id: read_evidence(self.project.accepted_folder(claim)) for claim in self.claims}
        return check_prose(self.project, self.claims, {k: v for k, v in held.items() if v is not None})
