"""A compiled call of the tail takes about as long for 16 times the elements while the matrix is small.

What is left there is the same for every size: guards, the wrapper, an allocation, the call into the shared object.
"""

from claims.engine import Collector, Control, Run, compiled
from claims.subjects import square, tail

RUN = Run(measures=True)
SMALL = 8


def collect(evidence: Collector, large=32) -> None:
    evidence.about_equal(
        "small over large",
        compiled(tail, square(SMALL), name="small"),
        compiled(tail, square(large), name="large"),
        different="one has 16 times the elements of the other",
    )
    evidence.value("small", SMALL * SMALL, "elements")
    evidence.value("large", large * large, "elements")


CONTROLS = [Control("so many elements that the loop decides", fails="small over large", large=512)]
