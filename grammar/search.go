package grammar

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Texts of the unknown part that represents the results of a search.
const (
	Whatever = "{}"          // everything
	OfAKind  = "{kind}"      // files of a size, an age, an owner
	ByName   = parser.Picked // files with a certain name

	SecretName = "{secret}" // files with a name that secrets in a home have, and others elsewhere
)

// picks says how a search selects from what is below its starting points, as one of the texts
// above. Each side of -o selects separately, and the least selective side counts; a pruned side
// finds nothing. A negated test selects nothing, and neither does a pattern that everything
// matches.
func picks(v *Invocation, x *spec.Syntax) string {
	least, some, negated, pruned := ByName, Whatever, false, false
	for i := range v.Options {
		g := &v.Options[i]
		widens := x.Widen != "" && g.Is(x.Widen) != parser.No
		switch {
		case widens && (g.Is("-o") == parser.Maybe || g.Is("!") == parser.Maybe):
			return Whatever
		case widens && g.Is("-o") == parser.Yes:
			if !pruned {
				least = lesser(least, some)
			}
			some, pruned = Whatever, false
		case widens && i+1 < len(v.Options) && v.Options[i+1].Name == "(":
			return Whatever // the selection of a whole parenthesis is unknown
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

// actions are the options of find that act on the files found. The tests come before them.
const actions = "-delete -exec -execdir -ok -okdir -print -print0 -printf -ls -fls -fprint -fprint0 -fprintf"

// picked says how one option selects.
func picked(g *OptionUse, x *spec.Syntax) string {
	pattern, known := g.Value.Text()
	switch {
	case g.Option != nil && g.Option.Arg != spec.None && known && strings.Trim(pattern, "*./") == "":
	case g.Is(x.Naming) == parser.Yes:
		return ByName
	case g.Is(x.Narrow) == parser.Yes:
		return OfAKind
	}
	return Whatever
}

// lesser returns the less selective of two.
func lesser(a, b string) string {
	for _, t := range [...]string{Whatever, OfAKind} {
		if a == t || b == t {
			return t
		}
	}
	return ByName
}

// found returns a word for the paths below each starting point of a search. The unknown part may
// be empty, since a search may find the starting point itself. If the search is for a single
// name, each word ends in it.
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

// startingPoints returns the starting points of a search.
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

// sought returns the name that a search is for, if it is a single one, or a pattern with a literal
// beginning or ending.
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
		case i > 0 || hasExtension(text):
			return pattern(text, i), true
		}
	}
	return parser.Word{}, false
}

// hasExtension reports whether a pattern ends in a literal extension: *.c.
func hasExtension(pattern string) bool {
	dot := strings.LastIndexByte(pattern, '.')
	return dot > strings.LastIndexAny(pattern, "*?[]") && dot+1 < len(pattern)
}

// beginning returns the beginning of the names that fd searches for: its pattern is a regular
// expression that may match anywhere in a name, but is usually the beginning of one.
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

// pattern returns a word for a name that matches a pattern, whose first special byte is at i.
func pattern(text string, i int) parser.Word {
	parts := []parser.Part{{Kind: parser.Literal, Text: text[:i]}, {Kind: parser.Glob, Text: text[i:], SingleName: true}}
	if i == 0 {
		parts = parts[1:]
	}
	return parser.Word{Parts: parts}
}

// PrintedNames returns the names that a program prints, one per line, as a search does; nil for other
// programs.
func PrintedNames(c *parser.Command, opt parser.Options) []parser.Word {
	return printed(c, opt, true, root{})
}

// searched returns the paths that a search before a pipe prints; nil if standard input is
// anything else.
func (r *reader) searched() []parser.Word {
	return parser.Printer(r.printed).Names(r.cmd.Stdin)
}

// printed returns the paths that a command before a pipe prints, whatever else its lines contain.
func (r *reader) printed(c *parser.Command) []parser.Word {
	if r.isWithin(c) {
		return nil
	}
	if names := printed(c, r.opt, false, r.inv.root()); names != nil || r.opt.Prints == nil {
		return names
	}
	return r.opt.Prints(c) // what code prints
}

// searchers are the programs that print names of files, and of the users' homes.
const searchers = "ls find fd git lsblk blkid getent du tree npm site " + matchers + " " + locators

// matchers search the content of files, and print the names of those that match if an option says so.
const matchers = "grep egrep fgrep zgrep rg ag"

