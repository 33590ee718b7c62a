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
