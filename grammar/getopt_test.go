package grammar

import (
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// getoptRow turns the options of a row into the arguments of getopt(1). It
// leaves out spellings that getopt does not know, such as -NUM.
func getoptRow(x *spec.Syntax) (short, long string, vocabulary []string) {
	var longs []string
	for i := range x.Options {
		o := &x.Options[i]
		colons := map[spec.Arg]string{spec.Required: ":", spec.Optional: "::"}[o.Arg]
		for n := range strings.FieldsSeq(o.Names) {
			switch {
			case strings.HasPrefix(n, "--"):
				longs = append(longs, n[2:]+colons)
				vocabulary = append(vocabulary, n, n[:2+(len(n)-2+1)/2], n+"=v1")
			case len(n) == 2 && n[0] == '-' && n[1] != '-':
				short += n[1:] + colons
				vocabulary = append(vocabulary, n, n+"v2", "-"+strings.Trim(n, "-")+n[1:])
			}
		}
	}
	return short, strings.Join(longs, ","), append(vocabulary, "a", "b/c", "-", "a", "--", "--nope", "--help")
}

// reading is what an option parser makes of words: options with values, each
// by the number of its row, and operands.
type reading struct{ options, operands []string }

// byGetopt reads words as getopt(1) does; ok is false if it refuses them.
func byGetopt(t *testing.T, x *spec.Syntax, short, long string, words []string) (r reading, ok bool) {
	out, err := exec.Command("getopt", append([]string{"-o", short, "-l", long, "--"}, words...)...).Output()
	if err != nil {
		return r, false
	}
	rest := strings.Fields(string(out))
	for len(rest) > 0 && rest[0] != "--" {
		opt, _, found := x.Long(rest[0])
		require.True(t, found, rest[0])
		value := ""
		if opt.Arg != spec.None {
			value = strings.Trim(rest[1], "'")
			rest = rest[1:]
		}
		r.options = append(r.options, opt.Name()+" "+value)
		rest = rest[1:]
	}
	for _, w := range rest[1:] {
		r.operands = append(r.operands, strings.Trim(w, "'"))
	}
	return r, true
}

// byGrammar reads the same words as Read does.
func byGrammar(x *spec.Syntax, words []string) (r reading, v *Invocation) {
	v = &Invocation{Truth: parser.Yes}
	var s scanner
	s.scan(v, x, parser.Argv(words).Args)
	for _, g := range v.Options {
		value, _ := g.Value.Text()
		r.options = append(r.options, g.Name+" "+value)
	}
	for _, w := range s.operands {
		text, _ := w.Text()
		r.operands = append(r.operands, text)
	}
	return r, v
}

// The option scanner must agree with getopt_long on every row in its style.
func TestScanAgreesWithGetopt(t *testing.T) {
	if _, err := exec.LookPath("getopt"); err != nil {
		t.Skip("needs getopt(1) of util-linux: ", err)
	}
	if err := exec.Command("getopt", "--test").Run(); err == nil || err.Error() != "exit status 4" {
		t.Skip("needs the getopt(1) of util-linux, which says 4 to --test")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"rm", "cp", "sort", "sed", "ls", "ncat", "touch", "gzip", "su"} {
		x := Lookup(name).Syntax
		x.Style = spec.GNU
		x.Options = plainNames(x.Options)
		short, long, vocabulary := getoptRow(&x)
		for range 40 {
			words := make([]string, random.IntN(6))
			for i := range words {
				words[i] = vocabulary[random.IntN(len(vocabulary))]
			}
			want, ok := byGetopt(t, &x, short, long, words)
			got, v := byGrammar(&x, words)
			if ok {
				assert.Equal(t, want, got, "%s %q", name, words)
				assert.False(t, v.Open, "%s %q", name, words)
			} else if !lacksValue(v) && !takesNone(v) {
				assert.True(t, v.Open, "%s %q", name, words)
			}
		}
	}
}

// plainNames leaves out the spellings that getopt has no words for.
func plainNames(options []spec.Option) []spec.Option {
	var out []spec.Option
	for _, o := range options {
		var names []string
		for n := range strings.FieldsSeq(o.Names) {
			if strings.HasPrefix(n, "--") || len(n) == 2 && n[0] == '-' && n != "-:" {
				names = append(names, n)
			}
		}
		if len(names) > 0 {
			o.Names, o.Role = strings.Join(names, " "), spec.Plain
			out = append(out, o)
		}
	}
	return out
}

// lacksValue tells whether the last option stands without the value it needs.
func lacksValue(v *Invocation) bool {
	for _, g := range v.Options {
		if g.Option != nil && g.Option.Arg == spec.Required && len(g.Value.Parts) == 0 {
			return true
		}
	}
	return false
}

// takesNone tells whether a long option without value is given one.
func takesNone(v *Invocation) bool {
	for _, g := range v.Options {
		if g.Option != nil && g.Option.Arg == spec.None && len(g.Value.Parts) > 0 {
			return true
		}
	}
	return false
}
