package runner

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/parser"
)

// The limits on a script that a shell is to read from standard input.
const (
	maxScript = 1 << 20 // bytes
	maxWait   = 2 * time.Second
)

// errScripts says that a shell would run more than one script. Only one is read
// before, so that another would run unread.
var errScripts = errors.New("the shell would run more than one script")

// errNoFiles says that a script cannot be handed over as it was read. FreeBSD
// shows no more than the standard streams unless fdescfs(5) is mounted.
var errNoFiles = errors.New("a script that was judged cannot be handed to its shell: open files are not shown in")

// Script is what a shell would run: the file it is given, opened, or what
// stands on its standard input. The zero Script is none of these, as for
// "sh -c".
type Script struct {
	text  *string
	file  *os.File // the script file
	index int      // of its name in the argument vector
}

// Fill adds what is known of the script to a request.
func (sc Script) Fill(req *guard.Request) {
	if sc.file != nil {
		req.Script = sc.text
	} else {
		req.Stdin = sc.text
	}
}

// Opened reports whether a script file was opened.
func (sc Script) Opened() bool { return sc.file != nil }

// FD is the descriptor of the opened script file.
func (sc Script) FD() int { return int(sc.file.Fd()) }

// Apply makes a decision speak of the opened file instead of its name, so that
// the bytes that were judged are the bytes that run.
func (sc Script) Apply(d guard.Decision) guard.Decision {
	if sc.file == nil {
		return d
	}
	return d.Opened(sc.index, openFiles+strconv.Itoa(sc.FD()))
}

// Pass is Apply for a child that gets the opened file as a descriptor of its
// own, [ChildFD].
func (sc Script) Pass(d guard.Decision) guard.Decision {
	if sc.file == nil {
		return d
	}
	return d.Opened(sc.index, openFiles+strconv.Itoa(ChildFD))
}

// ChildFD is the descriptor of the script in a child that Run starts.
const ChildFD = 3

// OpenScript finds what a shell of that name would run with these arguments.
// A script file is opened and read; what is no regular file is an error, and what
// is over the limit is left to be judged as a file that nobody can read. Standard input is read if it is a pipe or a file and the
// shell would take commands from it; what ends within the limits is handed on
// to the shell as it was.
func (s *Session) OpenScript(name string, args []string) (Script, error) {
	v := grammar.ReadCommand(parser.Argv(append([]string{name}, args...)), parser.Options{})
	file, files, stdin := "", 0, false
	for _, e := range v.Effects {
		text, known := e.Word.Text()
		switch {
		case e.Kind&grammar.Runs != 0 && known:
			file, files = text, files+1
		case e.Kind == grammar.Evaluates && e.Cause == grammar.ByStdin:
			stdin = true
		}
	}
	switch {
	case files > 1 || files == 1 && stdin:
		return Script{}, errScripts
	case stdin:
		return s.readStdin()
	case files == 1:
		return s.openFile(file, args)
	}
	return Script{}, nil
}

// openFile opens and reads a script file. A name without a slash that is not
// in the directory is looked up by the shell on PATH; nothing is opened then,
// and the path is judged as it is.
func (s *Session) openFile(name string, args []string) (Script, error) {
	path := name
	if !filepath.IsAbs(path) {
		if s.Dir == guard.Nowhere {
			return Script{}, guard.ErrNowhere
		}
		path = filepath.Join(s.Dir, path)
	}
	path, err := host.Canonical(path)
	if err != nil {
		return Script{}, err
	}
	f, err := host.Open(path, host.Untrusted(maxScript))
	if errors.Is(err, fs.ErrNotExist) {
		return Script{}, nil // the shell says so itself
	}
	if large := new(host.Refusal); errors.As(err, &large) && large.Why == host.TooLarge {
		return Script{}, nil // nobody reads it: the judge says what that means
	}
	if err != nil {
		return Script{}, err
	}
	data, err := host.Read(f, maxScript)
	if err != nil {
		f.Close()
		return Script{}, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		f.Close()
		return Script{}, err
	}
	text := string(data)
	if _, err := os.Stat(openFiles + strconv.Itoa(int(f.Fd()))); err != nil {
		f.Close()
		return Script{}, fmt.Errorf("%w: %s", errNoFiles, openFiles)
	}
	for i, a := range args {
		if a == name {
			return Script{text: &text, file: f, index: i + 1}, nil
		}
	}
	f.Close()
	return Script{}, fmt.Errorf("script %q is not among the arguments", name)
}

