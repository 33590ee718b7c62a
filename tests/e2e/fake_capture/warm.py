"""The warm start without anything to warm; SLOW_START makes it last, in the server and in a child of its own."""

import os
import subprocess
from types import MappingProxyType

from . import recording  # noqa: F401

if os.environ.get("SLOW_START"):
    subprocess.run(["sleep", os.environ["SLOW_START"]], check=False)
if os.environ.get("BROKEN_START"):
    raise RuntimeError("the warm start broke")

SECONDS = MappingProxyType({"pretend to import torch": 0.0})
