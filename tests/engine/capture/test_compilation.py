"""Every stage's artifact of a compilation; a product alone needs no C++ compiler, so one is really compiled here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from claims.engine.capture import recording
from claims.engine.capture.candidates import candidates, candidates_artifact, selection
from claims.engine.capture.choices import product_choices
from claims.engine.capture.compilation import (
    Compilation,
    Graph,
    Kernel,
    _kernels,
    bytecode,
    compile_cpu,
    generated_for,
    trace,
)
from claims.engine.excerpt import Artifact, ExcerptError

SOURCE = """
#include "header.h"
extern "C"  void kernel(float* in_out_ptr0)
{
    for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(4096L); x0+=static_cast<int64_t>(8L))
    {
        in_out_ptr0[x0] = 1.0f;
    }
}
"""
WRAPPER = Artifact(
    "the wrapper", f"x = 1\ncpp_fused_add_0 = async_compile.cpp_pybinding(['float*'], r'''{SOURCE}''')\n", "python"
)

#: A product by the name that Dynamo gives it, and by ATen's.
MATMUL = ("operator.matmul", "aten.mm.default")


def of_its_own(text: str) -> Callable[[Tensor], Tensor]:
    """Return the function `f` in a text, with globals that no compilation has left anything in."""
    names: dict[str, Any] = {"torch": torch}
    exec(compile(text, "text", "exec"), names)
    function: Callable[[Tensor], Tensor] = names["f"]
    return function


def product(x: Tensor) -> Tensor:
    return x @ x


def broken(x: Tensor) -> Tensor:
    y = x @ x
    torch._dynamo.graph_break()
    return y @ x


def chosen(condition: Tensor, x: Tensor) -> Tensor:
    result: Tensor = torch.cond(condition, lambda x: x @ x, lambda x: x @ x.t() @ x, (x,))
    return result


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An Inductor cache of the test's own, and nothing compiled before or left behind."""
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
    forget()
    yield
    forget()


def forget() -> None:
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()


def test_each_stage_of_a_compilation() -> None:
    """Dynamo's graph, the ATen graph, the scheduler and the wrapper are kept, and the output is the function's."""
    x = torch.ones(4, 4)
    c = compile_cpu(product, x)
    assert torch.equal(c.output, product(x))
    assert (c.graph.targets, c.aten.targets) == (["operator.matmul"], ["aten.mm.default"])
    assert c.graph.operations == ["placeholder", "call_function", "output"]
    assert "extern_kernels.mm(" in c.wrapper.function("call")
    assert "op0: ExternKernelSchedulerNode" in c.scheduler[0][0]
    assert (c.kernels, c.compiler_calls, c.breaks) == ((), (), ())
    assert set(c.rewritten) == {"product"}
    assert len(c.guards) == 1 and "TENSOR_MATCH" in c.guards[0] and "#" not in c.guards[0]


def test_a_graph_comes_with_the_graphs_that_it_carries() -> None:
    """An operator that chooses keeps its sides as graphs of their own, in Dynamo's graph and in the ATen graph."""
    c = compile_cpu(chosen, torch.tensor(False), torch.ones(4, 4))
    assert torch.equal(c.output, torch.full((4, 4), 16.0))
    sides = [[*graph.carried.values()] for graph in (c.graph, c.aten)]
    assert [[each.targets.count(target) for each in side] for side, target in zip(sides, MATMUL, strict=True)] == [
        [1, 2],
        [1, 2],
    ]
    assert [each.stage for side in sides for each in side] == ["Dynamo"] * 2 + ["ATen"] * 2
    assert Graph(torch.fx.symbolic_trace(lambda x: x + 1.0), "Dynamo").carried == {}


def test_what_is_not_there_once_is_refused() -> None:
    """The singular names of a compilation say how many there are instead."""
    c = compile_cpu(broken, torch.ones(4, 4))
    assert [bool(graph.broke_off) for graph in c.graphs] == [True, False]
    assert len(c.graphs) == len(c.wrappers) == 2
    assert len(c.breaks) == 1
    with pytest.raises(ExcerptError, match="there are 2 Dynamo graphs, not one"):
        c.graph  # noqa: B018
    with pytest.raises(ExcerptError, match="there are 0 generated functions, not one"):
        c.kernel  # noqa: B018
    with pytest.raises(ExcerptError, match="there are 0 kernels built, not one"):
        c.compile_command  # noqa: B018


def test_the_hooks_are_gone_after_a_recording() -> None:
    """What is compiled outside the block is not written down, and PyTorch's own functions are back."""
    before = torch._inductor.cpp_builder._run_compile_cmd, torch._inductor.graph.GraphLowering.save_output_code
    with recording.record() as seen:
        pass
    compile_cpu(product, torch.ones(4, 4))
    after = torch._inductor.cpp_builder._run_compile_cmd, torch._inductor.graph.GraphLowering.save_output_code
    assert (seen.wrappers, seen.rewritten) == ([], [])
    assert after == before


