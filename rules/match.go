package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// View answers questions that only the machine and the policy can answer. With the zero View
// nothing is in any zone.
type View struct {
	// Zones returns the zones that an effect's word is certainly in, and those it may be in
	// because a part of the word is unknown.
	Zones func(v *grammar.Invocation, e *grammar.Effect) (is, may Zone)

	// Exempt reports whether an effect is certainly within a place. Nil means that none is.
	Exempt func(v *grammar.Invocation, e *grammar.Effect, place Exemption) bool

	// Exists reports whether the file of an effect exists before anything runs. Nil means that no
	// file does.
	Exists func(v *grammar.Invocation, e *grammar.Effect) bool

	// Made reports whether the caller made the directory of an effect before the command that is
	// judged, or whether there is no such directory. Nil means neither.
	Made func(v *grammar.Invocation, e *grammar.Effect) bool

	// Flow knows the flow of data between the invocations. Nil means that only their own words count.
	Flow *flow.Graph

	// Strict says that strict mode is on.
	Strict bool
}

// Finding is a rule that matched, or may match.
type Finding struct {
	Rule       *Rule
	Truth      parser.Truth // Yes or Maybe
	Invocation *grammar.Invocation
	Effect     *grammar.Effect // the effect that matched, or nil

	// Beside is a second effect that matches and does not come from the arguments, while Effect
	// does: an exception for the arguments does not cover it. It is nil if there is none.
	Beside      *grammar.Effect
	BesideTruth parser.Truth
}

// Check matches every rule of a set against every invocation, nested ones
// included, and returns what matched or may match, in the order of the
// invocations. A rule is found at most once in each invocation.
func Check(set Set, invs []*grammar.Invocation, view View) []Finding {
	m := newMatcher(invs, view)
	var found []Finding
	for v := range grammar.All(invs) {
		m.begin(v)
		own := filterOf(v)
		candidates := set.about(v.Name)
		for i := range candidates {
			c := &candidates[i]
			if c.kinds != 0 && c.kinds&m.kinds == 0 || !c.passes(own) || c.zones != 0 && !m.reaches(c, v) {
				continue // most rules end here
			}
			if f, ok := m.match(c.rule, v); ok {
				found = append(found, f)
			}
		}
		for _, shelf := range set.shelves {
			for _, r := range shelf.About(v) {
				if f, ok := m.match(r, v); ok {
					found = append(found, f)
				}
			}
		}
	}
	return found
}

// matcher matches rules against one invocation after another.
type matcher struct {
	view  View
	flow  *flow.Graph
	zones []zoneAnswer // of the invocation's effects, cached
	kinds grammar.Kind

	redirected []*grammar.Invocation // those with nested ones whose redirections write files
}

func newMatcher(invs []*grammar.Invocation, view View) matcher {
	if view.Flow == nil {
		view.Flow = flow.New(invs, "", flow.Machine{})
	}
	return matcher{view: view, flow: view.Flow}
}

// zoneAnswer is the view's answer for an effect.
type zoneAnswer struct {
	asked   bool
	is, may Zone
}

func (m *matcher) begin(v *grammar.Invocation) {
	m.zones = append(m.zones[:0], make([]zoneAnswer, len(v.Effects))...)
	m.kinds = 0
	writes := false
	for i := range v.Effects {
		m.kinds |= v.Effects[i].Kind
		writes = writes || isRedirectedWrite(&v.Effects[i])
	}
	if writes && len(v.Nested) > 0 {
		m.redirected = append(m.redirected, v)
	}
	if len(m.redirected) > 0 && m.launcher(v) != nil {
		m.kinds |= grammar.Writes
	}
}

// isRedirectedWrite reports whether an effect is a write by a redirection.
func isRedirectedWrite(e *grammar.Effect) bool {
	return e.Cause == grammar.ByRedirect && e.Kind&grammar.Writes != 0
}

// launcher returns the invocation that runs v in its own place, as env and nice do, and whose
// redirections write files; nil if there is none. A command in a text, as sh -c has, has outputs of
// its own.
func (m *matcher) launcher(v *grammar.Invocation) *grammar.Invocation {
	in := v.Command
	for c := in.Outer; c != nil && c.Source == in.Source && c.Span == in.Span; c = c.Outer {
		for _, w := range m.redirected {
			if w.Command == c {
				return w
			}
		}
	}
	return nil
}