// readStdin reads a script from standard input. From a file it can be read
// again; what came through a pipe is put into another one, of memory, which
// takes its place.
func (s *Session) readStdin() (Script, error) {
	info, err := os.Stdin.Stat()
	if err != nil {
		return Script{}, nil
	}
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return rewound(os.Stdin)
	case mode&fs.ModeNamedPipe != 0, mode&fs.ModeSocket != 0:
		return s.drain()
	}
	return Script{}, nil // a terminal: nobody knows what will be typed
}

// rewound reads a file from where it stands and puts it back there.
func rewound(f *os.File) (Script, error) {
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return Script{}, err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxScript+1))
	if err != nil {
		return Script{}, err
	}
	if _, err := f.Seek(at, io.SeekStart); err != nil {
		return Script{}, err
	}
	if len(data) > maxScript {
		return Script{}, nil
	}
	text := string(data)
	return Script{text: &text}, nil
}

// drain reads a pipe to its end within the limits. The bytes then become
// standard input again, from memory. What does not end in time is not known;
// a relay then hands on what was read, and after it the rest.
func (s *Session) drain() (Script, error) {
	data, ended, err := readUntil(0, maxScript, time.Now().Add(maxWait))
	if err != nil {
		return Script{}, err
	}
	if !ended {
		return Script{}, relay(data)
	}
	fd, err := held(data)
	if err != nil {
		return Script{}, err
	}
	defer unix.Close(fd)
	if err := asStdin(fd); err != nil {
		return Script{}, err
	}
	text := string(data)
	return Script{text: &text}, nil
}

// readUntil reads a descriptor up to a limit or a moment, and says whether it
// came to the end.
func readUntil(fd, limit int, until time.Time) (data []byte, ended bool, err error) {
	buf := make([]byte, 64<<10)
	for len(data) <= limit {
		left := time.Until(until)
		if left <= 0 {
			return data, false, nil
		}
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(left.Milliseconds())+1)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil || n == 0 {
			return data, false, err
		}
		got, err := unix.Read(fd, buf)
		if err != nil {
			return data, false, err
		}
		if got == 0 {
			return data, true, nil
		}
		data = append(data, buf[:got]...)
	}
	return data, false, nil
}

// held returns a descriptor of a file without a name with these bytes, at its
// beginning.
func held(data []byte) (int, error) {
	fd, err := memoryFile()
	if err != nil {
		return -1, err
	}
	for rest := data; len(rest) > 0; {
		n, err := unix.Write(fd, rest)
		if err != nil {
			unix.Close(fd)
			return -1, err
		}
		rest = rest[n:]
	}
	if _, err := unix.Seek(fd, 0, io.SeekStart); err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

// relay starts a copy of this program that writes what was read to a pipe and
// then copies the rest, and makes that pipe the standard input.
func relay(data []byte) error {
	self, err := host.Executable()
	if err != nil {
		return err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	defer w.Close()
	head, err := held(data)
	if err != nil {
		return err
	}
	defer unix.Close(head)
	_, err = syscall.ForkExec(self, []string{self, "--relay"}, &syscall.ProcAttr{
		Files: []uintptr{0, w.Fd(), 2, uintptr(head)},
	})
	if err != nil {
		return err
	}
	return asStdin(int(r.Fd()))
}

// Relay is the other side of a script that was too long or too slow to be
// read first: it copies descriptor 3, then standard input, to standard output.
func Relay() error {
	for _, f := range []*os.File{os.NewFile(3, "head"), os.Stdin} {
		if _, err := io.Copy(os.Stdout, f); err != nil {
			return err
		}
	}
	return nil
}
