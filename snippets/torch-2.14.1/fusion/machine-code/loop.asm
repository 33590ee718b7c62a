.L1:
        vaddps       ymm0, ymm2, ymmword ptr [rdi]
        add          rdi, 0x20
        vmaxps       ymm0, ymm1, ymm0
        vmovups      xmmword ptr [rdi - 0x20], xmm0
        vextractf128 xmmword ptr [rdi - 0x10], ymm0, 1
        cmp          rdi, rax
        jne          .L1
