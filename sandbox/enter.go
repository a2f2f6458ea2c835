package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
)

// EnterWord is the first argument that makes this program call [Enter]. The number of a
// descriptor follows, and for some backends that of a second one, to which Enter reports that
// it is about to become the command.
const EnterWord = "--enter-box"

// Entry is the command that a backend starts in a box. [Enter] reads it from a descriptor,
// because a command may have more words than bubblewrap accepts. Bubblewrap is started with the
// signals ignored that would end it, and without the variables of the dynamic loader, which
// would load code into it; Enter restores both for the command.
type Entry struct {
	Default []syscall.Signal // the signals that the command must not ignore
	Env     []string         // NAME=value of the variables that the backend's program did not get
	Path    string           // the command's program
	Argv    []string
	Limits  []Limit // limits to set for the command

	places []place
}

// place is where a mount must be when the command starts, and what was there when the box was
// planned. In between, the path is looked up several times, and another process may have
// replaced a directory by a link.
type place struct {
	at       string
	dev, ino uint64 // 0, 0 for a directory that the backend makes
}

// ErrMoved says that a path of a box was replaced while the box was set up.
var ErrMoved = errors.New("it was replaced while the sandbox was set up; nothing was run")

// encode returns the entry as NUL-terminated texts.
func (e Entry) encode() []byte {
	var out strings.Builder
	put := func(texts ...string) {
		for _, text := range texts {
			out.WriteString(text)
			out.WriteByte(0)
		}
	}
	put(strconv.Itoa(len(e.Default)), strconv.Itoa(len(e.Env)), strconv.Itoa(len(e.places)), strconv.Itoa(len(e.Limits)))
	for _, sig := range e.Default {
		put(strconv.Itoa(int(sig)))
	}
	put(e.Env...)
	for _, p := range e.places {
		put(strconv.FormatUint(p.dev, 10), strconv.FormatUint(p.ino, 10), p.at)
	}
	for _, l := range e.Limits {
		put(strconv.Itoa(l.Resource), strconv.FormatUint(l.Value, 10))
	}
	put(e.Path)
	put(e.Argv...)
	return []byte(out.String())
}

// errNoEntry says that a descriptor does not hold an entry.
var errNoEntry = errors.New("no command to enter a sandbox with")

// decode is the inverse of encode.
func (e *Entry) decode(text string) error {
	texts := strings.Split(strings.TrimSuffix(text, "\x00"), "\x00")
	var err error
	next := func() string {
		if len(texts) == 0 {
			err = errNoEntry
			return ""
		}
		first := texts[0]
		texts = texts[1:]
		return first
	}
	number := func() uint64 {
		n, wrong := strconv.ParseUint(next(), 10, 64)
		if wrong != nil {
			err = errNoEntry
		}
		return n
	}
	signals, env, places, limits := number(), number(), number(), number()
	for ; signals > 0 && err == nil; signals-- {
		e.Default = append(e.Default, syscall.Signal(number()))
	}
	for ; env > 0 && err == nil; env-- {
		e.Env = append(e.Env, next())
	}
	for ; places > 0 && err == nil; places-- {
		e.places = append(e.places, place{dev: number(), ino: number(), at: next()})
	}
	for ; limits > 0 && err == nil; limits-- {
		e.Limits = append(e.Limits, Limit{Resource: int(number()), Value: number()})
	}
	if e.Path, e.Argv = next(), texts; len(e.Argv) == 0 {
		err = errNoEntry
	}
	return err
}

// Enter becomes the command, inside a box, after it has checked every path of the box. words
// are EnterWord and the descriptors. It returns only on failure.
func Enter(words, env []string) error {
	if len(words) == 4 {
		return supervised(words, env)
	}
	e, err := readEntry(words)
	if err != nil {
		return err
	}
	if err := e.check(); err != nil {
		return err
	}
	for _, sig := range e.Default { // a signal that is caught here has its default action after execve(2)
		signal.Notify(make(chan os.Signal, 1), sig)
	}
	if err := setLimits(e.Limits); err != nil {
		return fmt.Errorf("limits: %w", err)
	}
	if err := tell(words); err != nil {
		return err
	}
	if err := syscall.Exec(e.Path, e.Argv, append(env[:len(env):len(env)], e.Env...)); err != nil {
		return fmt.Errorf("%s: %w", e.Path, err)
	}
	return nil
}

// readEntry reads an entry and closes its descriptor, so that the command does not get it.
func readEntry(words []string) (e Entry, err error) {
	if len(words) != 2 && len(words) != 3 || words[0] != EnterWord {
		return e, errNoEntry
	}
	var fd int
	for _, word := range words[1:] {
		n, err := strconv.Atoi(word)
		if err != nil || n < First {
			return e, errNoEntry
		}
		fd = cmp.Or(fd, n)
	}
	f := os.NewFile(uintptr(fd), "entry")
	if f == nil {
		return e, errNoEntry
	}
	text, err := io.ReadAll(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return e, errNoEntry
	}
	return e, e.decode(string(text))
}

// tell reports to the descriptor that the third word names, and closes it.
func tell(words []string) error {
	if len(words) < 3 {
		return nil
	}
	fd, err := strconv.Atoi(words[2])
	if err != nil {
		return errNoEntry
	}
	f := os.NewFile(uintptr(fd), "status")
	if f == nil {
		return errNoEntry
	}
	_, err = f.Write([]byte{1})
	return errors.Join(err, f.Close())
}

// check returns an error for the first path of a box that was replaced.
func (e Entry) check() error {
	if len(e.places) == 0 {
		return nil
	}
	info, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return err
	}
	points := mountPoints(string(info))
	for _, p := range e.places {
		if now, err := placeOf(p.at, os.Lstat); err != nil || !points[p.at] || p.ino != 0 && now != p {
			return fmt.Errorf("%s: %w", p.at, ErrMoved)
		}
	}
	return nil
}

// mountPoints returns the mount points of proc_pid_mountinfo(5), its fifth field. There a byte
// that would end the field is written as a backslash and three octal digits.
func mountPoints(info string) map[string]bool {
	points := map[string]bool{}
	for line := range strings.Lines(info) {
		fields := strings.Fields(line)
		if len(fields) < 5 {
			continue
		}
		var point strings.Builder
		for text := fields[4]; text != ""; {
			if text[0] == '\\' && len(text) >= 4 {
				if n, err := strconv.ParseUint(text[1:4], 8, 8); err == nil {
					point.WriteByte(byte(n))
					text = text[4:]
					continue
				}
			}
			point.WriteByte(text[0])
			text = text[1:]
		}
		points[point.String()] = true
	}
	return points
}

// placeOf returns what is at a path now.
func placeOf(at string, files Files) (place, error) {
	info, err := files(at)
	if err != nil {
		return place{}, err
	}
	p := place{at: at}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		p.dev, p.ino = uint64(st.Dev), uint64(st.Ino)
	}
	return p, nil
}

// ForLoader reports whether a variable (NAME=value) makes the dynamic loader run code in every
// program: ld.so(8).
func ForLoader(variable string) bool {
	return strings.HasPrefix(variable, "LD_") || strings.HasPrefix(variable, "GCONV_PATH=")
}
