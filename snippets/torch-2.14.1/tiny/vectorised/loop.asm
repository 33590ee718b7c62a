.L6:
        movups       xmm0, xmmword ptr [rcx + rax]
        mulps        xmm0, xmm4
        addps        xmm0, xmm3
        movaps       xmm1, xmm0
        cmpltps      xmm1, xmm2
        andnps       xmm1, xmm0
        movups       xmmword ptr [rsi + rax], xmm1
        add          rax, 0x10
        cmp          rdi, rax
        jne          .L6
