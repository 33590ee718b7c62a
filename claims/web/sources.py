"""Finds the source of what was seen on a built page: the file in docs/ or the claim script, and the line."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from claims.engine.project import Project


def source_of(project: Project, page: str) -> str:
    """Return where a page below docs/ is written, from the project's root: a claim script for a claim's page.

    `page` is a source path (``article/fusion.md``) or one in the built site (``article/fusion/index.html``).
    Empty where nothing is known.
    """
    if not page:
        return ""
    path = PurePosixPath(page)
    if path.name == "index.html" and path.parent.name:
        path = path.parent.with_suffix(".md")
    path = path.with_suffix(".md") if path.suffix == ".html" else path
    for candidate in (path, path.with_suffix("") / "index.md", path.with_suffix(".ipynb")):
        if (project.docs / candidate).is_file():
            return f"docs/{candidate}"
    parts = path.with_suffix("").parts
    if len(parts) == 3 and parts[0] == "evidence":
        chapter, name = (part.replace("-", "_") for part in parts[1:])
        folder = Path("guide") if chapter == "guide" else Path("article", chapter)
        script = project.scripts / folder / f"{name}.py"
        if script.is_file():
            return project.relative(script)
    return ""


def line_of(project: Project, source: str, target: str) -> str:
    """Return ``path:line`` of the first line of `source` that holds `target`; the path alone where none does.

    A link is found by its whole text first, then by its anchor, then by the name of the file it leads to.
    """
    file = project.root / source
    if not file.is_file():
        return source
    lines = file.read_text(encoding="utf-8").splitlines()
    path, _, anchor = target.partition("#")
    name = PurePosixPath(path.rstrip("/").removesuffix("/index.html")).stem
    for pattern in (re.escape(target), rf"\([^)]*#{re.escape(anchor)}\)" if anchor else "", _linked(name)):
        for number, line in enumerate(lines, 1):
            if pattern and re.search(pattern, line):
                return f"{source}:{number}"
    return source


def _linked(name: str) -> str:
    return rf"\([^)]*{re.escape(name)}[^)]*\)" if name and name not in (".", "..") else ""
