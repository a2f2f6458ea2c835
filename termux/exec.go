package termux

import (
	"path"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// maxInterpreters limits a chain of #! lines; Linux has the same limit, in exec_binprm of
// its fs/exec.c.
const maxInterpreters = 5

// HeadSize is how much of a program is read for its #! line: Linux' BINPRM_BUF_SIZE.
const HeadSize = 256

// A Format is an error about a program that the kernel would refuse to start, too.
type Format struct {
	Path   string
	Reason string
}

// Error names the file and the reason.
func (f Format) Error() string { return f.Path + ": " + f.Reason }

// selfExe passes its own path to a program that the linker loaded, because /proc/self/exe of
// that program is the linker.
const selfExe = "TERMUX_EXEC__PROC_SELF_EXE"

// A Start holds the arguments of execve(2).
type Start struct {
	File string // absolute
	Argv []string
	Env  []string
}

// Plan returns what to pass to execve(2) so that s runs as it would when started from a
// Termux shell. It follows termux-exec 2.5.0:
//
//   - A program below /bin or /usr/bin is taken from $PREFIX/bin, and so is an
//     interpreter. Plan parses a #! line itself, since the kernel would look for
//     /usr/bin/env.
//   - If LinkerExec is set, the system's linker loads the app's own programs;
//     argv then has the program's path as second element, which
//     the linker removes.
//   - Android's own programs lose LD_PRELOAD and LD_LIBRARY_PATH, which are
//     for Termux' programs and may stop them from starting.
//
// head returns up to [HeadSize] bytes from the start of a file. The error is head's own,
// or a Format. Plan does not change s.
func (e Env) Plan(s Start, head func(string) ([]byte, error)) (Start, error) {
	s.File = e.rewrite(s.File)
	for range maxInterpreters + 1 {
		if system(s.File) {
			s.Env = androidEnv(s.Env, s.File)
			return s, nil
		}
		text, err := head(s.File)
		if err != nil {
			return Start{}, err
		}
		if strings.HasPrefix(string(text), "\x7fELF") {
			return e.load(s, text)
		}
		interpreter, argument, err := shebang(s.File, string(text))
		if err != nil {
			return Start{}, err
		}
		argv := []string{interpreter}
		if argument != "" {
			argv = append(argv, argument)
		}
		s.Argv = append(append(argv, s.File), s.Argv[1:]...)
		s.File = e.rewrite(interpreter)
	}
	return Start{}, Format{s.File, "too many interpreters"}
}

// rewrite maps the two directories that scripts and agents name and Termux lacks.
func (e Env) rewrite(program string) string {
	for _, dir := range []string{"/bin/", "/usr/bin/"} {
		if name, ok := strings.CutPrefix(program, dir); ok && name != "" && !strings.Contains(name, "/") {
			return e.Bin() + "/" + name
		}
	}
	return program
}

// shebang parses a #! line: the interpreter, and the rest of the line as one argument;
// see execve(2). The kernel would accept a relative interpreter too; a shim need not.
func shebang(file, head string) (interpreter, argument string, err error) {
	line, complete := head, false
	if i := strings.IndexByte(head, '\n'); i >= 0 {
		line, complete = head[:i], true
	}
	line, ok := strings.CutPrefix(line, "#!")
	switch {
	case !ok:
		return "", "", Format{file, "neither a program nor a script with a #! line"}
	case !complete && len(head) >= HeadSize:
		return "", "", Format{file, "#! line is too long"}
	}
	line = strings.Trim(line, " \t\r")
	interpreter, argument = line, ""
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		interpreter, argument = line[:i], strings.TrimLeft(line[i:], " \t")
	}
	if !path.IsAbs(interpreter) {
		return "", "", Format{file, "#! line names no absolute path"}
	}
	return interpreter, argument, nil
}

// load starts an ELF program, of which text is the beginning, through the linker if
// necessary.
func (e Env) load(s Start, text []byte) (Start, error) {
	const kind, fixed = 16, 2 // e_type, ET_EXEC: elf(5)
	s.Env = without(s.Env, selfExe)
	if !e.LinkerExec || !e.ownFile(s.File) {
		return s, nil
	}
	if len(text) > kind && text[kind] == fixed {
		return Start{}, Format{s.File, "a static program, which Android's linker cannot load"}
	}
	s.Env = append(s.Env, selfExe+"="+s.File)
	s.Argv = append([]string{s.Argv[0], s.File}, s.Argv[1:]...)
	s.File = linker()
	return s, nil
}

// Loadable reports whether the linker can load a file that execve(2) refused: the file is
// the app's own, and nothing has shown yet that the app may not execute its files. Only an
// app on Android 10 or later can be refused.
func (e Env) Loadable(file string) bool {
	return !e.LinkerExec && (e.SDK == 0 || e.SDK >= linkerSDK) && e.ownFile(file)
}

// linker returns the dynamic linker for programs of our own word size.
func linker() string {
	if strconv.IntSize == 32 {
		return "/system/bin/linker"
	}
	return "/system/bin/linker64"
}

// ownFile reports whether file lies in the app's directory, under either of the two names
// that the directory has for the device's first user.
func (e Env) ownFile(file string) bool {
	app := path.Base(e.Data())
	file = path.Clean(file)
	for _, dir := range []string{e.Data(), "/data/data/" + app, "/data/user/0/" + app} {
		if pathname.Below(file, dir) {
			return true
		}
	}
	return false
}

// system reports whether file belongs to Android itself.
func system(file string) bool {
	for _, dir := range []string{"/system/", "/apex/", "/vendor/", "/odm/", "/product/", "/system_ext/", "/sbin/"} {
		if strings.HasPrefix(file, dir) {
			return true
		}
	}
	return false
}

// androidEnv returns the environment for one of Android's programs. Android's shell and
// linker keep the library variables, since they may start Termux' programs again.
func androidEnv(env []string, file string) []string {
	env = without(env, selfExe)
	switch file {
	case "/system/bin/sh", "/system/bin/linker", "/system/bin/linker64":
		return env
	}
	return without(without(env, "LD_PRELOAD"), "LD_LIBRARY_PATH")
}

// without returns a copy of env that lacks the variable name.
func without(env []string, name string) []string {
	kept := make([]string, 0, len(env)+1)
	for _, entry := range env {
		if !strings.HasPrefix(entry, name+"=") {
			kept = append(kept, entry)
		}
	}
	return kept
}
