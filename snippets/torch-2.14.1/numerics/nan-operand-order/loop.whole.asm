kernel:
        lea          r10, [rsp + 8]
        and          rsp, {address}
        lea          rax, [rdi + 0x4000]
        vxorps       xmm1, xmm1, xmm1
        push         qword ptr [r10 - 8]
        push         rbp
        mov          rbp, rsp
        push         r12
        push         r10
        push         rbx
        sub          rsp, 0x78
        vbroadcastss ymm2, dword ptr [rip + {constant}]
        mov          dword ptr [rbp - 0x88], 0
        nop          dword ptr [rax + rax]
.L1:
        vaddps       ymm0, ymm2, ymmword ptr [rdi]
        add          rdi, 0x20
        vmaxps       ymm0, ymm1, ymm0
        vmovups      xmmword ptr [rdi - 0x20], xmm0
        vextractf128 xmmword ptr [rdi - 0x10], ymm0, 1
        cmp          rdi, rax
        jne          .L1
        mov          rax, qword ptr [rip + {constant}]
        mov          qword ptr [rax], 0
        mov          eax, dword ptr [rbp - 0x88]
        test         eax, eax
        jne          {elsewhere}
        vzeroupper
        lea          rsp, [rbp - 0x18]
        pop          rbx
        pop          r10
        pop          r12
        pop          rbp
        lea          rsp, [r10 - 8]
        ret
