"""``$…$`` and ``$$…$$`` become MathML while the site is built, so that a reader's browser runs nothing."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from latex2mathml.converter import convert
from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor

#: A dollar sign beside a space or a digit is money, not mathematics.
INLINE = r"(?<![\\$\w])\$(?![\s$])([^$\n]+?)(?<![\s\\])\$(?![\w$])"
DISPLAY = r"(?<!\\)\$\$([^$]+?)\$\$"


class Math(InlineProcessor):
    """Replaces one formula; a formula that cannot be read is left as code, so that the page shows it."""

    def __init__(self, pattern: str, md: Markdown, display: str) -> None:
        super().__init__(pattern, md)
        self.display = display

    def handleMatch(  # type: ignore[override]
        self, m: re.Match[str], data: str
    ) -> tuple[str | ElementTree.Element, int, int]:
        try:
            mathml = convert(" ".join(m.group(1).split()), display=self.display)
        except Exception:  # latex2mathml raises plain exceptions of its own and IndexError alike
            code = ElementTree.Element("code", {"class": "unreadable-formula"})
            code.text = m.group(0)
            return code, m.start(0), m.end(0)
        return self.md.htmlStash.store(mathml), m.start(0), m.end(0)


def register(md: Markdown) -> None:
    """Add both notations below backticks, so that code keeps its dollar signs."""
    md.inlinePatterns.register(Math(DISPLAY, md, "block"), "claims-math-display", 186)
    md.inlinePatterns.register(Math(INLINE, md, "inline"), "claims-math", 185)
