"""The imported PyTorch itself: its version, and its source as it lies in the installation."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import torch

from ..excerpt import Artifact, ExcerptError, Region
from ..model import Build


def installed_build() -> Build:
    """Return version and git revision of the imported PyTorch."""
    return Build(torch.__version__.split("+")[0], str(torch.version.git_version))


def installed_source(target: Any) -> Region:
    """Return where a function, class or module of the installation is defined, as a region of its file.

    The artifact's name is ``path:line`` from the packages folder. Raises OSError or TypeError where there is no source,
    ExcerptError where it is not part of the installation.
    """
    path = Path(inspect.getsourcefile(inspect.unwrap(target)) or "")
    lines, first = inspect.getsourcelines(inspect.unwrap(target))
    packages = Path(torch.__file__).parent.parent
    if not path.is_relative_to(packages):
        raise ExcerptError(f"{getattr(target, '__qualname__', target)} is not part of the installation: {path}")
    artifact = Artifact(f"{path.relative_to(packages).as_posix()}:{max(first, 1)}", "".join(lines), "python")
    return artifact.all
