"""At 2,048 rows and columns, the byte model implies about the same rate for both paths of the tail.

The bytes are those that operators and loop read and write across their interfaces, counted at this size. Two compiled
calls move as many by the model as one eager call, so that equal times mean equal rates. A rate is a model's bytes over
a measured time and names no link of the machine.
"""

from claims.engine import Collector, Control, Path, Run, compile_cpu, compiled, eager, interface_bytes
from claims.subjects import square, tail

RUN = Run(measures=True)
MIB = 2**20


def collect(evidence: Collector, n=2048) -> None:
    y, small = square(n), square(1024)
    large, middle = compile_cpu(tail, y), compiled(tail, small)
    both, fused = interface_bytes(tail, large, y)
    evidence.check("the model gives eager twice the bytes", both == 2 * fused, f"{both} and {fused}")
    evidence.value("eager", both // MIB, "MiB")
    evidence.value("compiled", fused // MIB, "MiB")
    evidence.about_equal(
        "one eager call and two compiled",
        eager(tail, y),
        Path("compiled", twice(large.compiled, y)),
        unit="ms",
        moves=(both, 2 * fused),
    )
    moves = interface_bytes(tail, middle.compilation, small)
    evidence.comparison("at 1024", eager(tail, small), middle, moves=moves)


def twice(function, y):
    """Return a path of two calls, the first result let go before the second call."""

    def call():
        function(y)
        return function(y)

    return call


CONTROLS = [Control("a size at which the model breaks", fails="one eager call and two compiled", n=64)]
