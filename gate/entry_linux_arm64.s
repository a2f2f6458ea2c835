//go:build !race && !msan && !asan

#include "textflag.h"

#ifdef GOOS_android
#define USUAL _rt0_arm64_android(SB)
#else
#define USUAL _rt0_arm64_linux(SB)
#endif

// As on amd64, but that a g is only ever looked for in R28, so the thread
// needs no local storage.
#define START(first) \
	MOVD	RSP, R19; \
	MOVD	$·shared(SB), g; \
	SUB	$65536, R19, R1; \
	MOVD	R1, 0(g); \
	MOVD	R19, 8(g); \
	MOVD	R1, 16(g); \
	MOVD	R1, 24(g); \
	SUB	$64, RSP; \
	MOVD	R29, 40(RSP); \
	MOVD	ZR, R29; \
	MOVD	R19, 8(RSP); \
	BL	first; \
	MOVD	16(RSP), R19; \
	MOVD	R19, RSP; \
	B	USUAL

// func entry()
TEXT ·entry(SB),NOSPLIT|NOFRAME|TOPFRAME,$0-0
	START(·pre(SB))

// func judgeEntry()
TEXT ·judgeEntry(SB),NOSPLIT|NOFRAME|TOPFRAME,$0-0
	START(·preJudge(SB))

// func entries() (shim, judge, usual uintptr)
TEXT ·entries(SB),NOSPLIT,$0-24
	MOVD	$·entry(SB), R0
	MOVD	$·judgeEntry(SB), R1
	MOVD	$USUAL, R2
	MOVD	R0, shim+0(FP)
	MOVD	R1, judge+8(FP)
	MOVD	R2, usual+16(FP)
	RET
