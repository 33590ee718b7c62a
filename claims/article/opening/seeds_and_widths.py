"""A seed fixes normal numbers for one vector width only, and uniform numbers for every width.

The normal numbers that differ are close to each other, so it is the way from the seed's random bits to the number that
differs, and not the random bits.
"""

import json

from claims.engine import Collector, Control, machine, run_python

DRAW = """
import json, torch
torch.manual_seed({seed}); normal = torch.randn(64, 64)
torch.manual_seed({seed}); uniform = torch.rand(64, 64)
print(json.dumps([t.flatten().tolist() for t in (normal, uniform)]))
"""


def collect(evidence: Collector, other_seed=0) -> None:
    wide, narrow = (
        json.loads(run_python(DRAW.format(seed=seed), ATEN_CPU_CAPABILITY=width))
        for width, seed in (("avx2", 0), ("default", other_seed))
    )
    normal, uniform = (sum(a != b for a, b in zip(x, y, strict=True)) for x, y in zip(wide, narrow, strict=True))
    furthest = max(abs(a - b) for a, b in zip(wide[0], narrow[0], strict=True))
    widths = "avx2" in machine.cpu_flags()
    evidence.check("normal numbers differ where the widths do", (normal > 0) == widths, f"{normal} differ")
    evidence.check("those that differ are close", furthest < 1e-5, f"at most {furthest:.2g} apart")
    evidence.check("uniform numbers do not differ", uniform == 0, f"{uniform} differ")
    evidence.value("differing", normal, "elements", depends=("arch", "cpu"))
    evidence.value("drawn", len(wide[0]), "elements")


CONTROLS = [Control("another seed at the other width", fails="uniform numbers do not differ", other_seed=1)]
