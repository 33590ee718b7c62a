def decide_inplace_update(self) -> None:
    # … 7 lines
        and config.inplace_buffers
    # … 86 lines
                    and len(remaining_uses) == 1
                    and remaining_uses[0].can_inplace
                    and remaining_uses[0].node is self
                # … 35 lines
