"""With the refusal's advice followed, a backward found in the cache still overwrites, and the second gradient is wrong.

Inductor does not look a program up by the setting that the refusal names. No error is raised, and the first gradient is
right. Without a cache both gradients are right.
"""

import torch._functorch.config

from claims.engine import Artifact, Collector, Control, backward_of, compile_cpu, counted
from claims.subjects import loss, square


def collect(evidence: Collector, **options) -> None:
    x = square(64).requires_grad_()
    (expected,) = torch.autograd.grad(loss(x), x)
    backward_of(compile_cpu(loss, x, options=options), x)
    before = counted("inductor").get("fxgraph_cache_hit", 0)
    own_before = counted("aot_autograd").get("autograd_cache_hit", 0)
    with torch._functorch.config.patch(donated_buffer=False):
        forward = compile_cpu(loss, x, options=options)
        (first,) = backward_of(forward, x, keep=True).output
        (second,) = backward_of(forward, x).output
    hits = counted("inductor").get("fxgraph_cache_hit", 0) - before
    evidence.check("both programs come from the cache", hits == 2, hits)
    own = counted("aot_autograd").get("autograd_cache_hit", 0) - own_before
    evidence.check("AOTAutograd's cache finds nothing", own == 0, own)
    evidence.check("the first gradient is right", _apart(first, expected) < 1e-5)
    apart = _apart(second, expected)
    evidence.check("the second gradient is wrong", apart > 0.1, f"{apart:.2f} of the largest element apart")
    evidence.check("it is finite, so nothing gives it away", bool(second.isfinite().all()))
    evidence.value("hits", hits, "programs")
    rows = {"the first backward, keeping": first, "the second": second}
    text = "".join(f"{name:<29}{'wrong' if _apart(g, expected) > 0.1 else 'right'}\n" for name, g in rows.items())
    evidence.excerpt("gradients.txt", Artifact("the gradients against eager", text))


def _apart(a, b) -> float:
    """Return the largest difference of two matrices as a part of the largest element."""
    return float((a - b).abs().max() / b.abs().max())


CONTROLS = [
    Control("no cache", fails="the second gradient is wrong", force_disable_caches=True),
]
