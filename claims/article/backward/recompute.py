"""Under a checkpoint nothing is kept beside the input, and the backward makes the product again.

Less is saved and more is computed, and the gradient stays the same. Both are counted, neither is timed.
"""

import torch

from claims.engine import Artifact, Collector, Control, backward_of, compile_cpu, saved_for_backward, wrapper_call
from claims.subjects import loss, loss_recomputed, square


def collect(evidence: Collector, subject=loss_recomputed) -> None:
    plain, other = _counts(loss), _counts(subject)
    for name, counts in (("plain", plain), ("checkpoint", other)):
        evidence.value(f"{name}-bytes", counts["kept"], "bytes")
        evidence.value(f"{name}-forward", counts["forward"], "products")
        evidence.value(f"{name}-backward", counts["backward"], "products")
    evidence.check("less is kept", other["kept"] < plain["kept"], [plain["kept"], other["kept"]])
    evidence.check("more is computed", other["backward"] > plain["backward"], [plain["backward"], other["backward"]])
    evidence.check("the forward computes as much", other["forward"] == plain["forward"])
    evidence.check("the gradients agree", torch.allclose(other["gradient"], plain["gradient"], rtol=1e-5, atol=1e-6))
    rows = [("", "without", "checkpoint")]
    rows += [(f"products in the {key}", plain[key], other[key]) for key in ("forward", "backward")]
    rows += [("bytes kept beside the input", plain["kept"], other["kept"])]
    text = "".join(f"{what:<29}{left!s:>9}{right!s:>12}\n" for what, left, right in rows)
    evidence.excerpt("counts.txt", Artifact("what is kept and what is computed", text))


def _counts(subject) -> dict:
    """Return the bytes kept beside the input, the library products of each program, and the gradient."""
    x = square(64).requires_grad_()
    forward = compile_cpu(subject, x, options={"force_disable_caches": True})
    backward = backward_of(forward, x)
    saved = {t.untyped_storage().data_ptr(): t.untyped_storage() for t in saved_for_backward(forward.compiled, x)}
    saved.pop(x.untyped_storage().data_ptr(), None)
    return {
        "kept": sum(storage.nbytes() for storage in saved.values()),
        "forward": len(wrapper_call(forward.wrapper).library),
        "backward": len(wrapper_call(backward.wrapper).library),
        "gradient": backward.output[0],
    }


CONTROLS = [
    Control("no checkpoint", fails="less is kept", subject=loss),
]
