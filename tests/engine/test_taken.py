"""What the timing stage found is put into the attempts that it belongs to."""

from __future__ import annotations

from dataclasses import replace

from evidence_world import EVIDENCE
from ordering_world import ordering

from claims.engine.model import Attempt, Outcome
from claims.engine.timing.stage import Timed
from claims.engine.timing.taken import swaps, with_timings

CLAIM = EVIDENCE.claim
HONEST = Attempt(CLAIM, Outcome.FINISHED, "", 1.0, EVIDENCE)
PLANTED = replace(HONEST, plant="scalar-code", evidence=replace(EVIDENCE, values={}))
SWAPPED = ordering(verdict="refuted")
TIMED = Timed({CLAIM: {"eager over compiled": ordering()}}, {(CLAIM, 0): SWAPPED}, ordering(), {}, {})


def test_a_swap_beside_a_plant() -> None:
    """A swap is an attempt of the honest claim, also where the claim ran under a plant after that."""
    (swap,) = swaps([HONEST, PLANTED], TIMED)
    assert (swap.control, swap.plant) == (0, "")
    assert swap.evidence is not None and swap.evidence.orderings == {"eager over compiled": SWAPPED}


def test_nothing_is_timed_under_a_plant() -> None:
    """An attempt under a plant stays as it was; the honest one gets its ordering."""
    assert with_timings(PLANTED, TIMED) is PLANTED
    honest = with_timings(HONEST, TIMED)
    assert honest.evidence is not None and honest.evidence.orderings["eager over compiled"].verdict == "confirmed"


def test_a_lost_process_is_no_loss_of_a_plant() -> None:
    """Where a claim's process was lost while it was timed, the claim has ended badly, and its planted run has not."""
    lost = replace(TIMED, lost={(CLAIM, None): "raised: no way"})
    assert with_timings(HONEST, lost).outcome is Outcome.RAISED
    assert with_timings(PLANTED, lost).outcome is Outcome.FINISHED
