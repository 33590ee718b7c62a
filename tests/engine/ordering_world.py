"""Orderings for tests: one that was confirmed, and ways to vary it."""

from __future__ import annotations

import math
from typing import Any

from claims.engine.model import Look, Measurement, Ordering

TWICE = tuple(round(math.log(2.0 + n / 100), 6) for n in range(-20, 20))


def ordering(**fields: Any) -> Ordering:
    """Return an ordering of a compiled path under an eager one that was confirmed in its first look."""
    given: dict[str, Any] = {
        "name": "eager over compiled",
        "slower": "eager",
        "faster": "compiled",
        "margin": 1.41,
        "origin": "calibrated on this processor",
        "verdict": "confirmed",
        "ratio": 1.995,
        "low": 1.9,
        "high": 2.1,
        "floor": 0.03,
        "looks": (Look("confirmed", ((11, 0),), TWICE),),
        "times": (Measurement("eager", 9.0, 10.0, 12.0, 40, "µs"), Measurement("compiled", 4.5, 5.0, 6.0, 40, "µs")),
    }
    return Ordering(**(given | fields))
