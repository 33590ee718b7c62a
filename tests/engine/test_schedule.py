"""The scheduler's nodes are read out of the text that Inductor prints of them."""

from __future__ import annotations

import pytest

from claims.engine.excerpt import Artifact, ExcerptError
from claims.engine.schedule import User, nodes_in

APART = """\
op0: ExternKernelSchedulerNode(ExternKernelOut)
op0.writes = [StarDep(name='buf0', mode=None)]
op0.outputs = [
    buf0: ExternKernelOut
    buf0.users = [
        NodeUser(node=SchedulerNode(name='op1'), can_inplace=True, is_weak=False),
        NodeUser(node=OUTPUT, can_inplace=False, is_weak=False),
    ]
]
op1: SchedulerNode(ComputedBuffer)
op1.writes = [MemoryDep('buf1', c0, {c0: 4096})]
op1.unmet_dependencies = [MemoryDep('buf0', c0, {c0: 4096})]
op1.outputs = [
    buf1: ComputedBuffer
    buf1.users = [NodeUser(node=OUTPUT, can_inplace=False, is_weak=False)]
]
class op1_loop_body:
    def body(self, ops):
        load = ops.load('buf0', get_index)
        relu = ops.relu(load)
"""
MERGED = """\
op0_op1: FusedSchedulerNode(SchedulerNode,SchedulerNode)
op0_op1.writes = [MemoryDep('buf0', c0, {c0: 64}), MemoryDep('buf1', c0, {c0: 64})]
op0_op1.snodes[0] =
op0: SchedulerNode(ComputedBuffer)
op0.writes = [MemoryDep('buf0', c0, {c0: 64})]
op0_op1.snodes[1] =
op1: SchedulerNode(ComputedBuffer)
op1.writes = [MemoryDep('buf1', c0, {c0: 64})]
op2: SchedulerNode(ComputedBuffer)
op2.writes = [MemoryDep('buf2', c0, {c0: 64})]
"""


def test_each_node_has_its_kind_and_what_it_writes() -> None:
    """A library call and a loop are two nodes, and what a node reads is not among what it writes."""
    nodes = nodes_in(Artifact("the scheduler", APART))
    assert [(node.name, node.kind, node.writes) for node in nodes] == [
        ("op0", "ExternKernelSchedulerNode", ("buf0",)),
        ("op1", "SchedulerNode", ("buf1",)),
    ]


def test_readers_are_told_apart() -> None:
    """A list of one reader and a list of several are printed differently and read alike."""
    first, second = nodes_in(Artifact("the scheduler", APART))
    assert first.users == {"buf0": (User("op1", True), User("OUTPUT", False))}
    assert second.users == {"buf1": (User("OUTPUT", False),)}


def test_a_loop_has_operations_and_a_library_call_none() -> None:
    """The operations are those of the loop's body, in order."""
    assert [node.operations for node in nodes_in(Artifact("the scheduler", APART))] == [(), ("load", "relu")]


def test_merged_nodes_are_one() -> None:
    """Nodes inside a merged one do not count again, and the node after it does."""
    nodes = nodes_in(Artifact("the scheduler", MERGED))
    assert [(node.name, node.writes) for node in nodes] == [("op0_op1", ("buf0", "buf1")), ("op2", ("buf2",))]


def test_no_node_is_an_error() -> None:
    """A text without a node is refused, so that an assertion about its nodes cannot pass unseen."""
    with pytest.raises(ExcerptError, match="no node"):
        nodes_in(Artifact("the scheduler", "nothing\n"))
