//go:build !race && !msan && !asan

package native

// Call numbers of the generic table.
const (
	numIoctl     = 29
	numMknodat   = 33
	numMkdirat   = 34
	numSymlinkat = 36
	numFchdir    = 50
	numOpenat    = 56
	numClose     = 57
	numPipe      = 59
	numRead      = 63
	numWrite     = 64
	numPpoll     = 73
	numFstat     = 80
	numExit      = 94
	numCapset    = 91
	numSigaction = 134
	numSigmask   = 135
	numPrctl     = 167
	numGetppid   = 173
	numSocket    = 198
	numSendmsg   = 211
	numClone     = 220
	numExecve    = 221
	numMmap      = 222
	numWait      = 260
	numPrlimit   = 261
)
