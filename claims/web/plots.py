"""The plots of a site: out of which evidence each is made, and the files that it becomes."""

from __future__ import annotations

from collections.abc import Mapping

from claims.engine.model import Evidence
from claims.engine.plots import PLOTS, Plot, as_csv

from .drawing import svg
from .orderings import timed
from .site import Dossier, Site


def plot_of(site: Site, name: str) -> Plot | None:
    """Return a plot by its name; None where its claims have timed nothing yet."""
    held = {claim: evidence for claim, dossier in site.dossiers.items() if (evidence := newest(dossier))}
    plot = PLOTS[name](held)
    return None if plot.empty else plot


def plots_of(site: Site) -> dict[str, Plot]:
    """Return the plots whose claims have timed anything, by name."""
    return {name: plot for name in PLOTS if (plot := plot_of(site, name)) is not None}


def plot_files(plots: Mapping[str, Plot]) -> dict[str, str]:
    """Return the content of each plot's files by path below docs/: the drawing and the figures behind it."""
    drawn = {svg_file(name): svg(plot) for name, plot in plots.items()}
    return drawn | {csv_file(name): as_csv(plot) for name, plot in plots.items()}


def newest(dossier: Dossier) -> Evidence | None:
    """Return this run's evidence where it measured or timed anything, else the accepted."""
    fresh = dossier.fresh
    return fresh if fresh and fresh.measurements and not fresh.orderings else timed(dossier)


def svg_file(name: str) -> str:
    return f"assets/plots/{name}.svg"


def csv_file(name: str) -> str:
    return f"assets/plots/{name}.csv"
