#include "textflag.h"

// func invoke(number, a, b, c, d uintptr) int
TEXT ·invoke(SB),NOSPLIT,$0-48
	MOVD number+0(FP), R8
	MOVD a+8(FP), R0
	MOVD b+16(FP), R1
	MOVD c+24(FP), R2
	MOVD d+32(FP), R3
	SVC
	MOVD R0, ret+40(FP)
	RET