// match matches a rule that applies to the invocation's program.
func (m *matcher) match(r *Rule, v *grammar.Invocation) (Finding, bool) {
	f := Finding{Rule: r, Invocation: v}
	if f.Truth = m.words(r, v); f.Truth == parser.No || r.Effect == 0 {
		return f, r.counts(f.Truth)
	}
	words, best, beside := f.Truth, parser.No, parser.No
	consider := func(e *grammar.Effect, t parser.Truth) {
		if t > best {
			best, f.Effect = t, e
		}
		if t > beside && e.Cause != grammar.ByArgs {
			beside, f.Beside = t, e
		}
	}
	for i := range v.Effects {
		consider(&v.Effects[i], m.effect(r, v, i))
	}
	if best == parser.No && r.writesOutput() && len(m.redirected) > 0 {
		if w := m.launcher(v); w != nil {
			for i := range w.Effects {
				if isRedirectedWrite(&w.Effects[i]) {
					consider(&w.Effects[i], m.effect(r, w, i))
				}
			}
		}
	}
	f.Truth, f.BesideTruth = words.And(best), words.And(beside)
	return f, r.counts(f.Truth)
}

// writesOutput reports whether a rule asks what a program writes, and not where.
func (r *Rule) writesOutput() bool {
	return r.Program != "" && r.Effect&grammar.Writes != 0 && r.Zone == 0 && !r.NotMadeHere
}

// counts reports whether a match of this certainty counts for the rule.
func (r *Rule) counts(t parser.Truth) bool {
	return t == parser.Yes || t == parser.Maybe && !r.Certain
}

// conditional reports whether a rule has any condition. One without must not match everything.
func (r *Rule) conditional() bool {
	return r.Program != "" || r.Effect != 0 || r.ForkBomb || r.GlobProgram || r.Background || r.NoGrammar
}

// words matches the conditions on the program and its words.
func (m *matcher) words(r *Rule, v *grammar.Invocation) parser.Truth {
	switch {
	case r.Unwatched && isWatched(v.Command):
		return parser.No
	case r.Strict && !m.view.Strict, r.ForkBomb && !v.Command.Forks, r.Background && !v.Command.Background, r.GlobProgram && !globbed(v.Command),
		r.NoGrammar && (v.Program != nil || v.Name == ""), r.NotBuiltHere && isBuiltHere(v.Command.Program()), wordlist.Among(v.Name, r.Except):
		return parser.No
	}
	t := v.Truth
	if r.Sub != "" {
		t = t.And(sub(r.Sub, v))
	}
	if r.ExceptSub != "" && (v.Sub == "" || spec.MatchSub(r.ExceptSub, v.Sub)) {
		t = t.And(open(v))
	}
	if r.Verbs != "" {
		t = t.And(parser.Of(!KnownVerb(r.Verbs, verb(v))))
	}
	if t == parser.No || r.asksWords() && explains(v) {
		return parser.No
	}
	if r.Any != "" {
		t = t.And(r.certainElsewhere(v, mayHaveOption(v, r.Any)))
	}
	if r.None != "" {
		t = t.And(exempts(v, r.None).Not())
	}
	if r.Operand != "" || r.Mode != AnyMode {
		o := r.certainElsewhere(v, operand(r, v))
		if o == parser.Maybe && r.ExceptPicked && m.flow.NamesPickedProcesses(v) {
			return parser.No
		}
		t = t.And(o)
	}
	if r.Count > len(v.Operands) {
		t = t.And(r.certainElsewhere(v, parser.Maybe.And(parser.Of(hidesAnything(v) || v.Open && r.Count <= len(arguments(v))))))
	}
	if r.Unnamed && slices.ContainsFunc(v.Operands, names) {
		return parser.No
	}
	if r.Dashes {
		t = t.And(r.certainElsewhere(v, dashes(v)))
	}
	if r.From == flow.Download && r.Effect == 0 && t != parser.No {
		t = t.And(parser.Of(m.flow.NamesDownload(v)))
	}
	if r.From == flow.Loaded && r.Effect == 0 && t != parser.No {
		t = t.And(parser.Of(m.flow.LoadsDownload(v)))
	}
	if r.StdinFrom != "" && t != parser.No {
		t = t.And(parser.Of(m.flow.StdinFrom(r.StdinFrom, v)))
	}
	if r.EveryProcess && t != parser.No && !m.flow.GetsEveryProcess(v) {
		return parser.No
	}
	if r.OutputSeen && t != parser.No && m.flow.OnlyLoginsRead(v) {
		return parser.No
	}
	if r.Shown && t != parser.No && !m.flow.IsShown(r.StdinFrom, v) {
		return parser.No
	}
	if r.NotMade && t != parser.No && m.flow.DestroysOwn(v) || r.InRepository && t != parser.No && (m.flow.WorksInOwn(v) || m.flow.WorksInTemporary(v)) {
		return parser.No
	}
	if r.NotStashed && t != parser.No && m.flow.IsStashed(v) {
		return parser.No
	}
	if r.Exempt != NoExemption && t != parser.No && m.exempt(r.Exempt, v) {
		return parser.No
	}
	return t
}

