"""The break stems from a setting that is off by default, and from the method that asks it and writes the reason.

Both are read in the installed source. The method asks one thing more, whether a single graph was demanded; then it
lets the item through.
"""

import torch._dynamo.config as config
from torch._dynamo.variables.tensor import TensorVariable

from claims.engine import Collector, Control, compile_cpu, installed_source
from claims.subjects import gate_by_sum, square

CONDITION = "not tx.one_graph and not config.capture_scalar_outputs"


def collect(evidence: Collector, method=TensorVariable.method_item) -> None:
    evidence.check("off by default", config.capture_scalar_outputs is False, config.capture_scalar_outputs)
    source = installed_source(method)
    evidence.check("the method asks it", CONDITION in source.text)
    (reason,) = compile_cpu(gate_by_sum, square(64)).breaks or ("",)
    first = reason.partition("\n")[0]
    evidence.check("the method writes the reason", first and first in source.text, first or "no break")
    if CONDITION in source.text:
        evidence.excerpt("method.py", source.keep("def method_item", CONDITION, "unimplemented(", "gb_type"))
    setting = installed_source(config).keep("capture_scalar_outputs = os", frame=False)
    evidence.excerpt("setting.py", setting)


CONTROLS = [
    Control(
        "the variable of the environment set",
        fails="off by default",
        environment={"TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS": "1"},
    ),
    Control("the method for another call", fails="the method writes the reason", method=TensorVariable.method_numpy),
]
