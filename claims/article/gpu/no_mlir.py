"""A process can compile the line for the CPU, build it and run it without mapping a library that holds the word MLIR.

Every file that is mapped after the call is searched to its last byte. The process is a new one that cannot import
Triton: where Triton is installed, PyTorch loads it beside the CPU's path, and it has MLIR inside. Linux alone lists
what is mapped.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from claims.engine import Collector, Control, Run, run_python
from claims.engine.machine import find_compiler

RUN = Run(seconds=300, planted=False)

CODE = """
import ctypes, json, os, sys
sys.modules["triton"] = None
if os.environ["LOADED"]:
    ctypes.CDLL(os.environ["LOADED"])
import torch
from claims.engine.mapped import files_holding, mapped_libraries
from claims.subjects import line, square

x = square(64)
right = torch.allclose(torch.compile(line)(x), line(x), rtol=1e-4, atol=1e-4)
libraries = mapped_libraries()
holding = [path.name for path in files_holding(libraries, b"mlir", b"MLIR")]
print(json.dumps({"right": right, "libraries": [str(path) for path in libraries], "holding": holding}))
"""


def collect(evidence: Collector, loaded="") -> None:
    # A kernel holds its own path, and a folder with this claim's name in it would be found.
    cache = str(Path(tempfile.mkdtemp()).resolve())
    library = _build(loaded) if loaded else ""
    # It need not find out once more which vectors there are.
    settings = {"TORCHINDUCTOR_CACHE_DIR": cache, "TORCHINDUCTOR_VEC_ISA_OK": "1"}
    said = json.loads(run_python(CODE, seconds=250, LOADED=library, **settings))
    generated = [path for path in said["libraries"] if path.startswith(cache)]
    listed = sys.platform == "linux"
    evidence.check("the result is eager's", said["right"])
    evidence.check("what was generated is mapped", len(generated) == 1 or not listed, len(generated))
    torch = [path for path in said["libraries"] if path.rpartition("/")[2].startswith("libtorch_cpu.")]
    evidence.check("so is PyTorch", len(torch) == 1 or not listed, len(torch))
    found = ", ".join(said["holding"]) or f"none of {len(said['libraries'])}"
    evidence.check("no library holds the word MLIR", not said["holding"], found)


def _build(source: str) -> str:
    """Return the path of a shared object that the C++ compiler makes of a source."""
    path = str(Path(tempfile.mkdtemp(), "libcontext.so"))
    command = [find_compiler().command, "-shared", "-fPIC", "-x", "c++", "-", "-o", path]
    subprocess.run(command, input=source, text=True, check=True)
    return path


CONTROLS = [
    Control(
        "a library with a function of MLIR's names is mapped too",
        fails="no library holds the word MLIR",
        loaded="namespace mlir { int context() { return 1; } }",
    )
]
