"""The PyTorch that runs is the pinned one, by release and by git revision.

Three readings must agree: the imported module, the version file as text, and what the compiled library says of itself.
"""

import re
from pathlib import Path

import torch

from claims.engine import Collector, Control, installed_build, machine
from claims.engine.project import Project


def collect(evidence: Collector, revision="") -> None:
    pin = Project.find(Path.cwd()).pin
    wanted = revision or pin.revision
    imported, file = installed_build(), machine.installed_build()
    library = dict(re.findall(r"(COMMIT_SHA|TORCH_VERSION)=([\w.]+)", torch.__config__.show()))
    evidence.check("the release is the pin's", imported.torch == pin.torch, imported.torch)
    evidence.check("the revision is the pin's", imported.revision == wanted, imported.revision)
    evidence.check("the version file says the same", file == imported, file)
    evidence.check(
        "the compiled library says the same",
        (library.get("TORCH_VERSION"), library.get("COMMIT_SHA")) == (imported.torch, imported.revision),
        f"{library.get('TORCH_VERSION')} {library.get('COMMIT_SHA')}",
    )
    evidence.value("release", imported.torch)
    evidence.value("revision", imported.revision)


CONTROLS = [
    Control(
        "the revision of another release",
        fails="the revision is the pin's",
        revision="5811a8d7da873dd699ff6687092c225caffcf1bb",
    )
]
