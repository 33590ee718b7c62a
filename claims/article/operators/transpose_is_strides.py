"""A matrix and its transpose are one storage, one offset, and the same two strides in the opposite order.

Where an element lies follows from offset and strides alone, and for the transpose that place is the place of its
mirror image.
"""

import itertools

from claims.engine import Collector, Control
from claims.subjects import square


def collect(evidence: Collector, transpose=lambda x: x.T) -> None:
    x = square(64)
    t = transpose(x)
    one = x.untyped_storage().data_ptr() == t.untyped_storage().data_ptr()
    evidence.check("one storage", one, "one" if one else "two")
    evidence.check("one offset", x.storage_offset() == t.storage_offset() == 0, t.storage_offset())
    evidence.check("exchanged strides", t.stride() == x.stride()[::-1], list(t.stride()))
    evidence.value("matrix", list(x.stride()), "elements")
    evidence.value("transpose", list(t.stride()), "elements")
    evidence.value("stored", x.untyped_storage().nbytes(), "bytes")
    flat = [float(number) for number in x.as_strided((x.numel(),), (1,), 0)]
    down, across = t.stride()
    values, places = t.tolist(), range(len(t))
    wrong = [(i, j) for i, j in itertools.product(places, places) if flat[down * i + across * j] != values[i][j]]
    evidence.check("every element lies where strides say", not wrong, f"{len(wrong)} elsewhere")
    x[1, 0] = 7.0
    evidence.check("a write to one shows in the other", t[0, 1].item() == 7.0, t[0, 1].item())


CONTROLS = [
    Control("a contiguous copy of the transpose", fails="one storage", transpose=lambda x: x.T.contiguous()),
    Control("no transpose at all", fails="exchanged strides", transpose=lambda x: x),
]
