	.file	"run.c"
	.text
	.p2align 4
	.globl	run
	.type	run, @function
run:
.LFB0:
	.cfi_startproc
	movq	%rdi, %rcx
	testq	%rdx, %rdx
	je	.L1
	cmpq	$1, %rdx
	je	.L14
	leaq	4(%rdi), %rax
	movq	%rsi, %rdi
	subq	%rax, %rdi
	xorl	%eax, %eax
	cmpq	$8, %rdi
	ja	.L34
.L3:
	movss	.LC2(%rip), %xmm3
	movss	.LC4(%rip), %xmm2
	pxor	%xmm1, %xmm1
	.p2align 4,,10
	.p2align 3
.L13:
	movss	(%rcx,%rax,4), %xmm0
	mulss	%xmm3, %xmm0
	addss	%xmm2, %xmm0
	comiss	%xmm0, %xmm1
	jbe	.L11
	pxor	%xmm0, %xmm0
.L11:
	movss	%xmm0, (%rsi,%rax,4)
	addq	$1, %rax
	cmpq	%rax, %rdx
	jne	.L13
.L1:
	ret
	.p2align 4,,10
	.p2align 3
.L34:
	leaq	-1(%rdx), %rax
	cmpq	$2, %rax
	jbe	.L16
	movq	%rdx, %rdi
	movss	.LC2(%rip), %xmm4
	xorl	%eax, %eax
	pxor	%xmm2, %xmm2
	movss	.LC4(%rip), %xmm3
	shrq	$2, %rdi
	salq	$4, %rdi
	shufps	$0, %xmm4, %xmm4
	shufps	$0, %xmm3, %xmm3
.L5:
	movups	(%rcx,%rax), %xmm0
	mulps	%xmm4, %xmm0
	addps	%xmm3, %xmm0
	movaps	%xmm0, %xmm1
	cmpltps	%xmm2, %xmm1
	andnps	%xmm0, %xmm1
	movups	%xmm1, (%rsi,%rax)
	addq	$16, %rax
	cmpq	%rax, %rdi
	jne	.L5
	testb	$3, %dl
	je	.L1
	movq	%rdx, %rax
	andq	$-4, %rax
	subq	%rax, %rdx
	cmpq	$1, %rdx
	je	.L7
.L4:
	movq	(%rcx,%rax,4), %xmm0
	xorps	%xmm2, %xmm2
	movq	.LC5(%rip), %xmm1
	mulps	%xmm1, %xmm0
	movq	.LC6(%rip), %xmm1
	addps	%xmm1, %xmm0
	movaps	%xmm0, %xmm1
	cmpltps	%xmm2, %xmm1
	andnps	%xmm0, %xmm1
	movlps	%xmm1, (%rsi,%rax,4)
	testb	$1, %dl
	je	.L1
	andq	$-2, %rdx
	addq	%rdx, %rax
.L7:
	movss	.LC2(%rip), %xmm0
	mulss	(%rcx,%rax,4), %xmm0
	pxor	%xmm1, %xmm1
	leaq	0(,%rax,4), %rdx
	addss	.LC4(%rip), %xmm0
	comiss	%xmm0, %xmm1
	jbe	.L9
	movaps	%xmm1, %xmm0
.L9:
	movss	%xmm0, (%rsi,%rdx)
	ret
	.p2align 4,,10
	.p2align 3
.L14:
	xorl	%eax, %eax
	jmp	.L3
.L16:
	xorl	%eax, %eax
	jmp	.L4
	.cfi_endproc
.LFE0:
	.size	run, .-run
	.set	.LC2,.LC5
	.set	.LC4,.LC6
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC5:
	.long	1077936128
	.long	1077936128
	.align 8
.LC6:
	.long	1065353216
	.long	1065353216
	.section	.note.GNU-stack,"",@progbits
