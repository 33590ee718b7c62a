run:
        mov          rcx, rdi
        test         rdx, rdx
        je           .L4
        cmp          rdx, 1
        je           .L10
        lea          rax, [rdi + 4]
        mov          rdi, rsi
        sub          rdi, rax
        xor          eax, eax
        cmp          rdi, 8
        ja           .L5
.L1:
        movss        xmm3, dword ptr [rip + {constant}]
        movss        xmm2, dword ptr [rip + {constant}]
        pxor         xmm1, xmm1
        nop          dword ptr [rax + rax]
.L2:
        movss        xmm0, dword ptr [rcx + rax*4]
        mulss        xmm0, xmm3
        addss        xmm0, xmm2
        comiss       xmm1, xmm0
        jbe          .L3
        pxor         xmm0, xmm0
.L3:
        movss        dword ptr [rsi + rax*4], xmm0
        add          rax, 1
        cmp          rdx, rax
        jne          .L2
.L4:
        ret
        nop          dword ptr [rax]
.L5:
        lea          rax, [rdx - 1]
        cmp          rax, 2
        jbe          .L11
        mov          rdi, rdx
        movss        xmm4, dword ptr [rip + {constant}]
        xor          eax, eax
        pxor         xmm2, xmm2
        movss        xmm3, dword ptr [rip + {constant}]
        shr          rdi, 2
        shl          rdi, 4
        shufps       xmm4, xmm4, 0
        shufps       xmm3, xmm3, 0
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
        test         dl, 3
        je           .L4
        mov          rax, rdx
        and          rax, {address}
        sub          rdx, rax
        cmp          rdx, 1
        je           .L8
.L7:
        movq         xmm0, qword ptr [rcx + rax*4]
        xorps        xmm2, xmm2
        movq         xmm1, qword ptr [rip + {constant}]
        mulps        xmm0, xmm1
        movq         xmm1, qword ptr [rip + {constant}]
        addps        xmm0, xmm1
        movaps       xmm1, xmm0
        cmpltps      xmm1, xmm2
        andnps       xmm1, xmm0
        movlps       qword ptr [rsi + rax*4], xmm1
        test         dl, 1
        je           .L4
        and          rdx, {address}
        add          rax, rdx
.L8:
        movss        xmm0, dword ptr [rip + {constant}]
        mulss        xmm0, dword ptr [rcx + rax*4]
        pxor         xmm1, xmm1
        lea          rdx, [rax*4]
        addss        xmm0, dword ptr [rip + {constant}]
        comiss       xmm1, xmm0
        jbe          .L9
        movaps       xmm0, xmm1
.L9:
        movss        dword ptr [rsi + rdx], xmm0
        ret
.L10:
        xor          eax, eax
        jmp          .L1
.L11:
        xor          eax, eax
        jmp          .L7
