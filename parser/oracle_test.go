//go:build linux

package parser

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/require"
)

var (
	oracleN    = flag.Int("oracle.n", 2500, "how many generated scripts the oracle runs in bash; other shells run a fifth")
	oracleSeed = flag.Uint64("oracle.seed", 1, "what the oracle's scripts are generated from")
)

// oracleShells are the real shells that the oracle asks, and their dialects.
var oracleShells = []struct {
	name string
	lang reader.Lang
	argv []string
}{
	{"bash", reader.Bash, []string{"/bin/bash"}},
	{"dash", reader.POSIX, []string{"/bin/dash"}},
	{"mksh", reader.Mksh, []string{"/bin/mksh"}},
	{"zsh", reader.Zsh, []string{"/bin/zsh", "-f"}},
}

// TestOracle runs scripts in real shells. Every program they start must be one
// that Parse lists for that script, or be covered by an unknown word.
func TestOracle(t *testing.T) {
	exe := buildJail(t)
	for _, sh := range oracleShells {
		t.Run(sh.name, func(t *testing.T) {
			t.Run("by hand", func(t *testing.T) { byHand(t, exe, sh.lang, sh.argv) })
			t.Run("generated", func(t *testing.T) {
				n := *oracleN
				if testing.Short() {
					n /= 10
				}
				if sh.lang != reader.Bash {
					n /= 5
				}
				generated(t, exe, sh.lang, sh.argv, n)
			})
		})
	}
}

// byHand runs the rows of the tables. Each must start something.
func byHand(t *testing.T, exe string, lang reader.Lang, argv []string) {
	j := newJail(t, exe, argv...)
	rows := oracleRows
	for _, r := range slices.Concat(filtered, operators, readings) {
		rows = append(rows, oracleRow{"words " + r.reason, r.source, false})
	}
	own := 0
	if lang == reader.Zsh {
		rows, own = slices.Concat(zshRows, rows), len(zshRows)
	}
	for i, r := range rows {
		if lang != reader.Bash && !r.posix && i >= own {
			continue
		}
		t.Run(r.reason, func(t *testing.T) {
			got, stderr, err := j.run(r.script)
			require.NoError(t, err)
			if lang != reader.Zsh || i < own { // it does not split values, and so starts less
				require.NotEmpty(t, got, "nothing ran: %s", stderr)
			}
			for _, miss := range misses(r.script, lang, got, stderr) {
				t.Error(miss)
			}
		})
	}
}

// generated runs n generated scripts in two jails at once.
func generated(t *testing.T, exe string, lang reader.Lang, argv []string, n int) {
	const jails = 2
	var wait sync.WaitGroup
	var tally [jails]struct{ started, refused, stopped, missed int }
	for i := range jails {
		j := newJail(t, exe, argv...)
		wait.Go(func() {
			count := &tally[i]
			for k := i; k < n; k += jails {
				script := generate(rand.New(rand.NewPCG(*oracleSeed, uint64(k))), lang)
				got, stderr, err := j.run(script)
				if err != nil {
					t.Errorf("script %d: %v", k, err)
					return
				}
				if stderr == "stopped" {
					count.stopped++
				}
				count.started += len(got)
				if _, err := Parse(script, oracleOptions(lang)); err != nil {
					count.refused++
					continue
				}
				for _, miss := range misses(script, lang, got, stderr) {
					if count.missed++; count.missed < 6 {
						t.Errorf("seed %d script %d: %s\nits errors: %s", *oracleSeed, k, miss, stderr)
					}
				}
			}
		})
	}
	wait.Wait()
	var started, refused, stopped, missed int
	for _, c := range tally {
		started, refused, stopped, missed = started+c.started, refused+c.refused, stopped+c.stopped, missed+c.missed
	}
	t.Logf("%d scripts started %d programs: %d missed, %d scripts refused, %d stopped", n, started, missed, refused, stopped)
	require.Zero(t, missed)
	require.Less(t, refused, n/10+5, "too few scripts are read")   // a small sample may have more than the usual 6 %
	require.Less(t, stopped, n/2, "too few scripts ended in time") // how many do is a matter of the machine
	require.Greater(t, started, n)
}

func oracleOptions(lang reader.Lang) Options {
	return Options{Lang: lang, Vars: func(name string) (string, bool) {
		v, ok := map[string]string{"HOME": "/w", "PWD": "/w"}[name]
		return v, ok
	}}
}

