"""In a cache that started empty, two wrappers and two kernels are new after a forward and a backward, found by content.

The remaining C++ files are the little programs with which Inductor tries out the machine's vector instructions. After
the forward alone there is one of each.
"""

import json
import tempfile
from pathlib import Path

from claims.engine import Artifact, Collector, Control, Run, run_python

COLD = """
import json, pathlib, torch
from claims.subjects import loss, square
def files():
    found = pathlib.Path({folder!r}).rglob("*.*")
    return {{str(p): p.read_text() for p in found if p.suffix in (".cpp", ".py") and p.is_file()}}
value = torch.compile(loss)(square(64).requires_grad_())
first = files()
{back}
print(json.dumps([first, files()]))
"""


def collect(evidence: Collector, back="value.backward()") -> None:
    with tempfile.TemporaryDirectory() as folder:
        evidence.check("the folder starts empty", not list(Path(folder).iterdir()))
        said = run_python(COLD.format(folder=folder, back=back), seconds=200, TORCHINDUCTOR_CACHE_DIR=folder)
    first, both = (_sorted(files) for files in json.loads(said.splitlines()[-1]))
    evidence.check("one wrapper and one kernel after the forward", (first["wrapper"], first["kernel"]) == (1, 1), first)
    evidence.check("two wrappers and two kernels after the backward", (both["wrapper"], both["kernel"]) == (2, 2), both)
    evidence.check("every other C++ file is such a program", not both["other"], both)
    evidence.check("the backward needs no new one", both["try"] == first["try"], both)
    evidence.value("wrappers", both["wrapper"], "wrappers")
    evidence.value("kernels", both["kernel"], "kernels")
    evidence.value("cpp", both["kernel"] + both["try"], ".cpp files", depends=("arch", "cpu", "isa", "os"))
    names = {"wrapper": "wrappers", "kernel": "kernels", "try": "tries of the vector instructions"}
    text = f"{'':<34}{'forward':>8}{'and backward':>15}\n"
    text += "".join(f"{words:<34}{first[kind]:>8}{both[kind]:>15}\n" for kind, words in names.items())
    evidence.excerpt("files.txt", Artifact("the files", text, depends=("arch", "cpu", "isa", "os")))


def _sorted(files: dict[str, str]) -> dict[str, int]:
    """Count files by what their content says that they are."""
    counts = {"wrapper": 0, "kernel": 0, "try": 0, "other": 0}
    for path, text in files.items():
        if path.endswith(".py"):
            counts["wrapper"] += "async_compile.cpp_pybinding(" in text and "extern_kernels.mm(" in text
        elif "kernel(float* in_out_ptr0" in text and "4096L" in text:
            counts["kernel"] += 1
        else:
            counts["try" if "chk_kernel()" in text else "other"] += 1
    return counts


CONTROLS = [
    Control("the backward never run", fails="two wrappers and two kernels after the backward", back=""),
]
RUN = Run(seconds=240)
