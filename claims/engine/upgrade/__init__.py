"""Runs every claim on another PyTorch build, beside the pinned one: its environment, its checkout, its evidence."""
