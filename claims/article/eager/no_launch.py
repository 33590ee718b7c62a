"""On the CPU these are operator calls on the calling thread, one done before the next begins: no device, no stream.

The profiler is told to record every kind of activity that this build of PyTorch knows.
"""

import itertools

from torch.autograd import DeviceType
from torch.autograd.profiler_util import FunctionEvent
from torch.profiler import record_function

from claims.engine import Artifact, Collector, Control, depth, profiled
from claims.subjects import line, square

HERE = "the calling thread"


def marked(x):
    """Leave an event of the thread that calls, then call the line."""
    with record_function(HERE):
        pass
    return line(x)


def collect(evidence: Collector, planted=()) -> None:
    seen = profiled(marked, square(64))
    (here,) = (event.thread for event in seen if event.name == HERE)
    events = [*(event for event in seen if event.name != HERE), *planted]
    outer = [event for event in events if depth(event) == 0 and event.name.startswith("aten::")]
    devices = sorted({str(event.device_type) for event in events})
    evidence.check("no event on a device", all(e.device_type == DeviceType.CPU for e in events), ", ".join(devices))
    resources = {event.device_resource_id for event in events}
    evidence.check("one resource, a thread and no stream", len(resources) == 1, len(resources))
    evidence.check("every event on the calling thread", {e.thread for e in events} == {here})
    spans = sorted((e.time_range.start, e.time_range.end) for e in outer)
    apart = all(a[1] <= b[0] for a, b in itertools.pairwise(spans))
    evidence.check("one done before the next begins", apart and len(spans) > 1)
    copies = [event.input_shapes for event in events if event.name == "aten::copy_"]
    evidence.check("no matrix is copied", all(shape == [] for shapes in copies for shape in shapes), copies)
    evidence.value("calls", len(outer), "calls")
    rows = "".join(f"{'  ' * depth(event)}{event.name}\n" for event in events)
    evidence.excerpt("calls.txt", Artifact("the recorded calls", rows, "text", ("arch", "os")))


#: What the profiler records for a kernel on a GPU: a device, and a stream as its resource.
LAUNCHED = FunctionEvent(
    1, "void at::native::vectorized_elementwise_kernel", thread=1, start_us=0, end_us=3,
    device_type=DeviceType.CUDA, device_index=0, device_resource_id=7, use_device="cuda",
)  # fmt: skip

#: An operator on a thread that is not the caller's; the profiler counts threads from one.
APART = FunctionEvent(2, "aten::relu", thread=0, start_us=0, end_us=3)

CONTROLS = [
    Control("an event of a GPU kernel among them", fails="no event on a device", planted=(LAUNCHED,)),
    Control("an event of a stream among them", fails="one resource, a thread and no stream", planted=(LAUNCHED,)),
    Control("an event of another thread among them", fails="every event on the calling thread", planted=(APART,)),
]
