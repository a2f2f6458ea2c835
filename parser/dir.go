package parser

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/tree"
)

// maxPath bounds the path of a directory, in bytes (PATH_MAX of Linux).
const maxPath = 4096

// maxDirs bounds pushd's stack.
const maxDirs = 32

// chdirWith is chdir with the assignments before the command: HOME and CDPATH say where cd goes.
func (w *walker) chdirWith(assigns []tree.Assign, name string, args []tree.Word) {
	outer := w.state
	for _, a := range assigns {
		if a.Name != "HOME" && a.Name != "CDPATH" {
			continue
		}
		if w.state == outer {
			w.state = outer.clone()
		}
		w.state.set(a.Name, tree.ValueOf(a.Value))
	}
	w.chdir(name, args)
	outer.at, w.state = w.state.at, outer
}

// chdir follows cd, pushd and popd. It assumes success: code that runs after a failed cd
// is not what the source intends, and list handles cd x || y.
func (w *walker) chdir(name string, args []tree.Word) {
	s := w.state
	here, dirs := s.at.dir, s.at.dirs
	var to tree.Word
	still := name != "cd" && slices.ContainsFunc(args, func(a tree.Word) bool { return a.Is("-n") == tree.Yes })
	switch args = builtins.DirOperands(args); {
	case still: // only the stack changes
		s.at = &place{dir: here, old: s.at.old}
		return
	case name == "popd":
		if len(args) > 0 || len(dirs) == 0 {
			s.forgetDir()
			return
		}
		to, dirs = dirs[len(dirs)-1], dirs[:len(dirs)-1]
	case name == "pushd" && len(args) == 0:
		if len(dirs) == 0 {
			s.forgetDir()
			return
		}
		top := len(dirs) - 1
		to, dirs = dirs[top], append(dirs[:top:top], here)
	case slices.ContainsFunc(args, func(a tree.Word) bool { return a.Splits() && a.HasPattern() }):
		s.forgetDir() // a pattern without a match: cd goes home
		return
	case len(args) > 1:
		s.forgetDir() // zsh's cd old new, or an error
		return
	case len(args) == 0:
		to = w.lookup("HOME")
	default:
		to = w.under(here, args[0])
		if name == "pushd" {
			dirs = append(slices.Clip(dirs[max(len(dirs)-maxDirs+1, 0):]), here)
		}
	}
	s.at = &place{dir: to, old: here, dirs: dirs}
}

// stackedDirectory returns the directory behind ~N: an entry of pushd's stack, which begins with the
// current directory.
func (w *walker) stackedDirectory(number string) (tree.Word, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(number, "+"))
	dirs := w.state.at.dirs
	switch {
	case err != nil || n < 0 || n > len(dirs) || strings.HasPrefix(number, "-"):
		return tree.Word{}, false
	case n == 0:
		return w.lookup("PWD"), true
	}
	return w.absolute(dirs[len(dirs)-n], "PWD"), true
}

// under returns the directory that a cd from dir to a word leads to.
func (w *walker) under(dir, to tree.Word) tree.Word {
	if or := choiceOf(to); len(or) > 1 {
		return w.underEach([]tree.Word{dir}, or)
	}
	if or := choiceOf(dir); len(or) > 1 {
		return w.underEach(or, []tree.Word{to})
	}
	text, known := to.Text()
	to = tree.WithoutNames(tree.Unsplit(to))
	switch {
	case known && text == "-":
		return w.state.at.old
	case known && text == "":
		return dir
	case known && (text[0] == '+' || text[0] == '-') && strings.Trim(text[1:], "0123456789") == "":
		return tree.UnknownWord(text, false) // pushd +1, zsh's cd -2
	case w.effects.shopts&builtins.CDVariables != 0 && tree.IsName(text):
		return tree.UnknownWord("$"+text, false)
	case to.Prefix() == "":
		return tree.ValueOf(to) // absolute or relative: unknown
	case w.searched(to):
		return w.found(dir, to)
	case strings.HasPrefix(text, "/") || strings.HasPrefix(to.Prefix(), "/") || len(dir.Parts) == 0:
		return joinedDir(dir, to)
	}
	if size := dir.Size() + to.Size(); size > maxPath || len(dir.Parts)+len(to.Parts) > tree.MaxParts || !w.spend(4*size+expand.WordCost) {
		return tree.UnknownWord(tree.Shorten(to.String()), false)
	}
	return joinedDir(dir, to)
}

