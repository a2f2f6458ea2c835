package gate

// Call numbers and flags of the generic table and arch/arm64.
const (
	numGetcwd     = 17
	numControl    = 25
	numAccessat   = 48
	numFchmod     = 52
	numOpenat     = 56
	numClose      = 57
	numRead       = 63
	numWrite      = 64
	numReadlinkat = 78
	numStatat     = 79
	numPread      = 67
	numFstat      = 80
	numExit       = 94
	numClock      = 113
	numSetCPUs    = 122 // sched_setaffinity
	numGetCPUs    = 123 // sched_getaffinity
	numSigaction  = 134
	numSigmask    = 135
	numProcess    = 167 // prctl
	numWhichCPU   = 168 // getcpu
	numGetpid     = 172
	numGetppid    = 173
	numGeteuid    = 175
	numMunmap     = 215
	numExecve     = 221
	numMmap       = 222
	numLimit      = 261

	oDirectory = 0x4000
	oNoFollow  = 0x8000
)

// kstat is struct stat of include/uapi/asm-generic/stat.h.
type kstat struct {
	dev, ino              uint64
	mode, nlink, uid, gid uint32
	rdev, pad             uint64
	size                  int64
	blksize, pad2         int32
	blocks                int64
	atime, mtime, ctime   instant
	unused4, unused5      uint32
}
