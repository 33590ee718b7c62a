"""A transposed matrix, another element type, a gradient and another size each get an entry; a repeat gets none."""

from claims.engine import Collector, Control, Given, answers_of, call_in_series, table, with_own_code
from claims.subjects import line, square

#: What each new graph's reason must name, by the call that it is made for.
NAMED = {"transposed": "stride", "float64": "dtype", "float64 with gradient": "requires_grad", "32 × 32": "dtype"}

#: What is other than in the call before, for the decision aid.
CHANGES = ("nothing", "the strides", "the element type", "whether a gradient is wanted")


def collect(evidence: Collector, layouts=True) -> None:
    x = square(64)
    calls = [
        Given("contiguous", (x,)),
        Given("again", (x,)),
        Given("transposed", (x.T if layouts else x.clone(),)),
        Given("float64", (x.double(),)),
        Given("float64 with gradient", (x.double().requires_grad_(),)),
        Given("32 × 32", (square(32),)),
        Given("48 × 48", (square(48),)),
    ]
    s = call_in_series(line, calls)
    evidence.check("one, one, two, three, four, five", s.captures[:6] == [1, 1, 2, 3, 4, 5], s.captures)
    evidence.check("a further size needs none", s.captures[6] == s.captures[5], s.captures)
    evidence.check("every result is eager's", s.right)
    for number, change in enumerate(CHANGES, 1):
        evidence.after(change, *s.led_to(number))
    said = {call.words: call.reasons[0] if call.reasons else "" for call in s.calls}
    evidence.check("each reason names what changed", all(word in said[call] for call, word in NAMED.items()), said)
    copy = with_own_code(line, elsewhere="asked alone")
    call_in_series(copy, calls[:5])
    made_for = _made_for(copy, calls[:5])
    rows = [(made_for.get(place, "no call"), said) for place, said in enumerate(answers_of(copy, x=square(32)))]
    sizes = [entry for entry, said in rows if "size mismatch" in said]
    later = [entry for entry, _ in rows[2:]]
    evidence.check("later entries name the size", sizes == later == ["transposed", "contiguous"], rows)
    headings = ("entry made for", "what it says of 32 × 32 in float32")
    evidence.excerpt("answers.txt", table("the entries' answers", "<24 <", [headings, *rows]))
    evidence.value("entries", s.entries[-1], "entries")
    evidence.excerpt("calls.txt", s.artifact)


def _made_for(function, calls: list[Given]) -> dict[int, str]:
    """Return by place, in the order in which the entries are asked, the first call that each lets in."""
    found: dict[int, str] = {}
    for call in calls:
        for place, said in enumerate(answers_of(function, x=call.arguments[0])):
            if not said:
                found.setdefault(place, call.words)
    return found


CONTROLS = [Control("no matrix transposed", fails="one, one, two, three, four, five", layouts=False)]
