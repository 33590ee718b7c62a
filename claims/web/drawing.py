"""Draws plots as SVG that follows the reader's light or dark scheme and can be read without being seen."""

from __future__ import annotations

import html
import io
import re
from typing import TYPE_CHECKING, Any

from claims.engine.plots import Lines, Parts, Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Inches; a point of text is as large as in the site's other pictures.
WIDTH, HEIGHT, ROW = 7.2, 4.0, 0.34
#: Stand-ins that matplotlib can draw with; in the file each is a colour of the reader's scheme.
_COLOURS = {"ink": "#010101", "quiet": "#020202", "rule": "#030303", "first": "#040404", "second": "#050505"}
#: A series differs from the next by shape as well as by colour.
_LOOKS = (("first", "o", "-"), ("first", "D", ":"), ("second", "s", "-"), ("second", "^", ":"))
_STYLE = """
  <style>
    :root { color-scheme: light dark; --ink: #1f2430; --quiet: #5f6670; --rule: #b9bec8; --first: #8a5a00; --second: #0a6b5e; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e2e4e9; --quiet: #a3abb8; --rule: #6b7280; --first: #f0b95a; --second: #6fcfbd; } }
    text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif !important; }
  </style>
"""  # noqa: E501
_SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "plot",
    "font.size": 11,
    "text.color": _COLOURS["ink"],
    "axes.labelcolor": _COLOURS["quiet"],
    "axes.edgecolor": _COLOURS["rule"],
    "xtick.color": _COLOURS["quiet"],
    "ytick.color": _COLOURS["quiet"],
    "grid.color": _COLOURS["rule"],
    "grid.linewidth": 0.4,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
}


def svg(plot: Plot) -> str:
    """Return the plot as an SVG document with a title, a description and colours for both schemes."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_SETTINGS):
        tall = HEIGHT if isinstance(plot, Lines) else 0.9 + ROW * len(plot.parts)
        figure = Figure((WIDTH, tall), layout="constrained")
        axes = figure.add_subplot()
        (_lines if isinstance(plot, Lines) else _parts)(axes, plot)  # type: ignore[arg-type]
        stream = io.StringIO()
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _accessible(stream.getvalue(), plot)


def _lines(axes: Axes, plot: Lines) -> None:
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, NullLocator

    looks = _LOOKS if len(plot.series) > 2 else _LOOKS[::2]
    for series, (colour, marker, dashes) in zip(plot.series, looks, strict=False):
        points = series.points
        if not points:
            continue
        ends = [[p.y - p.low for p in points], [p.high - p.y for p in points]]
        axes.errorbar(
            [p.x for p in points], [p.y for p in points], yerr=ends, label=series.name, color=_COLOURS[colour],
            marker=marker, linestyle=dashes, markersize=4, linewidth=1.4, elinewidth=1, capsize=2,
        )  # fmt: skip
    axes.set_xscale("log", base=2)
    sizes = sorted({p.x for s in plot.series for p in s.points})
    powers = (2**n for n in range(int(sizes[0]).bit_length() - 1, int(sizes[-1]).bit_length()))
    axes.xaxis.set_major_locator(FixedLocator([x for x in powers if x >= sizes[0]]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.0f}"))
    if plot.logarithmic:
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:,.0f}"))
        axes.yaxis.set_minor_formatter(NullFormatter())
    else:
        axes.set_ylim(bottom=0)
    if plot.level is not None:
        axes.axhline(plot.level, color=_COLOURS["quiet"], linewidth=0.8)
    for name, x in plot.marks:
        if sizes and sizes[0] <= x <= sizes[-1]:
            axes.axvline(x, color=_COLOURS["quiet"], linewidth=0.8, linestyle=":")
            axes.annotate(
                name, (x, 1), xycoords=("data", "axes fraction"), xytext=(3, -2), textcoords="offset points",
                rotation=90, va="top", ha="left", size=9, color=_COLOURS["quiet"],
            )  # fmt: skip
    axes.set_xlabel(plot.x)
    axes.set_ylabel(plot.y)
    axes.grid(axis="y")
    axes.legend(title=f"bars: {plot.spread}", title_fontsize=9, alignment="left")


def _parts(axes: Axes, plot: Parts) -> None:
    names, middles = [p.name for p in plot.parts], [p.p50 for p in plot.parts]
    ends = [[p.p50 - p.p10 for p in plot.parts], [p.p90 - p.p50 for p in plot.parts]]
    bars = axes.barh(
        names,
        middles,
        xerr=ends if any(map(any, ends)) else None,
        color=_COLOURS["second"],
        ecolor=_COLOURS["ink"],
        error_kw={"color": _COLOURS["ink"], "capsize": 2},
    )
    axes.bar_label(bars, [f"{middle:.3g}" for middle in middles], padding=6)
    axes.invert_yaxis()
    axes.set_xlabel(plot.x)
    axes.margins(x=0.12)


def _accessible(drawn: str, plot: Plot) -> str:
    """Give matplotlib's document a name, a description and a style, and its stand-ins their colours."""
    head, _, body = drawn[drawn.index("<svg") :].partition(">")
    head = re.sub(r'(width|height)="([\d.]+)pt"', r'\1="\2"', head)
    body = re.sub(r"\s*<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    for name, colour in _COLOURS.items():
        body = body.replace(colour, f"var(--{name})")
    named = (
        f'\n  <title id="title">{html.escape(plot.title)}</title>\n  <desc id="desc">{html.escape(plot.words)}</desc>'
    )
    return f'{head} role="img" aria-labelledby="title desc">{named}{_STYLE}{body}'
