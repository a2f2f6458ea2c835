#include "textflag.h"

// func mutantTls(n int) int
TEXT ·mutantTls(SB),NOSPLIT,$0-16
	MOVQ n+0(FP), AX
	MOVQ AX, 16(FS)
	MOVQ AX, ret+8(FP)
	RET
