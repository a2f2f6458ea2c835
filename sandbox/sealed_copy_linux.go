//go:build amd64 || arm64

package sandbox

import (
	"io"
	"os"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox/supervise"
)

// maxSealedCopy bounds the size of a sealed copy.
const maxSealedCopy = 1 << 20

// ReadSealedCopy reads a file of Box.ReadOnlyBinds in a box without mounts: when a program opens that path for
// reading and writing, the supervisor answers with a sealed file. A real file at the path does
// not count, because it cannot have these seals.
func ReadSealedCopy(at string) ([]byte, bool) {
	fd, err := unix.Open(at, unix.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, false
	}
	f := os.NewFile(uintptr(fd), at)
	defer f.Close()
	var st unix.Stat_t
	seals, err := unix.FcntlInt(f.Fd(), unix.F_GET_SEALS, 0)
	if err != nil || seals&supervise.Seals != supervise.Seals || unix.Fstat(fd, &st) != nil || st.Nlink != 0 {
		return nil, false
	}
	text, err := io.ReadAll(io.NewSectionReader(f, 0, maxSealedCopy))
	return text, err == nil && len(text) > 0
}
