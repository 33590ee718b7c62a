# … 4 lines
buf0 = empty_strided_cpu((64, 64), (64, 1), torch.float32)
# … 1 line
extern_kernels.mm(arg0_1, reinterpret_tensor(arg0_1, (64, 64), (1, 64), 0), out=buf0)
# … 4 lines
