"""A timing is refused, with both paths named, where the two do not give the same result."""

import torch

from claims.engine import Collector, Control, compile_cpu
from claims.engine.ordering import Path, PathsDisagree, ensure_equal
from claims.subjects import line, line_without_relu, square


def collect(evidence: Collector, subject=line) -> None:
    x = square(64)
    eager = Path("eager", lambda: line(x))
    compiled = compile_cpu(subject, x).compiled
    evidence.check("an equal pair is let through", not _refusal(eager, Path("compiled", lambda: compiled(x))))
    for what, wrong in (
        ("a wrong result", lambda: line_without_relu(x)),
        ("another dtype", lambda: line(x).double()),
        ("another shape", lambda: line(x)[:32]),
        ("a NaN", lambda: torch.full_like(x, torch.nan)),
    ):
        said = _refusal(eager, Path("broken", wrong))
        evidence.check(f"{what} is refused", bool(said), said.splitlines()[0] if said else "let through")
        evidence.check(f"{what}: the pair is named", "broken against eager" in said)


def _refusal(reference: Path, other: Path) -> str:
    try:
        ensure_equal(reference, other)
    except PathsDisagree as error:
        return str(error)
    return ""


CONTROLS = [
    Control("a compiled path without the relu", fails="an equal pair is let through", subject=line_without_relu)
]
