package gate

// Call numbers and flags of arch/x86.
const (
	numRead       = 0
	numWrite      = 1
	numClose      = 3
	numFstat      = 5
	numMmap       = 9
	numMunmap     = 11
	numSigaction  = 13
	numSigmask    = 14
	numPread      = 17
	numGetpid     = 39
	numExecve     = 59
	numControl    = 72
	numGetcwd     = 79
	numFchmod     = 91
	numGeteuid    = 107
	numGetppid    = 110
	numProcess    = 157 // prctl
	numSetCPUs    = 203 // sched_setaffinity
	numGetCPUs    = 204 // sched_getaffinity
	numClock      = 228
	numExit       = 231
	numOpenat     = 257
	numStatat     = 262
	numReadlinkat = 267
	numAccessat   = 269
	numLimit      = 302
	numWhichCPU   = 309 // getcpu

	oDirectory = 0x10000
	oNoFollow  = 0x20000
)

// kstat is struct stat of arch/x86.
type kstat struct {
	dev, ino, nlink     uint64
	mode, uid, gid, pad uint32
	rdev                uint64
	size                int64
	blksize, blocks     int64
	atime, mtime, ctime instant
	rest                [3]int64
}
