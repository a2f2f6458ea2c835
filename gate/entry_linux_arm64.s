//go:build !race && !msan && !asan

#include "textflag.h"

// As on amd64, but that a g is only ever looked for in R28, so the thread
// needs no local storage.
//
// func entry()
TEXT ·entry(SB),NOSPLIT|NOFRAME|TOPFRAME,$0-0
	MOVD	RSP, R19
	MOVD	$·shared(SB), g
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
	BL	·pre(SB)
	MOVD	32(RSP), R19
	MOVD	R19, RSP
#ifdef GOOS_android
	B	_rt0_arm64_android(SB)
#else
	B	_rt0_arm64_linux(SB)
#endif

// func entries() (early, usual uintptr)
TEXT ·entries(SB),NOSPLIT,$0-16
	MOVD $·entry(SB), R0
#ifdef GOOS_android
	MOVD $_rt0_arm64_android(SB), R1
#else
	MOVD $_rt0_arm64_linux(SB), R1
#endif
	MOVD R0, early+0(FP)
	MOVD R1, usual+8(FP)
	RET
