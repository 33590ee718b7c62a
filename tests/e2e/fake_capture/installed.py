"""The build that is installed, read without importing it; OTHER_REVISION makes the import give another one."""

import os

from claims.engine import machine
from claims.engine.model import Build


def installed_build() -> Build:
    build = machine.installed_build()
    assert build is not None
    return Build(build.torch, os.environ.get("OTHER_REVISION", build.revision))
