package runner

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/confinement"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grant"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/headtail"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox"
)

// Violations returns what the sandbox refused to the last command, as far as the command
// printed it to a standard error that is not a terminal.
func (s *Session) Violations() []Violation { return s.violations }

// reportDenials finds out what the sandbox refused to a command, and records it.
func (s *Session) reportDenials(c *child, said string) []Violation {
	s.violations = []Violation{}
	var events []audit.Event
	if c.box != nil {
		found := c.box.Denials(said, lookOutside)
		if seen, all := c.files.Denials(); all {
			read := slices.DeleteFunc(found, func(d sandbox.Denial) bool { return d.Operation != "read" }) // the kernel refuses reads, the supervisor the others
			found = slices.DeleteFunc(c.box.Supervised(seen), func(d sandbox.Denial) bool { return isShimWrite(d.Target) })
			for _, d := range read {
				if !slices.ContainsFunc(found, func(x sandbox.Denial) bool { return x.Operation == "read" && x.Target == d.Target }) {
					found = append(found, d)
				}
			}
		}
		for _, d := range found {
			s.violations = append(s.violations, s.violation(c.box, d))
		}
	}
	if c.ProcessState.ExitCode() != 0 {
		s.violations = append(s.violations, s.missingVariables(said)...)
	}
	for _, v := range s.violations {
		events = append(events, recordOf(v))
	}
	if c.box != nil && c.box.Network == sandbox.Egress {
		for _, r := range c.out.Refusals() {
			s.violations = append(s.violations, Violation{Operation: r.Operation, Target: r.Target, Policy: r.Policy, Fix: r.Fix, Count: r.Count})
		}
		if text := c.out.Notice(); text != "" {
			s.warn("%s", text)
		}
		for _, n := range c.out.Records() {
			events = append(events, n)
		}
	}
	for _, e := range events {
		if err := s.Record(audit.During(e, c.run)); err != nil {
			s.warn("%s", err) // the command has run, so this cannot be an error
		}
	}
	s.violations = slices.Insert(s.violations, 0, s.made...) // recorded already
	s.made = nil
	return s.violations
}

// recordOf returns the record of a violation.
func recordOf(v Violation) audit.Event {
	if v.Operation != "connect" {
		return audit.FileAccess{Path: v.Target, Operation: v.Operation, Reason: v.Policy}
	}
	n := audit.Network{Host: v.Target, Reason: v.Policy, Fix: v.Fix, Count: int64(v.Count)}
	if at := strings.LastIndexByte(v.Target, ':'); at >= 0 && (strings.Count(v.Target, ":") == 1 || v.Target[0] == '[') {
		if number, err := strconv.ParseUint(v.Target[at+1:], 10, 16); err == nil {
			n.Host, n.Port = strings.Trim(v.Target[:at], "[]"), uint16(number)
		}
	}
	return n
}

// isShimWrite reports whether shims write to a path if they can, so that a refusal is no news.
func isShimWrite(name string) bool {
	return strings.HasSuffix(name, "/state/audit.lock") || strings.HasSuffix(name, gate.Originals+"/"+grant.File)
}

// missingVariables returns violations for variables that the policy withheld from a failed command and
// that its output names.
func (s *Session) missingVariables(said string) (found []Violation) {
	for _, name := range s.removedVars {
		if n := countWord(said, name); n > 0 {
			found = append(found, Violation{
				Operation: "read", Target: name, Count: n, Fix: "let the user name it in [sandbox] env",
				Policy: fmt.Sprintf("profile %s leaves it out of the environment: it is named, or looks, like a credential", s.Policy.Profile),
			})
		}
	}
	return found
}

// countWord counts how often a name occurs in text as a whole word.
func countWord(text, name string) (n int) {
	for rest := text; ; n++ {
		before, after, found := strings.Cut(rest, name)
		if !found {
			return n
		}
		if rest = after; isNameByte(before, len(before)-1) || isNameByte(after, 0) {
			n--
		}
	}
}

