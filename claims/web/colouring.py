"""Colours the code of the claims' pages ahead of the build: on all cores, and equal pieces once.

Whole artifacts are most of these pages' text, several claims keep the same one, and colouring them one after another
took most of the build. A fence that was coloured ahead is put in place as it is; any other is left to superfences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from markdown import Markdown
from markdown.preprocessors import Preprocessor

from .cores import all_cores

EXTENSIONS = ("pymdownx.highlight", "pymdownx.superfences")
FENCED = re.compile(r"^(`{3,}) \w+\n.*?\n\1$", re.MULTILINE | re.DOTALL)


def coloured(pages: Iterable[str], options: Mapping[str, Any]) -> dict[str, str]:
    """Return the HTML of each fence of the Markdown `pages`, by its text; `options` are those of the extensions."""
    fences = sorted({match[0] for page in pages for match in FENCED.finditer(page.expandtabs(4))})
    own = {name: options[name] for name in EXTENSIONS if name in options}
    with all_cores() as cores:
        return dict(zip(fences, cores.starmap(_coloured, ((fence, own) for fence in fences), chunksize=8), strict=True))


def _coloured(fence: str, options: Mapping[str, Any]) -> str:
    return Markdown(extensions=[*EXTENSIONS], extension_configs=dict(options)).convert(fence)


class PutColoured(Preprocessor):
    """Puts what was coloured ahead in the place of its fence; runs just before superfences."""

    def __init__(self, md: Markdown, ahead: Mapping[str, str]) -> None:
        super().__init__(md)
        self._ahead = ahead

    def run(self, lines: list[str]) -> list[str]:
        return FENCED.sub(self._put, "\n".join(lines)).split("\n")

    def _put(self, match: re.Match[str]) -> str:
        html = self._ahead.get(match[0])
        return match[0] if html is None else str(self.md.htmlStash.store(html))
