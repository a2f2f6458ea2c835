package shellscript

import (
	"errors"
	"io"
	"os"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/launch"
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

// Script is what a shell would run: the file it is given, or what stands on its
// standard input. The zero Script is none of these, as for "sh -c".
type Script struct {
	text  *string
	input bool     // the text is standard input's
	file  *os.File // the script file
	named bool     // the shell opens it by its name, and not this descriptor
	index int      // of its name in the argument vector

	// held are the file and the places where the shell looks before, as they
	// were when it was read.
	held []gate.Source
}

// Fill adds what is known of the script to a request.
func (sc Script) Fill(req *guard.Request) {
	if sc.input {
		req.Stdin = sc.text
	} else {
		req.Script = sc.text
	}
}

// Opened reports whether the shell is to be given the script as an open file.
func (sc Script) Opened() bool { return sc.file != nil && !sc.named }

// Held are files that must still be as they were judged when the shell starts,
// for it opens them by their names.
func (sc Script) Held() []gate.Source { return sc.held }

// File is the opened script file.
func (sc Script) File() *os.File { return sc.file }

// FD is the descriptor of the opened script file.
func (sc Script) FD() int { return int(sc.file.Fd()) }

// Apply makes a decision speak of the opened file instead of its name, so that
// the bytes that were judged are the bytes that run.
func (sc Script) Apply(d guard.Decision) guard.Decision {
	if !sc.Opened() {
		return d
	}
	return d.WithDescriptor(sc.index, openFiles+strconv.Itoa(sc.FD()))
}

// Pass is Apply for a child that gets the opened file as a descriptor of its
// own, [ChildFD].
func (sc Script) Pass(d guard.Decision) guard.Decision {
	if !sc.Opened() {
		return d
	}
	return d.WithDescriptor(sc.index, openFiles+strconv.Itoa(ChildFD))
}

// ChildFD is the descriptor of the script in a child that Run starts.
const ChildFD = 3

// Finder says where a shell looks for a script, and how it opens it.
type Finder struct {
	Dir    string // the shell's directory
	Path   string // of its environment
	ByName bool   // scripts are opened by their names
}

// Find finds what a shell of that name would run with these arguments.
//
// A script file is opened and read. Where the policy has scripts opened by name,
// the shell opens it once more, and [launch.Exec] looks right before whether it
// is still the same; a file over the limit is held so always, without its text.
// Elsewhere the shell gets the descriptor.
//
// Standard input, or a descriptor in the place of the file, is read if it is a
// pipe or a file; what ends within the limits is handed on to the shell as it
// was. What is neither is an error.
func (f Finder) Find(name string, args []string) (Script, error) {
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
		return readInput(0, false)
	case files == 1:
		return f.openFile(file, args)
	}
	return Script{}, nil
}

// readInput reads a script from standard input, or from another descriptor that
// a shell was given by a path. A file stays where it stands; what came through a
// pipe is put into another one, of memory, which takes its place.
func readInput(fd int, byPath bool) (Script, error) {
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil {
		return Script{}, nil // it is closed: the shell says so itself
	}
	sc, err := Script{input: !byPath}, error(nil)
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		sc.held = []gate.Source{launch.Held(openFiles + strconv.Itoa(fd))}
		sc.text, err = ahead(fd, byPath && opensAnew)
	case unix.S_IFIFO, unix.S_IFSOCK:
		sc.text, err = readPipe(fd)
	} // else a terminal: nobody knows what will be typed
	return sc, err
}

// ahead reads a file from where it stands, or whole, and leaves it there. A file
// over the limit has no text.
func ahead(fd int, whole bool) (*string, error) {
	at, err := unix.Seek(fd, 0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	if whole {
		at = 0
	}
	data := make([]byte, maxScript+1)
	size := 0
	for size < len(data) {
		n, err := unix.Pread(fd, data[size:], at+int64(size))
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if n == 0 {
			text := string(data[:size])
			return &text, nil
		}
		size += n
	}
	return nil, nil
}

// readPipe reads a pipe to its end within the limits. The bytes then take its place,
// from memory. What does not end in time is not known; a relay then hands on
// what was read, and after it the rest.
func readPipe(fd int) (*string, error) {
	data, ended, err := readUntil(fd, maxScript, time.Now().Add(maxWait))
	if err != nil {
		return nil, err
	}
	if !ended {
		return nil, relay(data, fd)
	}
	memory, err := inMemory(data)
	if err != nil {
		return nil, err
	}
	defer unix.Close(memory)
	if err := inPlace(memory, fd); err != nil {
		return nil, err
	}
	text := string(data)
	return &text, nil
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

// inMemory returns a descriptor of a file without a name with these bytes, at its
// beginning.
func inMemory(data []byte) (int, error) {
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

// relay starts a copy of this program that writes what was read from a descriptor
// to a pipe and then copies the rest, and puts that pipe in its place.
func relay(data []byte, fd int) error {
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
	head, err := inMemory(data)
	if err != nil {
		return err
	}
	defer unix.Close(head)
	_, err = syscall.ForkExec(self, []string{self, "--relay"}, &syscall.ProcAttr{
		Files: []uintptr{uintptr(fd), w.Fd(), 2, uintptr(head)},
	})
	if err != nil {
		return err
	}
	return inPlace(int(r.Fd()), fd)
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
