"""Puts the evidence beside the block that rests on it: a paragraph, a list item, a table, a heading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from .asides import aside
from .links import Mention
from .site import Site
from .state import State

CONTAINERS = frozenset({"div", "blockquote", "ul", "ol", "li", "dl", "dd", "figure", "section", "details"})
BLOCKS = frozenset({"p", "table", "pre", "dt", "h1", "h2", "h3", "h4", "h5", "h6"})


@dataclass(frozen=True)
class Blocks:
    """The blocks of one page and what their links speak of."""

    site: Site
    page: str
    mentions: Mapping[Element, Mention]

    def place(self, parent: Element) -> None:
        """Wrap each block below `parent` that names a claim together with the evidence of those claims."""
        if parent.tag == "li":
            self._item(parent)
        for child in list(parent):
            if child.tag in BLOCKS:
                self._wrap(parent, child)
            elif child.tag in CONTAINERS:
                self.place(child)

    def _item(self, item: Element) -> None:
        """Give a list item's own words a block of their own; blocks inside it follow the ordinary way."""
        nested = next((i for i, child in enumerate(item) if child.tag in BLOCKS | CONTAINERS), len(item))
        inline = list(item)[:nested]
        if not any(link in self.mentions for element in inline for link in element.iter()):
            return
        words = Element("div", {"class": "words"})
        words.text, item.text = item.text, None
        for element in inline:
            item.remove(element)
            words.append(element)
        item.insert(0, words)
        self._wrap(item, words)

    def _wrap(self, parent: Element, block: Element) -> None:
        named = [self.mentions[link] for link in block.iter() if link in self.mentions]
        evidence = aside(self.site, self.page, named)
        if evidence is None:
            return
        marked = sorted({m.state.css for m in named if m.state in (State.FAILED, State.SUSPECT)})
        wrapper = Element("div", {"class": " ".join(["claimed", *marked])})
        wrapper.tail, block.tail = block.tail, None
        parent[list(parent).index(block)] = wrapper
        wrapper.append(block)
        wrapper.append(evidence)
