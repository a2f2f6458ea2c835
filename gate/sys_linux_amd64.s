#include "textflag.h"

// func invoke(number, a, b, c, d uintptr) int
TEXT ·invoke(SB),NOSPLIT,$0-48
	MOVQ number+0(FP), AX
	MOVQ a+8(FP), DI
	MOVQ b+16(FP), SI
	MOVQ c+24(FP), DX
	MOVQ d+32(FP), R10
	SYSCALL
	MOVQ AX, ret+40(FP)
	RET
