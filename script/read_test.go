package script

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// readCase is code and what it would do, as show writes it.
type readCase struct{ reason, code, want string }

// runCases reads code, whose acts must have places in it.
func runCases(t *testing.T, lang string, cases []readCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.reason, func(t *testing.T) {
			acts, err := Read(lang, c.code)
			require.NoError(t, err, c.code)
			assert.Equal(t, c.want, show(acts), c.code)
			for _, a := range acts {
				assert.True(t, 0 <= a.Offset && a.Offset < a.End && a.End <= len(c.code), "%+v", a)
			}
		})
	}
}

// withHoles reads code in which each Placeholder is one.
func withHoles(lang, code string) ([]Act, error) {
	return ReadWith(lang, code, CommandLine{Placeholders: strings.Contains(code, Placeholder)})
}

// refused reads code that cannot be read, for reasons that the error says.
func refused(t *testing.T, lang string, cases []readCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.reason, func(t *testing.T) {
			acts, err := Read(lang, c.code)
			require.ErrorContains(t, err, c.want)
			assert.Nil(t, acts)
		})
	}
}

// unreadable is refused for code whose error may say anything.
func unreadable(t *testing.T, lang string, codes map[string]string) {
	t.Helper()
	for reason, code := range codes {
		refused(t, lang, []readCase{{reason, code, ""}})
	}
}

// bounded reads code that would grow as it is folded, or take long: it is read
// or refused within the budget there is.
func bounded(t *testing.T, lang string, codes map[string]string) {
	t.Helper()
	for reason, code := range codes {
		t.Run(reason, func(t *testing.T) {
			acts, err := Read(lang, code)
			assert.True(t, err == nil || acts == nil)
		})
	}
}

func quiet(t *testing.T, lang string, programs []string) {
	t.Helper()
	for _, code := range programs {
		acts, err := Read(lang, code)
		if assert.NoError(t, err, code) {
			assert.Empty(t, show(acts), code)
		}
	}
}

// fuzzed holds what is true of the acts of any code in a language.
func fuzzed(f *testing.F, lang string, seeds ...string) {
	f.Helper()
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, code string) {
		acts, err := Read(lang, code)
		if err != nil {
			require.Nil(t, acts)
			return
		}
		for _, a := range acts {
			if a.Offset < 0 || a.Offset > a.End || a.End > len(code) || len(a.Args) == 0 || a.Kind == 0 || a.Call == "" {
				t.Fatalf("%q: %+v", code, a)
			}
		}
	})
}

// codes are the codes of cases.
func codes(tables ...[]readCase) []string {
	var out []string
	for _, t := range tables {
		for _, c := range t {
			out = append(out, c.code)
		}
	}
	return out
}

// show writes acts one per line: kind, call, arguments. An argument that is
// not known ends in "…"; a tree in "/**"; a directory stands behind "in".
func show(acts []Act) string {
	var lines []string
	for _, a := range acts {
		line := fmt.Sprintf("%s %s", a.Kind, a.Call)
		if a.Away {
			line += " away"
		}
		for _, arg := range a.Args {
			line += " " + showArg(arg)
		}
		if a.Tree {
			line += " /**"
		}
		if a.Dir != nil {
			line += " in " + showArg(*a.Dir)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func showArg(a Arg) string {
	if a.Known {
		return fmt.Sprintf("%q", a.Text)
	}
	if a.Template {
		return strings.Join(a.Pieces(), "?")
	}
	return a.Text + "…"
}
