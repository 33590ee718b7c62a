"""The C++ compiler, asked once in a run for one source under one command line.

Many claims compile the line or its tail and would build the same kernel again. What is built depends on the source and
the command alone, so that a run keeps what it has built in a folder of its own and gives others a copy. Interpreters
that `audit` starts keep nothing: it shows that a copy makes no difference to any evidence.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from .compiler_call import CompilerCall

#: Names the folder; without it everything is built anew.
BUILT = "CLAIMS_BUILT"


def built_once(run: Callable[[str, str], None], command: str, cwd: str) -> None:
    """Do what `run` does with a command line of the C++ compiler, or copy what it made of the same one before.

    Raises what `run` raises; what could not be built is not kept.
    """
    name, call = os.environ.get(BUILT), CompilerCall(command, 0.0)
    if not name or not any(word.endswith(".cpp") for word in call.words[1:]):
        run(command, cwd)
        return
    kept = Path(name, f"{_key(call)}{call.output.suffix}")
    if not kept.is_file():
        run(command, cwd)
        kept.parent.mkdir(parents=True, exist_ok=True)
        # Under another name first: a second process may build the same, and readers see whole files only.
        half = kept.with_name(f"{kept.name}.{os.getpid()}")
        shutil.copy2(call.output, half)
        half.replace(kept)
    else:
        shutil.copy2(kept, call.output)


def _key(call: CompilerCall) -> str:
    """Return what the source and the command have in common wherever they lie."""
    words = [call.words[0], *(word for word in call.words[1:] if word not in (str(call.source), str(call.output)))]
    digest = hashlib.sha256("\0".join(words).encode())
    digest.update(call.source.read_bytes())
    return digest.hexdigest()
