"""What a generated wrapper hands to Triton: the kernels, as source. Triton itself is not asked for."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .excerpt import Artifact, Region

#: What the source depends on beyond the build: Inductor's heuristics ask the device.
DEPENDS = ("gpu",)


@dataclass(frozen=True)
class TritonKernel:
    """One generated Triton kernel."""

    name: str
    """Such as ``triton_poi_fused_add_relu_0``."""
    source: Artifact
    """The module that Triton is given: imports, heuristics, the kernel."""

    @property
    def function(self) -> Region:
        """The kernel alone. Raises ExcerptError where the source has no function of its name."""
        return self.source.function(self.name)


def triton_kernels(wrapper: Artifact) -> tuple[TritonKernel, ...]:
    """Return the kernels of ``name = async_compile.triton('name', '''source''', ...)`` in a wrapper, in order."""
    calls = [
        node.value
        for node in ast.parse(wrapper.text).body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func) == "async_compile.triton"
    ]
    texts = [tuple(ast.literal_eval(argument) for argument in call.args[:2]) for call in calls]
    return tuple(
        TritonKernel(name, Artifact("the Triton kernel", source.strip() + "\n", "python", DEPENDS))
        for name, source in texts
    )
