"""Builds the site with MkDocs, in a process and a folder of its own, and puts it in place when whole."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from claims.engine.project import Project
from claims.engine.report import write_report
from claims.engine.store import unwritable
from claims.engine.verdict import Finding, Kind, Report

from .extension import REPORT
from .sources import line_of, source_of

SECONDS = 300
#: ``WARNING -  Doc file 'article/fusion.md' contains a link 'x.md', but …``
WARNING = re.compile(r"^(?:\[[^]]*\] )?(WARNING|ERROR)\s+-\s+(?:\[[^]]*\] )?(?P<text>.*)$")
PAGE = re.compile(r"[Dd]oc file '(?P<page>[^']+)'|reading page '(?P<read>[^']+)'")
QUOTED = re.compile(r"(?:link|excerpt|reference to) '(?P<target>[^']+)'")


def build_site(project: Project, report: Report | None, target: Path) -> list[Finding]:
    """Build the site into `target` and return what MkDocs warned of; where it stops, `target` is as it was.

    `report` gives the verdicts that the pages show; without one every page is marked as not checked. A broken
    link that it already tells of is not returned again.
    Raises EngineError where the folder cannot be written or the disk is full.
    """
    with _workspace(project) as folder:
        site = Path(folder) / "site"
        command = [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--site-dir",
            str(site),
            "--config-file",
            "mkdocs.yml",
        ]
        try:
            done = subprocess.run(
                command,
                cwd=project.root,
                env=_environment(Path(folder), report),
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            return [_stopped(f"ran past {SECONDS} s", "")]
        known = {f.where for f in report.findings if f.kind is Kind.LINK} if report else set()
        findings = [f for f in _findings(project, done.stderr + done.stdout) if f.where not in known]
        if done.returncode:
            return [*findings, _stopped(f"exit status {done.returncode}", done.stderr or done.stdout)]
        put_in_place(site, target)
        return findings


def serve(project: Project, port: int = 8000, report: Report | None = None) -> int:
    """Serve the site from the accepted evidence, rebuilt when a file changes; return MkDocs's exit status.

    `report` gives what the pages say of the claims; without one they say that no claim was run. Returns when the
    reader stops it with Ctrl-C.
    """
    with _workspace(project) as folder:
        report = report or Report("", project.pin, None, {}, ())
        command = [sys.executable, "-m", "mkdocs", "serve", "--livereload", "--dev-addr", f"127.0.0.1:{port}"]
        for watched in (project.scripts, project.snippets):
            command += ["--watch", str(watched)] if watched.is_dir() else []
        try:
            return subprocess.run(command, cwd=project.root, env=_environment(Path(folder), report)).returncode
        except KeyboardInterrupt:
            return 0


def _workspace(project: Project) -> tempfile.TemporaryDirectory[str]:
    try:
        project.build.mkdir(parents=True, exist_ok=True)
        return tempfile.TemporaryDirectory(prefix="site-", dir=project.build)
    except OSError as error:
        raise unwritable(project.build, error) from error


def _environment(folder: Path, report: Report | None) -> dict[str, str]:
    environment = {k: v for k, v in os.environ.items() if k != REPORT}
    environment |= {
        "NO_MKDOCS_2_WARNING": "1",
        "NO_COLOR": "1",
        "PYTHONWARNINGS": "ignore",
        "PYTHONUTF8": "1",
    }
    if report is not None:
        write_report(folder / "report.json", report)
        environment[REPORT] = str(folder / "report.json")
    return environment


def _findings(project: Project, output: str) -> list[Finding]:
    """Return a finding for each warning, with the line of prose that it speaks of where that can be found."""
    found: dict[str, Finding] = {}
    for line in output.splitlines():
        warning = WARNING.match(line)
        if warning is None:
            continue
        text = warning["text"]
        page, quoted = PAGE.search(text), QUOTED.search(text)
        source = source_of(project, (page["page"] or page["read"]) if page else "")
        where = line_of(project, source, quoted["target"]) if source and quoted else source or "mkdocs.yml"
        found[text] = Finding(Kind.LINK, where, re.sub(r"^Doc file '[^']*' ", "", text), "make site")
    return list(found.values())


def _stopped(why: str, output: str) -> Finding:
    tail = "\n".join(output.strip().splitlines()[-12:])
    return Finding(
        Kind.LINK,
        "mkdocs.yml",
        f"MkDocs could not build the site: {why}",
        "mkdocs build --verbose",
        detail=tail,
    )


def put_in_place(site: Path, target: Path) -> None:
    """Move the folder `site` to `target` in one step; on failure `target` is as it was.

    Raises EngineError where the folder cannot be written or the disk is full.
    """
    outgoing = target.with_name(f".{target.name}.outgoing")
    try:
        shutil.rmtree(outgoing, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            target.rename(outgoing)
        try:
            shutil.move(site, target)
        except OSError:
            if outgoing.exists():
                shutil.rmtree(target, ignore_errors=True)
                outgoing.rename(target)
            raise
    except OSError as error:
        raise unwritable(target, error) from error
    shutil.rmtree(outgoing, ignore_errors=True)
