"""At 4,096 rows and columns, each call takes a page fault for every page of every matrix that it makes; at 512, none.

Counted by the system, in a fork that has asked for ordinary pages. Eager makes two matrices and the compiled code one.
The C library and the setting for huge pages decide this, so both are shown.
"""

import json
import resource
import statistics

from claims.engine import (
    Collector,
    Control,
    compiled,
    eager,
    end_of_fork,
    faults_of,
    keep_pages,
    ordinary_pages,
    page_makers,
)
from claims.subjects import square, tail

#: From large to small: what was freed before decides up to which size the C library keeps memory. At 2,048 the two
#: matrices of eager are about as much as it keeps, and no fault and two for each page were both seen: it is left out.
SIZES = (4096, 3072, 512)
#: Calls before those that count, after which the allocator finds a place for every request.
BEFORE = 8
ELSEWHERE = ("arch", "os")


def collect(evidence: Collector, prepare=ordinary_pages) -> None:
    paths = {}
    for n in SIZES:
        y = square(n)
        paths |= {f"eager-{n}": eager(tail, y), f"compiled-{n}": compiled(tail, y)}

    def count() -> None:
        prepare()
        print(json.dumps({name: _faults(path) for name, path in paths.items()}))

    found = json.loads(end_of_fork(count).output)
    pages = {name: int(name.partition("-")[2]) ** 2 * 4 // resource.getpagesize() for name in found}
    for name, faults in found.items():
        evidence.value(name, round(faults / pages[name]), "faults a page", depends=ELSEWHERE)
        evidence.measurement(f"{name} counted", [faults], "page faults")
    for n in SIZES:
        fewer = found[f"compiled-{n}"] <= found[f"eager-{n}"] + pages[f"eager-{n}"] // 2
        evidence.check(f"compiled takes no more at {n}", fewer, f"{found[f'compiled-{n}']} and {found[f'eager-{n}']}")
    evidence.check("what decides it is known", *page_makers())


def _faults(path) -> int:
    """Return the faults of a call in the middle of several, once memory that may be used again has been."""
    for _ in range(BEFORE):
        path.call()
    return int(statistics.median(faults_of(path.call) for _ in range(5)))


CONTROLS = [
    Control("an allocator told to keep its pages", fails="eager-4096", prepare=keep_pages),
]
