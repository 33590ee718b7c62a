"""The names in the cache are hashes: unchanged, the line gets the same names, and with one setting changed, others.

A wrapper is named by its text alone, a shared object by its text and the command that builds it, and the record of a
compiled graph by the graph and the settings. The vector instructions are part of the first two, and not of the third.
"""

import base64
import hashlib
import tempfile
from pathlib import Path

import torch._inductor.codecache

from claims.engine import Artifact, Collector, Control, installed_source, visit
from claims.subjects import line, square

#: The same C++ from another command.
FLAG = {"cpp.enable_unsafe_math_opt_flag": True}
#: Lines of the class whose fields are the key of a record.
KEY = ("class FxGraphHashDetails", "cpp_runtime_thread_count", "self.torch_version")
#: What each name belongs to, and where it is found.
KINDS = {"record": "fxgraph/*/*", "wrapper": "*/*.py", "C++": "*/*.main.cpp"}


def names(changed: dict) -> tuple[dict[str, str], dict[str, str]]:
    """Generate the line into an empty cache; return the name and, of a file, the text of each kind."""
    with tempfile.TemporaryDirectory() as folder:
        visit(Path(folder), line, square(64), build=False, **changed)
        found = {kind: next(Path(folder).glob(pattern)) for kind, pattern in KINDS.items()}
        texts = {kind: path.read_text(encoding="utf-8") for kind, path in found.items() if path.is_file()}
    return {kind: path.name.partition(".")[0] for kind, path in found.items()}, texts


def hashed(text: str) -> str:
    """Return the name that a text alone gives."""
    return "c" + base64.b32encode(hashlib.sha256(text.strip().encode()).digest())[:51].decode().lower()


def collect(evidence: Collector, setting=FLAG) -> None:
    first, texts = names({})
    again, _ = names({})
    flag, flag_texts = names({"options": setting})
    scalar, _ = names({"isa": "scalar"})
    wide, _ = names({"isa": "avx512"})
    rows = {
        "nothing": [first[kind] == again[kind] for kind in KINDS],
        "a flag of the compiler": [first[kind] == flag[kind] for kind in KINDS],
        "the vector instructions": [scalar[kind] == wide[kind] for kind in KINDS],
    }
    evidence.check("nothing changed, the same names", all(rows["nothing"]), rows["nothing"])
    evidence.check("the flag changes no text", texts == flag_texts)
    evidence.check("it renames the record and the C++", rows["a flag of the compiler"] == [False, True, False], rows)
    evidence.check("the wrapper is named by its text", first["wrapper"] == hashed(texts["wrapper"]))
    evidence.check("the C++ is not", first["C++"] != hashed(texts["C++"]))
    evidence.check("other vector instructions rename both files", rows["the vector instructions"][1:] == [False, False])
    evidence.check("they leave the record its name", rows["the vector instructions"][0])
    text = f"{'changed':<26}{''.join(f'{kind:<10}' for kind in KINDS)}".rstrip() + "\n"
    for change, same in rows.items():
        text += f"{change:<26}" + "".join(f"{_same(s):<10}" for s in same).rstrip() + "\n"
    evidence.excerpt("names.txt", Artifact("the names", text))
    key = installed_source(torch._inductor.codecache.FxGraphHashDetails)
    evidence.excerpt("key.py", key.keep(*KEY, must_not=("vec_isa",), frame=False))


def _same(same: bool) -> str:
    return "same" if same else "other"


CONTROLS = [Control("no setting changed", fails="it renames the record and the C++", setting={})]
