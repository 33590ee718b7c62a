# … 36 lines
def fw_compiler_base(
# … 38 lines
def bw_compiler(
# … 99 lines
        return dynamo_common.aot_autograd(
            fw_compiler=fw_compiler,
            bw_compiler=bw_compiler,
    # … 13 lines