// names reports whether an operand is text: an unknown one may be empty.
func names(o grammar.Operand) bool {
	text, known := o.Word.Text()
	return known && text != ""
}

// exempt reports whether all files or hosts that an invocation touches are within a place.
func (m *matcher) exempt(place Exemption, v *grammar.Invocation) bool {
	if place == Renamed {
		return m.view.Exempt != nil && v.HasTrait(spec.Moves) && m.renamed(v)
	}
	if place == InScratch {
		return m.isScratch(v)
	}
	if place == LockFiles {
		return namesLockFiles(v)
	}
	if m.view.Exempt == nil || v.Open {
		return false
	}
	kinds, some := grammar.Writes|grammar.Deletes|grammar.Changes, false
	if place == OwnPorts {
		kinds = grammar.Connects
	}
	for i := range v.Effects {
		if e := &v.Effects[i]; e.Kind&kinds != 0 && e.Cause != grammar.ByRedirect {
			if !m.view.Exempt(v, e, place) {
				return false
			}
			some = true
		}
	}
	return some
}

// lockFiles are the files in which package managers keep the versions that they chose.
const lockFiles = "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock Cargo.lock go.sum poetry.lock uv.lock pdm.lock Pipfile.lock composer.lock Gemfile.lock " +
	"mix.lock pubspec.lock Podfile.lock packages.lock.json gradle.lockfile Package.resolved"

// revisions are operands of git's that are hardly a file.
const revisions = "HEAD HEAD~* HEAD^* @ @~* main master develop origin/* upstream/*"

// namesLockFiles reports whether all files that a git command names are such ones: its operands behind --,
// or else all but a revision in the first place.
func namesLockFiles(v *grammar.Invocation) bool {
	if v.Open || v.Has("--pathspec-from-file") != parser.No {
		return false
	}
	files := v.Operands
	if at := slices.IndexFunc(v.Command.Args, func(w parser.Word) bool { return w.Is("--") == parser.Yes }); at >= 0 {
		files = files[max(0, len(files)-(len(v.Command.Args)-at-1)):]
	} else if len(files) > 0 && fitsOne(revisions, files[0].Word) == parser.Yes {
		files = files[1:]
	}
	return len(files) > 0 && !slices.ContainsFunc(files, func(o grammar.Operand) bool {
		name, known := o.Word.Text()
		return !known || !wordlist.Among(path.Base(name), lockFiles)
	})
}

// openers are the beginnings of statements with which a client of one database file opens another one,
// or reads statements from elsewhere: sqlite3(1), ATTACH.
const openers = "attach .open .restore .read .import .load load_extension .shell .system .cd .backup .save .clone copy import"

