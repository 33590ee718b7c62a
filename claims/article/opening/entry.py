"""The wrapper refuses any other size and any other strides, and a guard before it never lets them get that far.

The wrapper is called directly here, past the guards. With its assertion switched off, a transposed input is accepted
and gives a wrong result without a word.
"""

import torch

from claims.engine import Collector, Control, compile_cpu
from claims.subjects import line, square


def collect(evidence: Collector, **options) -> None:
    x = square(64)
    c = compile_cpu(line, x, options=options, dynamic=False)
    call = _loaded(c.wrapper.text)
    evidence.check("the first input is accepted", torch.equal(call([x])[0], c.output))
    for name, other in (("another size", square(32)), ("other strides", x.T)):
        said = _refusal(call, other)
        evidence.check(f"{name} is refused", said.startswith("expected size"), said)
        seen = c.compiled(other)
        right = torch.allclose(seen, line(other), rtol=1e-4, atol=1e-4)
        evidence.check(f"{name} is right when it comes through the guards", right)
    evidence.value("entries", len(c.guards), "entries")
    trusting = _loaded(compile_cpu(line, x, options={"size_asserts": False}, dynamic=False).wrapper.text)
    said = _refusal(trusting, x.T)
    evidence.check("without the assertion, other strides give a wrong result", said == "accepted, and wrong", said)


def _loaded(wrapper):
    """Return the wrapper's ``call``, its kernel taken from the cache."""
    names = {}
    exec(compile(wrapper, "wrapper", "exec"), names)
    return names["call"]


def _refusal(call, x) -> str:
    """Return the first line of what the wrapper says against an input, or what it made of it."""
    try:
        result = call([x])[0]
    except (AssertionError, RuntimeError) as error:
        return str(error).splitlines()[0]
    return "accepted, and right" if torch.allclose(result, line(x)) else "accepted, and wrong"


CONTROLS = [Control("the size assertions switched off", fails="other strides is refused", size_asserts=False)]
