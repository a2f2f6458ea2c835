package grammar

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// maxGuesses bounds the programs that are tried for a pattern, and maxWithin the nested commands that are
// tried in a command without a grammar.
const (
	maxGuesses = 8
	maxWithin  = 64
)

// bare reads a command whose program has no grammar. It lists the words by their form. If some
// words start with the name of a known program, they may be a nested command; a word that looks
// like a path or a URL may be read or fetched.
func (r *reader) bare() {
	words := r.cmd.Args[1:]
	open := r.inv.Open
	guesses := 0
	for i, w := range words {
		open = open || w.Splits() || len(w.Parts) > 0 && w.Parts[0].Kind == parser.Unknown
		r.look(w)
		r.lookInside(w)
		if !begins(w) {
			continue
		}
		if guesses++; guesses > maxWithin {
			r.exceeds("programs among the words of one without a grammar", maxWithin)
		} else if r.mayGuess() {
			truth := handedOn(words[:i]).Or(r.startsReader(words[:i], words[i:]))
			r.inner(words[i:], truth)
			if dir, given := startOf(words[:i]); given {
				r.dir = dir
				r.inner(words[i:], truth) // possibly at that place
				r.dir = parser.Word{}
			}
		}
	}
	r.servesStart(words)
	r.packaged(words)
	r.coded(words)
	r.console(words)
	r.launchedInput(words)
	r.programFile(words)
	r.amended(words)
	r.written(words)
	r.rewritten(words)
	r.statements(words)
	before := parser.Word{}
	for _, w := range words {
		r.shares(before, w)
		before = w
	}
	r.sort()
	r.finish(r.room)
	r.requests()
	r.protections()
	r.grantsAll()
	r.inv.Open = open // every option is unknown here, so Open would say nothing
}

// unsorted leaves the words as they are, for a program without a grammar.
func (r *reader) unsorted() {
	r.scanner = scanner{inv: r.inv, syntax: &spec.Syntax{Style: spec.Permute}, words: r.cmd.Args[1:], truth: parser.Yes}
}

// handedOn returns how certain it is that a program starts the words after some others as a
// command: yes after "--" or "exec".
func handedOn(words []parser.Word) parser.Truth {
	if n := len(words); n > 0 && (words[n-1].Is("--") == parser.Yes || words[n-1].Is("exec") == parser.Yes) {
		return parser.Yes
	}
	return parser.Maybe
}

// directories are the options of launchers that usually name a start directory.
const directories = "-C --cd --cwd --chdir --dir --directory --workdir --work-dir --wd --working-dir --working-directory"

// startOf returns the directory that such an option among a launcher's words names, if it leads
// out of the directory in which the launcher starts.
func startOf(words []parser.Word) (dir parser.Word, given bool) {
	for i, w := range words {
		name, _, attached := strings.Cut(w.Prefix(), "=")
		switch {
		case strings.HasPrefix(name, "-C") && len(w.Prefix()) > len("-C"):
			w = tail(w, len("-C"))
		case !wordlist.Among(name, directories):
			continue
		case attached:
			w = w.Tail(len(name) + 1)
		case i+1 < len(words):
			w = words[i+1]
		}
		if strings.HasPrefix(w.Prefix(), "/") || strings.HasPrefix(w.Prefix(), "~") || strings.HasPrefix(w.Prefix(), "..") {
			dir, given = w, true
		}
	}
	return dir, given
}

// launching are the subcommands and options after which programs usually take the name of a program to
// start.
const launching = "run runner exec execute shell enter start spawn launch call invoke eval script x develop -c --command --"

// launches reports whether some words before a program's name contain one of these.
func launches(words []parser.Word) bool {
	return slices.ContainsFunc(words, func(w parser.Word) bool {
		text, known := w.Text()
		return known && wordlist.Among(text, launching)
	})
}

