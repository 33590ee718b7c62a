"""Blocks of plain text that still know their lines, links and code spans.

Offsets are into the text that a reader sees, lines are those of the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from markdown_it.token import Token

from .sentences import Span, sentence_spans

_ATTRIBUTES = r"\{:?[ ]*(?P<attributes>[#.][\w-][^{}\n]*|[\w-]+=[^{}\n]*)\}"
_ATTRIBUTES_AFTER = re.compile(_ATTRIBUTES)
_ATTRIBUTES_LAST = re.compile(rf"\s{_ATTRIBUTES}$")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:?")
_ID = re.compile(r"#([\w:.-]+)")


@dataclass(frozen=True)
class Link:
    """A link, image or autolink, and the part of its block's text that it stands for."""

    start: int
    end: int
    line: int
    href: str
    markup: str
    """``link``, ``image`` or ``autolink``."""


@dataclass(frozen=True)
class Block:
    """A paragraph, a heading or a table row as plain text: markup dropped, white space collapsed."""

    kind: str
    """``paragraph``, ``heading`` or ``row``."""
    line: int
    text: str
    code: tuple[Span, ...]
    links: tuple[Link, ...]
    lines: tuple[tuple[int, int], ...]
    """Offset into `text` and the line that stands there, ascending."""
    cells: tuple[Span, ...] = ()
    """A row's cells."""
    header: tuple[str, ...] = ()
    """Texts of the header's cells, for a row of a table's body."""
    ids: tuple[str, ...] = ()
    """Anchors given by attribute lists, such as ``{#why}``."""

    def line_at(self, offset: int) -> int:
        return max((line for start, line in self.lines if start <= offset), default=self.line)

    def text_of(self, link: Link) -> str:
        return self.text[link.start : link.end].strip()

    def sentence_of(self, link: Link) -> str:
        """Return the whole sentence that contains the link; headings and rows are one sentence each."""
        if self.kind != "paragraph":
            return self.text
        spans = sentence_spans(self.text, self.code, [(link.start, link.end) for link in self.links])
        return next((self.text[start:end] for start, end in reversed(spans) if start <= link.start), self.text)


def read_blocks(tokens: list[Token]) -> Iterable[Block]:
    """Return the blocks of a page's tokens, in the order of the text."""
    row: _Text | None = None
    header: tuple[str, ...] = ()
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "table_open":
            header = ()
        elif token.type == "tr_open":
            row = _Text(first_line(token))
        elif token.type == "tr_close" and row is not None:
            block = row.block("row", header)
            header = header or tuple(block.text[start:end].strip() for start, end in block.cells)
            row = None
            yield block
        elif token.type == "inline" and row is not None:
            row.cell(token)
        elif token.type == "inline":
            text = _Text(first_line(token))
            text.inline(token)
            yield text.block("heading" if before is not None and before.type == "heading_open" else "paragraph")


class _Text:
    """Builds the plain text of one block from inline tokens, with the offsets of what it is made of."""

    def __init__(self, line: int) -> None:
        self.first = self.line = line
        self.text = ""
        self.code: list[Span] = []
        self.links: list[Link] = []
        self.lines: list[tuple[int, int]] = []
        self.cells: list[Span] = []
        self.ids: list[str] = []
        self.open: list[Span] = []

    def cell(self, token: Token) -> None:
        if self.cells:
            self.add(" | ")
        start = len(self.text)
        self.inline(token)
        self.cells.append((start, len(self.text)))

    def inline(self, token: Token) -> None:
        """Add the children of an inline token, counting lines by their spans in its source."""
        base, after_markup = self.line, False
        for child in token.children or []:
            span: Span | None = child.meta.get("span")
            if span:
                self.line = base + token.content.count("\n", 0, span[0])
            if child.type == "text" and after_markup:
                self.add(_FOOTNOTE.sub("", self.without_attributes(child.content)))
            else:
                self.child(child)
            if child.type == "link_close":
                span = self.open.pop()
            if span and child.type != "link_open":
                self.line = base + token.content.count("\n", 0, span[1])
            after_markup = child.type in ("link_close", "em_close", "strong_close", "code_inline", "image")

    def child(self, child: Token) -> None:
        start = len(self.text)
        if child.type == "link_open":
            self.open.append(child.meta.get("span", (0, 0)))
            markup = "autolink" if child.info == "auto" else "link"
            self.links.append(Link(start, start, self.line, str(child.attrs.get("href", "")), markup))
        elif child.type == "link_close":
            # Images within a link come after it in the list, and links do not nest.
            place = max(i for i, link in enumerate(self.links) if link.markup != "image")
            self.links[place] = replace(self.links[place], end=start)
        elif child.type == "image":
            self.add(child.content)
            self.links.append(Link(start, len(self.text), self.line, str(child.attrs.get("src", "")), "image"))
        elif child.type == "code_inline":
            self.add(child.content)
            self.code.append((start, len(self.text)))
        elif child.type in ("softbreak", "hardbreak"):
            self.add(" ")
            self.line += 1
        elif child.type == "html_inline":
            self.add(" " if child.content.lower().startswith("<br") else "")
        elif child.type == "text":
            self.add(_FOOTNOTE.sub("", child.content))

    def without_attributes(self, text: str) -> str:
        """Drop an attribute list that follows an inline element, as attr_list does, and keep its id."""
        match = _ATTRIBUTES_AFTER.match(text)
        if match is None:
            return text
        self.ids += _ID.findall(match["attributes"])
        return text[match.end() :]

    def add(self, text: str) -> None:
        collapsed = re.sub(r"\s+", " ", text)
        if not self.text or self.text.endswith(" "):
            collapsed = collapsed.lstrip(" ")
        if collapsed and (not self.lines or self.lines[-1][1] != self.line):
            self.lines.append((len(self.text), self.line))
        self.text += collapsed

    def block(self, kind: str, header: tuple[str, ...] = ()) -> Block:
        text = self.text.rstrip()
        last = _ATTRIBUTES_LAST.search(text)
        if last and kind != "row" and all(link.end <= last.start() for link in self.links):
            self.ids += _ID.findall(last["attributes"])
            text = text[: last.start()].rstrip()
        length = len(text)
        return Block(
            kind=kind,
            line=self.first,
            text=text,
            code=tuple((min(start, length), min(end, length)) for start, end in self.code),
            links=tuple(replace(one, start=min(one.start, length), end=min(one.end, length)) for one in self.links),
            lines=tuple(self.lines),
            cells=tuple((min(start, length), min(end, length)) for start, end in self.cells),
            header=header,
            ids=tuple(self.ids),
        )


def first_line(token: Token) -> int:
    """Return the line that a block token starts on, counted from 1."""
    return token.map[0] + 1 if token.map else 1
