def method_item(
# … 6 lines
    if not tx.one_graph and not config.capture_scalar_outputs:
        # … 1 line
        unimplemented(
            gb_type="Unsupported Tensor.item() call with capture_scalar_outputs=False",
        # … 9 lines
    return None
