"""The guards let another tensor of the same kind pass, refuse a change of anything they list, and name what changed.

Nothing is compiled again: the guards of the line's only entry are asked directly, with one thing changed at a time.
"""

from unittest import mock

import torch

from claims.engine import Artifact, Collector, Control, refusal
from claims.subjects import line, square

#: What is changed, and the words that the refusal must hold.
WORDS = {
    "another size": "size mismatch",
    "the transpose": "stride mismatch",
    "float64": "dtype mismatch",
    "another device type": "dispatch key set mismatch",
    "a gradient wanted": "requires_grad mismatch",
    "under no_grad": "grad_mode",
    "two threads": "num_threads",
    "another torch.relu": "G['torch'].relu",
}


def collect(evidence: Collector, dynamic=None) -> None:
    x = square(64)
    torch.compile(line, backend="eager", dynamic=dynamic)(x)
    tensors = [square(32), x.T, x.double(), x.to("meta"), x.clone().requires_grad_()]
    answers = [refusal(line, x=tensor) for tensor in tensors]
    with torch.no_grad():
        answers.append(refusal(line, x=x))
    torch.set_num_threads(2)
    answers.append(refusal(line, x=x))
    torch.set_num_threads(1)
    with mock.patch.object(torch, "relu", torch.sigmoid):
        answers.append(refusal(line, x=x))
    said = dict(zip(WORDS, answers, strict=True))

    passed = [condition for condition, answer in said.items() if not answer]
    evidence.check("every change is refused", not passed, passed)
    unnamed = [condition for condition, answer in said.items() if WORDS[condition] not in answer]
    evidence.check("each refusal names what changed", not unnamed, unnamed)
    other = refusal(line, x=torch.ones(64, 64))
    evidence.check("another tensor of the same kind passes", not other, other)
    evidence.value("refused", len(WORDS) - len(passed), "changes")
    rows = {"another tensor": other, **said}
    text = "".join(f"{condition:<21}{answer or 'passes'}\n" for condition, answer in rows.items())
    evidence.excerpt("answers.txt", Artifact("the guards' answers", text))


CONTROLS = [
    Control("compiled for any size", fails="every change is refused", dynamic=True),
]
