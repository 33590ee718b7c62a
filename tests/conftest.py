"""Its place puts tests/ on the path, so that every folder of tests can say ``from example import Example``."""

import signal

# A shell without job control starts its background jobs with Ctrl-C ignored, and children inherit that: the tests that
# interrupt a program would wait for it in vain.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
