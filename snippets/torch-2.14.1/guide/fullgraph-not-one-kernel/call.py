def call(self, args):
    # … 5 lines
    extern_kernels.mm(arg0_1, reinterpret_tensor(arg0_1, (64, 64), (1, 64), 0), out=buf0)
    # … 2 lines
    cpp_fused_add_relu_0(buf1)
    return (buf1, )
