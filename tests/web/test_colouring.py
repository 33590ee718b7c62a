"""Code that is coloured ahead of the build: the same HTML as the ordinary way gives."""

from __future__ import annotations

import pytest
from markdown import Markdown

from claims.web.colouring import EXTENSIONS, PutColoured, coloured

PAGES = {
    "two languages": "# x\n\n``` python\nx = 1  # … 2 lines\n```\n\ntext\n\n``` cpp\nint x;\n```\n",
    "in a fold": '<details markdown="1">\n\n``` cpp\nint a;\n\n</details>\n\n```\n\n</details>\n',
    "a fence in a fence": "```` text\n```\ninner\n```\n````\n",
    "tabs": "``` nasm\nvmovups\tymm0, [rax]\n```\n",
    "a mark of math": "``` text\n$x$ < & >\n```\n",
}


def convert(page: str, ahead: dict[str, str]) -> str:
    md = Markdown(extensions=["md_in_html", *EXTENSIONS])
    md.preprocessors.register(PutColoured(md, ahead), "claims-coloured", 26)
    return md.convert(page)


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_same_html_as_the_ordinary_way(page: str) -> None:
    """What was coloured ahead is put in place as superfences would have put it."""
    ahead = coloured([page, page], {})
    assert ahead
    assert convert(page, ahead) == convert(page, {})


def test_what_was_coloured_ahead_is_what_is_shown() -> None:
    """A fence whose text is known is not coloured again."""
    fence = "``` cpp\nint x;\n```"
    assert convert(f"{fence}\n\n``` cpp\nint y;\n```\n", {fence: "<p>ahead</p>"}).startswith("<p>ahead</p>\n<div")
