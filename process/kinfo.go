package process

import (
	"encoding/binary"
	"strconv"
)

// layout says where in a system's struct kinfo_proc, of which sysctl returns an
// array, there is what counts here. All numbers are little-endian: every machine
// is that has one of these layouts.
type layout struct {
	size   int  // of the whole
	sized  bool // the struct begins with its own size
	start  int  // struct timeval: two numbers of 8 bytes, the second perhaps with 4
	stat   int  // one byte
	pid    int  // 4 bytes
	parent int  // 4 bytes
}

// zombie is SZOMB of <sys/proc.h>, on both systems.
const zombie = 5

// Apple's struct kinfo_proc on 64-bit machines: <sys/sysctl.h>, whose first part
// is struct extern_proc of <sys/proc.h>.
const (
	darwinSize   = 648
	darwinStart  = 0   // kp_proc.p_un.__p_starttime
	darwinStat   = 36  // kp_proc.p_stat
	darwinPid    = 40  // kp_proc.p_pid
	darwinParent = 560 // kp_eproc.e_ppid
)

var darwinLayout = layout{darwinSize, false, darwinStart, darwinStat, darwinPid, darwinParent}

// FreeBSD's struct kinfo_proc on amd64 and arm64: <sys/user.h>, where it is
// promised to keep its size, KINFO_PROC_SIZE, and its members' places.
var freebsdLayout = layout{size: 1088, sized: true, start: 336, stat: 388, pid: 72, parent: 76}

// read returns the processes in what sysctl returned. It is nothing if that is no
// array of such structs: a table that is not understood names nobody.
func (l *layout) read(raw []byte) []Entry {
	if len(raw)%l.size != 0 {
		return nil
	}
	var all []Entry
	for ; len(raw) > 0; raw = raw[l.size:] {
		if l.sized && number(raw, 0) != l.size {
			return nil
		}
		pid := number(raw, l.pid)
		if pid <= 0 {
			continue // the kernel itself
		}
		seconds := binary.LittleEndian.Uint64(raw[l.start:])
		micros := binary.LittleEndian.Uint32(raw[l.start+8:])
		start := strconv.FormatUint(seconds, 10) + "." + strconv.FormatUint(uint64(micros), 10)
		all = append(all, Entry{ID{pid, start}, number(raw, l.parent), raw[l.stat] == zombie})
	}
	return all
}

// number reads a number of 4 bytes.
func number(raw []byte, at int) int { return int(int32(binary.LittleEndian.Uint32(raw[at:]))) }
