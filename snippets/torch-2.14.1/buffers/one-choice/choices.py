# … 1 line
def tuned_mm(mat1, mat2, out_dtype=None, *, layout=None):
    # … 88 lines
    if use_aten_gemm_kernels():
    # … 6 lines
        and use_triton_template(layout, check_max_autotune=True)
    # … 61 lines
        and use_triton_template(layout)
    # … 4 lines
        if use_aten_gemm_kernels():
    # … 51 lines
    node, _ = autotune_select_algorithm(
    # … 7 lines
