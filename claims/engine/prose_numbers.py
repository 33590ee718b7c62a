"""Numbers with a unit that no claim carries.

A figure in the article is either a link whose text is held against the evidence, or it is found here. Shapes
(64×64), versions, names with digits in them (float32, AVX2, PEP 523) and references (line 31) are no figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .blocks import Block, Link
from .figures import number_words, says
from .model import Evidence
from .pages import Page
from .verdict import Finding, Kind

#: Stand in for a checked figure and for a code span, one character for one, so that offsets stay.
_CHECKED, _CODE = "\ue000", "\ue001"
_SYMBOLS = (
    "B KB kB MB GB TB KiB MiB GiB TiB ns µs μs us ms s Hz kHz MHz GHz % ‰ × x FLOP FLOPs FLOP/s MFLOP/s GFLOP/s TFLOP/s"
)
_NOUNS = (
    "allocations bits breaks buffers bytes calls cores cycles elements floats functions graphs guards hours "
    "instructions iterations kernels lanes lines loads loops microseconds milliseconds minutes nanoseconds "
    "nodes operations operators passes percent registers seconds stores threads times"
)
#: After one of these a number names a thing instead of counting: "line 31 loads", "Python 3.11 threads".
_LABELS = (
    "appendix avx c c++ case chapter clang claim cuda eq example figure gcc graph issue item kernel layer "
    "level line lines llvm loop msvc node number numpy opset page part pep phase pr python pytorch release "
    "row section stage table torch version"
)
#: Neither adjectives nor parts of a compound noun: a number before one does not count what comes after.
_STOP = (
    "a all an and any are at be been but by can did do does each every fill for from get give had have hold "
    "if in into it make may must need no not of off on or out over per read run share should so take than "
    "that the then they to under up use was were when where which while who will with without would write"
)
_DEFINITE = frozenset({"the", "these", "those"})
_FIGURE = r"(?:\d{1,3}(?:[,_]\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?"
_HTML_TAG = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)


@dataclass(frozen=True)
class Units:
    """What makes a number a figure here: the pattern to find one with its unit, and the units of evidence."""

    pattern: re.Pattern[str]
    column: re.Pattern[str]
    """Matches a table's header whose column holds figures: ``Lanes``, ``time (ms)``."""
    accepted: frozenset[str]
    """Nouns of the units of accepted values, in lower case; a number word counts only with one of these."""


def number_findings(page: Page, evidence: Mapping[str, Evidence]) -> Iterable[Finding]:
    """Yield each number with a unit that stands in the page's text and is no checked link's."""
    units = units_of(evidence)
    for block in page.blocks:
        text = _masked(block)
        for match in units.pattern.finditer(text):
            if _counts(text, match, units):
                found, line = block.text[slice(*match.span())], block.line_at(match.start())
                yield _finding(page, line, found, match["numbers"], evidence)
        for cell, header in _bare_cells(block, text, units):
            yield _finding(page, block.line, f"{cell} ({header})", cell, evidence)
    for html in page.html:
        # Tags become blanks of their own length, so that lines still count.
        text = _HTML_TAG.sub(lambda tag: re.sub(r"[^\n]", " ", tag.group()), html.text)
        for match in units.pattern.finditer(text):
            if _counts(text, match, units):
                line = html.line + text.count("\n", 0, match.start())
                yield _finding(page, line, " ".join(match.group().split()), match["numbers"], evidence)


def units_of(evidence: Mapping[str, Evidence]) -> Units:
    """Return the fixed units together with those of the accepted values and measurements."""
    given = {value.unit for held in evidence.values() for value in held.values.values()}
    given |= {measured.unit for held in evidence.values() for measured in held.measurements.values()}
    heads = {re.split(r"\s(?:per|of)\s", unit.strip())[0].split()[-1] for unit in given if unit.strip()}
    accepted = {form for head in heads if head not in _SYMBOLS.split() for form in _forms(head.lower())}
    nouns = {form for noun in _NOUNS.split() for form in _forms(noun)} | accepted
    symbols = "|".join(re.escape(symbol) for symbol in sorted({*_SYMBOLS.split(), "per cent"}, key=len, reverse=True))
    names = "|".join(re.escape(noun) for noun in sorted(nouns, key=len, reverse=True))
    plural = "|".join(re.escape(noun) for noun in sorted({*_NOUNS.split(), *accepted}, key=len, reverse=True))
    return Units(
        pattern=_pattern(symbols, names),
        column=re.compile(rf"(?i:(?:^|\s)(?:{plural})$)|\((?:{symbols}|(?i:{plural}))\)$|^(?:%|×|ms|ns|µs)$"),
        accepted=frozenset(accepted),
    )


