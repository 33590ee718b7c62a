"""Whether `tuned_mm` holds a contest is asked by its predicates, and the settings that call for one are off by default.

Which settings are asked is read from the installed source, of `tuned_mm` and of the predicates that it calls. The
values are the defaults of this build.
"""

from torch._inductor.kernel.mm import tuned_mm
from torch._inductor.lowering import make_pointwise

from claims.engine import Collector, Control, settings_asked, table

#: What decides whether there is a contest, and among whom.
CONTEST = {"max_autotune": False, "max_autotune_gemm": False, "max_autotune_gemm_backends": "ATEN,TRITON,CPP"}


def collect(evidence: Collector, lowering=tuned_mm) -> None:
    asked = {setting.name: setting for setting in settings_asked(lowering)}
    own = [name for name, setting in asked.items() if lowering.__name__ in setting.asked_by]
    missing = [name for name in CONTEST if name not in asked]
    evidence.check("it asks whether there is a contest", not missing, f"not asked: {missing}" if missing else "")
    evidence.check("through predicates alone", not {*CONTEST} & {*own}, own)
    found = {name: asked[name].value for name in CONTEST if name in asked}
    evidence.check("by default there is none", found == CONTEST, found)
    evidence.value("settings", len(asked), "settings")
    evidence.value("own", len(own), "settings")
    shown = [asked[name] for name in asked if name in {*CONTEST, *own}]
    rows = [("setting", "default", "asked by")]
    rows += [(setting.name, repr(setting.value), setting.asked_by[0]) for setting in shown]
    evidence.excerpt("settings.txt", table("what is asked", "<34 <18", rows))
    every = [("setting", "asked by"), *((name, ", ".join(asked[name].asked_by)) for name in sorted(asked))]
    evidence.excerpt("every-setting.txt", table("everything that is asked", "<42", every))


CONTROLS = [
    Control(
        "the lowering of the add in place of the product's",
        fails="it asks whether there is a contest",
        lowering=make_pointwise,
    ),
]
