"""What PyTorch prints or holds as text is read without running it: golden cases in tests/cases/capture.

The name of a case up to its first hyphen says which reader it is for.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from claims.engine.capture.candidates import candidates_in
from claims.engine.capture.guards import guards_apart, guards_in
from claims.engine.capture.library import products_in
from claims.engine.capture.operators import registrations_in
from claims.engine.excerpt import Artifact, ExcerptError

CASES = sorted(Path(__file__).parents[2].joinpath("cases", "capture").glob("*.txt"))


def candidates(text: str) -> Iterator[str]:
    for each in candidates_in(text):
        yield f"{each.name}: {', '.join(each.predicates) or 'none'}"


def guards(text: str) -> Iterator[str]:
    for each in guards_in(Artifact("the guards", text)):
        head, *rest = each.parts
        yield each.kind
        yield f"    {head}"
        yield from (f"    {row}" for row in rest)
        yield from (f"    {name}: {fact}" for name, fact in each.facts.items())
        if " against " in each.text:
            yield f"    state {', '.join(f'{name} {setting}' for name, setting in each.state.items())}"


def products(text: str) -> Iterator[str]:
    for each in products_in(text):
        yield f"{each}{', one operand twice' if each.same_operand else ''}"


def registrations(text: str) -> Iterator[str]:
    for each in registrations_in("aten::mm", text):
        yield f"{each.key} | {each.place} | {each.kind}"


READERS = {function.__name__: function for function in (candidates, guards, products, registrations)}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    """Each case gives what it holds after its text."""
    text, _, expected = path.read_text(encoding="utf-8").partition("--- found\n")
    found = READERS[path.stem.split("-")[0]](text)
    assert "".join(f"{row.rstrip()}\n" for row in found) == expected


def test_a_text_of_nothing_is_refused() -> None:
    """A tree without a guard and a table without a kernel are errors, not empty evidence."""
    with pytest.raises(ExcerptError, match="the guards: no guard in these 1 lines"):
        guards_in(Artifact("the guards", "TREE_GUARD_MANAGER:\n"))
    with pytest.raises(ExcerptError, match="aten::mm: nothing is registered"):
        registrations_in("aten::mm", "name: aten::mm\n")


def test_another_guard_has_no_settings() -> None:
    """Only the guard on the global state prints settings, and not on every build."""
    text = "| +- DEFAULT_DEVICE: utils_device.CURRENT_DEVICE == None\n"
    (guard,) = guards_in(Artifact("the guards", text))
    assert guard.state == {}


def test_guards_that_differ_stand_apart() -> None:
    """A tensor's check is taken apart, and what all trees hold is only counted."""
    one = Artifact(
        "one", "+- GLOBAL_STATE: state\n| +- TENSOR_MATCH: check_tensor(L['x'], Tensor, size=[4], stride=[1])\n"
    )
    any_size = Artifact(
        "any",
        "+- GLOBAL_STATE: state\n| +- TENSOR_MATCH: check_tensor(L['x'], Tensor, size=[None], stride=[1])\n"
        "+- LAMBDA_GUARD: 2 <= L['x'].size()[0]\n",
    )
    assert guards_apart(for_one=one, for_any=any_size).text == (
        "for one\n    size=[4]\nfor any\n    size=[None]\n    2 <= L['x'].size()[0]\nin common\n    5 conditions\n"
    )
