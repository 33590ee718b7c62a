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
