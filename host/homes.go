package host

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/termux"
)

// Homes returns every directory that may be the home of uid: those in /etc/passwd (all
// entries with that uid, passwd(5)); on macOS the directory service's; installed (where
// shimgen was installed, or ""); and env (the caller's $HOME). Each comes as written and in
// canonical form, in this order and without repetition.
//
// An empty or relative value is no home: programs fall back to passwd, or would look below
// their current directory. "/" stays in the list, because a service without a home really
// keeps its secrets in /.ssh; the caller must not conclude that everything lies at home.
//
// /etc/passwd lacks all users of Android; there the home of the app in whose directory this
// program lies counts. It also lacks, except on macOS, the users of directory services; for
// these only installed and env are known.
func Homes(uid int, installed, env string) []string {
	var homes []string
	if fd, err := openAt(unix.AT_FDCWD, "/etc/passwd", unix.O_CLOEXEC); err == nil {
		passwd := os.NewFile(uintptr(fd), "/etc/passwd") // os.Open would start the poller for this one file
		defer passwd.Close()
		if lines, err := Read(passwd, passwdLimit); err == nil {
			homes = passwdHomes(lines, uid)
		}
	}
	if home := directoryHome(uid); home != "" {
		homes = append(homes, home)
	}
	if Android() {
		if self, err := Executable(); err == nil {
			homes = append(homes, appHome(self))
		}
	}
	return distinctHomes(append(homes, installed, env))
}

// appHome returns the home of the Android app in whose directory a program lies, or "". A
// program that was not installed finds the user's policy and trail by it.
func appHome(program string) string {
	prefix, ok := termux.PrefixOf(program)
	if !ok {
		return ""
	}
	return path.Join(path.Dir(prefix), "home")
}

// passwdLimit limits the size of a list of users, in bytes.
const passwdLimit = 64 << 20

// distinctHomes returns the absolute ones among homes, cleaned, each followed by its
// canonical form.
func distinctHomes(homes []string) []string {
	var all []string
	for _, home := range homes {
		all = AddHome(all, home)
	}
	return all
}

// AddHome adds a home and its canonical form to homes, if it is absolute and new.
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

// MadeHomes separates homes that a test suite or a build made for itself. Only $HOME names
// such a home; it lies in the work directory or in a known home, and contains no known home.
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

// passwdHomes returns the home field of every line with this uid. It ignores a line
// without exactly seven fields.
func passwdHomes(passwd []byte, uid int) []string {
	var homes []string
	want := strconv.Itoa(uid)
	uids := []byte(":" + want + ":")
	for line := range bytes.Lines(passwd) {
		if !bytes.Contains(line, uids) {
			continue // most lines: skip them cheaply
		}
		if field := strings.Split(strings.TrimRight(string(line), "\r\n"), ":"); len(field) == 7 && field[2] == want {
			homes = append(homes, field[5])
		}
	}
	return homes
}
