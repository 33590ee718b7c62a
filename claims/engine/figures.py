"""How prose writes a figure: whether a link's text is the value, and how a template is filled from it."""

from __future__ import annotations

import re

from .model import Evidence, Figure, Value, display

_TO_NINETEEN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_FIELD = re.compile(r"\{(?::([^{}]*))?\}")
_SEPARATOR = re.compile(r"(?<=\d)[, _'](?=\d{3}(?!\d))")


class BadTemplate(Exception):
    """A template that cannot be filled from the figure it names."""


def number_words() -> dict[str, int]:
    """Return the number words from zero to ninety-nine."""
    small = _TO_NINETEEN.split()
    words = {word: number for number, word in enumerate(small)}
    for tens, word in enumerate(_TENS.split(), start=2):
        words[word] = tens * 10
        words |= {f"{word}-{small[ones]}": tens * 10 + ones for ones in range(1, 10)}
    return words


def figure_names(evidence: Evidence) -> list[str]:
    """Return what a link's fragment can name: values, measurements, and what was measured of orderings."""
    return sorted({*evidence.values, *evidence.measurements, *_ordering_figures(evidence)})


def figure_of(evidence: Evidence, name: str) -> Figure | None:
    """Return the value of that name, a measurement's p50 or a figure of an ordering; None for no such name.

    Of the ordering “eager over compiled”, ``eager-over-compiled`` is the ratio, ``eager-over-compiled.low`` and
    ``.high`` its interval, ``.margin``, ``.pairs`` and ``.floor`` what they say, and ``.eager`` the median time of that
    side; ``.eager.rate`` is the rate in GiB/s that a model's bytes imply. Where a claim has one ordering only,
    ``ratio``, ``low``, ``high`` … and ``eager`` do. What was not timed has no figure.
    """
    if name in evidence.values:
        return evidence.values[name].value
    if (measured := _measured(evidence, name)) in evidence.measurements:
        return evidence.measurements[measured].p50
    found = _ordering_figures(evidence).get(name)
    return found[1] if found else None


def piece_of(evidence: Evidence, name: str) -> str:
    """Return the name of the piece that a fragment speaks of: an ordering's for each of its figures."""
    if name in evidence.values or (measured := _measured(evidence, name)) in evidence.measurements:
        return name if name in evidence.values else measured
    found = _ordering_figures(evidence).get(name)
    return found[0] if found else name


def _measured(evidence: Evidence, name: str) -> str:
    """Return the measurement that a fragment names, as it is or dashed; the fragment itself where there is none."""
    return next((m for m in evidence.measurements if name in (m, dashed(m))), name)


def _ordering_figures(evidence: Evidence) -> dict[str, tuple[str, Figure]]:
    """Return each figure of an ordering with the ordering's name, by the fragment that names it."""
    found: dict[str, tuple[str, Figure]] = {}
    for name, ordering in evidence.orderings.items():
        ratio = ordering.ratio
        if ratio is None:
            continue
        parts: dict[str, Figure] = {"margin": ordering.margin, "pairs": ordering.pairs}
        measured = {"low": ordering.low, "high": ordering.high, "floor": ordering.floor}
        parts |= {part: figure for part, figure in measured.items() if figure is not None}
        parts |= {dashed(side.name): side.p50 for side in ordering.times}
        parts |= {f"{dashed(side.name)}.rate": side.p50 for side in ordering.rates}
        found |= {name: (name, ratio), dashed(name): (name, ratio)}
        found |= {f"{dashed(name)}.{part}": (name, figure) for part, figure in parts.items()}
        if len(evidence.orderings) == 1:
            found |= {"ratio": (name, ratio)} | {part: (name, figure) for part, figure in parts.items()}
    return found


def dashed(name: str) -> str:
    """Return a name as a link's fragment writes it: small letters, what is no letter or digit as dashes."""
    return re.sub(r"\W+", "-", name.lower()).strip("-")


def is_template(text: str) -> bool:
    """Tell whether a link's text is filled from the evidence instead of compared with it."""
    return "{" in text


def fill(text: str, figure: Figure) -> str:
    """Return a template with the figure in place of each field: ``{}`` as prose shows it, or ``{:.2f}``.

    Raises BadTemplate for a field of another form and for a format that does not fit the figure.
    """
    rest = _FIELD.sub("", text)
    if "{" in rest or "}" in rest or rest == text:
        raise BadTemplate(f"{text} has a field that is neither {{}} nor of the form {{:.2f}}")
    try:
        return _FIELD.sub(lambda match: format(figure, match[1]) if match[1] else display(figure), text)
    except (ValueError, TypeError) as error:
        raise BadTemplate(f"{text} cannot be filled from {display(figure)}: {error}") from error


def says(text: str, value: Value) -> bool:
    """Tell whether `text` is the value, with or without its unit.

    As shown, as Python writes it, with thousands separated, and in words for what has a word.
    """
    flat = " ".join(text.split()).replace("−", "-")
    if _is_figure(flat, value.value):
        return True
    return (
        bool(value.unit)
        and flat.endswith(value.unit)
        and _is_figure(flat.removesuffix(value.unit).strip(), value.value)
    )


def _is_figure(text: str, figure: Figure) -> bool:
    if text in (display(figure), str(figure)):
        return True
    if isinstance(figure, bool) or not isinstance(figure, int | float):
        return False
    if _SEPARATOR.sub("", text) == str(figure):
        return True
    return isinstance(figure, int) and number_words().get(text.lower()) == figure
