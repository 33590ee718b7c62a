"""Compiles a function for the CPU and returns every stage's artifact."""

from __future__ import annotations

import ast
import dis
import functools
import io
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar

import torch

from ..compiler_call import CompilerCall
from ..excerpt import Artifact, ExcerptError, Loop, Region, cpp_function, cpp_loops
from ..machine_code.disassembly import disassemble
from ..machine_code.listing import Listing
from ..refusals import without_places
from . import recording
from .guards import guard_trees

T = TypeVar("T")

#: What generated C++ depends on beyond the build: the width of the vectors in it.
GENERATED = ("arch", "isa")


@dataclass(frozen=True)
class Graph:
    """An FX graph: Dynamo's, or the one in ATen operators that AOTAutograd hands to Inductor."""

    module: torch.fx.GraphModule
    stage: str
    """``Dynamo`` or ``ATen``."""

    @property
    def artifact(self) -> Artifact:
        """The graph as PyTorch prints it, a node a line."""
        return Artifact(f"the {self.stage} graph", str(self.module.graph).strip() + "\n")

    @property
    def targets(self) -> list[str]:
        """The call targets in order: ``aten.mm.default``, ``operator.matmul``; placeholders and output left out."""
        return [target_name(node) for node in self.module.graph.nodes if node.op.startswith("call")]

    @property
    def carried(self) -> dict[str, Graph]:
        """The graphs that this one carries for operators that choose or repeat, by the name that it calls them by."""
        inner = self.module.named_children()
        return {name: Graph(each, self.stage) for name, each in inner if isinstance(each, torch.fx.GraphModule)}

    @property
    def broke_off(self) -> str:
        """Why capture ended here, in PyTorch's words without places in the source; empty where the function ended."""
        reason: Any = getattr(self.module, recording.REASON, None)
        return without_places(reason.reason) if reason is not None and reason.graph_break else ""

    @property
    def operations(self) -> list[str]:
        """The kind of every node in order: ``placeholder``, ``call_function``, ``output`` …"""
        return [node.op for node in self.module.graph.nodes]


@dataclass(frozen=True)
class Kernel:
    """One generated C++ function, its source, and the shared object that it was built into."""

    name: str
    """The wrapper's name for it, such as ``cpp_fused_add_relu_0``."""
    argument_types: tuple[str, ...]
    source: Artifact
    folder: Path

    @property
    def function(self) -> Region:
        """The C++ function, head to closing brace."""
        return cpp_function(self.source, "kernel")

    @property
    def loops(self) -> tuple[Loop, ...]:
        """Its outermost loops."""
        return cpp_loops(self.function)

    @property
    def cpp(self) -> Path:
        """The file in the cache that holds this source, by content. Raises ExcerptError where not exactly one does."""
        found = [p for p in self.folder.rglob("*.cpp") if self.source.text.strip() in p.read_text(encoding="utf-8")]
        if len(found) != 1:
            raise ExcerptError(f"{len(found)} files of the cache hold the source of {self.name}")
        return found[0]

    @property
    def shared_object(self) -> Path:
        return self.cpp.with_suffix(".so")

    @functools.cached_property
    def machine_code(self) -> Listing:
        """The function's own bytes, disassembled."""
        return disassemble(self.shared_object)


@dataclass(frozen=True)
class Compilation:
    """A function, compiled and called once, with what every stage left behind."""

    subject: Callable[..., Any]
    compiled: Callable[..., Any]
    output: Any
    """What the compiled call returned."""
    graphs: tuple[Graph, ...]
    """Dynamo's graphs: one per captured region."""
    aten_graphs: tuple[Graph, ...]
    wrappers: tuple[Artifact, ...]
    scheduler: tuple[tuple[Artifact, Artifact], ...]
    """Per graph, the scheduler's nodes before and after its fusion pass."""
    compiler_calls: tuple[CompilerCall, ...]
    breaks: tuple[str, ...]
    """The reason of each graph break."""
    rewritten: Mapping[str, CodeType]
    """Per code object's name, the code that Dynamo put in its place."""
    folder: Path = field(default=Path())
    """The Inductor cache folder of this process."""

    @property
    def graph(self) -> Graph:
        """The only Dynamo graph. Raises ExcerptError where there is not exactly one."""
        return _only(self.graphs, "Dynamo graphs")

    @property
    def aten(self) -> Graph:
        """The only ATen graph. Raises ExcerptError where there is not exactly one."""
        return _only(self.aten_graphs, "ATen graphs")

    @property
    def wrapper(self) -> Artifact:
        """The only wrapper. Raises ExcerptError where there is not exactly one."""
        return _only(self.wrappers, "wrappers")

    @property
    def kernels(self) -> tuple[Kernel, ...]:
        """The generated functions of all wrappers, in order."""
        return tuple(kernel for wrapper in self.wrappers for kernel in _kernels(wrapper, self.folder))

    @property
    def kernel(self) -> Kernel:
        """The only generated function. Raises ExcerptError where there is not exactly one."""
        return _only(self.kernels, "generated functions")

    @property
    def bytecode(self) -> Artifact:
        """The function as Python compiled it."""
        return bytecode(self.subject.__code__)

    @property
    def guards(self) -> tuple[Artifact, ...]:
        """The guard tree of each cache entry, as PyTorch prints it."""
        return guard_trees(self.subject)

    @property
    def compile_command(self) -> CompilerCall:
        """The only run of the compiler that built a kernel. Raises ExcerptError where there is not exactly one."""
        return _only(tuple(c for c in self.compiler_calls if c.source.name.endswith(".cpp")), "kernels built")

    def rebuild(self, kernel: Kernel, *flags: str) -> Listing:
        """Return the kernel's machine code as its own compile command makes it with `flags` appended.

        Raises ExcerptError where the command is not known, subprocess.CalledProcessError where it fails.
        """
        return disassemble(self.rebuilt_object(kernel, *flags))

    def rebuilt_object(self, kernel: Kernel, *flags: str) -> Path:
        """Return a new shared object that the kernel's own compile command made with `flags` appended.

        Raises ExcerptError where the command is not known, subprocess.CalledProcessError where it fails.
        """
        call = next((c for c in self.compiler_calls if c.source == kernel.cpp), None)
        if call is None:
            raise ExcerptError(f"{kernel.name} was not built while this compilation was watched")
        target = call.output.with_suffix(f".{len(list(call.output.parent.iterdir()))}.so")
        words = [str(target) if word == str(call.output) else word for word in call.words]
        if "-include" in words:
            # A precompiled header holds for one set of flags only; the source includes the plain header itself.
            del words[words.index("-include") : words.index("-include") + 2]
        subprocess.run([*words, *flags], check=True, capture_output=True, cwd=call.output.parent)
        return target