// locators look names up in a database of all files; their operands are parts of paths.
const locators = "locate plocate mlocate slocate mdfind"

// printed returns the paths that a program prints; if lines is set, only those that are whole lines.
func printed(c *parser.Command, opt parser.Options, lines bool, in root) []parser.Word {
	if !slices.ContainsFunc(c.Args, func(a parser.Word) bool { return wordlist.Among(path.Base(a.Prefix()), searchers) }) {
		return nil
	}
	v := read(c, opt, parser.Yes, in, newRoom(1))
	for len(v.Nested) == 1 && !wordlist.Among(v.Name, searchers) {
		v = v.Nested[0] // behind env, sudo and the like
	}
	switch {
	case wordlist.Among(v.Name, locators):
		return located(v)
	case v.Name == "npm" || v.Name == "python":
		return ownPlace(v, ownHome(opt))
	case v.Program == nil || !wordlist.Among(v.Name, searchers):
		return nil
	case v.Name == "git":
		return gitNames(v)
	case v.Name == "ls":
		return listed(v, lines, ownHome(opt))
	case wordlist.Among(v.Name, matchers):
		return matching(v)
	case v.Name == "du" && lines, v.Name == "tree" && v.given("-f") == parser.No: // sizes as well, or bare names
		return nil
	case v.Name == "lsblk" || v.Name == "blkid":
		return devices(v)
	case v.Name == "getent":
		return homes(v, opt)
	case lines && v.given("-printf -ls -exec -execdir -ok -okdir -delete -x --exec -X --exec-batch") != parser.No && !printsPaths(v):
		return nil
	}
	return found(v)
}

// matching returns the paths of the files whose content matches, or of all that are searched if only
// their names are asked for; nil if lines of them are printed.
func matching(v *Invocation) (paths []parser.Word) {
	last := unknown()
	switch {
	case v.Name == "rg" && v.given("--files") == parser.Yes && v.given("-g -t -T --iglob") == parser.No:
		last.Parts[0].Text = Whatever
	case v.Name == "rg" && v.given("--files") == parser.Yes, v.Name == "ag" && v.given("-g") == parser.Yes:
		last.Parts[0].Text = ByName
	case v.Name == "ag" && v.given("-l -L") != parser.No, v.Name == "rg" && v.given("-l --files-without-match") != parser.No:
		last.Parts[0].Text = OfAKind
	case v.Name == "rg" || v.Name == "ag" || v.given("-l -L") == parser.No:
		return nil
	case v.given("-r -R") == parser.No:
		return fileOperands(v)
	default:
		last.Parts[0].Text = OfAKind
	}
	for _, w := range startingPoints(v) {
		paths = append(paths, concat(w.Span, w, parser.Text("/"), last))
	}
	return paths
}

// fileOperands returns the operands that are files.
func fileOperands(v *Invocation) (files []parser.Word) {
	for _, o := range v.Operands {
		if o.Role == spec.File {
			files = append(files, o.Word)
		}
	}
	return files
}

