"""Orderings: which of two paths is faster, decided at a known error rate. Nothing in this package imports torch."""
