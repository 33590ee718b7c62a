"""`tuned_mm` can offer many implementations of a product, and here every condition says no except the one for ATen.

The candidates and their conditions are read from the installed source. The answers are those that the conditions gave
while the line was compiled with max-autotune. The generated C++ product is refused for one reason: it wants a second
operand that is a constant, such as a weight.
"""

from claims.engine import Collector, Control, candidates, candidates_artifact, selection
from claims.subjects import line, line_by_elements, square


def collect(evidence: Collector, subject=line, backends="ATEN,TRITON,CPP") -> None:
    found = candidates()
    seen = selection(subject, square(64), options={"max_autotune": True, "max_autotune_gemm_backends": backends})
    evidence.value("candidates", len(found), "candidates")
    conditions = {candidate.predicates[0] for candidate in found if candidate.predicates}
    asked = sorted(conditions & {*seen.answers})
    evidence.value("conditions", len(conditions), "conditions")
    evidence.check("every condition is asked", len(asked) == len(conditions) > 1, asked)
    agreed = [name for name, answer in seen.answers.items() if answer]
    evidence.check("only the one for ATen says yes", agreed == ["use_aten_gemm_kernels"], agreed)
    free = [candidate.name for candidate in found if not candidate.predicates]
    evidence.check("the last is for what a user hands in", free == ["lazy_register_extern_choice"], free)
    evidence.check("one choice is offered", seen.choices == ("mm",), list(seen.choices))
    refused = seen.answers.get("use_cpp_gemm_template") is False
    evidence.check("C++ is refused because the operand is no constant", refused and seen.if_not_constant)
    evidence.excerpt("candidates.txt", candidates_artifact(found, seen.answers))


CONTROLS = [
    Control("ATen taken off the list of backends", fails="one choice is offered", backends="TRITON,CPP"),
    Control("no matrix product in the line", fails="every condition is asked", subject=line_by_elements),
    Control(
        "C++ taken off the list of backends",
        fails="C++ is refused because the operand is no constant",
        backends="ATEN,TRITON",
    ),
]