// isScratch reports whether an invocation of a client whose first operand is a database's file alters
// nothing but scratch data. All its statements are known, and open nothing else.
func (m *matcher) isScratch(v *grammar.Invocation) bool {
	if len(v.Operands) == 0 || v.Operands[0].Role != spec.URI || v.Open {
		return false
	}
	name, known := v.Operands[0].Word.Text()
	scratch := known && name == ":memory:"
	for i := range v.Effects {
		switch e := &v.Effects[i]; {
		case e.Kind == grammar.Alters:
		case e.Kind == grammar.Evaluates:
			code, known := e.Word.Text()
			if code = strings.ToLower(code); !known || slices.ContainsFunc(strings.Fields(openers), func(word string) bool { return strings.Contains(code, word) }) {
				return false
			}
		case e.Kind == grammar.Reads && e.Cause == grammar.ByArgs:
			scratch = scratch || m.view.Exempt != nil && (m.view.Exempt(v, e, InTemp) || m.isMadeHere(v, e)) && !m.flow.MayBeMoved(v, e)
		default:
			return false
		}
	}
	return scratch
}

// renamed reports whether a move, as far as it is known, only renames within the work directory:
// it takes no part of a repository, and nothing leaves the directory.
func (m *matcher) renamed(v *grammar.Invocation) bool {
	some := false
	for i := range v.Effects {
		switch e := &v.Effects[i]; {
		case e.Kind&grammar.Deletes != 0 && m.zone(Git|History, v, i) != parser.No:
			return false
		case e.Kind&grammar.Writes != 0 && e.Cause == grammar.ByArgs:
			if !m.view.Exempt(v, e, Renamed) {
				return false
			}
			some = true
		}
	}
	return some
}

// isMadeHere reports whether the target of an effect did not exist before the request: the agent
// made it, or an earlier command did.
func (m *matcher) isMadeHere(v *grammar.Invocation, e *grammar.Effect) bool {
	if m.view.Made != nil && m.view.Made(v, e) {
		return true
	}
	return (m.view.Exists == nil || !m.view.Exists(v, e)) && m.flow.IsMade(v, e)
}

// isWatched reports whether a command that may outlive the others stays in sight: the text waits
// for its job or ends it, or its output goes into a file that somebody can read.
func isWatched(c *parser.Command) bool {
	return c.Awaited || changesShell(c) || writesFile(c)
}

// changesShell reports whether a command starts nothing, as the cd in (cd x && ./serve) & does.
func changesShell(c *parser.Command) bool {
	if len(c.Args) == 0 {
		return true
	}
	name, _ := c.Program().Text()
	return wordlist.Among(name, "cd export set true :")
}

// writesFile reports whether the output of a command, or of the one that runs it, goes into a
// file. A device keeps nothing.
func writesFile(c *parser.Command) bool {
	for ; c != nil; c = c.Outer {
		for _, r := range c.Redirects {
			if output := r.FD == "" || r.FD == "1"; !output || !wordlist.Among(r.Op, "> >> >| &> &>>") {
				continue
			}
			if text, known := r.Target.Text(); known {
				return text != "" && !strings.HasPrefix(path.Clean(text), "/dev/")
			}
			last := r.Target.Parts[len(r.Target.Parts)-1]
			return last.Kind == parser.Literal && strings.Contains(last.Text, ".") // no device has such a name
		}
	}
	return false
}

// globbed reports whether a program's name contains a pattern. A loop over files below its own
// directory does not count: it starts them one by one, like any other file there.
func globbed(c *parser.Command) bool {
	w := c.Program()
	if !slices.ContainsFunc(w.Parts, func(p parser.Part) bool { return p.Kind == parser.Glob }) {
		return false // nearly every one
	}
	dir := w.Prefix()
	below := strings.Contains(dir, "/") && dir[0] != '/' && !strings.Contains(dir, "..") && len(c.Dir.Parts) == 0
	return slices.ContainsFunc(w.Parts, func(p parser.Part) bool { return p.Kind == parser.Glob && !(below && p.OneName()) })
}

// sub returns whether an invocation's subcommand matches one of some patterns; Maybe if unknown
// words are in its place.
func sub(list string, v *grammar.Invocation) parser.Truth {
	name := v.Sub
	if v.Program == nil {
		name = leading(v.Operands)
		for i := range valueLike(v) {
			if spec.MatchSub(list, leading(v.Operands[i+1:])) {
				return parser.Yes
			}
		}
	}
	if spec.MatchSub(list, name) {
		return parser.Yes
	}
	switch {
	case !v.Open:
		return parser.No
	case v.Displaced:
		return parser.Maybe
	case name == "":
		return hidesSub(list, v)
	}
	return parser.Maybe.And(parser.Of(mayBecome(list, name)))
}

