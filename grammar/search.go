package grammar

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// The texts of an unknown part that stands for what a search finds.
const (
	Whatever = "{}"          // all there is
	OfAKind  = "{kind}"      // what is of a size, an age, an owner
	ByName   = parser.Picked // what has a name
)

// picks tells what a search picks of that which lies below its starting points:
// one of the texts above. Of what -o joins each side picks by itself, and the
// least of them counts; a side that is pruned finds nothing. What is negated
// picks nothing, and a pattern that everything matches does not either.
func picks(v *Invocation, x *spec.Syntax) string {
	least, some, negated, pruned := ByName, Whatever, false, false
	for i := range v.Options {
		g := &v.Options[i]
		widens := x.Widen != "" && g.is(x.Widen) != parser.No
		switch {
		case widens && (g.is("-o") == parser.Maybe || g.is("!") == parser.Maybe):
			return Whatever
		case widens && g.is("-o") == parser.Yes:
			if !pruned {
				least = lesser(least, some)
			}
			some, pruned = Whatever, false
		case widens && i+1 < len(v.Options) && v.Options[i+1].Name == "(":
			return Whatever // nothing is known of what a whole bracket leaves
		case widens:
			negated = true
		default:
			if one := picked(g, x); !negated && lesser(some, one) == some {
				some = one
			}
			pruned = (pruned || g.Name == "-prune") && !wordlist.Among(g.Name, actions)
			negated = false
		}
	}
	return lesser(least, some)
}

// actions are the options of find that do something with what was found; they
// stand behind what picks it.
const actions = "-delete -exec -execdir -ok -okdir -print -print0 -printf -ls -fls -fprint -fprint0 -fprintf"

// picked is what one option picks.
func picked(g *OptionUse, x *spec.Syntax) string {
	pattern, known := g.Value.Text()
	switch {
	case g.Option != nil && g.Option.Arg != spec.None && known && strings.Trim(pattern, "*./") == "":
	case g.is(x.Naming) == parser.Yes:
		return ByName
	case g.is(x.Narrow) == parser.Yes:
		return OfAKind
	}
	return Whatever
}

// lesser is the one of two that says less of what is found.
func lesser(a, b string) string {
	for _, t := range [...]string{Whatever, OfAKind} {
		if a == t || b == t {
			return t
		}
	}
	return ByName
}

// found returns a word for the paths below each starting point of a search.
// What is found may be the starting point itself: the unknown part may be
// empty. Where the search is for one name, that name ends each of them.
func found(v *Invocation) []parser.Word {
	var words []parser.Word
	from := startingPoints(v)
	last := unknown()
	name, named := sought(v)
	last.Parts[0].Text = picks(v, &v.Program.Syntax)
	if named && last.Parts[0].Text == Whatever {
		last.Parts[0].Text = ByName
	}
	for _, w := range from {
		if named {
			words = append(words, concat(w.Span, w, parser.Text("/"), last, parser.Text("/"), name))
		} else {
			words = append(words, concat(w.Span, w, parser.Text("/"), last))
		}
	}
	return append(words, soughtSecrets(v, from)...)
}

// startingPoints returns what a search begins at.
func startingPoints(v *Invocation) (from []parser.Word) {
	for _, o := range v.Operands {
		if o.Role != spec.Plain && o.Role != spec.Code && o.Role != spec.Names {
			from = append(from, o.Word)
		}
	}
	if from == nil {
		from = []parser.Word{parser.Text(".")}
	}
	return from
}

// sought returns the name that a search is for, if it is for a single one or
// for those of a pattern that begins like a name.
func sought(v *Invocation) (parser.Word, bool) {
	if v.Name == "fd" {
		return beginning(v)
	}
	if v.given(v.Program.Widen) != parser.No {
		return parser.Word{}, false
	}
	for w := range v.Values("-name -iname") {
		text, known := w.Text()
		if !known || text == "" || strings.ContainsAny(text, `\/`) {
			continue
		}
		switch i := strings.IndexAny(text, "*?["); {
		case i < 0:
			return w, true
		case i > 0:
			return pattern(text, i), true
		}
	}
	return parser.Word{}, false
}

// beginning returns what the names begin with that fd is to find: its pattern
// is a regular expression that may stand anywhere in a name, and mostly is the
// beginning of one.
func beginning(v *Invocation) (parser.Word, bool) {
	for _, o := range v.Operands {
		text, known := o.Word.Text()
		if o.Role != spec.Plain || !known {
			continue
		}
		text = strings.NewReplacer("^", "", "$", "", `\.`, ".").Replace(text)
		if text == "" || text == "." || strings.ContainsAny(text, `\/*+?[](){}|`) {
			return parser.Word{}, false
		}
		return pattern(text+"*", len(text)), true
	}
	return parser.Word{}, false
}

// pattern is a word for the names that fit a pattern, the first sign of which
// is at i.
func pattern(text string, i int) parser.Word {
	return parser.Word{Parts: []parser.Part{{Kind: parser.Literal, Text: text[:i]}, {Kind: parser.Glob, Text: text[i:]}}}
}

// OutputPrinter returns the names that a program prints, one on a line, as a search does; nil
// for other programs.
func OutputPrinter(opt parser.Options) parser.Printer {
	return func(c *parser.Command) []parser.Word { return printed(c, opt, true, root{}) }
}

// searched returns the paths that a search before a pipe prints, or nil if
// standard input is nothing of the kind.
func (r *reader) searched() []parser.Word {
	return parser.Printer(r.printed).Names(r.cmd.Stdin)
}

// printed returns the paths that a command before a pipe prints, whatever else
// stands in their lines.
func (r *reader) printed(c *parser.Command) []parser.Word {
	if r.isWithin(c) {
		return nil
	}
	return printed(c, r.opt, false, r.inv.root())
}

