package termux

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// An Env is one Termux installation as seen from inside. The zero Env means that this is not
// Termux.
type Env struct {
	Prefix string // replaces /usr: …/files/usr
	Rootfs string // parent of prefix and home: …/files
	Home   string // …/files/home
	Tmp    string // replaces /tmp: $PREFIX/tmp

	SDK     int    // Android's API level; 0 if unknown
	Version string // of the app, from TERMUX_VERSION; a hint

	// LinkerExec says that programs below the app's directory cannot be executed: the
	// system's linker must load them.
	LinkerExec bool
}

// defaultPrefix is Termux' prefix, except in a fork of it or for a second user of the
// device.
const defaultPrefix = "/data/data/com.termux/files/usr"

// A File holds the facts about a file that Detect needs: type and identity.
type File struct {
	Type     fs.FileMode // type bits alone
	Dev, Ino uint64
}

// Detect reports whether this is Termux, and returns its directories. getenv works as
// [os.Getenv] and stat as [os.Stat].
//
// $PREFIX alone proves nothing: conda and Homebrew set it as well. The system must be
// Android, and the userland must be Termux' own: a distribution inside proot sees the same
// device but counts as plain Linux.
//
// own are files that only the app's user can have put at their paths, such as a program of
// ours. If one lies in an app's directory, Detect tries that app's prefix first, so the
// result does not depend on an environment that somebody may have cleared.
func Detect(getenv func(string) string, stat func(string) (fs.FileInfo, error), own ...string) (Env, bool) {
	return Look(getenv, func(name string) (File, error) {
		fi, err := stat(name)
		if err != nil {
			return File{}, err
		}
		file := File{Type: fi.Mode().Type()}
		if st, ok := fi.Sys().(*syscall.Stat_t); ok {
			file.Dev, file.Ino = uint64(st.Dev), st.Ino
		}
		return file, nil
	}, own...)
}

// Look is Detect for a program that must stay small: [fs.FileInfo] would link the formatting
// of times, which the shim does not need.
func Look(getenv func(string) string, stat func(string) (File, error), own ...string) (Env, bool) {
	if !isAndroid(getenv, stat) {
		return Env{}, false
	}
	var prefixes []string
	for _, file := range own {
		if prefix, ok := PrefixOf(file); ok {
			prefixes = append(prefixes, prefix)
		}
	}
	for _, prefix := range append(prefixes, getenv("TERMUX__PREFIX"), getenv("PREFIX"), defaultPrefix) {
		if ownShape(prefix) && isPrefix(prefix, stat) && !isGuest(prefix, stat) {
			return describe(prefix, getenv), true
		}
	}
	return Env{}, false
}

// PrefixOf returns the prefix of the app in whose directory a file lies. It looks only at
// the path.
func PrefixOf(file string) (prefix string, ok bool) {
	app, _, ok := strings.Cut(file, "/files/")
	prefix = app + "/files/usr"
	return prefix, ok && path.Clean(file) == file && ownShape(prefix)
}

// isAndroid looks for Android's dynamic linker and for one more sign, because other
// systems can have a /system/bin.
func isAndroid(getenv func(string) string, stat func(string) (File, error)) bool {
	linker := is(stat, "/system/bin/linker64", 0) || is(stat, "/system/bin/linker", 0)
	return linker && (is(stat, "/system/build.prop", 0) || is(stat, "/apex", fs.ModeDir) || getenv("ANDROID_ROOT") != "")
}

// is reports whether name has this type; 0 is a regular file.
func is(stat func(string) (File, error), name string, kind fs.FileMode) bool {
	file, err := stat(name)
	return err == nil && file.Type == kind
}

// ownShape reports whether prefix has exactly the form of an app's own directory. An agent
// can build a tree that looks like a prefix anywhere below its home, but it can build one of
// this form only in the directory of its app.
//
//	/data/data/PACKAGE/files/usr
//	/data/user/N/PACKAGE/files/usr
//	/mnt/expand/VOLUME/user/N/PACKAGE/files/usr
func ownShape(prefix string) bool {
	app, ok := strings.CutSuffix(prefix, "/files/usr")
	if !ok || path.Clean(prefix) != prefix {
		return false
	}
	part := strings.Split(app, "/")
	switch {
	case strings.HasPrefix(app, "/data/data/"):
		return len(part) == 4
	case strings.HasPrefix(app, "/data/user/"):
		return len(part) == 5 && number(part[3]) >= 0
	case strings.HasPrefix(app, "/mnt/expand/"):
		return len(part) == 7 && part[4] == "user" && number(part[5]) >= 0
	}
	return false
}