// startsReader returns how certain it is that a program without a grammar starts another that runs
// its standard input. If there is input, and such a subcommand before the name, this is no
// coincidence.
func (r *reader) startsReader(before, words []parser.Word) parser.Truth {
	if r.cmd.Stdin.Kind == parser.Inherited || !launches(before) {
		return parser.No
	}
	name, _ := words[0].Text()
	n := reader{opt: r.opt, cmd: &parser.Command{Args: words, Stdin: r.cmd.Stdin}, inv: &Invocation{Truth: parser.Yes}}
	n.inv.Program = Lookup(name)
	n.inv.Command, n.inv.Name = n.cmd, n.inv.Program.Name()
	n.scan(n.inv, &n.inv.Program.Syntax, words[1:])
	n.finish(new(room))
	return parser.Of(n.readsCode() == parser.Yes)
}

// launchedInput reads standard input that a program without a grammar is asked to run: rails
// runner -.
func (r *reader) launchedInput(words []parser.Word) {
	if r.cmd.Stdin.Kind == parser.Inherited {
		return
	}
	for i, w := range words {
		if isInputName(w) && launches(words[:i]) && !slices.ContainsFunc(words[:i], begins) {
			r.stdinCode(spec.AnyCode, parser.Yes)
			return
		}
	}
}

// programFile records that one of catalogue.FileRunners runs a file: the first word that looks like
// a file name or is a path, or a process substitution. A URL is one if no other word stands in its place.
func (r *reader) programFile(words []parser.Word) {
	for i := range catalogue.FileRunners {
		f := &catalogue.FileRunners[i]
		if !wordlist.Among(r.inv.Name, f.Programs) {
			continue
		}
		started, first := f.Subs == "", true
		for _, w := range words {
			text, known := w.Text()
			isURL := strings.Contains(text, "://")
			switch {
			case isPipe(w) && started:
				r.script(use{word: w, lang: spec.AnyCode, truth: parser.Yes})
				return
			case text == "--" && started:
				first = false // what follows is for the file
			case !known || strings.HasPrefix(text, "-") || isURL && !(started && first):
			case !started:
				started = wordlist.Among(text, f.Subs)
			case isURL || strings.LastIndexByte(base(text), '.') > 0 || first && f.Subs == "" && strings.Contains(text, "/"):
				r.script(use{word: w, lang: spec.AnyCode, truth: parser.Yes})
				return
			default:
				first = false
			}
		}
	}
}

// runsFiles reports whether a program is one of catalogue.FileRunners.
func runsFiles(name string) bool {
	for i := range catalogue.FileRunners {
		if wordlist.Among(name, catalogue.FileRunners[i].Programs) {
			return true
		}
	}
	return false
}

// begins reports whether a word names a program with a grammar, as a bare name or an absolute
// path.
func begins(w parser.Word) bool {
	text, known := w.Text()
	if !known || text == "." || strings.Contains(text, "/") && text[0] != '/' {
		return false
	}
	return Lookup(text) != nil
}

// look records the possible effects of a word on an unknown program.
func (r *reader) look(w parser.Word) {
	prefix := w.Prefix()
	if strings.HasPrefix(prefix, "-") {
		i := strings.IndexByte(prefix, '=')
		if i < 0 {
			return
		}
		w = w.Tail(i + 1)
		prefix = w.Prefix()
	}
	rooted := strings.HasPrefix(prefix, "/") || strings.HasPrefix(prefix, "~") || strings.HasPrefix(prefix, ".")
	switch {
	case !rooted && strings.ContainsAny(prefix, " \t\n"): // prose
	case strings.HasPrefix(strings.ToLower(prefix), "file://"):
		r.url(use{word: w, truth: parser.Yes})
	case strings.Contains(prefix, "://"):
		r.effect(Effect{Kind: Connects, Word: w}, parser.Maybe)
	case rooted || strings.Contains(prefix, "/"):
		r.effect(Effect{Kind: Reads, Word: w}, parser.Maybe)
	case (prefix != "" || len(w.Parts) > 0 && w.Parts[0].Kind == parser.Glob) && r.isHidden():
		r.effect(Effect{Kind: Reads, Word: join(r.dir, w)}, parser.Maybe)
	}
}

