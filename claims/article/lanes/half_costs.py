"""The loops over 16-bit elements have instructions that only change the format; the float32 loop has none.

Counted in the machine code, per element of the matrix. A count of instructions is no duration.
"""

import re

import torch

from claims.engine import Artifact, Collector, Control, compile_cpu, float_adds, float_maxima, lanes, loop_that_adds
from claims.subjects import line, square

#: By how a 16-bit format becomes float32 and back: conversions of float16, shifts and roundings of bfloat16.
CHANGES = re.compile(
    r"v?cvtph2ps|v?cvtps2ph|v?pmovzxwd|v?psll[dw]|v?psrl[dw]|sh[lr]$|v?packusdw|vpmovdw"
    r"|v?cvtne2?ps2bf16|fcvt[ln]?2?$|[su]shll?2?|[su]?shr|shrn|bfcvt|xtn"
)
TYPES = ("float32", "float16", "bfloat16")


def collect(evidence: Collector, types=TYPES) -> None:
    rows, used, changing, per_element = [], {}, {}, {}
    for name, made_of in zip(TYPES, types, strict=True):
        code = loop_that_adds(compile_cpu(line, square(64).to(getattr(torch, made_of))).kernel.machine_code)
        elements = sum(lanes(each) for each in float_adds(code.instructions))
        changing[name] = sum(bool(CHANGES.match(each.mnemonic)) for each in code.instructions)
        per_element[name] = len(code.instructions) / elements
        depends = code.listing.artifact.depends
        evidence.value(name, per_element[name], "instructions an element", depends)
        evidence.value(f"{name}-loop", len(code.instructions), "instructions", depends)
        evidence.value(f"{name}-changing", changing[name], "instructions", depends)
        arithmetic = len(float_adds(code.instructions)) + len(float_maxima(code.instructions))
        evidence.value(f"{name}-arithmetic", arithmetic, "instructions", depends)
        rows.append(f"{name:<10}{elements:<10}{len(code.instructions):<14}{arithmetic:<12}{changing[name]}\n")
        used[name] = code.mnemonics
    evidence.check("none in the float32 loop", changing["float32"] == 0, changing["float32"])
    evidence.check("some in the float16 loop", changing["float16"] > 0, changing["float16"])
    evidence.check("some in the bfloat16 loop", changing["bfloat16"] > 0, changing["bfloat16"])
    head = f"{'':<10}{'elements':<10}{'instructions':<14}{'arithmetic':<12}change the format\n"
    beyond = [name for name in dict.fromkeys(used["bfloat16"]) if name not in used["float32"]]
    text = "".join(f"{name:<14}{used['bfloat16'].count(name)}\n" for name in beyond)
    evidence.excerpt("beyond.txt", Artifact("what the bfloat16 loop has beyond that of float32", text, "text", depends))
    evidence.excerpt("counts.txt", Artifact("the counts", head + "".join(rows), "text", depends))


CONTROLS = [
    Control("float32 in place of float16", fails="some in the float16 loop", types=("float32", "float32", "bfloat16")),
    Control("float16 in place of float32", fails="none in the float32 loop", types=("float16", "float16", "bfloat16")),
]
