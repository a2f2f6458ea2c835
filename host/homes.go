package host

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// Homes returns every directory that may be the home of uid: those in
// /etc/passwd (all entries with that uid, passwd(5)), on macOS the directory
// service's, installed (where shimgen was installed, "" if it was not), and env
// (the caller's $HOME); each as written and with its links resolved, in this order
// and without repetition.
//
// An empty or relative value names no home: programs fall back to passwd, or
// would look below whatever directory they are in. "/" is kept, because a
// service without a home really keeps its secrets in /.ssh; whoever uses the
// list must not conclude that everything lies at home. All users of Android, and
// elsewhere than on macOS those known only to a directory service, are not in
// /etc/passwd; for them installed and env are all there is.
func Homes(uid int, installed, env string) []string {
	var homes []string
	if fd, err := openAt(unix.AT_FDCWD, "/etc/passwd", unix.O_CLOEXEC); err == nil {
		passwd := os.NewFile(uintptr(fd), "/etc/passwd") // os.Open would start the poller, for this file alone
		defer passwd.Close()
		if lines, err := Read(passwd, passwdLimit); err == nil {
			homes = passwdHomes(lines, uid)
		}
	}
	if home := directoryHome(uid); home != "" {
		homes = append(homes, home)
	}
	return distinctHomes(append(homes, installed, env))
}

// passwdLimit is the size in bytes beyond which the list of users is not read.
const passwdLimit = 64 << 20

// distinctHomes returns the absolute ones among homes, clean, each followed by
// its canonical form.
func distinctHomes(homes []string) []string {
	var all []string
	for _, home := range homes {
		all = AddHome(all, home)
	}
	return all
}

// AddHome returns some homes with one more and its canonical form, if it is absolute
// and they are not among them.
func AddHome(homes []string, home string) []string {
	if !filepath.IsAbs(home) {
		return homes
	}
	if home = filepath.Clean(home); !slices.Contains(homes, home) {
		homes = append(homes, home)
	}
	if real, err := Canonical(home); err == nil && !slices.Contains(homes, real) {
		homes = append(homes, real)
	}
	return homes
}

// MadeHomes takes from all homes those that are one by $HOME alone and that a test
// suite or a build has made for itself: they lie in the work directory or in a known
// home, and none of these in them.
func MadeHomes(all, known []string, work string) (homes, made []string) {
	around := append(slices.Clone(known), work)
	for _, home := range all {
		in := func(dir string) bool { return dir != "/" && pathname.In(home, dir) }
		above := func(dir string) bool { return pathname.Below(dir, home) }
		if !slices.Contains(known, home) && slices.ContainsFunc(around, in) && !slices.ContainsFunc(known, above) {
			made = append(made, home)
		} else {
			homes = append(homes, home)
		}
	}
	return homes, made
}

// passwdHomes returns the home field of every line with this uid. A line that
// is not seven fields is nothing.
func passwdHomes(passwd []byte, uid int) []string {
	var homes []string
	want := strconv.Itoa(uid)
	uids := []byte(":" + want + ":")
	for line := range bytes.Lines(passwd) {
		if !bytes.Contains(line, uids) {
			continue // nearly all of them
		}
		if field := strings.Split(strings.TrimRight(string(line), "\r\n"), ":"); len(field) == 7 && field[2] == want {
			homes = append(homes, field[5])
		}
	}
	return homes
}
