"""The cache does not know the vector width: code generated for AVX-512 is found under AVX2 and leaves half unwritten.

The first process of a pair generates and stores; the second finds that, builds it and runs it. Widths that a processor
need not have are made up in the first process, which then runs nothing: there Inductor describes AVX-512 itself, and
half of AVX2 is a description of this script. One interpreter is new, is told to use no vectors by a variable, and is
otherwise left alone. A processor without AVX2 has only that pair.
"""

import json
import tempfile
from pathlib import Path

import torch

from claims.engine import Artifact, Collector, Control, Run, machine, run_python, visit
from claims.subjects import line, square, tail

SCALAR = """
from claims.article.loading.other_width import scalar
scalar({folder!r})
"""
AVX2 = "avx2" in machine.cpu_flags()
#: The vectors that the machine has: on x86-64 the reference state's, elsewhere Inductor's own choice.
VECTORS = {"ATEN_CPU_CAPABILITY": "avx2" if AVX2 else ""}


def scalar(folder: str) -> None:
    """In an interpreter without vectors: use what lies in the folder for the tail, and leave the line there."""
    used, filled = (visit(Path(folder), subject, square(64)) for subject in (tail, line))
    print("said", json.dumps([used.found, used.error, used.isa, filled.isa, len(filled.builds)]))


def collect(evidence: Collector, shared=True) -> None:
    with tempfile.TemporaryDirectory() as name:
        _collect(evidence, Path(name), shared)


def _collect(evidence: Collector, folder: Path, shared: bool) -> None:
    x, where = square(64), (lambda pair, user: folder / (pair if shared else f"{pair}-{user}"))
    expected = {subject: subject(x).flatten().tolist() for subject in (tail, line)}
    seen = {}
    for first, subject in [("avx512", tail), ("avx512", line), ("half", tail)] if AVX2 else []:
        visit(where(first, 1), subject, x, isa=first, build=False)
        seen[first, subject] = visit(where(first, 2), subject, x, environment=VECTORS)
    visit(where("scalar", 1), tail, x, isa="scalar", build=False)
    seen["scalar", tail] = visit(where("scalar", 2), tail, x, build=False, environment=VECTORS)
    found = [v.found and v.hits == 1 for v in seen.values()]
    if not evidence.check("every second process finds the code of the first", all(found), found):
        return  # Nothing was shared, so there is nothing more to be seen.
    tagged = folder / "tagged"
    for tag, isa in (("one", "avx512"), ("other", "scalar")):
        with torch.compiler.config.patch(cache_key_tag=tag):
            last = visit(tagged, tail, x, isa=isa, build=False)
    evidence.check("a tag in the key keeps them apart", last.hits == 0 and not last.found)
    _made_up_widths(evidence, seen, expected, (x @ x.T).flatten().tolist())
    _told_widths(evidence, folder / "told", x, expected)


def _made_up_widths(evidence: Collector, seen, expected, product) -> None:
    """Say what AVX2 makes of code for more lanes and for fewer; true where there is no AVX2 to try it with."""
    wide, row, half = (seen.get(key) for key in (("avx512", tail), ("avx512", line), ("half", tail)))
    upper = [place for place in range(4096) if place % 16 >= 8]
    evidence.check("no process dies and no error is raised", not any(v.died or v.error for v in seen.values()))
    evidence.check("half is unwritten", not wide or wide.unwritten == upper, wide and len(wide.unwritten))
    evidence.check("the other half is right", not wide or _wrong(wide, expected[tail]) == upper)
    left = not row or [row.output[place] for place in upper] == [product[place] for place in upper]
    evidence.check("in the line, that half is still the product", left and (not row or not row.unwritten))
    evidence.check("nothing is written outside", not wide or wide.outside == row.outside == 0)
    evidence.check("fewer lanes write past the end", not half or half.outside > 0, half and half.outside)
    wrong = _wrong(half, expected[tail]) if half else []
    evidence.check("and the result is right", not wrong, len(wrong))
    if AVX2:
        result = f"{len(wrong):,} of {len(half.output):,} elements wrong" if wrong else "right"
        evidence.value("elements", len(wide.output), "elements", ("arch", "cpu"))
        evidence.value("unwritten", len(wide.unwritten), "elements", ("arch", "cpu"))
        evidence.value("outside", half.outside, "elements", ("arch", "cpu"))
        text = "".join(
            f"{first:<24}{outcome}\n"
            for first, outcome in {
                "generated for": "run under AVX2",
                "AVX-512": f"{len(wide.unwritten):,} of {len(wide.output):,} elements unwritten",
                "half of AVX2 (made up)": f"{result}, and {half.outside} elements written outside",
            }.items()
        )
        evidence.excerpt("widths.txt", Artifact("what AVX2 makes of it", text, "text", ("arch", "cpu")))


def _told_widths(evidence: Collector, folder: Path, x: torch.Tensor, expected) -> None:
    """Share a folder between this process and a new interpreter without vectors, in both directions."""
    first = visit(folder, tail, x, environment=VECTORS)
    evidence.check("the first process is right", first.output == expected[tail], first.error)
    settings = {"TORCHINDUCTOR_CACHE_DIR": str(folder), "ATEN_CPU_CAPABILITY": "default"}
    said = run_python(SCALAR.format(folder=str(folder)), seconds=300, **settings).rpartition("said ")[2]
    found, error, *isas, builds = json.loads(said)
    evidence.check("the new interpreter has no vectors", isas[1] == "INVALID_VEC_ISA", isas)
    none = first.isa == "INVALID_VEC_ISA"
    evidence.check("it finds code with vectors", found)
    refused = "CppCompileError" in error and "at::vec" in error
    evidence.check("which its compiler refuses", none or refused, _said(error))
    last = visit(folder, line, x, environment=VECTORS)
    evidence.check("the other way round it is found too", builds == 1 and last.hits == 1)
    evidence.check("and is right", last.output == expected[line], last.error)


def _said(error: str) -> str:
    return next((row for row in error.splitlines() if "error:" in row), error[:200])


def _wrong(seen, expected: list[float]) -> list[int]:
    return [place for place, pair in enumerate(zip(seen.output, expected, strict=True)) if pair[0] != pair[1]]


CONTROLS = [
    Control("a cache folder for each process", fails="every second process finds the code of the first", shared=False),
]
RUN = Run(seconds=600)
