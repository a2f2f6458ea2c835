package query

import (
	"bytes"
	"context"
	"io"
	"os"
	"slices"
	"time"

	"github.com/agent-loop/shimgen/audit"
)

// pollEvery is how often Follow looks for new records.
const pollEvery = 200 * time.Millisecond

// Follow calls emit with the last n records, as Tail does, and then with each one that is
// written, until the context is done or emit returns an error. It goes on with a file that
// is numbered meanwhile, then with those that come after it, past midnight too.
func Follow(ctx context.Context, dir string, n int, emit func(line []byte) error) error {
	f := &follower{dir: dir, seen: map[string]bool{}, emit: emit}
	defer f.close()
	if err := f.begin(); err != nil { // before Tail, so that nothing falls between the two
		return err
	}
	_, err := Tail(dir, n, func(line []byte) error {
		f.seen[string(line)] = true
		return emit(line)
	})
	for err == nil {
		if err = f.poll(); err != nil {
			break
		}
		clear(f.seen)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pollEvery):
		}
	}
	return err
}

// A follower reads a trail that grows.
type follower struct {
	dir  string
	emit func([]byte) error
	file *os.File        // that is read; nil as long as there is none
	name audit.DayFile   // its name when it was opened
	part []byte          // of a line that is being written
	seen map[string]bool // lines that Tail has emitted
}

func (f *follower) close() {
	if f.file != nil {
		f.file.Close()
	}
}

// begin goes to the end of the newest file.
func (f *follower) begin() error {
	files, err := days(f.dir, time.Time{})
	if err != nil || len(files) == 0 {
		return err
	}
	f.name = files[len(files)-1]
	if f.file, err = openDay(f.dir, f.name.Name()); err != nil {
		return err
	}
	_, err = f.file.Seek(0, io.SeekEnd)
	return err
}

// poll emits what has been written since the last time.
func (f *follower) poll() error {
	later, err := f.later() // before the file is read to its end: a line goes to the file that was opened
	if err != nil {
		return err
	}
	if err := f.read(); err != nil {
		return err
	}
	for _, d := range later {
		next, err := openDay(f.dir, d.Name())
		if err != nil {
			continue // it was numbered or removed meanwhile; the next look finds it
		}
		f.close()
		f.file, f.name, f.part = next, d, nil
		if err := f.read(); err != nil {
			return err
		}
	}
	return nil
}

// later returns the files that come after the one that is read.
func (f *follower) later() ([]audit.DayFile, error) {
	files, err := days(f.dir, f.name.Day)
	if err != nil || f.file == nil {
		return files, err
	}
	own := slices.IndexFunc(files, func(d audit.DayFile) bool { return sameFile(f.file, f.dir+"/"+d.Name()) })
	if own >= 0 {
		return files[own+1:], nil
	}
	return slices.DeleteFunc(files, func(d audit.DayFile) bool { return d.Compare(f.name) < 0 }), nil // it was removed
}

// read emits the whole lines from where the file was read to up to its end.
func (f *follower) read() error {
	if f.file == nil {
		return nil
	}
	buf := make([]byte, largeBlock)
	for {
		n, err := f.file.Read(buf)
		f.part = append(f.part, buf[:n]...)
		for {
			line, rest, whole := bytes.Cut(f.part, newline)
			if !whole {
				break
			}
			f.part = rest
			if err := f.emitNew(line); err != nil {
				return err
			}
		}
		f.part = bytes.Clone(f.part[max(0, len(f.part)-longestLine):])
		if err == io.EOF || n == 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// emitNew emits the record that a line is, or ends with, unless Tail had it.
func (f *follower) emitNew(line []byte) error {
	if line = audit.Record(line); f.seen[string(line)] {
		return nil
	}
	if _, ok := parse(line); !ok {
		return nil
	}
	return f.emit(line)
}
