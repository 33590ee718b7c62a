"""Guard failures, traces, compilations and generations of code are four counts, and one run makes them all different.

An entry may refuse a call that another one then serves, a trace may find nothing to compile, and a graph may come whose
code Inductor has already. After a trace that found nothing, Dynamo leaves that function to Python for good: no guard is
asked any more, and what the function calls is traced by itself.
"""

from torch._inductor import config

from claims.engine import Collector, Control, Given, count_steps, table
from claims.subjects import line_where_named, square


def collect(evidence: Collector, changed=True, cache=True) -> None:
    x = square(64)
    calls = [
        Given("the first call", (x, "a")),
        Given("the same again", (x, "a")),
        Given("float64", (x.double() if changed else x, "a")),
        Given("as at first", (x, "a")),
        Given("once more", (x, "a")),
        Given("another word", (x, "b" if changed else "a")),
        Given("no word", (x, "" if changed else "a")),
        Given("given up", (x, "a")),
    ]
    with config.patch(fx_graph_cache=cache):
        counted = count_steps(line_where_named, calls)
    total = sum((call.steps for call in counted[1:]), counted[0].steps)
    four = {"failures": total.refused, "traces": total.traced, "graphs": total.compiled, "codes": total.generated}
    evidence.check("no two counts agree", len({*four.values()}) == 4, four)
    told = [(call.foretold, call.steps.refused) for call in counted[:-1]]
    evidence.check("entries refuse as foretold", all(one == other for one, other in told), told)
    alone = {call.words: call.steps for call in counted}
    served, again, known, empty, after = (alone[call.words] for call in calls[3:])
    evidence.check("a failure without a trace", served.refused and not served.traced, served)
    evidence.check("what served is asked first", not any(again.counts), again)
    evidence.check("a trace without a graph", empty.traced and not empty.compiled, empty)
    evidence.check("a graph without new code", known.compiled and known.found and not known.generated, known)
    evidence.check("no guard is asked after that", after.traced and not after.refused, after)
    for name, count in four.items():
        evidence.value(name, count)
    evidence.value("found", total.found)
    rows = [("call", "guards failed", "traced", "compiled", "code generated")]
    rows += [(call.words, *call.steps.counts[:4]) for call in counted]
    evidence.excerpt("counts.txt", table("steps of each call", "<18 >13 >9 >11 >17", [*rows, ("all", *four.values())]))


CONTROLS = [
    Control("one call again and again", fails="no two counts agree", changed=False),
    Control("a cache that keeps nothing", fails="a graph without new code", cache=False),
]
