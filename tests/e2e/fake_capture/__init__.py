"""Stands in for claims.engine.capture in a tiny project: the same names, no PyTorch, a warm start of no time."""
