"""The tables of a claim's page, as rows of words: each value and check, accepted beside this run's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from claims.engine.builds import OnBuild, on_builds
from claims.engine.diff.classes import Class
from claims.engine.model import Evidence, display

from .links import value_anchor
from .site import Dossier, Site

NOT_RUN = "not run"
#: The shapes of the words for how a claim stands on another build.
MARKS = {"holds": "✓", "fails": "✗", "not run": "○", "no evidence": "○"}
CSS = {"holds": "holds", "fails": "failed", "not run": "not-run", "no evidence": "not-run"}
#: What there is to say of another build's evidence, where its class in a claim diff is not said of a state.
BESIDE = {Class.UNCHANGED: "the same", Class.NOT_RUN: "none"}
#: What a field of `Profile` is called where readers see it.
LABELS = {
    "python": "Python",
    "os": "system",
    "arch": "architecture",
    "gpu": "accelerator",
    "isa": "vector ISA",
    "compiler": "C++ compiler",
    "cpu": "processor",
    "tuning": "tuned for",
}


def values(dossier: Dossier) -> list[dict[str, str]]:
    """Return the rows of the values, accepted beside this run's."""
    rows = []
    for name, depends in _names(dossier, "values"):
        accepted = dossier.accepted.values.get(name) if dossier.accepted else None
        fresh = dossier.fresh.values.get(name) if dossier.fresh else None
        either = accepted or fresh
        rows.append(
            {
                "name": name,
                "anchor": value_anchor(name),
                "accepted": display(accepted.value) if accepted else "none",
                "fresh": display(fresh.value) if fresh else _absent(dossier),
                "unit": either.unit if either else "",
                "depends": depends,
            }
        )
    return rows


def checks(dossier: Dossier) -> list[dict[str, str]]:
    """Return the rows of the checks, accepted beside this run's."""
    rows = []
    for name, depends in _names(dossier, "checks"):
        accepted = dossier.accepted.checks.get(name) if dossier.accepted else None
        fresh = dossier.fresh.checks.get(name) if dossier.fresh else None
        words = {True: "held", False: "failed"}
        either = fresh or accepted
        rows.append(
            {
                "name": name,
                "accepted": words[accepted.holds] if accepted else "none",
                "fresh": words[fresh.holds] if fresh else _absent(dossier),
                "found": either.found if either else "",
                "depends": depends,
            }
        )
    return rows


def _names(dossier: Dossier, kind: str) -> list[tuple[str, str]]:
    """Return the names of checks or values in either evidence, and what each depends on."""
    depends: dict[str, str] = {}
    for evidence in (dossier.fresh, dossier.accepted):
        for name, piece in (getattr(evidence, kind) if evidence else {}).items():
            depends[name] = ", ".join(["build", *piece.depends])
    return sorted(depends.items())


def _absent(dossier: Dossier) -> str:
    return "none" if dossier.fresh else NOT_RUN


def controls(dossier: Dossier) -> list[dict[str, str]]:
    """Return the rows of the controls: the condition, the piece that must fail, and the way it failed."""
    controls = dossier.controls
    if controls is None:
        return [
            {"condition": c, "fails": "see the script", "result": NOT_RUN, "found": ""} for c in dossier.claim.controls
        ]
    stale = "" if controls.script == dossier.claim.digest else " (the script has changed since)"
    return [
        {
            "condition": result.condition,
            "fails": result.fails,
            "result": ("failed, as it must" if result.failed_as_named else "did not fail as named") + stale,
            "found": result.found,
        }
        for result in controls.results
    ]


def plants(dossier: Dossier, sentences: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the rows of the plants under which the claim fails, `sentences` saying what each plant does."""
    if dossier.plants is None:
        return []
    stale = "" if dossier.plants.script == dossier.claim.digest else " (the script has changed since)"
    return [
        {"plant": sentences.get(result.plant, result.plant), "found": result.found + stale}
        for result in dossier.plants.results
        if result.fails
    ]


def builds(site: Site, dossier: Dossier) -> list[dict[str, str]]:
    """Return the rows of the builds: how the claim stands on each, and how its evidence differs from the pinned one's.

    None where the pinned build is the only one.
    """
    if len(site.builds) < 2:
        return []
    rows = []
    for on in on_builds(dossier.claim.id, list(site.builds), site.pinned):
        pinned = on.side is site.pinned
        word = dossier.standing if pinned else on.word
        rows.append(
            {
                "build": on.side.title,
                "state": word,
                "mark": dossier.state.mark if pinned else MARKS[on.word],
                "css": dossier.state.css if pinned else CSS[on.word],
                "why": on.why,
                "beside": "what this site speaks of" if pinned else _beside(on),
            }
        )
    return rows


def _beside(on: OnBuild) -> str:
    return "a check differs" if on.judged else BESIDE.get(on.beside, on.beside.value)


def measurements(dossier: Dossier) -> list[dict[str, str]]:
    """Return the rows of the measurements, of this run where there is one."""
    evidence = dossier.fresh or dossier.accepted
    if evidence is None:
        return []
    return [
        {
            "name": m.name,
            "anchor": value_anchor(m.name),
            "p10": f"{m.p10:.4g}",
            "p50": f"{m.p50:.4g}",
            "p90": f"{m.p90:.4g}",
            "count": f"{m.count:,}",
            "unit": m.unit,
            "origin": "this run" if dossier.fresh else "accepted",
        }
        for _, m in sorted(evidence.measurements.items())
    ]


def recorded(evidence: Evidence | None) -> list[dict[str, str]]:
    """Return the rows of the source article's readings."""
    if evidence is None:
        return []
    rows = [{"name": v.name, "value": display(v.value), "unit": v.unit} for v in evidence.values.values()]
    return rows + [
        {"name": f"{m.name} (p50)", "value": f"{m.p50:.4g}", "unit": m.unit} for m in evidence.measurements.values()
    ]


def environment(dossier: Dossier) -> list[dict[str, str]]:
    """Return the rows of the build and the profile, accepted beside this run's."""
    if dossier.shown is None:
        return []
    accepted, fresh = _surroundings(dossier.accepted), _surroundings(dossier.fresh)
    return [
        {"name": name, "accepted": accepted.get(name, "none"), "fresh": fresh.get(name, NOT_RUN)}
        for name in _surroundings(dossier.shown)
    ]


def _surroundings(evidence: Evidence | None) -> dict[str, str]:
    if evidence is None:
        return {}
    rows = {"PyTorch": evidence.build.torch, "git revision": evidence.build.revision}
    profile = {name: value for name, value in asdict(evidence.profile).items() if name != "gpu" or value}
    return rows | {LABELS.get(name, name): str(value) for name, value in profile.items()}
