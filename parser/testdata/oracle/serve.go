package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// timeLimit is how long one script may take.
const timeLimit = 5 * time.Second

// serve reads scripts and answers each with what it started: the log, what it
// wrote to standard error, and whether it was stopped.
func serve(shell []string, in io.Reader, out io.Writer) error {
	for {
		script, err := readFrame(in)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := clean(); err != nil {
			return err
		}
		stopped, err := run(shell, string(script))
		if err != nil {
			return err
		}
		for _, name := range []string{logFile, errFile} {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if err := writeFrame(out, text); err != nil {
				return err
			}
		}
		if err := writeFrame(out, []byte(fmt.Sprint(stopped))); err != nil {
			return err
		}
	}
}

func readFrame(r io.Reader) ([]byte, error) {
	var size uint32
	if err := binary.Read(r, binary.LittleEndian, &size); err != nil {
		return nil, err
	}
	text := make([]byte, size)
	_, err := io.ReadFull(r, text)
	return text, err
}

func writeFrame(w io.Writer, text []byte) error {
	if err := binary.Write(w, binary.LittleEndian, uint32(len(text))); err != nil {
		return err
	}
	_, err := w.Write(text)
	return err
}

// clean makes the work directory as every script finds it.
func clean() error {
	found, err := os.ReadDir(workDir)
	if err != nil {
		return err
	}
	for _, f := range found {
		if err := os.RemoveAll(filepath.Join(workDir, f.Name())); err != nil {
			return err
		}
	}
	for _, dir := range []string{"d1/sub", "d2"} {
		if err := os.MkdirAll(filepath.Join(workDir, dir), 0o755); err != nil {
			return err
		}
	}
	for _, f := range []string{"f1.txt", "f2.txt", "d1/x", "d1/y z"} {
		if err := os.WriteFile(filepath.Join(workDir, f), []byte("a b\nc\n"), 0o644); err != nil {
			return err
		}
	}
	return os.Truncate(logFile, 0)
}

// run runs one script and waits for all that it started: this is the first
// process of its namespace, so orphans become its children.
func run(shell []string, script string) (stopped bool, err error) {
	null, err := os.OpenFile("/dev/null", os.O_RDWR, 0)
	if err != nil {
		return false, err
	}
	defer null.Close()
	stderr, err := os.Create(errFile)
	if err != nil {
		return false, err
	}
	defer stderr.Close()
	env := []string{"PATH=" + stubDir, "HOME=" + workDir, "LC_ALL=C.UTF-8", "TMPDIR=/rec", "TMPPREFIX=/rec/zsh", "GOMAXPROCS=1"}
	_, err = syscall.ForkExec(shell[0], append(append([]string{}, shell...), "-c", script), &syscall.ProcAttr{
		Dir: workDir, Env: env, Files: []uintptr{null.Fd(), null.Fd(), stderr.Fd()},
	})
	if err != nil {
		return false, err
	}
	late := time.AfterFunc(timeLimit, func() { _ = unix.Kill(-1, unix.SIGKILL) })
	for {
		if _, err = unix.Wait4(-1, nil, 0, nil); err != nil && err != unix.EINTR {
			break
		}
	}
	return !late.Stop(), nil
}

func pointer[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }
