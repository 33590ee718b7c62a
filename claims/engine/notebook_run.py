"""The program that executes a notebook: ``python -m claims.engine.notebook_run SOURCE TARGET RESULT SECONDS``.

It runs in a process of its own, since a kernel is a process tree that must be killed as a whole where it hangs. What it
found is in RESULT as JSON, with the seconds that it took; TARGET is the notebook with its outputs, as far as it came.
"""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_ARROW = re.compile(r"^-+>\s*\d+\s?(.*)$", re.MULTILINE)


def execute(source: Path, target: Path, seconds: int) -> dict[str, str]:
    """Execute `source` from the first cell to the last in a new kernel, or to the first cell that fails.

    Returns ``cell``, ``error``, ``line`` and ``detail`` of the failure; all empty where there was none.
    """
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    at = ""

    def note(cell: dict[str, str], cell_index: int) -> None:
        nonlocal at
        at = cell["id"]

    notebook = nbformat.read(source, 4)  # type: ignore[no-untyped-call]
    client = NotebookClient(
        notebook,
        timeout=seconds,
        kernel_name="python3",
        resources={"metadata": {"path": str(target.parent)}},
        on_cell_start=note,
    )
    failed = dict.fromkeys(("cell", "error", "line", "detail"), "")
    try:
        client.execute()
    except CellExecutionError as error:
        traceback = _COLOUR.sub("", error.traceback)
        lines = _ARROW.findall(traceback)
        failed = {
            "cell": at,
            "error": f"{error.ename}: {error.evalue}".rstrip(": "),
            # The first arrow of IPython's traceback is in the cell, further ones are in what it called.
            "line": lines[0].strip() if lines else "",
            "detail": "\n".join(traceback.strip().splitlines()[-12:]),
        }
    except CellTimeoutError:
        failed |= {"cell": at, "error": f"ran past {seconds} s"}
    except DeadKernelError:
        failed |= {"cell": at, "error": "its interpreter died"}
    finally:
        nbformat.write(notebook, target)  # type: ignore[no-untyped-call]
    return failed


def main() -> None:
    """Execute what the command line names."""
    source, target, result, seconds = sys.argv[1:]
    start = time.perf_counter()
    found = execute(Path(source), Path(target), int(seconds))
    spent = {"seconds": time.perf_counter() - start}
    Path(result).write_text(json.dumps(found | spent), encoding="utf-8")


if __name__ == "__main__":
    main()
