package runner

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/verdict"
)

// Denied is what the sandbox refused to the command that ran last, as far as that printed
// it to a standard error that is no terminal.
func (s *Session) Denied() []Violation { return s.denied }

// tell finds out what the sandbox refused and records it.
func (s *Session) tell(c *child, said string) []Violation {
	s.denied = []Violation{}
	if c.box == nil {
		return s.denied
	}
	for _, d := range c.box.Denials(said, outside) {
		v := s.violation(c.box, d)
		s.denied = append(s.denied, v)
		err := s.Record(audit.FileAccess{Path: v.Target, Operation: v.Operation, Reason: v.Policy})
		if err != nil {
			s.warn("%s", err) // the command has run
		}
	}
	return s.denied
}

// violation says what of the policy refused something, and what would allow it.
func (s *Session) violation(b *sandbox.Box, d sandbox.Denial) Violation {
	v := Violation{Operation: d.Operation, Target: verdict.Line(d.Target), Count: d.Count}
	switch d.Why {
	case sandbox.Outside:
		v.Policy = "files can be written below the work directory and $TMPDIR alone"
		v.Fix = "write there"
		if dir := filepath.Dir(d.Target); s.mayAllow(dir) {
			v.Fix += ", or let the user start it with " + allowDir + " " + dir
		}
	case sandbox.Fixed:
		v.Policy = "what others run or load later is kept as it is"
		v.Fix = "ask the user to make this change outside the sandbox"
	case sandbox.Hidden:
		v.Policy = "credentials are hidden"
		v.Fix = "ask the user; nothing in the sandbox can use them"
	case sandbox.Net:
		v.Policy = fmt.Sprintf("network.mode = %q", s.Policy.Network.Mode)
		v.Fix = `work without the network, or let the user set [network] mode = "full" in their policy`
	}
	v.Fix = verdict.Line(v.Fix)
	return v
}

// mayAllow reports whether --allow-dir would take a directory.
func (s *Session) mayAllow(dir string) bool {
	real, is, err := guard.ZonesOf(s.Machine, guard.Request{Dir: s.Dir, Work: s.Work}, dir)
	return err == nil && directory(real) == nil && refuses(allowDir, dir, real, is) == nil
}

// outside is the look of a box at what there is: [sandbox.Look].
func outside(name string) (real string, exists, reads, writes bool) {
	real, err := host.Canonical(name)
	if err != nil {
		return name, false, false, false
	}
	at := real
	for _, err = os.Lstat(at); errors.Is(err, os.ErrNotExist) && at != "/"; _, err = os.Lstat(at) {
		at = filepath.Dir(at)
	}
	return real, at == real, unix.Access(at, unix.R_OK) == nil, unix.Access(at, unix.W_OK) == nil
}

// Text is a violation as a block for whoever reads the command's output. What is named in
// it cannot end it.
func (v Violation) Text() string {
	times := ""
	if v.Count > 1 {
		times = fmt.Sprintf(" (%d times)", v.Count)
	}
	text := fmt.Sprintf("Operation denied: %s to %s%s\nSandbox policy: %s\nFix: %s\n", v.Operation, v.Target, times, v.Policy, v.Fix)
	if v.Operation == "read" {
		text = strings.Replace(text, "read to", "read of", 1)
	} else if v.Operation == "rename" {
		text = strings.Replace(text, "rename to", "replacing", 1)
	}
	return "<sandbox_violation>\n" + strings.ReplaceAll(text, "<", "&lt;") + "</sandbox_violation>\n"
}

// keptSaid is how much of what a command prints to standard error is looked at.
const keptSaid = 256 << 10

// listener hands on what a command prints, and keeps some of it.
type listener struct {
	reader, writer, to *os.File
	kept               *clip
	done               chan struct{}
}

// listen puts itself between a child and its standard error, unless that is a terminal: a
// program must see one. Where standard output is the same file, both go through it, so that
// their order stays.
func (c *child) listen() (*listener, error) {
	if !c.sandbox.holds() || host.IsTerminal(2) {
		return nil, nil
	}
	// Under another number: where nobody reads 1 or 2 any more, a write ends this process,
	// before what it has to take away.
	fd, err := unix.FcntlInt(2, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, err
	}
	l := &listener{to: os.NewFile(uintptr(fd), "stderr"), kept: newClip(keptSaid), done: make(chan struct{})}
	if l.reader, l.writer, err = os.Pipe(); err != nil {
		return nil, err
	}
	if sameFile(os.Stdout, os.Stderr) {
		c.Stdout = l.writer
	}
	c.Stderr = l.writer
	go l.hand()
	return l, nil
}

func sameFile(a, b *os.File) bool {
	x, err := a.Stat()
	y, other := b.Stat()
	return err == nil && other == nil && os.SameFile(x, y)
}

// hand hands on until nobody has the other end. Where nobody takes it any more, who writes
// shall know.
func (l *listener) hand() {
	defer close(l.done)
	defer l.reader.Close()
	defer l.to.Close()
	_, _ = io.Copy(io.MultiWriter(l.to, l.kept), struct{ io.Reader }{l.reader})
}

// end returns what was kept once the command has ended.
func (l *listener) end() string {
	if l == nil {
		return ""
	}
	l.writer.Close()
	_ = l.reader.SetReadDeadline(time.Now().Add(drain))
	<-l.done
	text, _ := l.kept.Text()
	return text
}
