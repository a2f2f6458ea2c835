package parser

import (
	"slices"
	"strings"
)

// Picked is the text of an unknown part of a name that a filter has picked from others.
const Picked = "{named}"

// maxPrinted bounds the words that one output is made of.
const maxPrinted = maxChoices - 2

// handing are the filters that hand on lines as they came, and picking those that hand
// on some of them.
const (
	handing = " cat gcat sort gsort uniq guniq tac gtac tee gtee shuf "
	picking = " grep egrep fgrep head ghead tail gtail "
)

// Printed tells what a program prints a list of of which a shell knows nothing.
type Printed func(*Command) []Word

// Names returns what standard input is a list of, as far as that is known: patterns,
// each for the names of files that it matches, and other names. There may be more than
// they say.
func (in Stdin) Names(others Printed) []Word { return telling(in.names(others, 0)) }

func (in Stdin) names(others Printed, depth int) []Word {
	var names []Word
	switch {
	case in.Kind == FromFile && len(in.Word.Parts) == 1 && in.Word.Parts[0].File:
		return others.last(in.Word.Parts[0].From, depth)
	case in.Kind == FromPipe:
		for _, c := range in.From {
			names = append(names, others.of(c, depth)...)
		}
	case in.Kind == FromText:
		for _, p := range in.Word.Parts {
			names = append(names, p.or()...)
		}
	}
	return names
}

// last is what the last of some commands prints. It may be listed several times.
func (others Printed) last(from []*Command, depth int) []Word {
	var names []Word
	for i := len(from) - 1; i >= 0 && from[i].Span == from[len(from)-1].Span; i-- {
		names = append(names, others.of(from[i], depth)...)
	}
	return names
}

// telling leaves out the names of which nothing is known, and those past maxPrinted.
func telling(names []Word) []Word {
	names = slices.DeleteFunc(names, func(x Word) bool {
		return len(x.Parts) == 0 || len(x.Parts) == 1 && x.Parts[0].Kind == Unknown
	})
	return names[:min(len(names), maxPrinted)]
}

// of is what a command prints a list of.
func (others Printed) of(c *Command, depth int) []Word {
	words := builtinWords(c.Args)
	if len(words) == 0 || depth > maxEvals {
		return nil
	}
	name, _ := words[0].Text()
	name = name[strings.LastIndexByte(name, '/')+1:]
	switch {
	case name == "":
		return nil
	case name == "echo":
		return listing(words[1:])
	case name == "printf" && len(words) > 2 && lists(words[1]):
		return listing(words[2:])
	case name == "tr" && separators(words[1:]), strings.Contains(handing, " "+name+" "):
		return c.Stdin.names(others, depth+1)
	case strings.Contains(picking, " "+name+" "):
		if counts := slices.ContainsFunc(words[1:], reports); counts {
			return nil
		}
		return picked(c.Stdin.names(others, depth+1))
	case others != nil:
		return slices.Clone(others(c))
	}
	return nil
}

// listing are the words that are printed, if there is a pattern among them.
func listing(words []Word) []Word {
	if !slices.ContainsFunc(words, isNames) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(words), func(x Word) bool { return strings.ContainsAny(x.Prefix(), blankIFS) })
}

// isNames tells whether a word stands for names that a pattern matches.
func isNames(w Word) bool {
	return slices.ContainsFunc(w.Parts, func(p Part) bool { return p.Kind == Glob })
}

// lists tells whether a format of printf has one word after the other.
func lists(format Word) bool {
	text, known := format.Text()
	rest := strings.NewReplacer("%s", "", "%q", "", "%b", "", `\n`, "", `\0`, "", `\t`, "").Replace(text)
	return known && strings.Count(text, "%") == 1 && strings.Trim(rest, blankIFS) == ""
}

// separators tells whether tr puts one separator in the place of another.
func separators(sets []Word) bool {
	for _, s := range sets {
		switch text, _ := s.Text(); text {
		case " ", `\n`, `\0`, `\t`, `\012`, `\000`, "\n", "[:space:]", "[:blank:]", "-s":
		default:
			return false
		}
	}
	return len(sets) > 1
}

// reports tells whether an option makes grep print other than the lines that it picks.
func reports(w Word) bool {
	option := w.Prefix()
	return strings.HasPrefix(option, "-") && !strings.HasPrefix(option, "--") && strings.ContainsAny(option, "cblLqnH")
}

// picked are names of which some are left.
func picked(names []Word) []Word {
	for i, x := range names {
		x.Parts = slices.Clone(x.Parts)
		for k := range x.Parts {
			if x.Parts[k].Kind == Unknown {
				x.Parts[k].Text = Picked
			}
		}
		names[i] = x
	}
	return names
}

// oneOfNames are the words that a text may be which lists some names: any text, or one
// of them. It is nil for no names.
func oneOfNames(names []Word, rest Part) []Word {
	if names = telling(names); len(names) == 0 {
		return nil
	}
	rest.several = nil
	or := []Word{{Parts: []Part{rest}}}
	for _, x := range names {
		or = append(or, named(x))
	}
	return or
}
