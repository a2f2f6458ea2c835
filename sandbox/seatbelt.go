package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Seatbelt confines with macOS's own sandbox: sandbox-exec(1). Its profile is tested only as
// text; nobody has run it on a Mac yet.
//
// It judges paths and mounts nothing: the directories of [Box.Temp] and [Box.Binds] are
// writable where they lie, and what they would replace is closed. It has no loopback for the
// command alone, so [Loopback] means no network at all. [Seatbelt.Holds] has its properties.
type Seatbelt struct {
	Inside []string // an argument vector that calls [Enter] with the words appended to it
	Lstat  Files    // os.Lstat
}

// Name is "seatbelt".
func (Seatbelt) Name() string { return "seatbelt" }

// Holds returns the properties that a profile can express. It cannot end what a command leaves
// running, and does not filter system calls.
func (Seatbelt) Holds() []Property { return []Property{Writes, Reads, Listed, Kept, Offline, Apart} }

// ErrNotMac says that this system has no Seatbelt.
var ErrNotMac = errors.New("it is macOS' own")

// seatbeltProgram is never looked for on PATH.
const seatbeltProgram = "/usr/bin/sandbox-exec"

// Plan returns the command line, with the profile as one argument.
func (s Seatbelt) Plan(box Box, e Entry) (Plan, error) {
	if err := box.outlet(s.Name()); err != nil {
		return Plan{}, err
	}
	profile, err := s.Profile(box)
	if err != nil {
		return Plan{}, err
	}
	argv := append([]string{seatbeltProgram, "-p", profile, "--"}, s.Inside...)
	argv = append(argv, EnterWord, strconv.Itoa(firstFD), strconv.Itoa(statusFD))
	return Plan{Path: seatbeltProgram, Argv: argv, inputs: [][]byte{e.encode()}, reports: entryTells{"seatbelt"}}, nil
}

// Profile returns a box as text in Seatbelt's language. Of the rules that match an operation
// the last one counts.
func (s Seatbelt) Profile(box Box) (string, error) {
	box = box.withoutMoves()
	if err := cmp.Or(box.check(s.Lstat), box.tempPlace(s.Lstat)); err != nil {
		return "", err
	}
	mounts, err := box.mounts(s.Lstat)
	if err != nil {
		return "", err
	}
	p := profile{files: s.Lstat}
	p.text.WriteString(seatbeltBase)
	pins := slices.Concat(box.pinnedDirs(), box.above(box.Hide))
	for _, m := range mounts {
		if m.kind == writable && slices.Contains(pins, m.at) && !slices.Contains(box.Write, m.at) {
			continue // a pin is as writable as the directory above it
		}
		p.place(m)
	}
	for _, dir := range box.aboveListed() {
		p.rule("allow", "file-read-metadata", "literal", dir) // realpath(3) looks at each
	}
	for _, pin := range pins {
		p.rule("deny", "file-write-unlink", "literal", pin) // to rename is to unlink
	}
	if box.Network == Full {
		p.text.WriteString(seatbeltNetwork)
	} else {
		for _, dir := range box.Write { // for sockets that are files
			p.rule("allow", "network-bind network-outbound", "subpath", dir)
		}
	}
	return p.text.String(), p.err
}

// withoutMoves returns a box that needs no mounts.
func (b Box) withoutMoves() Box {
	b.Write, b.Hide = slices.Clone(b.Write), slices.Clone(b.Hide)
	if b.Temp != "" {
		b.Write, b.Temp = append(b.Write, b.Temp), ""
	}
	for _, bind := range b.Binds {
		b.Write, b.Hide = append(b.Write, bind.From), append(b.Hide, bind.At)
	}
	b.Binds = nil
	return b
}

// above returns the directories between writable ones and the paths below them.
func (b Box) above(paths []string) []string {
	b.Keep = paths
	return b.pinnedDirs()
}

// aboveListed returns the directories between emptied ones and what stays visible in them.
func (b Box) aboveListed() (dirs []string) {
	for _, p := range b.visiblePaths() {
		for dir := path.Dir(p); dir != "/" && (isBelow(dir, b.Empty) || slices.Contains(b.Empty, dir)); dir = path.Dir(dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.SortFunc(dirs, compareDepth)
	return slices.Compact(dirs)
}

// seatbeltBase is what every program needs. No rule allows link(2): a second name for a file
// could evade the rule that protects the first one.
const seatbeltBase = `(version 1)
(deny default)
(allow process-exec process-fork)
(allow process-info* signal (target same-sandbox))
(allow sysctl-read)
(allow ipc-posix-sem)
(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))
(allow pseudo-tty)
(allow file-read*)
(allow file-ioctl (regex #"^/dev/(tty|ptmx|ttys[0-9]+|null)$"))
(allow file-write* (regex #"^/dev/(tty|ptmx|ttys[0-9]+|null|zero|stdout|stderr|fd/[0-9]+)$"))
`

// seatbeltNetwork allows the network, with what programs need to resolve names and check
// certificates.
const seatbeltNetwork = `(allow network* system-socket)
(allow mach-lookup (global-name "com.apple.SystemConfiguration.configd") (global-name "com.apple.SystemConfiguration.DNSConfiguration"))
(allow mach-lookup (global-name "com.apple.trustd") (global-name "com.apple.trustd.agent") (global-name "com.apple.SecurityServer"))
(allow mach-lookup (global-name "com.apple.networkd") (global-name "com.apple.ocspd"))
`

// profile is a profile under construction.
type profile struct {
	text  strings.Builder
	files Files
	err   error
}

// place adds the rules for one mount of a box.
func (p *profile) place(m mount) {
	match := "literal"
	info, err := p.files(m.at)
	if err != nil {
		p.err = errors.Join(p.err, fmt.Errorf("%w: %w", ErrBox, err))
		return
	}
	if info.IsDir() {
		match = "subpath"
	}
	switch m.kind {
	case writable:
		p.rule("allow", "file-read* file-write*", match, m.at)
	case readable:
		p.rule("allow", "file-read*", match, m.at)
		p.rule("deny", "file-write*", match, m.at)
	case emptyDir, emptyFile:
		p.rule("deny", "file-read* file-write*", match, m.at)
	}
}

func (p *profile) rule(what, operations, match, path string) {
	quoted, err := seatbeltString(path)
	if err != nil {
		p.err = errors.Join(p.err, err)
		return
	}
	fmt.Fprintf(&p.text, "(%s %s (%s %s))\n", what, operations, match, quoted)
}

// seatbeltString returns text as a string of the language, a Scheme. It escapes what would end
// the string, and refuses text that it cannot write safely.
func seatbeltString(text string) (string, error) {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return "", fmt.Errorf("%w: %q cannot be said in a profile of Seatbelt", ErrBox, text)
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`, nil
}

// entryTells is for a backend that reports nothing itself: [Enter] reports from inside the box.
type entryTells struct{ name string }

func (t entryTells) ready(status *os.File) ([]byte, error) {
	if err := status.SetReadDeadline(time.Now().Add(entersWithin)); err != nil {
		return nil, err
	}
	said := make([]byte, 1)
	if n, err := status.Read(said); err != nil || n == 0 {
		return nil, t.began(nil)
	}
	return said, nil
}

func (t entryTells) began(said []byte) error {
	if len(said) == 0 {
		return fmt.Errorf("%w: %s ended before the command", ErrDidNotStart, t.name)
	}
	return nil
}

// entersWithin is how long that may take.
const entersWithin = 30 * time.Second
