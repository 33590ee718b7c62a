"""What the pages say of claims: every link to one and every excerpt that is shown."""

from __future__ import annotations

from .errors import EngineError
from .model import Prose
from .pages import Page, parse_page
from .project import Project

_PATTERNS = ("index.md", "article/*.md", "guide/*.md", "about/*.md")


def read_prose(project: Project) -> Prose:
    """Return the references and includes of every page, in the order of the text.

    Raises EngineError for a page that is not UTF-8.
    """
    return prose_of(read_pages(project))


def read_pages(project: Project) -> list[Page]:
    """Return the project's pages taken apart: the front page, then article, guide and about, sorted by name.

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


def prose_of(pages: list[Page]) -> Prose:
    """Return what these pages say of claims."""
    return Prose(
        references=tuple(reference for page in pages for reference in page.references),
        includes=tuple(include for page in pages for include in page.includes),
        pages=tuple(page.path for page in pages),
    )


def is_statement_page(path: str) -> bool:
    """Tell whether figures and excerpts on the page must come from claims: front page, article, guide."""
    return path == "docs/index.md" or path.startswith(("docs/article/", "docs/guide/"))


def claim_of_include(path: str) -> str:
    """Return the id of the claim whose folder an include's path lies in; empty for a path of another form."""
    parts = path.split("/")
    return f"{parts[0]}.{parts[1]}" if len(parts) == 3 else ""