func isPrefix(prefix string, stat func(string) (File, error)) bool {
	return is(stat, prefix+"/bin", fs.ModeDir) && is(stat, prefix+"/bin/sh", 0)
}

// isGuest reports whether this is another distribution's userland. Android has no /usr. An
// existing /usr is either Termux' own prefix, bound there by termux-chroot, or a guest's.
func isGuest(prefix string, stat func(string) (File, error)) bool {
	lib, err := stat("/usr/lib")
	if err != nil {
		return false
	}
	own, err := stat(prefix + "/lib")
	return err != nil || own != lib
}

// describe derives the directories from the prefix. Home and temp do not come from the
// environment: they decide what a command may delete.
func describe(prefix string, getenv func(string) string) Env {
	rootfs := path.Dir(prefix)
	return Env{
		Prefix:     prefix,
		Rootfs:     rootfs,
		Home:       rootfs + "/home",
		Tmp:        prefix + "/tmp",
		SDK:        max(number(getenv("ANDROID__BUILD_VERSION_SDK")), 0),
		Version:    getenv("TERMUX_VERSION"),
		LinkerExec: linkerExec(getenv),
	}
}

// linkerExec follows termux-exec: on Android 10 and up, an app built for API level 29 or up
// may not execute files that it wrote. The security context, if known, is the best evidence
// of the app's API level.
func linkerExec(getenv func(string) string) bool {
	switch getenv("TERMUX_EXEC__SYSTEM_LINKER_EXEC__MODE") {
	case "disable":
		return false
	case "force":
		return true
	}
	context := getenv("TERMUX__SE_PROCESS_CONTEXT")
	if strings.Contains(context, ":untrusted_app_25:") || strings.Contains(context, ":untrusted_app_27:") {
		return false
	}
	built := number(getenv("TERMUX_APP__TARGET_SDK")) >= linkerSDK ||
		strings.HasPrefix(getenv("TERMUX_VERSION"), "googleplay.")
	return built && number(getenv("ANDROID__BUILD_VERSION_SDK")) >= linkerSDK
}

// linkerSDK is Android 10: from this API level on, an app may not execute its own files.
const linkerSDK = 29

// number returns a small decimal number, or -1 for anything else.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 9999 {
		return -1
	}
	return n
}

// Bin returns $PREFIX/bin, the only directory of programs.
func (e Env) Bin() string { return e.Prefix + "/bin" }

// Etc returns $PREFIX/etc, which replaces /etc.
func (e Env) Etc() string { return e.Prefix + "/etc" }

// Lib returns $PREFIX/lib.
func (e Env) Lib() string { return e.Prefix + "/lib" }

// Libexec returns $PREFIX/libexec.
func (e Env) Libexec() string { return e.Prefix + "/libexec" }

// Var returns $PREFIX/var.
func (e Env) Var() string { return e.Prefix + "/var" }

// Shell returns the shell for scripts: never /bin/sh, which is Android's.
func (e Env) Shell() string { return e.Prefix + "/bin/sh" }

// CertFile returns the bundle of certificate authorities that Termux' programs trust; see
// SSL_CERT_FILE in crypto/x509.
func (e Env) CertFile() string { return e.Prefix + "/etc/tls/cert.pem" }

// ResolvConf returns the resolver's configuration. There is no /etc/resolv.conf, and a Go
// program that looks for it asks localhost.
func (e Env) ResolvConf() string { return e.Prefix + "/etc/resolv.conf" }

// Data returns the app's directory. If LinkerExec is set, nothing below it can be executed
// directly.
func (e Env) Data() string { return path.Dir(e.Rootfs) }

// PlayStore reports whether the app came from Google Play. That build cannot execute
// programs that it installs, and runs no proot.
func (e Env) PlayStore() bool { return strings.HasPrefix(e.Version, "googleplay.") }
