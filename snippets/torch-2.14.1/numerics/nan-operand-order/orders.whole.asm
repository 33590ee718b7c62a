; the kernel: NaN gives nan
        vaddps       ymm0, ymm2, ymmword ptr [rdi]
        vmaxps       ymm0, ymm1, ymm0
; C, maximum(zero, sum): NaN gives nan
        vaddps       xmm0, xmm2, xmmword ptr [rdi]
        vmaxps       xmm0, xmm1, xmm0
; C, maximum(sum, zero): NaN gives 0
        vaddps       xmm0, xmm2, xmmword ptr [rdi]
        vmaxps       xmm0, xmm0, xmm1
