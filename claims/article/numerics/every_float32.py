"""For every one of the 2³² float32 bit patterns, the compiled tail gives the same bits as eager, NaN payloads included.

Equal means here that all 32 bits of the two results are equal. What becomes of a NaN is counted on top: its quiet bit
is set, and its other bits are the input's. The counts of zeros and NaNs are known beforehand from the format alone, so
a range that was left out would be missing from them.
"""

import torch

from claims.engine import Artifact, Collector, Control, Run, bits, compile_cpu, sweep_float32
from claims.subjects import tail, tail_without_nan

#: Patterns per sign whose exponent is all ones and whose fraction is not zero.
NANS = 2**23 - 1
#: Finite patterns from −1 downwards, and −∞.
UP_TO_MINUS_ONE = 0xFF80_0000 - 0xBF80_0000 + 1
#: NaNs to show: the first and the last signalling one, the usual quiet one, and two with the sign bit set.
SHOWN = (0x7F80_0001, 0x7FBF_FFFF, 0x7FC0_0000, 0xFF81_2345, 0xFFFF_FFFF)


def collect(evidence: Collector, subject=tail, first=0, count=2**32) -> None:
    nans = torch.tensor(SHOWN, dtype=torch.int64).to(torch.int32).view(torch.float32)
    c = compile_cpu(subject, nans)
    evidence.check("one generated loop", len(c.kernels) == 1, len(c.kernels))
    shown = [[f"{v & 0xFFFF_FFFF:08x}" for v in bits(t).tolist()] for t in (nans, tail(nans), c.output)]
    rows = [("input", "eager", "compiled"), *zip(*shown, strict=True)]
    table = "".join("".join(f"{cell:<12}" for cell in row).rstrip() + "\n" for row in rows)
    evidence.excerpt("payloads.txt", Artifact("some NaNs", table, depends=("arch",)))
    seen = sweep_float32(subject, tail, first, count)
    evidence.check("no pattern differs", seen.differing == 0, f"{seen.differing:,} of {seen.compared:,}")
    evidence.check("every pattern was compared", seen.compared == 2**32, f"{seen.compared:,}")
    evidence.check("every NaN gives NaN, and nothing else does", seen.nans == 2 * NANS, f"{seen.nans:,}")
    evidence.check("−1 and less give zero, and nothing else does", seen.zeros == UP_TO_MINUS_ONE, f"{seen.zeros:,}")
    evidence.value("patterns", seen.compared, "patterns")
    evidence.value("differing", seen.differing, "patterns")
    evidence.value("zeros", seen.zeros, "patterns")
    evidence.value("nans", seen.nans, "patterns")
    evidence.value("signalling", seen.signalling, "patterns")
    evidence.value("kept", seen.kept, "patterns", depends=("arch",))
    rows = {
        "compared": seen.compared,
        "differing in any bit": seen.differing,
        "result is zero": seen.zeros,
        "result is NaN": seen.nans,
        "  signalling on the way in": seen.signalling,
        "  quiet, payload and sign kept": seen.kept,
    }
    table = "".join(f"{name:<32}{number:>13,}\n" for name, number in rows.items())
    evidence.excerpt("counts.txt", Artifact("the counts", table, depends=("arch",)))


#: A few thousand patterns on either side of the first NaN, in whole chunks.
AROUND_NAN = {"first": 0x7F80_0000 - 2**18, "count": 2**19}
CONTROLS = [
    Control("a tail that drops NaN", fails="no pattern differs", subject=tail_without_nan, **AROUND_NAN),
    Control("the patterns around the first NaN alone", fails="every pattern was compared", **AROUND_NAN),
]
RUN = Run(seconds=900, alone=True)
