"""The page of the guide's notebook: its cells, and under each what it printed when it was executed."""

from __future__ import annotations

from claims.engine.notebook import NOTEBOOK, NOTEBOOK_PAGE, Cell, executed_cells

from .pages import Page, fence
from .site import Site

_ABOUT = """\
<div class="about" markdown="1">

{state} [Download the notebook]({file}) and run it where PyTorch and Jupyter are installed; it needs nothing else.
`jupyter lab {file}` opens it, `jupyter execute {file}` runs it. It is made to open in
[Colab](https://colab.research.google.com/) too, by *File, Upload notebook*, and on a GPU. Neither was tried from here.
What the cells show is explained in the [short guide](index.md).

</div>
"""
_EXECUTED = "This is a notebook, executed from the first cell to the last when this copy of the site was built."
_FAILED = "**This notebook was executed when this copy of the site was built, and stopped at a cell that fails.**"
_NOT_EXECUTED = "This is a notebook. It was not executed for this copy of the site, so that no cell shows an output."


def notebook_pages(site: Site) -> list[Page]:
    """Return the page of the notebook; none where the project has no notebook."""
    cells = executed_cells(site.project)
    if not cells:
        return []
    title, *rest = cells
    about = _ABOUT.format(state=_state(cells, site), file=NOTEBOOK.rpartition("/")[2])
    parts = [_rendered(title), about, *(_rendered(cell) for cell in rest)]
    return [Page(NOTEBOOK_PAGE, "\n\n".join(parts) + "\n")]


def notebook_failed(site: Site) -> bool:
    """Tell whether the report speaks of a cell that fails."""
    findings = site.report.findings if site.report else ()
    return any(finding.where.partition(":")[0] == f"docs/{NOTEBOOK}" for finding in findings)


def _state(cells: list[Cell], site: Site) -> str:
    executed = [cell.executed and not cell.failed for cell in cells if cell.is_code]
    if notebook_failed(site) or (any(executed) and not all(executed)):
        return _FAILED
    return _EXECUTED if any(executed) else _NOT_EXECUTED


def _rendered(cell: Cell) -> str:
    """Return a cell as Markdown: prose as it is, code in a fence, outputs in fences that are marked as such."""
    if not cell.is_code:
        return cell.source.strip()
    parts = [fence(cell.source, "python")]
    parts += [f'<div class="printed" markdown="1">\n\n{fence(text, "text")}\n\n</div>' for text in cell.outputs]
    return "\n\n".join(parts)