// mayBecome reports whether further words may complete a subcommand to one that matches a pattern.
func mayBecome(list, name string) bool {
	return strings.Contains(" "+list, " "+strings.ReplaceAll(name, " ", "/")+"/")
}

// certainElsewhere returns how far an answer about the words of an invocation counts: in a subcommand
// that the rule cannot be about, what an unknown word may be does not.
func (r *Rule) certainElsewhere(v *grammar.Invocation, t parser.Truth) parser.Truth {
	if t != parser.Maybe || r.PossibleIn == "" || v.Program == nil || v.Sub == "" || !v.SubSure {
		return t
	}
	return t.And(parser.Of(spec.MatchSub(r.PossibleIn, v.Sub) || mayBecome(r.PossibleIn, v.Sub)))
}

// maxLeading is the number of operands of a program without a grammar that may name its subcommand, and of
// those before them that may be values of options.
const maxLeading = 3

// valueLike returns how many of the first operands of a program without a grammar stand directly behind an
// option, and so may be its value: claude --model x mcp add.
func valueLike(v *grammar.Invocation) int {
	n, behind := 0, false
	for _, w := range arguments(v) {
		switch prefix := w.Prefix(); {
		case strings.HasPrefix(prefix, "-"):
			behind = prefix != "--" && !strings.Contains(prefix, "=")
		case !behind || n >= len(v.Operands) || n >= maxLeading:
			return n
		default:
			n, behind = n+1, false
		}
	}
	return n
}

