"""When the call returns, the line holds one matrix of new memory, and with its product returned as well it holds two.

The bytes are from the records of PyTorch's CPU allocator during one call. Eager is recorded beside them: for the line
it needs two matrices at its peak, where the compiled call never holds more than it returns.
"""

from claims.engine import Artifact, Collector, Control, allocations, compile_cpu
from claims.subjects import keep_product, line, square


def collect(evidence: Collector, subject=line, second=keep_product, **options) -> None:
    x = square(64)
    matrix = x.numel() * x.element_size()
    rows = [f"{'':<30}{'peak':>8}{'at return':>12}\n"]
    for name, function, matrices in (("one", subject, 1), ("two", second, 2)):
        compiled = allocations(compile_cpu(function, x, options=options).compiled, x)
        eager = allocations(function, x)
        evidence.check(f"{name}: at return", compiled.at_return == matrices * matrix, compiled.at_return)
        evidence.check(f"{name}: no more before", compiled.peak == compiled.at_return, compiled.peak)
        evidence.check(f"{name}: eager returns as much", eager.at_return == compiled.at_return, eager.at_return)
        evidence.check(f"{name}: eager peaks higher", eager.peak >= compiled.at_return + matrix, eager.peak)
        evidence.value(f"{name}-return", compiled.at_return, "bytes")
        evidence.value(f"{name}-peak", compiled.peak, "bytes")
        evidence.value(f"{name}-eager-peak", eager.peak, "bytes")
        for how, seen in (("compiled", compiled), ("eager", eager)):
            rows.append(f"{function.__name__ + ', ' + how:<30}{seen.peak:>8,}{seen.at_return:>12,}\n")
    evidence.excerpt("bytes.txt", Artifact("the allocator's bytes", "".join(rows)))


CONTROLS = [
    Control("the product returned in both", fails="one: at return", subject=keep_product),
    Control("Inductor told to reuse no buffer", fails="one: no more before", inplace_buffers=False),
]
