kernel:
        lea          r10, [rsp + 8]
        and          rsp, {address}
        lea          rax, [rdi + 0x8000]
        vxorpd       xmm2, xmm2, xmm2
        push         qword ptr [r10 - 8]
        push         rbp
        mov          rbp, rsp
        push         r12
        push         r10
        push         rbx
        sub          rsp, 0x78
        vbroadcastsd ymm3, qword ptr [rip + {constant}]
        mov          dword ptr [rbp - 0x88], 0
        nop          dword ptr [rax + rax]
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
