"""PyTorch counts one compilation for both programs, a miss in its cache, and one entry saved when the backward is done.

After the forward alone nothing has been saved. Compiled once more, the entry is found, and no C++ compiler runs.
"""

from claims.engine import Artifact, Collector, Control, backward_of, compile_cpu, counted
from claims.subjects import loss, square

GROUP = "aot_autograd"
NAMES = {"total": "total", "misses": "autograd_cache_miss", "ok": "ok", "saved": "autograd_cache_saved"}


def collect(evidence: Collector, run_back=True, compiled_before=False) -> None:
    x = square(64).requires_grad_()
    if compiled_before:
        backward_of(compile_cpu(loss, x), x)
    start = counted(GROUP)
    forward = compile_cpu(loss, x)
    after_forward = _since(start)
    if run_back:
        backward_of(forward, x)
    after_backward = _since(start)
    for name, counter in NAMES.items():
        evidence.value(name, after_backward.get(counter, 0))
    evidence.check("nothing saved after the forward", "autograd_cache_saved" not in after_forward, after_forward)
    evidence.check("one entry saved after the backward", after_backward.get("autograd_cache_saved") == 1)
    before = counted(GROUP)
    again = compile_cpu(loss, x)
    hits = _since(before)
    evidence.check("compiled again, the entry is found", hits.get("autograd_cache_hit") == 1, hits)
    evidence.check("and no compiler runs", not again.compiler_calls, len(again.compiler_calls))
    moments = {"forward": after_forward, "and backward": after_backward, "compiled again": hits}
    names = [*NAMES.values(), "autograd_cache_hit"]
    rows = [["", *moments], *([name, *(str(seen.get(name, 0)) for seen in moments.values())] for name in names)]
    text = "".join(f"{name:<22}{a:>8}{b:>14}{c:>16}\n" for name, a, b, c in rows)
    evidence.excerpt("counters.txt", Artifact("the counters", text))


def _since(start: dict[str, int]) -> dict[str, int]:
    return {name: n - start.get(name, 0) for name, n in counted(GROUP).items() if n != start.get(name, 0)}


CONTROLS = [
    Control("the backward never run", fails="one entry saved after the backward", run_back=False),
    Control("the same programs in the cache before", fails="misses", compiled_before=True),
]
