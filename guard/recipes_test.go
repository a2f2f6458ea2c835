package guard

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
)

// A makefile keeps the commands of what is made, on their lines.
func TestMakefile(t *testing.T) {
	const file = "X = a:b\n.PHONY: all\nall: lib | dir\n\techo all\nlib:\n\techo lib \\\n\t  more\n\n\techo again\ndir: ; mkdir x\n" +
		"clean: all\n\trm -rf x\n%.o: %.c\n\tcc $<\n$(X):\n\techo x\ndist clean-all: clean\n\techo dist\n"
	for _, c := range []struct {
		reason, command string
		has, lacks      []string
	}{
		{"the first", "make", []string{"echo all", "echo again", "more", "cc $<", "echo x", "mkdir x"}, []string{"rm -rf", "echo dist"}},
		{"one", "make -j 4 lib V=1", []string{"echo lib"}, []string{"echo all", "rm -rf"}},
		{"what it needs", "make -C . clean-all", []string{"echo all", "rm -rf", "echo dist"}, nil},
		{"none that is there", "make nothing", []string{"cc $<"}, []string{"rm -rf", "echo all"}},
	} {
		t.Run(c.reason, func(t *testing.T) {
			text := reached(file, targets(grammar.ReadCommand(parser.Argv(strings.Fields(c.command)), parser.Options{})))
			assert.Equal(t, strings.Count(file, "\n"), strings.Count(text, "\n"))
			for _, s := range c.has {
				assert.Contains(t, text, s)
			}
			for _, s := range c.lacks {
				assert.NotContains(t, text, s)
			}
		})
	}
}
