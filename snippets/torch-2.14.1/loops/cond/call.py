def call(self, args):
    # … 5 lines
    cpp_fused_gt_sum_0(arg0_1, buf0, buf1)
    # … 1 line
    buf2_selector = int(buf1.item())
    # … 1 line
    if buf2_selector == 0:
        # … 4 lines
        buf2 = false_graph_0(false_graph_0_args)
    else:
        # … 2 lines
        buf2 = true_graph_0(true_graph_0_args)
    # … 3 lines
    return (buf3, )
