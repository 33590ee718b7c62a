"""Puts tests/engine on the path, where the worlds of evidence and prose are."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
