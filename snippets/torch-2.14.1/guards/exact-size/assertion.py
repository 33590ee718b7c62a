def call(self, args):
    # … 2 lines
    assert_size_stride(arg0_1, (64, 64), (64, 1), 'input')
    # … 6 lines
    return (buf1, )
