"""Its place puts tests/ on the path, so that every folder of tests can say ``from example import Example``."""
