"""Evidence for the engine's tests: one good example of each, and strategies that draw any."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from prose_world import BUILD, PROFILE

from claims.engine.model import (
    DEPENDENCIES,
    Attempt,
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
    Outcome,
    Profile,
    Value,
)

LOOP = Excerpt(
    "loop.cpp",
    "for (x)\n// … 1 line\n    store(x);\n",
    "for (x)\n    load(x);\n    store(x);\n",
    "cpp",
    must_not=("goto",),
    depends=("isa",),
)
EVIDENCE = Evidence(
    "lanes.float32",
    "A vector holds eight floats.",
    BUILD,
    PROFILE,
    checks={"one store": Check("one store", True, "1")},
    values={"step": Value("step", 8, "floats", ("isa",)), "build": Value("build", "2.13.0")},
    excerpts={"loop.cpp": LOOP},
    measurements={"time": Measurement("time", 1.0, 1.5, 2.0, 40, "ms")},
)


def claim(id: str = "lanes.float32", **fields: Any) -> Claim:
    """Return a claim as `discover` would give it, its script not on disk."""
    place = f"claims/article/{id.replace('.', '/').replace('-', '_')}.py"
    given: dict[str, Any] = {
        "statement": EVIDENCE.statement,
        "script": Path(place),
        "place": place,
        "module": place.removesuffix(".py").replace("/", "."),
        "digest": "d1",
        "source": "",
        "controls": ("half the register",),
        "control_fails": ("step",),
        "control_environments": ((),),
    }
    return Claim(id=id, **(given | fields))


def attempt(evidence: Evidence | None = EVIDENCE, **fields: Any) -> Attempt:
    """Return a run of the claim that finished, unless `fields` say otherwise."""
    given: dict[str, Any] = {"outcome": Outcome.FINISHED, "detail": "", "seconds": 0.9, "nonce": "n1"}
    return Attempt(claim=evidence.claim if evidence else "lanes.float32", evidence=evidence, **(given | fields))


def controls(*, script: str = "d1", failed: bool = True) -> Controls:
    return Controls(script, (ControlResult("half the register", "step", failed, "4 floats in place of 8 floats"),))


_names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
_files = st.from_regex(r"[a-z0-9][a-z0-9-]{0,8}\.(cpp|py|asm|txt)", fullmatch=True)
_depends = st.sets(st.sampled_from(DEPENDENCIES)).map(lambda names: tuple(sorted(names)))
_numbers = st.floats(allow_nan=False, allow_infinity=False)
_scalars = st.booleans() | st.integers() | _numbers | _texts
_builds = st.builds(Build, _texts, _texts)
_profiles = st.builds(
    Profile, _texts, _texts, _texts, _texts, _texts, _texts, _texts, st.integers(min_value=1, max_value=64)
)


_measured = st.builds(
    Measurement, _names.map(lambda name: f"time {name}"), _numbers, _numbers, _numbers, st.integers(), _texts
)


def _by_name(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.lists(strategy, max_size=3, unique_by=lambda piece: piece.name).map(
        lambda pieces: {piece.name: piece for piece in pieces}
    )


_looks = st.builds(
    Look,
    st.sampled_from(["confirmed", "refuted", "undecided"]),
    st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), max_size=2).map(tuple),
    st.lists(_numbers, max_size=4).map(tuple),
)
_declared = st.builds(
    Ordering,
    _names,
    _texts,
    _texts,
    st.sampled_from(["ordering", "about equal"]),
    different=_texts,
    moves=st.lists(st.integers(), max_size=2).map(tuple),
)
_timed = st.builds(
    Ordering,
    _names.map(lambda name: f"ordering {name}"),
    _texts,
    _texts,
    margin=_numbers,
    verdict=_texts,
    ratio=st.none() | _numbers,
    looks=st.lists(_looks, min_size=1, max_size=3).map(tuple),
    times=st.lists(_measured, max_size=2).map(tuple),
)
#: Any evidence that a claim script could make, check that holds or not.
any_evidence = st.builds(
    Evidence,
    claim=_names,
    statement=_texts,
    build=_builds,
    profile=_profiles,
    checks=_by_name(st.builds(Check, _names, st.booleans(), _texts, _depends)),
    values=_by_name(st.builds(Value, _names, _scalars | st.lists(_scalars, max_size=3), _texts, _depends)),
    excerpts=_by_name(
        st.builds(Excerpt, _files, _texts, _texts, st.sampled_from(["cpp", "python"]), st.tuples(_texts), _depends)
    ),
    orderings=_by_name(st.one_of(_declared, _timed)),
    measurements=_by_name(_measured),
)
#: Evidence in which something was asserted and everything holds.
holding_evidence = any_evidence.map(
    lambda evidence: replace(evidence, checks={k: replace(c, holds=True) for k, c in evidence.checks.items()})
).filter(lambda evidence: evidence.assertions)
