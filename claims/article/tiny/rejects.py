"""Everything outside the language is refused with the line and the column where it stands, before any code exists."""

from claims import tiny
from claims.engine import Artifact, Collector, Control

#: Sources with a mark before the place where the error must point.
MARKED = [
    "relu(x * 2 + ¦y)",
    "x * ¦sin(x)",
    "¦x - 1",
    "x * 3 + ¦-x",
    "¦relu(x, 1)",
    "1 + ¦True",
    "x * ¦1e39",
    "x * ¦x.T",
    "x + (¦1 if x else 2)",
    "(x +\n    ¦y)",
    "relu¦(x + 1",
    "x ¦x",
]


def everything(source: str) -> tiny.Tree:
    """Stand in for a parser that accepts what Python accepts."""
    return "x"


def collect(evidence: Collector, parse=tiny.parse) -> None:
    rows, missed, misplaced = [], [], []
    for marked in MARKED:
        source = marked.replace("¦", "")
        before = marked.partition("¦")[0]
        place = (before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)
        shown = source.replace("\n", "⏎").replace("    ", " ")
        try:
            parse(source)
        except tiny.NotInLanguage as error:
            if (error.line, error.column) != place:
                misplaced.append(f"{source!r}: {error}, expected {place}")
            rows.append(f"{shown:<20}{error}")
        else:
            missed.append(source)
    evidence.check("each is refused", not missed, missed)
    evidence.check("each error points at the place", not misplaced, misplaced)
    evidence.check("the language itself is accepted", isinstance(tiny.parse(tiny.EXPRESSION), tiny.Operation))
    evidence.value("refused", len(rows), "sources")
    evidence.excerpt("errors.txt", Artifact("the errors", "".join(f"{row}\n" for row in rows), depends=("python",)))


CONTROLS = [Control("a parser that takes everything", fails="each is refused", parse=everything)]
