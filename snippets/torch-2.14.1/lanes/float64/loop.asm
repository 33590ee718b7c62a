.L1:
        vaddpd       ymm1, ymm3, ymmword ptr [rdi]
        add          rdi, 0x40
        vaddpd       ymm0, ymm3, ymmword ptr [rdi - 0x20]
        vmaxpd       ymm1, ymm2, ymm1
        vmaxpd       ymm0, ymm2, ymm0
        vmovupd      xmmword ptr [rdi - 0x40], xmm1
        vextractf128 xmmword ptr [rdi - 0x30], ymm1, 1
        vmovupd      xmmword ptr [rdi - 0x20], xmm0
        vextractf128 xmmword ptr [rdi - 0x10], ymm0, 1
        cmp          rax, rdi
        jne          .L1
