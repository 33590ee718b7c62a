"""Takes out of an artifact only what is noise by nature: paths, addresses, object ids, cache hashes, times."""

from __future__ import annotations

import re
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

#: A file of the cache is named by a hash, and lies in a folder named by two characters of it.
_HASH = re.compile(r"(?:(?<=/)[a-z2-7]{2}/)?\bc[a-z2-7]{51}\b")
_TEMPORARY = re.compile(r"\btmp[a-z0-9_]{8}\b")
_ADDRESS = re.compile(r"\b0x[0-9a-f]{9,16}\b")
_OBJECT_ID = re.compile(r"(___check_(?:obj|type)_id\(.*?, )\d+(?=\))|(?<=, )\d{12,16}(?=\))")
_UNIQUE = re.compile(r"(?<=_)[0-9a-f]{8}(?:_[0-9a-f]{4}){3}_[0-9a-f]{12}\b")
#: Dynamo names a resume function after the source line where the function broke off: it moves when a file is edited.
_RESUMED_AT = re.compile(r"(\btorch_dynamo_resume_in_\w+?_at)_\d+\b")


def normalise(text: str, places: Mapping[str, Path] | None = None) -> str:
    """Return `text` with noise replaced by names in braces; `places` names further folders.

    The longest path is replaced first, so that a folder inside another keeps its own name.
    """
    known = {"environment": Path(sys.prefix), "python": Path(sys.base_prefix), **(places or {})}
    known["packages"] = Path(sysconfig.get_paths()["purelib"])
    for name, folder in sorted(known.items(), key=lambda item: -len(str(item[1]))):
        text = text.replace(str(folder), f"{{{name}}}")
    text = _HASH.sub("{hash}", text)
    text = _TEMPORARY.sub("{temporary}", text)
    text = _ADDRESS.sub("{address}", text)
    text = _UNIQUE.sub("{unique}", text)
    text = _RESUMED_AT.sub(r"\1_{line}", text)
    return _OBJECT_ID.sub(r"\1{id}", text)
