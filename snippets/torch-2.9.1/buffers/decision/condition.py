def decide_inplace_update(self) -> None:
    # … 7 lines
        and config.inplace_buffers
    # … 73 lines
                    len(remaining_uses) == 1
                    and remaining_uses[0].can_inplace
                    and remaining_uses[0].node is self
                # … 34 lines