// misses lists what a script started that Parse does not tell of. Where the
// shell broke off a line because of an error, it may be in a directory that the
// script means to have left.
func misses(script string, lang reader.Lang, got []started, stderr string) []string {
	allowed := leeway{
		anywhere: strings.Contains(stderr, ": line ") || strings.Contains(stderr, "dash: ") || strings.Contains(stderr, "mksh: ") || strings.Contains(stderr, "zsh:"),
		deep:     strings.Contains(script, "globstar"),
	}
	s, err := Parse(script, oracleOptions(lang))
	if err != nil {
		return nil // refused, which hides nothing
	}
	var out []string
	for _, g := range got {
		if !predicted(s, g, allowed) {
			var listed strings.Builder
			for _, c := range s.Commands {
				fmt.Fprintf(&listed, "\n    %s @%s", c, c.Dir)
				if c.Evaluated != nil {
					fmt.Fprintf(&listed, " {%v}", c.Evaluated.Commands)
				}
			}
			out = append(out, fmt.Sprintf("started %q in %s, which is not listed.\n--- script\n%s\n--- listed%s", g.argv, g.dir, script, listed.String()))
		}
	}
	return out
}

// leeway is what a prediction need not tell.
type leeway struct {
	anywhere bool // in which directory
	deep     bool // that a pattern goes into directories
}

func predicted(s *tree.Script, g started, allowed leeway) bool {
	for _, c := range s.Commands {
		if c.Evaluated != nil && predicted(c.Evaluated, g, allowed) {
			return true
		}
		if opaque(c) || covers(program(c.Args), g.argv, allowed) && (allowed.anywhere || leads(c.Dir, g.dir)) {
			return true
		}
	}
	return false
}

// opaque tells whether a command runs text that is not known, and says so.
func opaque(c *tree.Command) bool {
	words := program(c.Args)
	if len(words) == 0 {
		return false
	}
	switch name, _ := words[0].Text(); name {
	case "source", ".", "eval":
		return c.Evaluated == nil
	}
	return false
}

// program drops what runs the rest of its words in the shell itself.
func program(words []tree.Word) []tree.Word {
	for len(words) > 1 {
		name, _ := words[0].Text()
		switch name {
		case "command", "exec", "builtin", "noglob", "nocorrect":
		default:
			return words
		}
		words = words[1:]
		for len(words) > 1 && strings.HasPrefix(words[0].Prefix(), "-") {
			option := words[0]
			words = words[1:]
			if option.Is("-a") == tree.Yes {
				words = words[1:]
			}
			if option.Is("-a") == tree.Yes || option.Is("-l") == tree.Yes { // another name is recorded
				words = append([]tree.Word{tree.UnknownWord("", false)}, words[1:]...)
			}
		}
	}
	return words
}

// leads tells whether a command's directory is, or may be, the one it ran in.
func leads(dir tree.Word, in string) bool {
	text, known := dir.Text()
	if !known {
		return strings.HasPrefix(in, dir.Prefix()) || !strings.HasPrefix(dir.Prefix(), "/")
	}
	if !strings.HasPrefix(text, "/") {
		text = path.Join("/w", text)
	}
	return text == in
}

// covers tells whether words as far as they are known allow an argument vector.
func covers(words []tree.Word, argv []string, allowed leeway) bool {
	if len(words) == 0 {
		return len(argv) == 0
	}
	for n := range len(argv) + 1 {
		if allows(words[0], argv[:n], allowed) && covers(words[1:], argv[n:], allowed) {
			return true
		}
	}
	return false
}

// allows tells whether one word may have become these.
func allows(w tree.Word, argv []string, allowed leeway) bool {
	splits := slices.ContainsFunc(w.Parts, func(p tree.Part) bool { return p.Kind == tree.Unknown && p.Split })
	vanishes := slices.ContainsFunc(w.Parts, func(p tree.Part) bool { return p.Kind == tree.Glob && p.Split })
	switch len(argv) {
	case 0:
		return vanishes || splits && w.Prefix() == "" && w.Suffix() == "" && !w.HasPattern()
	case 1:
		return allowed.matches(w.Parts, argv[0])
	}
	if !splits {
		for _, a := range argv {
			if !w.HasPattern() || !allowed.matches(w.Parts, a) {
				return false
			}
		}
		return true
	}
	return strings.HasPrefix(argv[0], w.Prefix()) && strings.HasSuffix(argv[len(argv)-1], w.Suffix())
}

// matches tells whether a word may be this text: an unknown part is any text,
// a pattern is itself or what it may stand for.
func (l leeway) matches(parts []tree.Part, text string) bool {
	if len(parts) == 0 {
		return text == ""
	}
	switch p := parts[0]; p.Kind {
	case tree.Literal:
		rest, ok := strings.CutPrefix(text, p.Text)
		return ok && l.matches(parts[1:], rest)
	case tree.Glob:
		for n := range len(text) + 1 {
			if l.stands(p.Text, text[:n]) && l.matches(parts[1:], text[n:]) {
				return true
			}
		}
	default:
		for n := range len(text) + 1 {
			if l.matches(parts[1:], text[n:]) {
				return true
			}
		}
	}
	return false
}

func (l leeway) stands(pattern, text string) bool {
	if pattern == text || strings.ContainsAny(pattern, "()") || pattern == "*" && l.deep {
		return true
	}
	ok, err := path.Match(strings.Replace(pattern, "[!", "[^", 1), text)
	return ok && err == nil
}
