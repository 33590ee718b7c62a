"""That sizes become symbolic is a setting, on by default, and so is the limit of eight entries for each code object."""

import torch._dynamo.config as config
from torch._dynamo.config import patch

from claims.engine import Collector, Control, Given, call_in_series
from claims.subjects import line, square

SIZES = (64, 96, 128)


def collect(evidence: Collector, **settings) -> None:
    with patch(**settings):
        evidence.check("sizes become symbolic by default", config.automatic_dynamic_shapes is True)
        evidence.value("limit", config.recompile_limit, "entries")
        s = call_in_series(line, [Given(f"{n} × {n}", (square(n),)) for n in SIZES])
    evidence.check("the third size needs no graph", s.captures == [1, 2, 2], s.captures)


CONTROLS = [
    Control("the setting off", fails="the third size needs no graph", automatic_dynamic_shapes=False),
    Control("a limit of two", fails="limit", recompile_limit=2),
]
