#include "textflag.h"

// func start()
TEXT ·start(SB),NOSPLIT|NOFRAME|TOPFRAME,$0-0
	MOVD	RSP, R19
	MOVD	$·thread(SB), g
	SUB	$65536, R19, R1
	MOVD	R1, 0(g)
	MOVD	R19, 8(g)
	MOVD	R1, 16(g)
	MOVD	R1, 24(g)
	SUB	$48, RSP
	MOVD	R19, 32(RSP)
	MOVD	R29, 40(RSP)
	MOVD	ZR, R29
	MOVD	R19, 8(RSP)
	BL	·load(SB)
	MOVD	16(RSP), R1
	MOVD	32(RSP), R19
	MOVD	R19, RSP
	B	(R1)

GLOBL ·thread(SB), NOPTR, $512

// func origin() uintptr
TEXT ·origin(SB),NOSPLIT,$0-8
	MOVD	$·start(SB), R0
	MOVD	R0, ret+0(FP)
	RET

// func call(number, a, b, c, d, e, f uintptr) uintptr
TEXT ·call(SB),NOSPLIT,$0-64
	MOVD	number+0(FP), R8
	MOVD	a+8(FP), R0
	MOVD	b+16(FP), R1
	MOVD	c+24(FP), R2
	MOVD	d+32(FP), R3
	MOVD	e+40(FP), R4
	MOVD	f+48(FP), R5
	SVC
	MOVD	R0, ret+56(FP)
	RET
