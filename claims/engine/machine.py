"""Facts of the machine, read without PyTorch: processor, compiler, vector instruction sets, installed build."""

from __future__ import annotations

import functools
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from .errors import EngineError
from .model import Build, Profile

#: ATEN_CPU_CAPABILITY's words, and what Inductor calls the vector ISA that it then emits for.
ISA_OF_CAPABILITY = {"default": "scalar", "avx2": "avx2", "avx512": "avx512"}


@dataclass(frozen=True)
class Compiler:
    """The C++ compiler that Inductor will call."""

    command: str
    family: str
    """``gcc``, ``clang`` or ``apple clang``."""
    version: str
    """As it prints it, such as ``12.2.0``."""
    tuning: str
    """What it takes ``-march=native`` for."""

    @property
    def short(self) -> str:
        """Family and major version: ``gcc 12``."""
        return f"{self.family} {self.version.split('.')[0]}"


def reference_environment() -> dict[str, str]:
    """Return the variables of the reference state; a capability that the caller has set is kept.

    Everything else that would change what Inductor generates is fixed here or removed by `without_leaks`.
    """
    capability = os.environ.get("ATEN_CPU_CAPABILITY") or ("avx2" if "avx2" in cpu_flags() else "")
    variables = {
        "OMP_NUM_THREADS": "1",
        "TORCHINDUCTOR_COMPILE_THREADS": "1",
        "PYTHONHASHSEED": "0",
        "LC_ALL": "C.UTF-8",
    }
    return variables | ({"ATEN_CPU_CAPABILITY": capability} if capability else {})


def without_leaks(environment: dict[str, str]) -> dict[str, str]:
    """Return `environment` without the settings of the caller's that reach into PyTorch or Python."""
    prefixes = ("TORCH", "PYTORCH", "AOT_", "OMP_", "MKL_", "KMP_", "GOMP_", "PYTHON")
    return {k: v for k, v in environment.items() if not k.startswith(prefixes)}


def find_compiler() -> Compiler:
    """Return the C++ compiler: the one that CXX names, else the system's.

    Raises EngineError where there is none.
    """
    command = os.environ.get("CXX") or ("clang++" if sys.platform == "darwin" else "g++")
    path = shutil.which(command)
    if path is None:
        raise EngineError(
            f"no C++ compiler: {command!r} is not on the PATH, and torch.compile needs one for every kernel",
            next="install one (Debian: apt-get install g++; macOS: xcode-select --install) or set CXX to yours",
        )
    family, version = compiler_version(output_of([path, "--version"]))
    return Compiler(command, family, version, _tuning(path, family))


def compiler_version(text: str) -> tuple[str, str]:
    """Return family and version from what a compiler prints for ``--version``."""
    first = text.splitlines()[0] if text else ""
    family = "apple clang" if "Apple" in first else "clang" if "clang" in first else "gcc"
    match = re.search(r"(?:version |\) )(\d+(?:\.\d+)*)", first) or re.search(r"(\d+\.\d+(?:\.\d+)?)", first)
    return family, match.group(1) if match else "unknown"


def _tuning(path: str, family: str) -> str:
    if family == "gcc":
        text = output_of([path, "-march=native", "-Q", "--help=target"])
        match = re.search(r"^\s+-mtune=\s+(\S+)", text, re.MULTILINE)
    else:
        text = output_of([path, "-march=native", "-E", "-x", "c", "-###", os.devnull])
        match = re.search(r'"-target-cpu" "([^"]+)"', text)
    return match.group(1) if match else "unknown"


def profile(isa: str, compiler: Compiler) -> Profile:
    """Return this machine's profile; `isa` is Inductor's own answer, in our words."""
    return Profile(
        python=f"{sys.version_info.major}.{sys.version_info.minor}",
        os=platform.system(),
        arch=platform.machine(),
        isa=isa,
        compiler=compiler.short,
        cpu=cpu_name(),
        tuning=compiler.tuning,
        threads=1,
    )


def isa_name(inductor: str) -> str:
    """Return our word for Inductor's vector ISA: ``avx2``, ``avx512``, ``neon``, or ``scalar`` for none."""
    word = inductor.lower().replace("invalid_vec_isa", "").strip()
    if not word:
        return "scalar"
    families = {"avx512": "avx512", "amx": "avx512", "asimd": "neon", "neon": "neon"}
    return next((name for part, name in families.items() if part in word), word.split()[0])


def expected_isa() -> str:
    """Return the ISA that Inductor must find in the reference state; empty where this module cannot tell."""
    capability = reference_environment().get("ATEN_CPU_CAPABILITY", "")
    return ISA_OF_CAPABILITY.get(capability, "")


@functools.cache
def cpu_flags() -> frozenset[str]:
    """Return the processor's feature flags as Linux lists them; empty elsewhere."""
    return frozenset(_cpuinfo("flags").split())


def cpu_name() -> str:
    """Return the processor's own name for itself; arm64 processors have numbers, which Linux does not translate."""
    if sys.platform == "darwin":
        return output_of(["sysctl", "-n", "machdep.cpu.brand_string"]).strip() or platform.processor()
    implementer, part = _cpuinfo("CPU implementer"), _cpuinfo("CPU part")
    numbers = f"implementer {implementer} part {part}" if implementer and part else ""
    return _cpuinfo("model name") or numbers or platform.processor() or platform.machine()


def has_neon() -> bool:
    """Tell whether the system lists the vector instructions of arm64."""
    if sys.platform == "darwin":
        return output_of(["sysctl", "-n", "hw.optional.AdvSIMD"]).strip() == "1"
    return "asimd" in _cpuinfo("Features").split()


def installed_build() -> Build | None:
    """Return the build that this interpreter would import, read from its version file; None where there is no torch."""
    return build_in(packages())


def packages() -> Path:
    """Return the folder that this interpreter imports installed packages from."""
    return Path(sysconfig.get_paths()["purelib"])


def build_in(packages: Path) -> Build | None:
    """Return the build that lies in a folder of packages, read from its version file; None where there is no torch."""
    path = packages / "torch" / "version.py"
    if not path.is_file():
        return None
    text = path.read_text(encoding="utf-8")
    version = re.search(r"^__version__ = '([^'+]+)", text, re.MULTILINE)
    revision = re.search(r"^git_version = '([0-9a-f]+)'", text, re.MULTILINE)
    return Build(version.group(1) if version else "unknown", revision.group(1) if revision else "unknown")


def _cpuinfo(field: str) -> str:
    path = Path("/proc/cpuinfo")
    if not path.is_file():
        return ""
    match = re.search(rf"^{field}\s*:\s*(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return match.group(1).strip() if match else ""


def output_of(command: list[str]) -> str:
    """Return what a command writes; empty where it cannot be run or takes longer than 30 s."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout + done.stderr