// isHidden reports whether the text has changed to a directory below one with a dot, where programs keep
// their settings and credentials. There a bare word is more likely the name of a file than elsewhere.
func (r *reader) isHidden() bool {
	dir, known := r.cmd.Dir.Text()
	return known && strings.Contains(dir, "/.")
}

// supposeEmpty reads the command for the program whose name remains if the unknown part of the
// first word is empty: rm for rm$x, and also for $bin/rm, wherever that is.
func (r *reader) supposeEmpty(w parser.Word) {
	name := ""
	for _, p := range w.Parts {
		switch {
		case p.Kind == parser.Literal:
			name += p.Text
		case p.Kind != parser.Unknown || !p.Empty:
			return
		}
	}
	if name != "" && Lookup(name) != nil {
		r.inner(append([]parser.Word{parser.Text(name)}, r.cmd.Args[1:]...), parser.Yes)
	}
}

// guess reads the command for each program that a pattern as the program word may match, such as
// /bin/r[m].
func (r *reader) guess(w parser.Word) {
	pattern := ""
	for _, p := range w.Parts {
		if p.Kind == parser.Unknown {
			return
		}
		pattern += p.Text
	}
	var names []string
	for r := range rows() {
		for name := range wordlist.Each(r.Names) {
			if ok, err := path.Match(base(pattern), name); ok && err == nil {
				names = append(names, name)
			}
		}
	}
	if len(names) > maxGuesses {
		return
	}
	for _, name := range names {
		r.inner(append([]parser.Word{parser.Text(name)}, r.cmd.Args[1:]...), parser.Maybe)
	}
}

// readByVariable reads a command whose program is the unknown value of a variable as one of the program
// that the variable is named after: $PYTHON, ${GIT_BIN}.
func (r *reader) readByVariable(w parser.Word) {
	if len(w.Parts) != 1 || w.Parts[0].Kind != parser.Unknown {
		return
	}
	name := strings.ToLower(strings.Trim(w.Parts[0].Text, "${}"))
	for _, end := range [...]string{"_bin", "_cmd", "_exe", "_path"} {
		name = strings.TrimSuffix(name, end)
	}
	if Lookup(name) != nil {
		r.inner(append([]parser.Word{parser.Text(name)}, r.cmd.Args[1:]...), parser.Yes)
	}
}

// guessByWords reads a command with an unknown program for the programs that its words are typical
// of: $X -rf DIR may well be rm.
func (r *reader) guessByWords(w parser.Word) {
	if len(r.cmd.Args) < 2 || w.Known() {
		return
	}
	for i := range &typicalUses {
		if use := &typicalUses[i]; mayName(w, use.program) && use.fits(r.cmd) {
			r.inner(append([]parser.Word{parser.Text(use.program)}, r.cmd.Args[1:]...), use.truth)
		}
	}
}

// mayName reports whether a word with unknown parts may be the name of a program, or a path of it.
func mayName(w parser.Word, program string) bool {
	pattern := ""
	for _, p := range w.Parts {
		switch p.Kind {
		case parser.Literal:
			pattern += p.Text
		case parser.Unknown:
			pattern += "*"
		default:
			return false // guess tries the names that fit a pattern
		}
	}
	return spec.Glob(pattern[strings.LastIndexByte(pattern, '/')+1:], program)
}

// A typicalUse identifies a destructive program by its words: by options in places where the
// program accepts them, if it accepts all other options too, or by a subcommand.
type typicalUse struct {
	program string
	options string
	subs    []string
	truth   parser.Truth
}

// typicalUses are tried in this order. Many programs share an option, so a match by options is only
// Maybe; a match by subcommand is certain.
var typicalUses = [...]typicalUse{
	{"rm", "-r -f", nil, parser.Maybe},
	{"chmod", "-R", nil, parser.Maybe},
	{"chown", "-R", nil, parser.Maybe},
	{"git", "", []string{"push", "reset", "clean"}, parser.Yes},
	{"kubectl", "", []string{"delete", "drain"}, parser.Yes},
	{"terraform", "", []string{"destroy"}, parser.Yes},
	{"docker", "", []string{"system prune", "volume rm", "volume prune"}, parser.Yes},
	{"aws", "", []string{"s3 rm", "s3 rb"}, parser.Yes},
	{"gh", "", []string{"repo delete"}, parser.Yes},
}

