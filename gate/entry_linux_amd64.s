//go:build !race && !msan && !asan

#include "textflag.h"

#ifdef GOOS_android
#define USUAL _rt0_amd64_android(SB)
#else
#define USUAL _rt0_amd64_linux(SB)
#endif

// The kernel starts a release build here, with the stack as execve(2) lays it
// out: 0(SP) is argc, then come argv, envp and the auxiliary vector. The two words
// before argc are kept free: a judge's argv is one element longer (ask), and its
// environment two (lighten). Where the stack begins then, the call returns.
//
// Compiled Go code asks its g for the end of the stack, and finds it in R14 and,
// coming back from assembly, at -8(FS). So the workspace's thread becomes a g: stack.lo,
// stack.hi, stackguard0 and stackguard1 at 0, 8, 16 and 24 (runtime2.go).
// The runtime sets its own when it starts, and an exec clears it.
#define START(first) \
	MOVQ	SP, BX; \
	LEAQ	·shared(SB), R14; \
	LEAQ	-65536(SP), AX; \
	MOVQ	AX, 0(R14); \
	MOVQ	SP, 8(R14); \
	MOVQ	AX, 16(R14); \
	MOVQ	AX, 24(R14); \
	MOVQ	R14, 504(R14); \
	LEAQ	512(R14), SI; \
	MOVQ	$0x1002, DI; \ // ARCH_SET_FS
	MOVQ	$158, AX; \ // arch_prctl
	SYSCALL; \
	ANDQ	$~15, SP; \
	SUBQ	$48, SP; \
	MOVQ	BX, 0(SP); \
	CALL	first; \
	MOVQ	8(SP), SP; \
	JMP	USUAL

// func entry()
TEXT ·entry(SB),NOSPLIT|NOFRAME|TOPFRAME,$0-0
	START(·pre(SB))

// func judgeEntry()
TEXT ·judgeEntry(SB),NOSPLIT|NOFRAME|TOPFRAME,$0-0
	START(·preJudge(SB))

// func entries() (shim, judge, usual uintptr)
TEXT ·entries(SB),NOSPLIT,$0-24
	LEAQ	·entry(SB), AX
	LEAQ	·judgeEntry(SB), BX
	LEAQ	USUAL, CX
	MOVQ	AX, shim+0(FP)
	MOVQ	BX, judge+8(FP)
	MOVQ	CX, usual+16(FP)
	RET
