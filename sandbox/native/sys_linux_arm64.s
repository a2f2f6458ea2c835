//go:build !race && !msan && !asan

#include "textflag.h"

// func invoke(number, a, b, c, d, e, f uintptr) int
TEXT ·invoke(SB),NOSPLIT,$0-64
	MOVD number+0(FP), R8
	MOVD a+8(FP), R0
	MOVD b+16(FP), R1
	MOVD c+24(FP), R2
	MOVD d+32(FP), R3
	MOVD e+40(FP), R4
	MOVD f+48(FP), R5
	SVC
	MOVD R0, ret+56(FP)
	RET

// As gate's entry does it, on a stack of its own.
//
// func leave(stack, envp uintptr)
TEXT ·leave(SB),NOSPLIT|NOFRAME,$0-16
	MOVD	stack+0(FP), R19
	MOVD	envp+8(FP), R20
	MOVD	$·shared(SB), g
	SUB	$65536, R19, R1
	MOVD	R1, 0(g)
	MOVD	R19, 8(g)
	MOVD	R1, 16(g)
	MOVD	R1, 24(g)
	MOVD	R19, RSP
	SUB	$64, RSP
	MOVD	R29, 40(RSP)
	MOVD	ZR, R29
	MOVD	R20, 8(RSP)
	BL	·Begin(SB)
	BRK
