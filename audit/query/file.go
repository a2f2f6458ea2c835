package query

import (
	"compress/gzip"
	"fmt"
	"io"
	"time"

	"github.com/agent-loop/shimgen/audit"
)

// Files returns the files of a trail, oldest first. Others may write to them, rename,
// compress and remove them meanwhile.
func Files(dir string) ([]audit.DayFile, error) { return days(dir, time.Time{}) }

// Open opens a file of a trail for reading from its first line. One that is renamed or
// removed meanwhile can be read to its end. The text of a compressed one is made as it is
// read.
func Open(dir string, d audit.DayFile) (io.ReadCloser, error) {
	f, err := openFile(dir, d.Name())
	if err != nil || !d.Gzip {
		return f, err
	}
	in, err := gzip.NewReader(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", d.Name(), err)
	}
	return struct {
		io.Reader
		io.Closer
	}{io.LimitReader(in, audit.LongestText), f}, nil
}
