def call(self, args):
    primals_1, mm, tangents_1 = args
    # … 2 lines
    buf0 = mm; del mm  # reuse
    assert_size_stride(primals_1, (64, 64), (64, 1), 'input')
    cpp_fused_add_div_expand_mul_pow_relu_threshold_backward_0(buf0, tangents_1)
    # … 1 line
    buf1 = empty_strided_cpu((64, 64), (64, 1), torch.float32)
    # … 1 line
    extern_kernels.mm(buf0, primals_1, out=buf1)
    buf2 = empty_strided_cpu((64, 64), (64, 1), torch.float32)
    # … 1 line
    extern_kernels.addmm(buf1, reinterpret_tensor(buf0, (64, 64), (1, 64), 0), primals_1, alpha=1, beta=1, out=buf2)
    # … 3 lines
    return (buf2, )