def _forms(noun: str) -> set[str]:
    """Return singular and plural of a unit's head noun given in either."""
    if noun.endswith(("sses", "ches", "shes", "xes")):
        return {noun, noun[:-2]}
    if noun.endswith("s") and not noun.endswith("ss"):
        return {noun, noun[:-1]}
    return {noun, noun + ("es" if noun.endswith(("s", "ch", "sh", "x")) else "s")}


def _pattern(symbols: str, names: str) -> re.Pattern[str]:
    words = "|".join(sorted((word for word in number_words() if word not in ("zero", "one")), key=len, reverse=True))
    quantity = rf"(?:{_FIGURE}|\b(?i:{words})\b|{_CHECKED}+)"
    several = rf"{quantity}(?:(?:,\s{quantity})*,?\s?(?:and|or|to|–|-)\s?{quantity})?"
    modifier = rf"(?!(?i:{_STOP.replace(' ', '|')})\b)[A-Za-z{_CODE}][\w+/{_CODE}-]*(?<!s)"
    # A cross or an x between two quantities is a shape: 64×64, 64 × N.
    not_a_shape = rf"(?!(?<=[×x])\s?(?:[\d{_CHECKED}{_CODE}]|[A-Za-z]\b))"
    return re.compile(
        rf"(?<![\w.×/#])(?<!\w-)(?<!\+\+)(?<!×\s)(?<!\sx\s)(?P<numbers>{several})\$?"
        rf"(?P<gap>[\s-]?)(?P<between>(?:{modifier}[\s-]){{0,2}}?)"
        rf"(?P<unit>(?:{symbols})|(?i:{names}))(?![\w{_CODE}]){not_a_shape}"
    )


def _masked(block: Block) -> str:
    text = block.text
    for start, end in block.code:
        # A code span that is nothing but a number is a number: `8` lanes.
        if re.fullmatch(_FIGURE, text[start:end]):
            continue
        text = text[:start] + _CODE * (end - start) + text[end:]
    for link in block.links:
        if _is_checked(link):
            text = text[: link.start] + _CHECKED * (link.end - link.start) + text[link.end :]
    return text


def _is_checked(link: Link) -> bool:
    return link.markup == "link" and link.href.startswith(("claim:", "recorded:")) and "#" in link.href


def _counts(text: str, match: re.Match[str], units: Units) -> bool:
    """Tell whether a number with a unit is a figure of the article's own."""
    numbers, unit, gap = match["numbers"], match["unit"], match["gap"]
    figures = _figures(numbers)
    before = re.search(r"([\w+]+|\b(?:ch|eq|fig|no|sec)\.)[\s-]*$", text[: match.start()], re.IGNORECASE)
    label = before[1].lower() if before else ""
    if not figures or label.endswith(".") or label in _LABELS.split() or (match["between"] and not gap):
        return False
    if unit == "x" and gap:
        return False
    if unit == "s" and not gap and (numbers in ("0", "1") or re.fullmatch(r"(?:19|20)\d0", numbers)):
        return False
    if gap == "-" and unit.lower() in ("bit", "bits"):
        return False
    if any(figure[0].isdigit() for figure in figures):
        return True
    return unit.lower() in units.accepted and label not in _DEFINITE


def _figures(numbers: str) -> list[str]:
    """Return the figures and number words that no link carries."""
    words = number_words()
    found = re.findall(rf"{_FIGURE}|[A-Za-z]+(?:-[A-Za-z]+)?", numbers)
    return [figure for figure in found if figure[0].isdigit() or figure.lower() in words]


def _bare_cells(block: Block, text: str, units: Units) -> Iterable[tuple[str, str]]:
    """Yield the cells that hold a number alone, each with its header that is a unit."""
    for (start, end), header in zip(block.cells, block.header, strict=False):
        cell = text[start:end].strip()
        if units.column.search(header) and re.fullmatch(rf"[~≈±<>]?\s?{_FIGURE}", cell):
            yield cell, header


def _finding(page: Page, line: int, found: str, numbers: str, evidence: Mapping[str, Evidence]) -> Finding:
    number = _figures(numbers)[0]
    carriers = [
        f"{claim}#{value.name}"
        for claim, held in sorted(evidence.items())
        for value in held.values.values()
        if says(number, value) and value.unit and value.unit.split()[-1] in found.lower()
    ]
    target = carriers[0] if carriers else "ID#value"
    message = f"{found}: a number with a unit that no claim carries; write [{number}](claim:{target})"
    command = f"python -m claims show {carriers[0].split('#')[0]}" if carriers else "python -m claims list"
    return Finding(Kind.TYPED_NUMBER, f"{page.path}:{line}", message, command)