// isNameByte reports whether a byte of text can be part of a variable's name.
func isNameByte(text string, at int) bool {
	if at < 0 || at >= len(text) {
		return false
	}
	c := text[at]
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// violation says what in the policy refused something, and what would allow it.
func (s *Session) violation(b *sandbox.Box, d sandbox.Denial) Violation {
	v := Violation{Operation: d.Operation, Target: printable.Line(d.Target), Count: d.Count}
	if d.Why == sandbox.Fixed && s.site().IsHomes(d.Target) {
		d.Why = sandbox.Outside
	}
	switch d.Why {
	case sandbox.Outside:
		v.Policy = "files can be written below the work directory and " + tempName(b) + " alone"
		v.Fix = "write there"
		if c, is := s.site().CacheAt(d.Target); is {
			v.Policy = fmt.Sprintf("sandbox.caches = %q: %s is a cache", s.Policy.Access.Caches, c)
			v.Fix = `let the user set [sandbox] caches = "shared" in their policy`
			break
		}
		if dir := filepath.Dir(d.Target); s.site().MayAllow(dir) {
			v.Fix += ", or let the user start it with " + confinement.AllowDir + " " + dir
		}
	case sandbox.Fixed:
		v.Policy, v.Rule = keptPolicy, keptRule
		v.Fix = "ask the user to make this change outside the sandbox"
		if slices.Contains(b.Keep, d.Target) {
			v.Fix = allowedBy(d.Target)
		}
	case sandbox.Hidden:
		v.Policy = "credentials are hidden"
		if s.site().IsDenied(d.Target) {
			v.Policy = "sandbox.deny_read hides it"
		}
		v.Fix = "ask the user, who can let it be read with [sandbox] read in their policy; nothing in the sandbox can use it"
	case sandbox.Unlisted:
		v.Policy = fmt.Sprintf("sandbox.reads = %q: of homes and data, what is listed can be read alone", s.Policy.Access.Reads)
		v.Fix = "copy what is needed into the work directory, or let the user name it: [sandbox] read in their policy, or " + confinement.AllowRead
	case sandbox.Program:
		v.Policy = "a program that has a shim is judged however it is started"
		v.Fix = "start it by its name: its shim says why it is refused"
		var refused refusedStart
		if errors.As(d.Reason, &refused) {
			v.Rule = refused.rule
		}
	case sandbox.Called:
		v.Policy = "nothing in a sandbox gains privileges, or looks into other processes"
		v.Fix = "let the user start it with --sandbox none, if the policy lets them"
	case sandbox.Net:
		by := s.cutOff
		if by == (cutOff{}) {
			by = cutOff{fmt.Sprintf("network.mode = %q", s.Policy.Network.Mode), `let the user set [network] mode = "full" in their policy`}
		}
		v.Policy, v.Fix = by.policy, "work without the network, or "+by.fix
	}
	if s.Policy.Sandbox == policy.Auto && b.Temp == "" && d.Why == sandbox.Outside {
		v.Fix += "; --sandbox none starts it without the sandbox"
	}
	v.Fix = printable.Line(v.Fix)
	return v
}

// tempName returns the name by which a command in a box finds its temporary directory.
func tempName(b *sandbox.Box) string {
	if b.Temp == "" {
		return "/tmp"
	}
	return "$TMPDIR"
}

// lookOutside examines a path outside of the sandbox: [sandbox.Look].
func lookOutside(name string) (real string, exists, reads, writes bool) {
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

// Text returns a violation as a block for the reader of the command's output. Nothing named in
// it can end the block.
func (v Violation) Text() string {
	times := ""
	if v.Count > 1 {
		times = fmt.Sprintf(" (%d times)", v.Count)
	}
	rule := ""
	if v.Rule != "" {
		rule = "Rule: " + v.Rule + "\n"
	}
	text := fmt.Sprintf("Operation denied: %s %s%s\nSandbox policy: %s\n%sFix: %s\n", v.attempt(), v.Target, times, v.Policy, rule, v.Fix)
	return "<sandbox_violation>\n" + strings.ReplaceAll(text, "<", "&lt;") + "</sandbox_violation>\n"
}

// attempt names the attempt, to be followed by its target.
func (v Violation) attempt() string {
	switch v.Operation {
	case "read":
		return "read of"
	case "request":
		return "request"
	case "rename":
		return "replacing"
	case "create", "change", "remove":
		return strings.TrimSuffix(v.Operation, "e") + "ing"
	}
	return v.Operation + " to"
}

// maxStderr bounds how much of a command's standard error is kept.
const maxStderr = 256 << 10

// listener copies what a command prints to where it belongs, and keeps some of it.
type listener struct {
	reader, writer, to *os.File
	kept               *headtail.Buffer
	done               chan struct{}
}

// listen puts a pipe between a child and its standard error, unless that is a terminal:
// programs check for one. If standard output is the same file, both use the pipe, so that the
// order of their lines stays.
func (c *child) listen() (*listener, error) {
	if !c.sandbox.usesBox() && c.sandbox != Proot {
		return nil, nil
	}
	seen := host.IsTerminal(2) // the child's terminal, or the caller's
	if stderr, ok := c.Stderr.(*os.File); seen && ok && c.sandbox == Proot {
		c.separateStderr(stderr)
	} else if seen {
		return nil, nil
	}
	// It uses another number than 1 or 2: Go ends a process that writes to a closed pipe on
	// those, and then nothing would be cleaned up.
	fd, err := unix.FcntlInt(2, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, err
	}
	l := &listener{to: os.NewFile(uintptr(fd), "stderr"), kept: headtail.New(maxStderr), done: make(chan struct{})}
	if l.reader, l.writer, err = os.Pipe(); err != nil {
		return nil, err
	}
	if !seen && sameFile(os.Stdout, os.Stderr) {
		c.Stdout = l.writer
	}
	c.Stderr = l.writer
	go l.relay()
	return l, nil
}

func sameFile(a, b *os.File) bool {
	x, err := a.Stat()
	y, other := b.Stat()
	return err == nil && other == nil && os.SameFile(x, y)
}

// relay copies until all writers have closed the pipe. If the reader behind it is gone, the next
// write of the command fails, as it would without the pipe.
func (l *listener) relay() {
	defer close(l.done)
	defer l.reader.Close()
	defer l.to.Close()
	_, _ = io.Copy(io.MultiWriter(l.to, l.kept), struct{ io.Reader }{l.reader})
}

// end returns what was kept, after the command has ended.
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
