.L1:
        vaddps       ymm0, ymm2, ymmword ptr [rdi]
        add          rdi, 0x20
        vmaxps       ymm0, ymm1, ymm0
        vmovups      ymmword ptr [rdi - 0x20], ymm0
        cmp          rdi, rax
        jne          .L1
