"""Reads the coverage files of `claims/coverage` and says what is wrong with a line, where, and what may stand there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

#: What may stand in place of claims.
WORDS = ("definition", "open", "elsewhere", "history", "advice")
#: What a remark may begin with.
REMARKS = ("differs", "open", "recorded")


@dataclass(frozen=True)
class Line:
    """One line of a coverage file, its fields without the blanks around them."""

    place: str
    """File and line, as ``article.txt:57``."""
    fields: tuple[str, ...]

    @property
    def claims(self) -> list[str]:
        """The claims that carry the statement; empty for a word."""
        carriers = self.fields[2].split(", ") if len(self.fields) > 2 else []
        return [carrier for carrier in carriers if carrier not in WORDS]

    @property
    def remarks(self) -> list[tuple[str, str]]:
        """Each remark as its first word and the rest."""
        remarks = self.fields[3].split("; ") if len(self.fields) > 3 else []
        return [(remark.partition(":")[0], remark.partition(":")[2].strip()) for remark in remarks]


def lines_of(path: Path) -> list[Line]:
    """Return the lines of a coverage file that are neither empty nor a heading."""
    rows = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return [
        Line(f"{path.name}:{number}", tuple(field.strip() for field in row.split("|")))
        for number, row in rows
        if row.strip() and not row.startswith("#")
    ]


def faults(lines: list[Line], claims: Collection[str], recorded: Collection[str]) -> list[str]:
    """Return what is wrong with a document's lines; `recorded` are the figures to quote, as ``claim#name``."""
    found = []
    for number, line in enumerate(lines, 1):
        found += [f"{line.place}: {fault}" for fault in _faults_of(line, number, claims, recorded)]
    return found


def unreached(lines: list[Line], beyond: list[Line], claims: Collection[str]) -> list[str]:
    """Return what is wrong between the lines of both documents and the list of claims that lie beyond them."""
    carried = {claim for line in lines for claim in line.claims}
    listed = [line.fields[0] for line in beyond]
    found = [
        f"{claim}: no line of article.txt or guide.txt names it, and beyond.txt does not list it"
        for claim in sorted({*claims} - carried - {*listed})
    ]
    for line in beyond:
        claim = line.fields[0]
        if len(line.fields) != 2 or not line.fields[1]:
            found.append(f"{line.place}: expected a claim, |, and what it shows beyond the documents")
        if claim not in claims:
            found.append(f"{line.place}: no claim is called {claim!r}")
        if claim in carried:
            found.append(f"{line.place}: {claim} carries a statement, so it is not beyond the documents")
        if listed.count(claim) > 1:
            found.append(f"{line.place}: {claim} is listed twice")
    return found


def _faults_of(line: Line, number: int, claims: Collection[str], recorded: Collection[str]) -> list[str]:
    fields = line.fields
    if len(fields) not in (3, 4) or not all(fields):
        return ["expected a number, the statement, what carries it and perhaps a remark, parted by |"]
    found = [] if fields[0] == str(number) else [f"the number is {fields[0]}, and the next is {number}"]
    if not fields[1].endswith((".", "?")):
        found.append("a statement ends with a full stop, a question with its mark")
    carriers = fields[2].split(", ")
    if len({*carriers}) < len(carriers):
        found.append("a claim is named twice")
    if any(carrier in WORDS for carrier in carriers) and len(carriers) > 1:
        found.append(f"{fields[2]!r} mixes a word and something else")
    for claim in line.claims:
        if claim not in claims:
            found.append(f"{claim!r} is no claim and none of {', '.join(WORDS)}")
    for word, rest in line.remarks:
        if word not in REMARKS or not rest:
            found.append(f"a remark begins with one of {', '.join(REMARKS)} and a colon, and says something: {word!r}")
        elif word == "recorded" and rest not in recorded:
            found.append(f"{rest!r} is no figure of the recorded ones")
    return found
