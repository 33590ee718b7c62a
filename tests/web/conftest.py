from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import CHROMIUM, QUIET
from playwright.sync_api import Browser, sync_playwright
from sample import reports, write_project, write_reports

from claims.engine.project import Project
from claims.web.build import build_site
from claims.web.site import Site, load_site


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The sample project, not to be changed."""
    return write_project(tmp_path_factory.mktemp("sample"))


@pytest.fixture(scope="session")
def sites(project: Project) -> dict[str, Site]:
    """The sample's material under each report."""
    return {name: load_site(project, path) for name, path in write_reports(project.build).items()}


@pytest.fixture(scope="session")
def built(project: Project) -> dict[str, Path]:
    """The sample's site, built with MkDocs under each report; not to be changed."""
    folders = {}
    for name, report in reports().items():
        folders[name] = project.build / f"site-{name}"
        assert build_site(project, report, folders[name]) == []
    return folders


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield chromium
        chromium.close()