def generated_for(text: str) -> tuple[str, ...]:
    """Return what a generated source depends on: for gcc Inductor adds pragmas of gcc's own to some loops."""
    return (*GENERATED, "compiler") if "#pragma GCC" in text else GENERATED


def compile_cpu(
    subject: Callable[..., Any],
    *inputs: Any,
    options: Mapping[str, Any] | None = None,
    dynamic: bool | None = None,
    fullgraph: bool = False,
    anew: bool = False,
) -> Compilation:
    """Compile `subject` with Inductor, call it once on `inputs`, and return every stage's artifact.

    `inputs` are CPU tensors or Python values of any shape that the subject takes; `options` are Inductor settings by
    their names in torch._inductor.config. A kernel that another claim of the run has built is copied, unless `anew`.
    Whatever the compiled call raises, this raises.
    """
    with recording.record(once=not anew) as seen:
        compiled = torch.compile(
            subject,
            backend=recording.backend(seen, dict(options or {})),
            dynamic=dynamic,
            fullgraph=fullgraph,
        )
        output = compiled(*inputs)
    return Compilation(
        subject=subject,
        compiled=compiled,
        output=output,
        graphs=tuple(Graph(module, "Dynamo") for module in seen.dynamo),
        aten_graphs=tuple(Graph(module, "ATen") for module in seen.aten),
        wrappers=tuple(Artifact("the wrapper", text, "python", generated_for(text)) for text in seen.wrappers),
        scheduler=tuple(
            (Artifact("the scheduler before fusion", pre), Artifact("the scheduler after fusion", post))
            for pre, post in seen.scheduler
        ),
        compiler_calls=tuple(CompilerCall(command, seconds) for command, seconds in seen.commands),
        breaks=tuple(recording.break_reasons()),
        rewritten={old.co_name: new for old, new in seen.rewritten},
        folder=recording.cache_folder(),
    )


def trace(subject: Callable[..., Any], *inputs: Any, decompose: bool = False) -> Graph:
    """Return the ATen graph that ``make_fx`` alone records, with Inductor's decompositions or without any."""
    from torch._inductor.decomposition import select_decomp_table
    from torch.fx.experimental.proxy_tensor import make_fx

    return Graph(make_fx(subject, decomposition_table=select_decomp_table() if decompose else None)(*inputs), "ATen")


def bytecode(code: CodeType) -> Artifact:
    """Return a code object's instructions, names in place of offsets and line numbers left out."""
    stream = io.StringIO()
    for instruction in dis.get_instructions(code):
        stream.write(f"{instruction.opname:<24}{instruction.argrepr}".rstrip() + "\n")
    return Artifact("the bytecode", stream.getvalue(), "text", ("python",))


def target_name(node: torch.fx.Node) -> str:
    """Return what a node calls, as PyTorch names it: ``aten.mm.default``, ``operator.matmul``, ``torch.relu``."""
    if isinstance(node.target, str):
        return node.target
    if isinstance(node.target, torch._ops.OpOverload):
        return str(node.target)
    return str(torch.fx.node._get_qualified_name(node.target)).removeprefix("_")


def _kernels(wrapper: Artifact, folder: Path) -> list[Kernel]:
    """Return what the wrapper hands to ``async_compile.cpp_pybinding``: argument types and source."""
    found = []
    for node in ast.parse(wrapper.text).body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Call)
            and ast.unparse(node.value.func).endswith("cpp_pybinding")
        ):
            types, source = (ast.literal_eval(argument) for argument in node.value.args[:2])
            text = source.strip() + "\n"
            found.append(
                Kernel(
                    ast.unparse(node.targets[0]),
                    tuple(types),
                    Artifact("the kernel", text, "cpp", generated_for(text)),
                    folder,
                )
            )
    return found


def _only(items: tuple[T, ...], what: str) -> T:
    if len(items) != 1:
        raise ExcerptError(f"there are {len(items)} {what}, not one")
    return items[0]
