package parser

import (
	"path"
	"slices"
	"strings"
)

// maxPath bounds the path of a directory, in bytes (PATH_MAX of Linux).
const maxPath = 4096

// maxDirs bounds pushd's stack.
const maxDirs = 32

// chdir follows cd, pushd and popd. They are taken to succeed: what runs
// where they fail is not what the source means, and lists say so themselves.
func (w *walker) chdir(name string, args []Word) {
	s := w.state
	here, dirs := s.at.dir, s.at.dirs
	var to Word
	still := name != "cd" && slices.ContainsFunc(args, func(a Word) bool { return a.Is("-n") == Yes })
	switch args = dirOperands(args); {
	case still: // it is the stack alone that changes
		s.at = &place{dir: here, old: s.at.old}
		return
	case name == "popd":
		if len(args) > 0 || len(dirs) == 0 {
			s.lose()
			return
		}
		to, dirs = dirs[len(dirs)-1], dirs[:len(dirs)-1]
	case name == "pushd" && len(args) == 0:
		if len(dirs) == 0 {
			s.lose()
			return
		}
		top := len(dirs) - 1
		to, dirs = dirs[top], append(dirs[:top:top], here)
	case slices.ContainsFunc(args, func(a Word) bool { return a.Splits() && a.hasPattern() }):
		s.lose() // without a match it goes home
		return
	case len(args) > 1:
		s.lose() // zsh's cd old new, or an error
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

// dirOperands drops the options of cd.
func dirOperands(args []Word) []Word {
	for len(args) > 0 {
		t, ok := args[0].Text()
		if !ok || len(t) < 2 || t[0] != '-' || strings.Trim(t[1:], "LPeqsn@-") != "" {
			break
		}
		args = args[1:]
		if t == "--" {
			break
		}
	}
	return args
}

// under is the directory that a cd to a word leads to from dir.
func (w *walker) under(dir, to Word) Word {
	if or := alternatives(to); len(or) > 1 {
		return w.underEach([]Word{dir}, or)
	}
	if or := alternatives(dir); len(or) > 1 {
		return w.underEach(or, []Word{to})
	}
	text, known := to.Text()
	to = nameless(oneWord(to))
	switch {
	case known && text == "-":
		return w.state.at.old
	case known && text == "":
		return dir
	case known && (text[0] == '+' || text[0] == '-') && strings.Trim(text[1:], "0123456789") == "":
		return unknown(text, false) // pushd +1, zsh's cd -2
	case w.effects.shopts&cdVariables != 0 && isName(text):
		return unknown("$"+text, false)
	case to.Prefix() == "":
		return value(to) // absolute or relative: that is not known
	case w.searched(to):
		return w.found(dir, to)
	case strings.HasPrefix(text, "/") || strings.HasPrefix(to.Prefix(), "/") || len(dir.Parts) == 0:
		return joinedDir(dir, to)
	}
	if size := dir.size() + to.size(); size > maxPath || len(dir.Parts)+len(to.Parts) > maxParts || !w.spend(4*size+wordCost) {
		return unknown(cut(to.String()), false)
	}
	return joinedDir(dir, to)
}

// searched tells whether cd looks for a directory elsewhere first, in CDPATH.
func (w *walker) searched(to Word) bool {
	path := w.lookup("CDPATH")
	if _, assigned := w.state.get("CDPATH"); !assigned && !path.Known() || path.Known() && len(path.Parts) == 0 {
		return false
	}
	first, _, _ := strings.Cut(to.Prefix(), "/")
	return first != "" && first != "." && first != ".."
}

// underEach is under, for each of some directories and words.
func (w *walker) underEach(dirs, words []Word) Word {
	var to Word
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

// maxSearched bounds how many directories of CDPATH are followed.
const maxSearched = 4

// found is the directory that cd finds by CDPATH: whichever is there.
func (w *walker) found(dir, to Word) Word {
	path, known := w.lookup("CDPATH").Text()
	if !known || strings.Count(path, ":") >= maxSearched || len(path) > maxPath || !w.spend(len(path)+wordCost) {
		return unknown(cut(to.String()), false)
	}
	found := joinedDir(dir, to)
	for from := range strings.SplitSeq(path, ":") {
		found = oneOfDirs(found, joinedDir(joinedDir(dir, Text(from)), to))
	}
	return found
}

// joinedDir is a directory as seen from another.
func joinedDir(dir, to Word) Word {
	switch {
	case len(to.Parts) == 0:
		return dir
	case strings.HasPrefix(to.Prefix(), "/"), len(dir.Parts) == 0:
		return cleaned(value(to))
	}
	both := Word{Parts: appendPart(slices.Clone(dir.Parts), Part{Kind: Literal, Text: "/"}), Span: to.Span}
	for _, p := range to.Parts {
		both.Parts = appendPart(both.Parts, p)
	}
	return cleaned(value(both))
}

// oneWord is a word that is taken not to split: cd fails with several.
func oneWord(w Word) Word {
	parts := slices.Clone(w.Parts)
	for i := range parts {
		parts[i].Split = false
	}
	return Word{Parts: parts, Span: w.Span}
}

// cleaned is a literal path without . and .., as the shell's own cd goes, and
// any other word as it is.
func cleaned(dir Word) Word {
	text, known := dir.Text()
	if !known || text == "" {
		return dir
	}
	clean := path.Clean(text)
	if clean == "." {
		clean = ""
	}
	span := dir.Span
	dir = Text(clean)
	dir.Span = span
	return dir
}

// pwd is the value of $PWD.
func (w *walker) pwd() Word { return w.absolute(w.state.at.dir, "PWD") }

// absolute is a directory in full, where that is known.
func (w *walker) absolute(dir Word, name string) Word {
	if strings.HasPrefix(dir.Prefix(), "/") {
		return dir
	}
	start, ok := w.start("PWD")
	if !ok || len(dir.Parts) > 0 && dir.Prefix() == "" {
		return unknown("$"+name, false)
	}
	if len(dir.Parts) == 0 {
		return Text(start)
	}
	full := Word{Parts: append([]Part{{Kind: Literal, Text: start + "/"}}, dir.Parts...)}
	return cleaned(full)
}

// nameless leaves out which names a pattern stands for: a directory is one place.
func nameless(w Word) Word {
	if !slices.ContainsFunc(w.Parts, func(p Part) bool { return p.Kind == Glob && p.one }) {
		return w
	}
	w.Parts = slices.Clone(w.Parts)
	for i, p := range w.Parts {
		if p.Kind == Glob && p.one {
			w.Parts[i].Kind, w.Parts[i].one = Unknown, false
		}
	}
	return w
}
