"""At 512 rows and columns the byte model breaks: it implies a lower rate for the compiled path than for the eager one.

Two compiled calls move as many bytes by the model as one eager call, and take longer.
"""

from claims.engine import Collector, Path, Run, Swap, compile_cpu, eager
from claims.subjects import square, tail

RUN = Run(measures=True)


def collect(evidence: Collector) -> None:
    y = square(512)
    function = compile_cpu(tail, y).compiled

    def twice():
        function(y)
        return function(y)

    bytes_of_both = 16 * y.numel()
    evidence.ordering(
        "two compiled over one eager",
        slower=Path("compiled", twice),
        faster=eager(tail, y),
        moves=(bytes_of_both, bytes_of_both),
    )


CONTROLS = [Swap("two compiled over one eager")]
