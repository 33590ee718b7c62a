# … 1 line
def tuned_mm(mat1, mat2, *, layout=None):
    # … 26 lines
    if use_aten_gemm_kernels():
    # … 4 lines
    if is_nonzero and use_triton_template(layout, check_max_autotune=False):
    # … 43 lines
        and use_triton_template(layout)
    # … 4 lines
        if use_aten_gemm_kernels():
    # … 47 lines
    return autotune_select_algorithm(
    # … 6 lines
