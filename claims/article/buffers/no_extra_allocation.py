"""The add and the relu allocate nothing of their own; the second reader costs one more allocation.

Counted in the wrapper's syntax tree, where every call is looked at, and again in the allocator's records of a call.
"""

from claims.engine import Collector, Control, allocations, calls_in, compile_cpu
from claims.subjects import keep_product, line, relu_apart, square

#: What the wrapper calls besides: none of these gives it memory.
OTHERS = ("args.clear", "assert_size_stride", "extern_kernels.mm", "reinterpret_tensor")


def collect(evidence: Collector, subject=line, second=keep_product, **options) -> None:
    x = square(64)
    for name, function, expected in (("one", subject, 1), ("two", second, 2)):
        c = compile_cpu(function, x, options=options if name == "one" else {})
        calls = [call.name for wrapper in c.wrappers for call in calls_in(wrapper.function("call"))]
        allocating = [call for call in calls if call == "empty_strided_cpu"]
        unknown = [call for call in calls if call not in (*OTHERS, *allocating) and not call.startswith("cpp_fused")]
        evidence.check(f"{name}: no other call gives memory", not unknown, unknown)
        evidence.check(f"{name}: allocations", len(allocating) == expected, len(allocating))
        made = allocations(c.compiled, x).made
        evidence.check(f"{name}: the allocator says the same", made == len(allocating), made)
        evidence.value(name, len(allocating), "allocations")


CONTROLS = [
    Control("a graph break between the add and the relu", fails="one: allocations", subject=relu_apart),
    Control("Inductor told to reuse no buffer", fails="one: allocations", inplace_buffers=False),
    Control("the product not returned", fails="two: allocations", second=line),
]
