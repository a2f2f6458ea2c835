package trash

import "strings"

// Removal is what one command is to remove.
type Removal struct {
	Dir     string   // absolute, which names are relative to
	Names   []string // as the command has them
	Program string   // for messages

	Force     bool // names that are missing are no error
	Recursive bool // directories go, too
	Verbose   bool // each name is printed

	Cause // for the record
}

// gitClean is the Program of a removal that git clean was to do. Whoever makes that has git
// name the files.
const gitClean = "git clean"

// fault is what the program says about a name that it cannot remove.
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

// flags are the options of a program that can be done without it, with blanks around each.
// What is not in here asks, prints a manual, or belongs to another system's program. It is
// false for other programs.
func flags(program string) (string, bool) {
	switch program {
	case "rm":
		return " -f --force -r -R --recursive -v --verbose --one-file-system --preserve-root ", true
	case "unlink":
		return " ", true
	}
	return "", false
}

// Read reads an argument vector, without the program's name, that is to run in dir. It is
// false for what only the program itself can do: other programs, options that ask, options
// behind a name (which some systems take for names), and names that rm refuses.
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

// single splits options that were written together.
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
