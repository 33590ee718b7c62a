"""Takes one page of Markdown apart: blocks of text, code blocks, raw HTML, links to claims, includes.

markdown-it gives a line for a block only. The rules for links, code, images and HTML are wrapped here so
that each of their tokens says where in the block's source it stands; lines within a block follow from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, autolink, backtick, html_inline, image, link
from markdown_it.token import Token

from .blocks import Block, Link, first_line, read_blocks
from .errors import EngineError
from .project import Project
from .references import Include, Reference

_PATTERNS = ("index.md", "article/*.md", "guide/*.md", "about/*.md", "upgrades/*.md")
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_SNIPPET = re.compile(r"-+8<-+[ \t]+([\"'])(?P<path>[^\"']+)\1[ \t]*")


@dataclass(frozen=True)
class CodeBlock:
    """A fenced or indented code block; `include` is the path where it is exactly one snippet include."""

    line: int
    first: str
    """Its first line that is not blank."""
    include: str
    include_line: int = 0


@dataclass(frozen=True)
class Html:
    """Raw HTML: a block, or one tag within a paragraph."""

    line: int
    text: str
    inline: bool


@dataclass(frozen=True)
class Page:
    """One page of prose, taken apart."""

    path: str
    """From the project's root, such as ``docs/article/lanes.md``."""
    blocks: tuple[Block, ...]
    code: tuple[CodeBlock, ...]
    html: tuple[Html, ...]

    @property
    def states(self) -> bool:
        """Whether its figures and excerpts must come from claims: the front page, article and guide."""
        return self.path == "docs/index.md" or self.path.startswith(("docs/article/", "docs/guide/"))

    @property
    def references(self) -> list[Reference]:
        """The page's links to claims, in the order of the text."""
        found = [(block, link) for block in self.blocks for link in block.links if link.markup == "link"]
        return [reference for block, link in found if (reference := _reference(self.path, block, link))]

    @property
    def includes(self) -> list[Include]:
        return [Include(self.path, code.include_line, code.include) for code in self.code if code.include]


def read_pages(project: Project) -> list[Page]:
    """Return the project's pages taken apart: the front page, then article, guide, about and upgrades, sorted by name.

    Raises EngineError for a page that is not UTF-8.
    """
    pages = []
    for file in [path for pattern in _PATTERNS for path in sorted(project.docs.glob(pattern))]:
        place = project.relative(file)
        try:
            pages.append(parse_page(place, file.read_text(encoding="utf-8-sig")))
        except UnicodeDecodeError as error:
            raise EngineError(f"{place}: not UTF-8: {error.reason}", next=f"file --mime {place}") from error
    return pages


def parse_page(path: str, source: str) -> Page:
    """Return the page in `source`; front matter is skipped and its lines count."""
    front = _FRONT_MATTER.match(source)
    if front:
        source = "\n" * front.group().count("\n") + source[front.end() :]
    tokens = _parser().parse(source)
    return Page(path, tuple(read_blocks(tokens)), tuple(_code_blocks(tokens)), tuple(_html(tokens)))


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    rules = {
        "link": link,
        "image": image,
        "autolink": autolink,
        "backticks": backtick,
        "html_inline": html_inline,
    }
    for name, rule in rules.items():
        parser.inline.ruler.at(name, _positioned(rule))
    return parser


def _positioned(rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    """Return `rule` so that the token it pushes carries its span in the block's source: ``meta["span"]``."""
    types = ("link_open", "image", "code_inline", "html_inline")

    def wrapped(state: StateInline, silent: bool) -> bool:
        before, start = len(state.tokens), state.pos
        matched = rule(state, silent)
        if matched and not silent:
            pushed = (token for token in state.tokens[before:] if token.type in types)
            if (token := next(pushed, None)) is not None:
                token.meta["span"] = (start, state.pos)
        return matched

    return wrapped


def _reference(page: str, block: Block, link: Link) -> Reference | None:
    scheme, colon, target = link.href.partition(":")
    if not colon or scheme not in ("claim", "recorded"):
        return None
    claim, _, fragment = target.partition("#")
    return Reference(
        page=page,
        line=link.line,
        text=block.text_of(link),
        claim=unquote(claim),
        fragment=unquote(fragment),
        sentence=block.sentence_of(link),
        recorded=scheme == "recorded",
    )


def _code_blocks(tokens: list[Token]) -> Iterable[CodeBlock]:
    for token in tokens:
        if token.type not in ("fence", "code_block"):
            continue
        start = first_line(token)
        body = start + (token.type == "fence")
        lines = [(body + i, text) for i, text in enumerate(token.content.split("\n")) if text.strip()]
        first = lines[0][1].strip() if lines else ""
        snippet = _SNIPPET.fullmatch(first) if len(lines) == 1 and token.type == "fence" else None
        yield (CodeBlock(start, first, snippet["path"], lines[0][0]) if snippet else CodeBlock(start, first, ""))


def _html(tokens: list[Token]) -> Iterable[Html]:
    for token in tokens:
        if token.type == "html_block":
            yield Html(first_line(token), token.content, inline=False)
        for child in token.children or []:
            if child.type == "html_inline":
                offset = child.meta.get("span", (0, 0))[0]
                line = first_line(token) + token.content.count("\n", 0, offset)
                yield Html(line, child.content, inline=True)
