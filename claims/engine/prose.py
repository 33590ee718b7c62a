"""What the pages say of claims, and whether it holds: the way in to everything that reads prose."""

from __future__ import annotations

from .pages import read_pages
from .project import Project
from .prose_checks import check_prose
from .references import Prose

__all__ = ["check_prose", "read_prose"]


def read_prose(project: Project) -> Prose:
    """Return the references and includes of every page, in the order of the text.

    Raises EngineError for a page that is not UTF-8.
    """
    pages = read_pages(project)
    return Prose(
        references=tuple(reference for page in pages for reference in page.references),
        includes=tuple(include for page in pages for include in page.includes),
        pages=tuple(page.path for page in pages),
    )