// located returns the paths that a look-up by name prints: the name, somewhere.
func located(v *Invocation) (paths []parser.Word) {
	for _, w := range v.Command.Args[1:] {
		name, known := w.Text()
		if known && name != "" && name[0] != '-' && !strings.ContainsAny(name, `*?[\`) {
			paths = append(paths, concat(w.Span, parser.Text("/"), parser.Word{Parts: []parser.Part{{Text: ByName}}}, parser.Text("/"+strings.TrimPrefix(name, "/"))))
		}
	}
	return paths
}

// printsPaths reports whether find prints only paths (find(1), -printf).
func printsPaths(v *Invocation) bool {
	format, given := v.Value("-printf")
	text, known := format.Text()
	return given == parser.Yes && known && v.given("-ls -exec -execdir -ok -okdir -delete") == parser.No && wordlist.Among(text, `%p\n %p\0 %h/%f\n %h/%f\0`)
}

// gitNames returns the names that git prints: of files, of refs in a format, or the directories of a
// repository.
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

// formatted returns a line in a format of git-for-each-ref(1), in which each %(…) is unknown.
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

// repositoryPlace returns the location that git rev-parse prints: an unknown directory with the
// usual name.
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

// ownPlace returns the path of a user's own file or directory that a tool prints: npm config get
// userconfig, python -m site --user-site.
func ownPlace(v *Invocation, home string) []parser.Word {
	var words []string
	for _, w := range v.Command.Args[1:] {
		text, known := w.Text()
		if !known {
			return nil
		}
		words = append(words, text)
	}
	switch strings.Join(words, " ") {
	case "config get userconfig", "get userconfig", "c get userconfig":
		return []parser.Word{parser.Text(home + "/.npmrc")}
	case "-m site --user-base":
		return []parser.Word{parser.Text(home + "/.local")}
	case "-m site --user-site":
		version := parser.Word{Parts: []parser.Part{{Text: "?"}}}
		return []parser.Word{concat(parser.Span{}, parser.Text(home+"/.local/lib/python"), version, parser.Text("/site-packages"))}
	}
	return nil
}

// tracked returns what git ls-files prints: all files, or all untracked ones; nil if only some
// are selected.
func tracked(v *Invocation) []parser.Word {
	if v.Sub != "ls-files" || len(v.Operands) > 0 || v.given("-d --deleted -m --modified -u --unmerged -k --killed -i --ignored -s --stage --error-unmatch") != parser.No {
		return nil
	}
	return []parser.Word{{Parts: []parser.Part{{Kind: parser.Literal, Text: "./"}, {Text: Whatever}}}}
}

// listed returns the operands that ls prints unchanged: paths of files. For a directory it prints bare
// names; a path that may be either counts as both.
func listed(v *Invocation, lines bool, home string) []parser.Word {
	if lines && v.given("-l -s -i -g -o -n --long --size --inode --format") != parser.No {
		return nil
	}
	itself := v.given("-d --directory") == parser.Yes
	if !itself && len(v.Operands) == 0 && v.given("-R --recursive") == parser.No {
		return []parser.Word{{Parts: []parser.Part{{Kind: parser.Literal, Text: "./"}, {Text: Whatever}}}}
	}
	var words []parser.Word
	for _, o := range v.Operands {
		if lines && !itself && mayBeDirectory(o.Word) {
			words = append(words, parser.Word{Parts: []parser.Part{{Kind: parser.Literal, Text: "./"}, {Text: Whatever}}}) // relative to that directory
			if isDirectory(o.Word, home) {
				continue
			}
		}
		if o.Word.Known() && !strings.Contains(o.Word.Prefix(), "/") {
			continue
		}
		words = append(words, o.Word)
	}
	return words
}

// isDirectory reports whether a path is surely a directory: by its form, as the user's home or one above
// it, or as one at the top of the file system.
func isDirectory(w parser.Word, home string) bool {
	text, known := w.Text()
	switch base := path.Base(text); {
	case !known || text == "":
		return false
	case strings.HasSuffix(text, "/"), base == ".", base == "..", strings.LastIndexByte(text, '/') == 0:
		return true
	}
	return strings.HasPrefix(home+"/", text+"/")
}

// mayBeDirectory reports whether a path may be one: by its form, or because it is absolute and has no
// extension.
func mayBeDirectory(w parser.Word) bool {
	text, known := w.Text()
	return isDirectory(w, "") || known && strings.HasPrefix(text, "/") && !strings.Contains(path.Base(text), ".")
}

// homes returns what getent(1) prints of one user, with the home in its place. A user whose name is not
// known may be the one who runs the command.
func homes(v *Invocation, opt parser.Options) []parser.Word {
	words := v.Command.Args[1:]
	if len(words) != 2 || words[0].Is("passwd") != parser.Yes {
		return nil
	}
	home := ownHome(opt)
	if name, known := words[1].Text(); known && opt.Home != nil && opt.Vars != nil && strings.Trim(name, "0123456789") != "" {
		if dir, there := opt.Home(name); there {
			home = dir
		} else if own, is := opt.Vars("USER"); !is || own != name {
			return nil
		}
	}
	entry := unknown()
	for _, field := range []parser.Word{unknown(), unknown(), unknown(), unknown(), parser.Text(home), unknown()} {
		entry = concat(parser.Span{}, entry, parser.Text(":"), field)
	}
	return []parser.Word{entry}
}

// ownHome returns the home that the shell is started with, or "".
func ownHome(opt parser.Options) string {
	if opt.Vars == nil {
		return ""
	}
	home, _ := opt.Vars("HOME")
	return home
}

// devices returns what lsblk and blkid print of the disks: paths, or bare names (lsblk(8), -p). A
// path as an operand selects one of them.
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
