# … 9 lines
should_loop = buf0_cond_result
if not should_loop:
    # … 1 line
while should_loop:
    # … 6 lines
    should_loop = buf0_cond_result
# … 5 lines
