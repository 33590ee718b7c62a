"""The MkDocs side, loaded by ``hooks:`` in mkdocs.yml: virtual pages, and the Markdown extension's material.

It holds no verdict and no logic. The verdict comes from the report that the environment names; without one,
as in a bare ``mkdocs build``, every page is marked as not checked.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:  # the console script ``mkdocs`` does not look in the folder it is run from
    sys.path.append(str(ROOT))

from mkdocs.config.defaults import MkDocsConfig  # noqa: E402
from mkdocs.structure.files import File, Files  # noqa: E402
from mkdocs.structure.pages import Page  # noqa: E402

from claims.engine.project import Project  # noqa: E402
from claims.web.colouring import coloured  # noqa: E402
from claims.web.cores import all_cores  # noqa: E402
from claims.web.extension import report_path  # noqa: E402
from claims.web.notebook import notebook_pages  # noqa: E402
from claims.web.pages import evidence_pages  # noqa: E402
from claims.web.plots import plot_files, plots_of  # noqa: E402
from claims.web.site import load_site  # noqa: E402

EXTENSION = "claims.web.extension"
STYLE = "assets/claims.css"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Read the site's material; add the extension, the style sheet and the folder that excerpts come from."""
    project = Project.find(Path(config.config_file_path).parent)
    config.mdx_configs[EXTENSION] = {"site": load_site(project, report_path(os.environ))}
    # The table of error rates lies beside the builds' folders.
    folders = [*project.accepted_builds, project.fresh, project.snippets]
    config.mdx_configs.setdefault("pymdownx.snippets", {})["base_path"] = [str(folder) for folder in folders]
    config.markdown_extensions.append(EXTENSION)
    config.extra_css.append(STYLE)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the index of claims, a page for each claim, the notebook's page, the plots and the style sheet."""
    options = config.mdx_configs[EXTENSION]
    with all_cores() as cores:
        # A second and more of another core, while the claims' pages are written.
        drawn = cores.apply_async(plot_files, (plots_of(options["site"]),))
        pages = evidence_pages(options["site"], config.nav) + notebook_pages(options["site"])
        options["coloured"] = coloured((page.markdown for page in pages), config.mdx_configs)
        contents = {page.path: page.markdown for page in pages} | drawn.get()
    for path, content in contents.items():
        files.append(File.generated(config, path, content=content))
    style = Path(__file__).with_name("assets") / "claims.css"
    files.append(File.generated(config, STYLE, abs_src_path=str(style)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Tell the extension which page comes next."""
    config.mdx_configs[EXTENSION]["page"] = page.file.src_uri
    return markdown
