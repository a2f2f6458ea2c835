package query

import (
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/agent-loop/shimgen/audit"
)

// Files returns the files of a trail, oldest first. Others may write to them, rename,
// compress and remove them meanwhile.
func Files(dir string) ([]audit.DayFile, error) { return days(dir, time.Time{}) }

// Open opens a file of a trail for reading from its first line. One that is renamed or
// removed meanwhile can be read to its end. The text of a compressed one is made as it is
// read. What is known of the file tells whether it is the one that had the name before.
func Open(dir string, d audit.DayFile) (text io.ReadCloser, info fs.FileInfo, err error) {
	f, err := openFile(dir, d.Name())
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err != nil {
		f.Close()
		return nil, nil, err
	}
	if !d.Gzip {
		return f, info, nil
	}
	in, err := gzip.NewReader(f)
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("%s: %w", d.Name(), err)
	}
	return struct {
		io.Reader
		io.Closer
	}{io.LimitReader(in, audit.LongestText), f}, info, nil
}
