"""At 512 rows and columns the byte model breaks: it implies a lower rate for the compiled path than for the eager one.

Two compiled calls move as many bytes by the model as one eager call, and take longer.
"""

from claims.engine import Collector, Path, Run, Swap, compile_cpu, eager, interface_bytes
from claims.subjects import square, tail

RUN = Run(measures=True)


def collect(evidence: Collector) -> None:
    y = square(512)
    compilation = compile_cpu(tail, y)
    function = compilation.compiled

    def twice():
        function(y)
        return function(y)

    operators, loops = interface_bytes(tail, compilation, y)
    evidence.check("the model gives eager twice the bytes", operators == 2 * loops, f"{operators} and {loops}")
    evidence.ordering(
        "two compiled over one eager",
        slower=Path("compiled", twice),
        faster=eager(tail, y),
        moves=(2 * loops, operators),
    )


CONTROLS = [Swap("two compiled over one eager")]
