package flow

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// dumpers are the programs that print a whole collection unless an operand selects a part: a
// variable's name, or a command to run.
const dumpers = "env printenv export declare typeset set compgen history"

// interpreters are the programs whose code can read another program's output and send it itself.
const interpreters = "python perl ruby node php lua awk"

// StdinFrom reports whether one of some programs, by their canonical names, writes a command's
// standard input or the text of one of its words, directly or through others.
func (g *Graph) StdinFrom(programs string, v *grammar.Invocation) bool {
	if (wordlist.Among(v.Name, interpreters) || isRedirectedToHost(v) || runsCodeThatConnects(v)) && isSource(programs, v) {
		return true // its own code does, or its output goes there: env >/dev/tcp/h/1
	}
	search := sourceSearch{graph: g, programs: programs}
	for c := v.Command; c != nil; c = c.Outer {
		if search.feeds(c) {
			return true
		}
	}
	return false
}

// runsCodeThatConnects reports whether an invocation runs a file of code that connects to another host: the
// tests that pytest finds.
func runsCodeThatConnects(v *grammar.Invocation) bool {
	return slices.ContainsFunc(v.Effects, func(e grammar.Effect) bool { return e.Kind&grammar.Connects != 0 && e.At != nil })
}

// isRedirectedToHost reports whether a redirection connects a command to another host.
func isRedirectedToHost(v *grammar.Invocation) bool {
	return slices.ContainsFunc(v.Effects, func(e grammar.Effect) bool { return e.Kind&grammar.Connects != 0 && e.Cause == grammar.ByRedirect })
}

// sourceSearch looks for one of some programs among the commands that others read from.
type sourceSearch struct {
	graph    *Graph
	programs string
	seen     map[*parser.Command]bool // commands that were asked already; nil before the first that reads from others
}

// feeds reports whether such a program writes a command's own input or the text of one of its words.
func (s *sourceSearch) feeds(c *parser.Command) bool {
	if s.seen[c] {
		return false
	}
	if s.among(c, c.Stdin.From) || c.Stdin.Kind == parser.FromFile && s.among(c, c.Stdin.Word.From()) { // < <(env)
		return true
	}
	for i := range c.Args {
		if s.among(c, c.Args[i].From()) {
			return true
		}
	}
	return false
}

// among reports whether such a program is among the commands that one reads from, or feeds one of these.
func (s *sourceSearch) among(reader *parser.Command, from []*parser.Command) bool {
	if len(from) == 0 {
		return false // nearly always
	}
	if s.seen == nil {
		s.seen = map[*parser.Command]bool{}
	}
	s.seen[reader] = true
	for _, c := range from {
		if v := s.graph.invocation(c); v != nil && isSource(s.programs, v) || s.feeds(c) {
			return true
		}
	}
	return false
}

// leftovers end the names of files that editors, compilers and merges leave behind.
const leftovers = "tmp temp log orig rej bak old swp swo pyc pyo o a class cache out"

// PicksLeftovers reports whether what a command gets from others has passed grep(1) with a pattern
// for the end of such a name: grep '\.orig$'.
func (g *Graph) PicksLeftovers(v *grammar.Invocation) bool {
	for c := v.Command; c != nil; c = c.Outer {
		for _, from := range c.Stdin.From {
			if w := g.invocation(from); w != nil && w.Name == "grep" && len(w.Operands) > 0 && w.Has("-v --invert-match -e -f") == parser.No {
				text, _ := w.Operands[0].Word.Text()
				_, suffix, found := strings.Cut(text, `\.`)
				if found && wordlist.Among(strings.TrimSuffix(suffix, "$"), leftovers) && strings.HasSuffix(suffix, "$") {
					return true
				}
			}
		}
	}
	return false
}

// invocation returns the invocation of a command, or nil.
func (g *Graph) invocation(c *parser.Command) *grammar.Invocation {
	if g.programs == nil {
		g.programs = map[*parser.Command]*grammar.Invocation{}
		for v := range grammar.All(g.invs) {
			g.programs[v.Command] = v
		}
	}
	return g.programs[c]
}

// holdsOutput reports whether an effect is on a file into which an earlier command wrote what one of
// some programs prints: the whole environment, or a history, for the dumpers.
func (g *Graph) holdsOutput(programs string, v *grammar.Invocation, e *grammar.Effect) bool {
	dumps, asked := g.dumps[programs]
	if !asked {
		dumps = g.findDumps(programs)
		if g.dumps == nil {
			g.dumps = map[string]map[*grammar.Invocation][]string{}
		}
		g.dumps[programs] = dumps
	}
	if len(dumps) == 0 {
		return false // nearly every request
	}
	want, known := g.path(v, e.Word)
	if !known {
		return false
	}
	for before := range grammar.All(g.invs) {
		if before == v {
			return false
		}
		for _, file := range dumps[before] {
			if g.sameFile(file, want) {
				return true
			}
		}
	}
	return false
}

