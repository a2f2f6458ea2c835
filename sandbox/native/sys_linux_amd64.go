//go:build !race && !msan && !asan

package native

// Call numbers of arch/x86.
const (
	numRead      = 0
	numWrite     = 1
	numClose     = 3
	numFstat     = 5
	numMmap      = 9
	numSigaction = 13
	numSigmask   = 14
	numIoctl     = 16
	numSocket    = 41
	numSendmsg   = 46
	numClone     = 56
	numExecve    = 59
	numWait      = 61
	numFchdir    = 81
	numGetppid   = 110
	numCapset    = 126
	numPrctl     = 157
	numExit      = 231
	numOpenat    = 257
	numMkdirat   = 258
	numMknodat   = 259
	numSymlinkat = 266
	numPpoll     = 271
	numPipe      = 293
	numPrlimit   = 302
)
