"""The project that holds: two claims, one page. Every planted fault starts from a copy of it."""

from __future__ import annotations

#: Stands for what PyTorch generates; the claim reads it, so that a test can change it under an unchanged script.
GENERATED = """\
void kernel(const float* in, float* out)
{
    for(int64_t x=0; x<4096; x+=8)
    {
        auto tmp0 = load(in + x);
        auto tmp1 = tmp0 + 1;
        auto tmp2 = maximum(tmp1, 0);
        store(out + x, tmp2);
    }
}
"""

FLOAT32 = '''\
"""One step of the loop takes eight floats."""

import re
from pathlib import Path

from claims.engine import Artifact, Collector, Control


def collect(evidence: Collector, halved: bool = False) -> None:
    text = Path("generated.cpp").read_text()
    step = int(re.search(r"x\\+=(\\d+)", text)[1]) // (2 if halved else 1)
    kernel = Artifact("the kernel", text, "cpp", ("isa",))
    evidence.check("one store", kernel.count("store(") == 1, kernel.count("store("))
    evidence.value("step", step, "floats", ("isa",))
    evidence.excerpt("loop.cpp", kernel.function("kernel").keep("load(", "store("))


CONTROLS = [Control("half the register", fails="step", halved=True)]
'''

#: Hangs, with a process of its own beside it, where there is a file called hang.
STORED = '''\
"""Every float is stored once."""

import subprocess
import time
from pathlib import Path

from claims.engine import Collector, Control


def collect(evidence: Collector, times: int = 1) -> None:
    if Path("hang").exists():
        subprocess.Popen(["sleep", "1000"])
        subprocess.Popen(["sleep", "1001"], start_new_session=True)
        Path("hanging").touch()
        time.sleep(1000)
    text = Path("generated.cpp").read_text() * times
    evidence.check("one store", text.count("store(") == 1, text.count("store("))


CONTROLS = [Control("the kernel twice", fails="one store", times=2)]
'''

PAGE = """\
# A step takes a whole register

The loop takes [8](claim:lanes.float32#step) floats in a step.
Each of them is [stored once](claim:lanes.stored), see [the loop](#the-loop).

## The loop

```cpp
--8<-- "lanes/float32/loop.cpp"
```
"""

FILES = {
    "generated.cpp": GENERATED,
    "claims/article/lanes/float32.py": FLOAT32,
    "claims/article/lanes/stored.py": STORED,
    "docs/article/lanes.md": PAGE,
}


def script(statement: str, collect: str, controls: str = 'CONTROLS = [Control("none", fails="holds")]') -> str:
    """Return a claim's script whose ``collect`` has the given lines as its body."""
    body = "\n".join(f"    {line}" for line in collect.strip().splitlines())
    return (
        f'"""{statement}"""\n\nfrom claims.engine import Artifact, Collector, Control, Run\n\n\n'
        f"def collect(evidence: Collector) -> None:\n{body}\n\n\n{controls}\n"
    )