// leading returns the first of some operands of a program without a grammar, as its possible subcommand.
func leading(operands []grammar.Operand) string {
	var b strings.Builder
	for i := range min(len(operands), maxLeading) {
		text, known := operands[i].Word.Text()
		if !known {
			break
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	return b.String()
}

// exempts returns whether an option that exempts a command is given and not switched off again by
// its --no- form.
func exempts(v *grammar.Invocation, options string) parser.Truth {
	t := hasOption(v, options)
	if t == parser.No {
		return t
	}
	for o := range wordlist.Each(options) {
		if strings.HasPrefix(o, "--") && v.Has("--no-"+o[2:]) == parser.Yes {
			return parser.No
		}
	}
	return t
}

// open returns Maybe for an invocation that may have more words than are known.
func open(v *grammar.Invocation) parser.Truth {
	if v.Open {
		return parser.Maybe
	}
	return parser.No
}

// dashes returns whether an operand follows the word "--".
func dashes(v *grammar.Invocation) parser.Truth {
	best := parser.Maybe.And(parser.Of(hidesAnything(v)))
	for i, w := range v.Command.Args {
		if i+1 < len(v.Command.Args) {
			best = best.Or(w.Is("--"))
		}
	}
	return best
}

// operand returns whether an operand with the rule's role matches.
func operand(r *Rule, v *grammar.Invocation) parser.Truth {
	best, operands := r.hidesOperand(v), v.Operands
	if r.First {
		operands = operands[:countFirst(v)]
	}
	for _, o := range operands {
		if r.Role == spec.Plain || o.Role == r.Role {
			best = best.Or(r.fitsOperand(o.Word))
		}
	}
	if r.Mode != AnyMode {
		best = best.Or(modeOption(r, v))
	}
	return best
}

// countFirst returns the number of operands that may be the first one. An unknown word may be an option or no
// word at all, and an option that the grammar does not have may take the next word as its value.
func countFirst(v *grammar.Invocation) int {
	values := 0
	for i := range v.Options {
		if v.Options[i].Option == nil && len(v.Options[i].Value.Parts) == 0 {
			values++
		}
	}
	for i := range v.Operands {
		if !v.Operands[i].Word.Known() {
			continue
		}
		if values == 0 {
			return i + 1
		}
		values--
	}
	return len(v.Operands)
}

// modeOption returns whether an option that takes a mode, such as install -m, grants what the
// rule is about.
func modeOption(r *Rule, v *grammar.Invocation) parser.Truth {
	best := parser.No
	for i := range v.Options {
		if o := &v.Options[i]; o.Option != nil && o.Option.Role == spec.Mode {
			best = best.Or(o.Truth.And(grants(r.Mode, o.Value)))
		}
	}
	return best
}

// effect matches the conditions on one effect.
func (m *matcher) effect(r *Rule, v *grammar.Invocation, i int) parser.Truth {
	e := &v.Effects[i]
	if e.Kind&r.Effect == 0 || r.Lang != "" && !wordlist.Among(e.Lang, r.Lang) || r.Program != "" && v.Starts(e) || r.Incomplete && e.Followed {
		return parser.No
	}
	t := e.Truth
	if r.NoGrammar || r.From == flow.Network && m.flow.IsRemoteShell(v, e) || (r.From == flow.Network || r.From == flow.Download) && isProgram(v, e) {
		t = v.Truth
	}
	if r.Tree {
		t = t.And(e.Recursive)
	}
	if r.Name != "" {
		t = t.And(named(r.Name, e))
	}
	if r.Value != "" {
		t = t.And(fitsOne(r.Value, e.Word))
	}
	if r.Variable != "" && t != parser.No {
		t = t.And(parser.Of(holdsVariable(r.Variable, v, e.Word)))
	}
	if r.StripStrings && t != parser.No { // a value that does not match with its strings does not match without them
		t = t.And(fitsOne(r.Value, r.withoutStrings(e.Word)))
	}
	if r.Not != "" && t != parser.No {
		t = t.And(fitsOne(r.Not, e.Word).Not())
	}
	if t != parser.No && r.Zone != 0 {
		t = t.And(m.zone(r.Zone, v, i))
	}
	if t != parser.No && r.NotMadeHere && (m.isMadeHere(v, e) || e.Kind&grammar.Deletes != 0 && m.zone(IfEmpty, v, i) != parser.No) {
		return parser.No // deleting a possibly empty word is for another rule
	}
	if t != parser.No && r.From != flow.Anywhere {
		t = t.And(m.flow.From(r.From, v, e))
	}
	if t != parser.No && (r.From == flow.Archive || r.From == flow.Clone) && e.Word.Known() && m.view.Exists != nil && m.view.Exists(v, e) && !m.flow.CameBefore(r.From, v, e) {
		return parser.No // it was there before
	}
	return t
}

// withoutStrings returns a word in the form that the conditions on values match.
func (r *Rule) withoutStrings(w parser.Word) parser.Word {
	if code, known := w.Text(); r.StripStrings && known {
		return parser.Text(stripStrings(code))
	}
	return w
}

// isProgram reports whether an effect is the start of a program whose name is a command's output,
// such as $(curl u).
func isProgram(v *grammar.Invocation, e *grammar.Effect) bool {
	return e.Kind == grammar.Runs && v.Name == "" && len(e.Word.From()) > 0
}

// named returns whether a setting has one of some names. An unknown key may be any of them.
func named(names string, e *grammar.Effect) parser.Truth {
	if e.Name == "" && e.Kind&grammar.Sets != 0 {
		return parser.Maybe
	}
	return parser.Of(fitsText(names, e.Name))
}

// zone returns whether an effect's word is in one of the wanted zones. It asks the view once for
// all rules.
func (m *matcher) zone(want Zone, v *grammar.Invocation, i int) parser.Truth {
	if m.view.Zones == nil {
		return parser.No
	}
	p := &m.zones[i]
	if !p.asked {
		p.asked = true
		p.is, p.may = m.view.Zones(v, &v.Effects[i])
	}
	switch {
	case p.is&want != 0:
		return parser.Yes
	case p.may&want != 0:
		return parser.Maybe
	}
	return parser.No
}

// reaches reports whether an effect of the rule's kinds is, or may be, in its zones.
func (m *matcher) reaches(c *candidate, v *grammar.Invocation) bool {
	for i := range v.Effects {
		if v.Effects[i].Kind&c.kinds != 0 && m.zone(c.zones, v, i) != parser.No {
			return true
		}
	}
	return false
}