// searchers are the programs that print names of files.
const searchers = "ls find fd git lsblk blkid"

// printed returns the paths that a program prints: in lines, where that is all
// that each line holds.
func printed(c *parser.Command, opt parser.Options, lines bool, in root) []parser.Word {
	if !slices.ContainsFunc(c.Args, func(a parser.Word) bool { return wordlist.Among(path.Base(a.Prefix()), searchers) }) {
		return nil
	}
	v := read(c, opt, parser.Yes, in)
	for len(v.Nested) == 1 && !wordlist.Among(v.Name, searchers) {
		v = v.Nested[0] // behind env, sudo and the like
	}
	switch {
	case v.Program == nil || !wordlist.Among(v.Name, searchers):
		return nil
	case v.Name == "git":
		return gitNames(v)
	case v.Name == "ls":
		return listed(v, lines)
	case v.Name == "lsblk" || v.Name == "blkid":
		return devices(v)
	case lines && v.given("-printf -ls -exec -execdir -ok -okdir -delete -x --exec -X --exec-batch") != parser.No && !printsPaths(v):
		return nil
	}
	return found(v)
}

// printsPaths reports whether the one format that find prints is that of a path: find(1),
// -printf.
func printsPaths(v *Invocation) bool {
	format, given := v.Value("-printf")
	text, known := format.Text()
	return given == parser.Yes && known && v.given("-ls -exec -execdir -ok -okdir -delete") == parser.No && wordlist.Among(text, `%p\n %p\0 %h/%f\n %h/%f\0`)
}

// gitNames returns what git prints of names: those of files, those of refs in a format, or the
// places of a repository.
func gitNames(v *Invocation) []parser.Word {
	switch v.Sub {
	case "for-each-ref", "branch", "tag":
		if format, given := v.Value("--format"); given == parser.Yes {
			return []parser.Word{formatted(format)}
		}
	case "rev-parse":
		return repositoryPlace(v)
	}
	return tracked(v)
}

// formatted is a line in a format of git-for-each-ref(1), in which %(…) stands for what is
// not known.
func formatted(format parser.Word) parser.Word {
	text, known := format.Text()
	if !known {
		return unknown()
	}
	var line parser.Word
	for {
		before, after, found := strings.Cut(text, "%(")
		line.Parts = append(line.Parts, parser.Text(before).Parts...)
		if !found {
			return line
		}
		line.Parts = append(line.Parts, parser.Part{Text: "?"})
		_, text, _ = strings.Cut(after, ")")
	}
}

// repositoryPlace returns what git rev-parse prints of where the repository lies: in some
// directory, under the name that it mostly has there.
func repositoryPlace(v *Invocation) []parser.Word {
	at := parser.Text("/.git")
	switch path, given := v.Value("--git-path"); {
	case len(v.Operands) > 0 || len(v.Options) != 1:
		return nil
	case given == parser.Yes:
		at = concat(path.Span, at, parser.Text("/"), path)
	case v.given("--git-dir --absolute-git-dir --git-common-dir") != parser.Yes:
		return nil
	}
	return []parser.Word{{Parts: append([]parser.Part{{Text: "?"}}, at.Parts...)}}
}

// tracked returns what git ls-files prints: all files, or all that git does not
// know; nil where it is asked for some.
func tracked(v *Invocation) []parser.Word {
	if v.Sub != "ls-files" || len(v.Operands) > 0 || v.given("-d --deleted -m --modified -u --unmerged -k --killed -i --ignored -s --stage --error-unmatch") != parser.No {
		return nil
	}
	return []parser.Word{{Parts: []parser.Part{{Kind: parser.Literal, Text: "./"}, {Text: Whatever}}}}
}

// listed returns the paths that ls prints as they were given: those of files. Of
// a directory it prints the names alone.
func listed(v *Invocation, lines bool) []parser.Word {
	if lines && v.given("-l -s -i -g -o -n --long --size --inode --format") != parser.No {
		return nil
	}
	itself := v.given("-d --directory") == parser.Yes
	if !itself && len(v.Operands) == 0 && v.given("-R --recursive") == parser.No {
		return []parser.Word{{Parts: []parser.Part{{Kind: parser.Literal, Text: "./"}, {Text: Whatever}}}}
	}
	var words []parser.Word
	for _, o := range v.Operands {
		if lines && !itself && isDirectory(o.Word) {
			words = append(words, parser.Word{Parts: []parser.Part{{Kind: parser.Literal, Text: "./"}, {Text: Whatever}}}) // what lies there, for one who goes there
			continue
		}
		if o.Word.Known() && (lines && !itself || !strings.Contains(o.Word.Prefix(), "/")) {
			continue
		}
		words = append(words, o.Word)
	}
	return words
}

// isDirectory reports whether a path surely is one of a directory: by its form, or because no
// file has so few parts.
func isDirectory(w parser.Word) bool {
	text, known := w.Text()
	base := path.Base(text)
	return known && text != "" && (strings.HasSuffix(text, "/") || base == "." || base == ".." || strings.HasPrefix(text, "/") && !strings.Contains(base, "."))
}

// devices returns what lsblk and blkid print of the disks that there are: their paths, or their
// names alone (lsblk(8), -p). A path as an operand picks one of them.
func devices(v *Invocation) []parser.Word {
	disk := unknown()
	disk.Parts[0].Empty = false
	if v.Name == "lsblk" && v.given("-p --paths") == parser.No || v.given("-J --json -h --help -V --version -L -U") != parser.No {
		return nil
	}
	if len(v.Operands) > 0 {
		return nil
	}
	return []parser.Word{{Parts: append(parser.Text("/dev/").Parts, disk.Parts...)}}
}