// fits reports whether the words after a command's program match this use.
func (u *typicalUse) fits(cmd *parser.Command) bool {
	p := Lookup(u.program)
	v := &Invocation{Command: cmd, Program: p, Name: u.program, Truth: parser.Yes}
	new(scanner).scan(v, &p.Syntax, cmd.Args[1:])
	if u.subs != nil {
		return slices.ContainsFunc(u.subs, func(sub string) bool { return v.Sub == sub || strings.HasPrefix(v.Sub, sub+" ") })
	}
	if begins(cmd.Args[1]) {
		return false // $SUDO grep -r TEXT DIR: the options are grep's
	}
	foreign := func(g OptionUse) bool { return g.Option == nil }
	return v.Has(u.options) == parser.Yes && !slices.ContainsFunc(v.Options, foreign)
}

// carriers are options and subcommands after which many programs take code or a command.
const carriers = "-e -E -c -x --eval --exec --execute --command --commands --cmd --run --expr --expression --script --code --shell --prepipe --prepipex " +
	"-command -exec -eval -proxycmd exec eval ev runner"

// carrierEnds are suffixes of other such options: --pre-commit-hook, --python-expr.
var carrierEnds = [...]string{"-command", "-cmd", "-hook", "-expr", "-exec", "-eval"}

// coded records words after such an option that may be code: with blanks or brackets in them.
func (r *reader) coded(words []parser.Word) {
	for i, w := range words {
		name, _, attached := strings.Cut(w.Prefix(), "=")
		verb, _, spaced := strings.Cut(w.Prefix(), " ")
		switch {
		case spaced && wordlist.Among(verb, "eval exec execute shell system run !"): // sbt 'eval CODE'
		case startsProgram(w) || wordlist.Among(r.inv.Name, redirecting) && redirects(w):
		case !isCarrier(name):
			continue
		case attached:
			w = w.Tail(len(name) + 1)
		case i+1 < len(words):
			w = words[i+1]
		}
		if strings.ContainsAny(w.Prefix(), " \t\n(") {
			r.effect(Effect{Kind: Evaluates, Word: w, Lang: spec.AnyCode}, parser.Maybe)
		}
	}
}

// outputs are options after which programs take the name of a file that they write.
const outputs = "-o --output --out --outfile --out-file --output-file --output-path --log-file --logfile --report-file --history-file --save-as -output -out -outfile " +
	"--outdir --out-dir --output-dir --output-directory --destdir --dest-dir --install-dir"

// written records words after such an option that may be written files, if they look like paths. A
// plain name may be anything.
func (r *reader) written(words []parser.Word) {
	for i, w := range words {
		name, _, attached := strings.Cut(w.Prefix(), "=")
		short := len(name) > 2 && name[:2] == "-o" && strings.IndexByte("/~", name[2]) >= 0
		switch {
		case short:
			w = w.Tail(2)
		case !wordlist.Among(name, outputs) && !(attached && strings.HasSuffix(name, "_out")): // protoc --python_out=DIR
			continue
		case attached:
			w = w.Tail(len(name) + 1)
		case i+1 < len(words):
			w = words[i+1]
		default:
			continue
		}
		if strings.HasPrefix(w.Prefix(), "/") || strings.HasPrefix(w.Prefix(), "~") || strings.HasPrefix(w.Prefix(), ".") {
			r.effect(Effect{Kind: Writes, Word: w}, parser.Yes)
		}
	}
}

// isCarrier reports whether a word looks like an option that takes code.
func isCarrier(name string) bool {
	if wordlist.Among(name, carriers) {
		return true
	}
	if !strings.HasPrefix(name, "-") {
		return false
	}
	for _, end := range carrierEnds {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