// choiceOf returns the possible values of a word that is a choice.
func choiceOf(word tree.Word) []tree.Word {
	if len(word.Parts) != 1 {
		return nil
	}
	return word.Parts[0].OneOf()
}

// searched reports whether cd first looks for a directory in CDPATH.
func (w *walker) searched(to tree.Word) bool {
	if first, _, _ := strings.Cut(to.Prefix(), "/"); first == "" || first == "." || first == ".." {
		return false
	}
	path := w.lookup("CDPATH")
	if _, assigned := w.state.get("CDPATH"); !assigned && !path.Known() {
		return false
	}
	return !path.Known() || len(path.Parts) > 0
}

// underEach calls under for each pair of directories and words.
func (w *walker) underEach(dirs, words []tree.Word) tree.Word {
	var to tree.Word
	for i, dir := range dirs {
		for j, word := range words {
			if one := w.under(dir, word); i+j == 0 {
				to = one
			} else {
				to = oneOfDirs(to, one)
			}
		}
	}
	return to
}

// maxSearched bounds the directories of CDPATH that are followed.
const maxSearched = 4

// found returns the directory that cd finds in CDPATH, as a choice.
func (w *walker) found(dir, to tree.Word) tree.Word {
	path, known := w.lookup("CDPATH").Text()
	if !known || strings.Count(path, ":") >= maxSearched || len(path) > maxPath || !w.spend(len(path)+expand.WordCost) {
		return tree.UnknownWord(tree.Shorten(to.String()), false)
	}
	found := joinedDir(dir, to)
	for from := range strings.SplitSeq(path, ":") {
		found = oneOfDirs(found, joinedDir(joinedDir(dir, tree.Text(from)), to))
	}
	return found
}

// joinedDir resolves one directory relative to another.
func joinedDir(dir, to tree.Word) tree.Word {
	switch {
	case len(to.Parts) == 0:
		return dir
	case strings.HasPrefix(to.Prefix(), "/"), len(dir.Parts) == 0:
		return cleaned(tree.ValueOf(to))
	}
	both := tree.Word{Parts: tree.AppendPart(slices.Clone(dir.Parts), tree.Part{Kind: tree.Literal, Text: "/"}), Span: to.Span}
	for _, p := range to.Parts {
		both.Parts = tree.AppendPart(both.Parts, p)
	}
	return cleaned(tree.ValueOf(both))
}

// cleaned resolves . and .. in a literal path, textually as the shell's cd does. It returns any
// other word unchanged.
func cleaned(dir tree.Word) tree.Word {
	text, known := dir.Text()
	if !known || text == "" {
		return dir
	}
	clean := path.Clean(text)
	if clean == "." {
		clean = ""
	}
	span := dir.Span
	dir = tree.Text(clean)
	dir.Span = span
	return dir
}

// pwd returns the value of $PWD.
func (w *walker) pwd() tree.Word { return w.absolute(w.state.at.dir, "PWD") }

// absolute returns the absolute path of a directory, if it is known.
func (w *walker) absolute(dir tree.Word, name string) tree.Word {
	if strings.HasPrefix(dir.Prefix(), "/") {
		return dir
	}
	start, ok := w.start("PWD")
	if !ok || len(dir.Parts) > 0 && dir.Prefix() == "" {
		return tree.UnknownWord("$"+name, false)
	}
	if len(dir.Parts) == 0 {
		return tree.Text(start)
	}
	full := tree.Word{Parts: append([]tree.Part{{Kind: tree.Literal, Text: start + "/"}}, dir.Parts...)}
	return cleaned(full)
}
