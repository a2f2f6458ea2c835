//go:build amd64 || arm64

package sandbox

import (
	"io"
	"os"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox/supervise"
)

// mostLent is how long what is lent may be.
const mostLent = 1 << 20

// ReadLent reads a file of Box.Lent in a box of Landlock's, in which nothing is mounted: the
// supervisor answers who opens it for reading and writing. What lies at the path itself never
// counts: it has not the seals that the answer has.
func ReadLent(at string) ([]byte, bool) {
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
	text, err := io.ReadAll(io.NewSectionReader(f, 0, mostLent))
	return text, err == nil && len(text) > 0
}
