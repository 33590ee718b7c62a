"""In a cache that started empty, the kernel is the one file that holds its loop; a suffix alone picks more than that.

Inductor also keeps the little programs there with which it tries out the machine's vector instructions.
"""

import re
import tempfile
from pathlib import Path

from claims.engine import Artifact, Collector, Control, Run
from claims.engine.interpreter import run_python

COLD = "import torch; from claims.subjects import line, square; torch.compile(line)(square(64))"


def is_kernel(text: str) -> bool:
    """Tell the loop of this line by what every width of it has: the signature, the bound, and the cut at zero."""
    cut = "clamp_min(" in text or "std::max(" in text
    return "kernel(float* in_out_ptr0)" in text and "4096L" in text and cut


def anything(text: str) -> bool:
    return True


def collect(evidence: Collector, chosen=is_kernel) -> None:
    with tempfile.TemporaryDirectory() as name:
        evidence.check("the folder starts empty", not list(Path(name).iterdir()))
        run_python(COLD, seconds=200, TORCHINDUCTOR_CACHE_DIR=name)
        files = [path for path in Path(name).rglob("*") if path.is_file() and path.suffix != ".lock"]
        records = {path: path.relative_to(name).parts[0] for path in files if not path.suffix}
        sources = {path: path.read_text(encoding="utf-8") for path in files if path.suffix in (".cpp", ".py")}
    kernels = [text for path, text in sources.items() if path.suffix == ".cpp" and chosen(text)]
    wrappers = [text for path, text in sources.items() if path.suffix == ".py" and "extern_kernels.mm(" in text]
    evidence.check("one file is the kernel", len(kernels) == 1, f"{len(kernels)} files")
    evidence.check("one file is the wrapper", len(wrappers) == 1, f"{len(wrappers)} files")
    source = re.search(r"r'''\n(.*?)'''", wrappers[0], re.DOTALL)
    evidence.check("the wrapper holds the kernel's source", bool(source) and source[1].strip() in kernels[0])
    evidence.value("cpp", sum(path.suffix == ".cpp" for path in sources), ".cpp files", depends=("arch", "cpu", "isa", "os"))
    rows = sorted(_row(path, sources.get(path, ""), records.get(path, "")) for path in files)
    evidence.excerpt("folder.txt", Artifact("the folder", "".join(rows), "text", ("arch", "cpu", "isa", "os")))


def _row(path: Path, text: str, record: str) -> str:
    """Return what a file of the cache is, judged by its content where it is text; its name is a hash and left out."""
    if record:
        return f"{record + '/…':<16}a record for later processes\n"
    ending = "…" + "".join(path.suffixes)
    if path.suffix == ".so":
        what = "a shared object"
    elif path.suffix == ".py":
        what = "the wrapper"
    elif is_kernel(text):
        what = "the kernel"
    else:
        what = "a try of the vector instructions" if "__avx_chk_kernel" in text else "another source"
    return f"{ending:<16}{what}\n"


CONTROLS = [Control("files picked by their suffix alone", fails="one file is the kernel", chosen=anything)]
RUN = Run(seconds=240)
