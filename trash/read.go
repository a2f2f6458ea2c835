package trash

import "strings"

// Removal is what one command wants to remove.
type Removal struct {
	Dir     string   // absolute; names are relative to it
	Names   []string // as written in the command
	Program string   // for messages

	Force     bool // missing names are no error
	Recursive bool // directories are removed, too
	Verbose   bool // each name is printed

	Cause // for the record
}

// gitClean is the Program of a removal that git clean wants to do. The caller has git name
// the files.
const gitClean = "git clean"

// fault returns the program's message about a name that it cannot remove.
func (r Removal) fault(name, why string) string {
	if r.Program == gitClean {
		return "warning: failed to remove " + name + ": " + why
	}
	verb := "remove"
	if r.Program == "unlink" {
		verb = "unlink"
	}
	return r.Program + ": cannot " + verb + " '" + name + "': " + why
}

// flags returns the options of a program that the can supports, with blanks around each. An
// option that is missing here asks, prints a manual, or belongs to another system's program.
// flags returns false for other programs.
func flags(program string) (string, bool) {
	switch program {
	case "rm":
		return " -f --force -r -R --recursive -v --verbose --one-file-system --preserve-root ", true
	case "unlink":
		return " ", true
	}
	return "", false
}

// Read reads an argument vector, without the program's name, of a command that runs in dir.
// It returns false if only the program itself can do the removal: for other programs,
// options that ask, options after a name (which some systems take for names), and names that
// rm refuses.
func Read(program string, args []string, dir string) (Removal, bool) {
	r := Removal{Dir: dir, Program: program}
	known, ok := flags(program)
	if !ok {
		return r, false
	}
	ended := false
	for _, arg := range args {
		option := !ended && len(arg) > 1 && arg[0] == '-'
		switch {
		case option && len(r.Names) > 0:
			return r, false
		case option && arg == "--":
			ended = true
		case option:
			for _, flag := range single(arg) {
				if !strings.Contains(known, " "+flag+" ") {
					return r, false
				}
				r.take(flag)
			}
		default:
			if !plain(arg) {
				return r, false
			}
			r.Names = append(r.Names, arg)
		}
	}
	return r, len(r.Names) == 1 || len(r.Names) > 1 && program != "unlink"
}

// single splits options that were bundled.
func single(arg string) []string {
	if strings.HasPrefix(arg, "--") {
		return []string{arg}
	}
	var all []string
	for _, letter := range arg[1:] {
		all = append(all, "-"+string(letter))
	}
	return all
}

func (r *Removal) take(flag string) {
	switch flag {
	case "-f", "--force":
		r.Force = true
	case "-r", "-R", "--recursive":
		r.Recursive = true
	case "-v", "--verbose":
		r.Verbose = true
	}
}

// plain reports whether a name has a last component that can be renamed.
func plain(name string) bool {
	last := strings.TrimRight(name, "/")
	last = last[strings.LastIndexByte(last, '/')+1:]
	return last != "" && last != "." && last != ".." && !strings.Contains(name, "\x00")
}
