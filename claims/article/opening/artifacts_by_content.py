"""In a cache that started empty, the kernel is the one file that holds its loop; a suffix alone picks more than that.

Inductor also keeps the little programs there with which it tries out the machine's vector instructions.
"""

import re
import tempfile
from pathlib import Path

from claims.engine import Artifact, Collector, Control, Run, run_python

#: What a file there can be, in the order of the excerpt.
KINDS = (
    "the kernel",
    "the wrapper",
    "a try of the vector instructions",
    "a record for later processes",
    "something else",
)
KERNEL, WRAPPER, TRIAL, RECORD, OTHER = range(len(KINDS))
RECORDS = ("aotautograd", "fxgraph")
COLD = "import torch; from claims.subjects import line, square; torch.compile(line)(square(64))"


def is_kernel(text: str) -> bool:
    """Tell the loop of this line by what every width of it has: the signature, the bound, and the cut at zero."""
    cut = "clamp_min(" in text or "std::max(" in text
    return "kernel(float* in_out_ptr0)" in text and "4096L" in text and cut


def collect(evidence: Collector, chosen=is_kernel) -> None:
    with tempfile.TemporaryDirectory() as name:
        evidence.check("the folder starts empty", not list(Path(name).iterdir()))
        run_python(COLD, seconds=200, TORCHINDUCTOR_CACHE_DIR=name)
        files = [path for path in Path(name).rglob("*") if path.is_file() and path.suffix != ".lock"]
        places = {path: path.relative_to(name).parts[0] for path in files}
        sources = {path: path.read_text(encoding="utf-8") for path in files if path.suffix in (".cpp", ".py")}
    kernels = [text for path, text in sources.items() if path.suffix == ".cpp" and chosen(text)]
    wrappers = [text for path, text in sources.items() if path.suffix == ".py" and "extern_kernels.mm(" in text]
    evidence.check("one file is the kernel", len(kernels) == 1, len(kernels))
    evidence.check("one file is the wrapper", len(wrappers) == 1, len(wrappers))
    source = re.search(r"'''\n(.*?)'''", wrappers[0], re.DOTALL)
    evidence.check("the wrapper holds the kernel's source", bool(source) and source[1].strip() in kernels[0])
    kinds = [_kind(text, places[path]) for path, text in sources.items()]
    others = [kind for kind in kinds if kind not in (KERNEL, WRAPPER)]
    evidence.check("every other source is such a program", {*others} == {TRIAL}, len(others))
    evidence.value(
        "cpp", sum(path.suffix == ".cpp" for path in sources), ".cpp files", depends=("arch", "cpu", "isa", "os")
    )
    texts = {path: sources.get(path.with_suffix(".cpp") if path.suffix == ".so" else path, "") for path in files}
    rows = sorted(_row(path, texts[path], places[path]) for path in files)
    evidence.excerpt(
        "folder.txt", Artifact("the folder", "".join(text for _, text in rows), "text", ("arch", "cpu", "isa", "os"))
    )


def _kind(text: str, place: str) -> int:
    """Judge a file of the cache by its text, and a record by its folder. The wrapper holds the kernel's source too."""
    if "extern_kernels.mm(" in text:
        return WRAPPER
    if is_kernel(text):
        return KERNEL
    return TRIAL if "chk_kernel()" in text else RECORD if place in RECORDS else OTHER


def _row(path: Path, text: str, place: str) -> tuple[int, str]:
    """Return rank and words for a file; its name is a hash and left out."""
    kind = _kind(text, place)
    ending = f"{place}/…" if kind == RECORD else "…" + "".join(path.suffixes)
    return kind, f"{ending:<16}{KINDS[kind]}{', compiled' if path.suffix == '.so' else ''}\n"


CONTROLS = [Control("files picked by their suffix alone", fails="one file is the kernel", chosen=lambda text: True)]
RUN = Run(seconds=240)
