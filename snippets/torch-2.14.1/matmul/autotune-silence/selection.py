def __call__(
# … 37 lines
    if len(choices) == 1:
        # … 3 lines
            return node, choices[0]
    # … 81 lines
                timings = self.do_autotuning(
        # … 43 lines
    timings = self.do_autotuning(
    # … 82 lines
    return node, choice