def test_a_second_compilation_numbers_as_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a reset the wrapper carries number 0 again, as in a fresh interpreter."""
    # Afterwards on with the old numbers: Dynamo's names in the globals of the other tests' functions bear them.
    names = torch._dynamo.bytecode_transformation
    monkeypatch.setattr(names, "_unique_id_counter", names._unique_id_counter)
    texts = []
    for _ in range(2):
        recording.reset()
        function = of_its_own("def f(x):\n    return x @ x\n")
        texts.append(compile_cpu(function, torch.ones(4, 4)).wrapper.text)
    assert texts[0] == texts[1]
    assert "'0_inference'" in texts[0]


def test_a_product_has_choices() -> None:
    """The selection of a product is watched: what was asked, what was offered, and that the library was taken."""
    found = selection(product, torch.ones(4, 4))
    assert set(found.answers) <= {name for each in candidates() for name in each.predicates}
    assert (found.answers["use_aten_gemm_kernels"], found.choices, found.benchmarks) == (True, ("mm",), 0)
    assert isinstance(found.compilation, Compilation)


def test_a_product_without_a_choice_fails() -> None:
    """With an empty list of backends the error's first line is kept, and the selection has no compilation."""
    nothing = {"max_autotune_gemm": True, "max_autotune_gemm_backends": ""}
    choices, said = product_choices(product, torch.ones(4, 4), options=nothing)
    forget()
    failed = selection(product, torch.ones(4, 4), options=nothing)
    assert (choices, failed.choices, failed.compilation) == ([], (), None)
    assert "NoValidChoicesError" in said and "NoValidChoicesError" in failed.said


def test_candidates_as_text() -> None:
    """A candidate a line, with its first predicate and what this one answered, where it was asked."""
    artifact = candidates_artifact(candidates(), {"use_aten_gemm_kernels": True, "use_cutlass_template": False})
    rows = [line.split() for line in artifact.lines]
    assert rows[0] == ["aten_handler", "use_aten_gemm_kernels", "yes"]
    assert [row[2:] for row in rows if row[1] == "use_cutlass_template"] == [["no"]]
    assert {len(row) for row in rows if row[1] not in ("use_aten_gemm_kernels", "use_cutlass_template")} == {2}


def test_a_trace_with_and_without_decompositions() -> None:
    """Recorded alone silu is one operator; Inductor's decompositions take it apart."""
    whole, apart = (
        trace(lambda x: torch.nn.functional.silu(x), torch.ones(4), decompose=each) for each in (False, True)
    )
    assert whole.targets == ["aten.silu.default"]
    assert len(apart.targets) > 1


def test_targets_by_the_names_that_pytorch_gives() -> None:
    """A function, an operator of Python's and a method each have their name; the artifact has a node a line."""
    graph = Graph(torch.fx.symbolic_trace(lambda x: torch.relu(x + 1.0).neg()), "Dynamo")
    assert graph.targets == ["operator.add", "torch.relu", "neg"]
    assert len(graph.artifact.lines) == len(graph.operations) + 1


def test_kernels_are_read_out_of_the_wrapper(tmp_path: Path) -> None:
    """Name, argument types and source; the function and its loop are found in it."""
    (kernel,) = _kernels(WRAPPER, tmp_path)
    assert (kernel.name, kernel.argument_types) == ("cpp_fused_add_0", ("float*",))
    assert kernel.function.lines[0].startswith('extern "C"')
    assert [(loop.bound, loop.step) for loop in kernel.loops] == [("4096", 8)]


def test_a_kernel_is_found_in_the_cache_by_its_source(tmp_path: Path) -> None:
    """The file may say more than the source; none and two are refused."""
    kernel = Kernel("cpp_fused_add_0", (), Artifact("the kernel", SOURCE, "cpp"), tmp_path)
    with pytest.raises(ExcerptError, match="0 files of the cache hold the source of cpp_fused_add_0"):
        kernel.cpp  # noqa: B018
    (tmp_path / "a.cpp").write_text(f"// first\n{SOURCE}// last\n", encoding="utf-8")
    assert kernel.shared_object == tmp_path / "a.so"
    (tmp_path / "b.cpp").write_text(SOURCE, encoding="utf-8")
    with pytest.raises(ExcerptError, match="2 files of the cache"):
        kernel.cpp  # noqa: B018


def test_a_pragma_of_gccs_makes_a_source_depend_on_the_compiler() -> None:
    """Without one it depends on the processor and the vectors only."""
    assert generated_for("#pragma GCC ivdep\n") == ("arch", "isa", "compiler")
    assert generated_for("#pragma omp simd\n") == ("arch", "isa")


def test_bytecode_has_names_and_no_offsets() -> None:
    """Two functions of the same instructions give the same text, wherever they stand."""
    text = bytecode(product.__code__).text
    assert "LOAD_FAST               x\n" in text
    assert text == bytecode(of_its_own("\n\n\ndef f(x):\n    return x @ x\n").__code__).text
