"""At 2,048 rows and columns, the byte model implies about the same rate for both paths of the tail.

The bytes are those that operators and loop read and write across their interfaces, counted at this size. Two compiled
calls move as many by the model as one eager call, so that equal times mean equal rates. A rate is a model's bytes over
a measured time and names no link of the machine.
"""

from claims.engine import (
    Collector,
    Control,
    Path,
    Run,
    compile_cpu,
    compiled,
    count_loads,
    count_stores,
    dispatched,
    eager,
)
from claims.subjects import square, tail

RUN = Run(measures=True)
MIB, FLOAT32 = 2**20, 4


def collect(evidence: Collector, n=2048) -> None:
    y, small = square(n), square(1024)
    operators = [call for call in dispatched(tail, y) if call.name in ("aten.add.Tensor", "aten.relu.default")]
    both = sum(call.bytes_read + call.bytes_written for call in operators)
    compilation = compile_cpu(tail, y)
    (loop,) = compilation.kernel.loops
    fused = (count_loads(loop) + count_stores(loop)) * loop.step * loop.iterations * FLOAT32
    evidence.check("the model gives eager twice the bytes", both == 2 * fused, f"{both} and {fused}")
    evidence.value("eager", both // MIB, "MiB")
    evidence.value("compiled", fused // MIB, "MiB")
    evidence.about_equal(
        "one eager call and two compiled",
        eager(tail, y),
        Path("compiled", twice(compilation.compiled, y)),
        unit="ms",
        moves=(both, 2 * fused),
    )
    evidence.comparison(
        "at 1024", eager(tail, small), compiled(tail, small), moves=(16 * small.numel(), 8 * small.numel())
    )


def twice(function, y):
    """Return a path of two calls, the first result let go before the second call."""

    def call():
        function(y)
        return function(y)

    return call


CONTROLS = [Control("a size at which the model breaks", fails="one eager call and two compiled", n=512)]