// findDumps returns the files into which commands write what some programs print, by the invocation.
func (g *Graph) findDumps(programs string) map[*grammar.Invocation][]string {
	found := map[*grammar.Invocation][]string{}
	for v := range grammar.All(g.invs) {
		if pullsSettings(v) {
			for _, o := range v.Operands {
				if file, known := g.path(v, o.Word); known {
					found[v] = append(found[v], file)
				}
			}
		}
		for i := range v.Effects {
			w := &v.Effects[i]
			if w.Kind&grammar.Writes == 0 || v.IsArrival(w) || !isSource(programs, v) && !g.StdinFrom(programs, v) {
				continue
			}
			if file, known := g.path(v, w.Word); known {
				found[v] = append(found[v], file)
			}
		}
	}
	return found
}

// pullsSettings reports whether an invocation writes the variables of a project at a service, with
// their credentials, into the file that it names.
func pullsSettings(v *grammar.Invocation) bool {
	return v.Name == "vercel" && spec.MatchSub("env/pull", v.Sub)
}

// isSource reports whether an invocation, or one that it runs, is one of some programs and prints
// everything.
func isSource(programs string, v *grammar.Invocation) bool {
	if isWithWords(programs, v) {
		return true
	}
	if wordlist.Among(v.Name, programs) && isListing(v) && !printsCompletion(v) && (!wordlist.Among(v.Name, dumpers) || len(v.Operands)+len(v.Nested) == 0) {
		return true
	}
	if v.Name == "jq" && wordlist.Among("env", programs) && slices.ContainsFunc(v.Operands, isEnvironment) {
		return true
	}
	for _, n := range v.Nested {
		if isSource(programs, n) {
			return true
		}
	}
	return false
}

// Models are programs that print what a model answers, which nobody has read.
const Models = "ollama llm claude codex gemini qwen aichat mods sgpt tgpt chatgpt gpt openai anthropic aider goose opencode copilot cursor-agent crush droid amp fabric lms llama-cli llama-run " +
	"ramalama llamafile shell-genie yai"

// completers are clients of models that print code for the completion of their own words.
const completers = "codex aichat mods fabric opencode goose"

// printsCompletion reports whether an invocation prints such code: codex completion bash.
func printsCompletion(v *grammar.Invocation) bool {
	return wordlist.Among(v.Name, completers) && len(v.Operands) > 0 && v.Operands[0].Word.Is("completion") == parser.Yes
}

// isSub reports whether a listed subcommand is that of an invocation. A colon joins its words.
func isSub(listed, sub string) bool {
	return listed == sub || strings.Contains(listed, ":") && spec.MatchSub(strings.ReplaceAll(listed, ":", "/"), sub)
}

// isWithWords reports whether an invocation is one of those that are listed with a subcommand, an option
// or both: git/diff, git/ls-files/-o, docker/compose:config, pg_dump//-c.
func isWithWords(programs string, v *grammar.Invocation) bool {
	if !strings.Contains(programs, "/") {
		return false // nearly always
	}
	for entry := range wordlist.Each(programs) {
		name, rest, listed := strings.Cut(entry, "/")
		s, option, with := strings.Cut(rest, "/")
		if listed && name == v.Name && isSub(s, v.Sub) && (!with || v.Has(option) != parser.No) && !comparesCommits(v) {
			return true
		}
	}
	return false
}

// comparesCommits reports whether git diff compares with a commit that a path to it names: HEAD~2,
// main...x. What is taken back is then in the history.
func comparesCommits(v *grammar.Invocation) bool {
	return v.Sub == "diff" && slices.ContainsFunc(v.Operands, func(o grammar.Operand) bool {
		text, known := o.Word.Text()
		return known && (strings.ContainsAny(text, "~^") || strings.Contains(text, "..") && !strings.Contains(text, "../"))
	})
}

// isEnvironment reports whether a filter of jq returns its whole environment: jq(1), $ENV and env.
func isEnvironment(o grammar.Operand) bool {
	text, known := o.Word.Text()
	return known && (text == "env" || text == "$ENV" || strings.HasPrefix(text, "env|") || strings.HasPrefix(text, "env |") || strings.HasPrefix(text, "$ENV|") || strings.HasPrefix(text, "$ENV |"))
}

// isListing reports whether an invocation of docker lists everything, and not only objects with a
// name or a label.
func isListing(v *grammar.Invocation) bool {
	for w := range v.Values("--filter") {
		for _, one := range [...]string{"name=", "label=", "ancestor=", "id="} {
			if strings.HasPrefix(w.Prefix(), one) && len(w.Prefix()) > len(one) {
				return false
			}
		}
	}
	return v.Name != "docker" || v.Sub == "" || spec.MatchSub("ps images volume/ls network/ls container/* image/ls image/list system/* compose/ps", v.Sub)
}
