package grammar

import (
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDotfileRowsNameProgramsAndPaths(t *testing.T) {
	for _, row := range dotfiles {
		for name := range strings.FieldsSeq(row.programs) {
			p := Lookup(name)
			require.NotNil(t, p, name)
			require.Equal(t, name, p.Name(), "a row goes by the first name of a program")
			require.Contains(t, p.Dotfiles(), row.Dotfile)
		}
		require.Equal(t, path.Clean(row.Path), row.Path)
		require.False(t, path.IsAbs(row.Path), row.Path)
	}
	require.Empty(t, Lookup("ls").Dotfiles())
	require.Empty(t, (*Program)(nil).Dotfiles())
}

func TestDotfileSets(t *testing.T) {
	npm := Dotfile{Path: ".npmrc", Keys: npmKeys}
	for _, c := range []struct {
		file Dotfile
		line string
		sets bool
		why  string
	}{
		{npm, "script-shell=./evil", true, "the shell of every script"},
		{npm, ` Node-Options = --require=./x`, true, "case and blanks do not matter"},
		{npm, `"script-shell"=x`, true, "a quoted key"},
		{npm, "//r.example.com/:_authToken=x", false, "a token runs nothing"},
		{npm, "registry=https://r.example.com", false, "where packages come from"},
		{npm, "; script-shell=x", false, "a comment"},
		{npm, "", false, "nothing"},
		{Dotfile{Path: ".curlrc"}, "output = x", true, "no keys: any setting"},
		{Dotfile{Path: ".curlrc"}, "# output = x", false, "a comment"},
	} {
		require.Equal(t, c.sets, c.file.Sets(c.line), "%s: %s", c.line, c.why)
	}
}
