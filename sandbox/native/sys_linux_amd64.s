//go:build !race && !msan && !asan

#include "textflag.h"

// func invoke(number, a, b, c, d, e, f uintptr) int
TEXT ·invoke(SB),NOSPLIT,$0-64
	MOVQ number+0(FP), AX
	MOVQ a+8(FP), DI
	MOVQ b+16(FP), SI
	MOVQ c+24(FP), DX
	MOVQ d+32(FP), R10
	MOVQ e+40(FP), R8
	MOVQ f+48(FP), R9
	SYSCALL
	MOVQ AX, ret+56(FP)
	RET

// As gate's entry does it, on a stack of its own: compiled Go code asks its g for the end
// of the stack, and finds it in R14 and, coming back from assembly, at -8(FS).
//
// func leave(stack, envp uintptr)
TEXT ·leave(SB),NOSPLIT|NOFRAME,$0-16
	MOVQ	stack+0(FP), R12
	MOVQ	envp+8(FP), R13
	LEAQ	·shared(SB), R14
	LEAQ	-65536(R12), AX
	MOVQ	AX, 0(R14)
	MOVQ	R12, 8(R14)
	MOVQ	AX, 16(R14)
	MOVQ	AX, 24(R14)
	MOVQ	R14, 504(R14)
	LEAQ	512(R14), SI
	MOVQ	$0x1002, DI // ARCH_SET_FS
	MOVQ	$158, AX // arch_prctl
	SYSCALL
	MOVQ	R12, SP
	SUBQ	$64, SP
	MOVQ	R13, 0(SP)
	CALL	·Begin(SB)
	INT	$3
