package script

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// makeCase is a makefile, the words of the command line, and the acts.
type makeCase struct{ reason, code, args, want string }

func makeGiven(args string) CommandLine {
	g := CommandLine{Vars: map[string][]Arg{"CURDIR": {{Text: "/w", Known: true}}}, Placeholders: true}
	for _, w := range strings.Fields(args) {
		g.Args = append(g.Args, Arg{Text: strings.TrimSuffix(w, "…"), Known: !strings.HasSuffix(w, "…")})
	}
	return g
}

func runMake(t *testing.T, cases []makeCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.reason, func(t *testing.T) {
			acts, err := ReadWith("make", c.code, makeGiven(c.args))
			require.NoError(t, err, c.code)
			assert.Equal(t, c.want, show(acts), c.code)
			for _, a := range acts {
				assert.True(t, 0 <= a.Offset && a.Offset <= a.End && a.End <= len(c.code), "%+v", a)
			}
		})
	}
}

const gone = `shell recipe "rm -rf /x"`

// makeRules are rules and how they are got to.
var makeRules = []makeCase{
	{"the first target", "a:\n\trm -rf /x\nb:\n\techo b\n", "", gone},
	{"a target that is asked for", "b:\n\techo b\na:\n\trm -rf /x\n", "a", gone},
	{"what is not asked for", "b:\n\techo b\na:\n\trm -rf /x\n", "b", `shell recipe "echo b"`},
	{"what is needed", "a: b c | d\nb c d:\n\trm -rf /x\n", "", gone},
	{"a pipe of what is needed", "a: $(shell x | y)\n", "", "shell shell \"x | y\"\nevaluates prerequisites …"},
	{"a pipe of what is needed in the end", ".SECONDEXPANSION:\na: b | $$(shell x | y)\n", "", "shell shell \"x | y\"\nevaluates prerequisites …"},
	{"directives", "vpath %.c $(shell x)\nunexport $(shell y)\n", "", "shell shell \"x\"\nshell shell \"y\""},
	{"what is needed through others", "a: b\nb: c\nc:\n\trm -rf /x\n", "a", gone},
	{"behind a semicolon", "a: b; rm -rf /x\n", "", gone},
	{"in two rules", "a: b\na:\n\techo a\nb:\n\trm -rf /x\n", "", "shell recipe \"echo a\"\n" + gone},
	{"two colons", "a::\n\techo a\na::\n\trm -rf /x\n", "", "shell recipe \"echo a\"\n" + gone},
	{"targets made at once", "a b &: c\n\trm -rf /x\n", "b", gone},
	{"special targets are not the first", ".PHONY: a\n.SUFFIXES:\na:\n\trm -rf /x\n", "", gone},
	{"a default goal", ".DEFAULT_GOAL := b\na:\n\techo a\nb:\n\trm -rf /x\n", "", gone},
	{"for whatever has no rule", ".DEFAULT:\n\trm -rf /x\n", "z", gone},
	{"a pattern", "clean-%:\n\trm -rf /$*\n", "clean-x", `shell recipe "rm -rf /${_unknown:?}"`},
	{"a pattern of others", "a:\n\techo a\nclean-%:\n\trm -rf /x\n", "a", `shell recipe "echo a"`},
	{"a pattern for files", "a: b.o\n%.o: %.c\n\trm -rf /x\n", "", gone},
	{"what a pattern needs", "all: out-a\nout-%: in-%\n\techo\nin-a:\n\trm -rf /x\n", "", "shell recipe \"echo\"\n" + gone},
	{"a static pattern", "a: x.o\nx.o y.o: %.o: %.c\n\trm -rf /x\n", "", gone},
	{"a suffix rule", "a:\n.c.o:\n\trm -rf /x\n", "", gone},
	{"the makefile itself", "a:\nMakefile:\n\trm -rf /x\n", "", gone},
	{"a target that is not known", "a:\n\techo\nb:\n\trm -rf /x\n", "$t…", "shell recipe \"echo\"\n" + gone},
	{"names in variables", "T = b\nall: $(T)\n$(T):\n\trm -rf /x\n", "", gone},
	{"names of files that are there", "all: $(patsubst %.c,%.o,$(wildcard *.c))\nx.o:\n\trm -rf /x\nclean:\n\techo\n", "", gone},
	{"what it needs is not known", "all: $(shell ls)\nclean:\n\trm -rf /x\n", "", "shell shell \"ls\"\nevaluates prerequisites …"},
	{"what it needs is echoed", "all: $(shell echo b)\nb:\n\trm -rf /x\n", "", "shell shell \"echo b\"\n" + gone},
	{"expanded twice", ".SECONDEXPANSION:\nT = b\nall: $$(T)\nb:\n\trm -rf /x\n", "", gone},
	{"numbers are of options", "a:\n\trm -rf /x\n", "4", gone},
	{"the first in either branch", "ifdef X\na: b\nelse\nc: b\nendif\nd:\n\techo\nb:\n\trm -rf /x\n", "", "shell recipe \"echo\"\n" + gone},
	{"./ in a name", "all: ./b\nb:\n\trm -rf /x\n", "", gone},
}

// makeRecipes are lines of commands.
var makeRecipes = []makeCase{
	{"prefixes", "a:\n\t@- rm -rf /x\n", "", gone},
	{"run even where nothing is", "a:\n\t@+rm -rf /x\n", "", `shell recipe+ "rm -rf /x"`},
	{"a line that goes on", "a:\n\trm \\\n\t-rf /x\n", "", `shell recipe "rm \\\n-rf /x"`},
	{"blank lines and comments between", "a:\n\n# x\n\n\trm -rf /x\n", "", gone},
	{"a comment of the shell's", "a:\n\t# rm -rf /x\n", "", ""},
	{"another prefix", ".RECIPEPREFIX = >\na:\n>rm -rf /x\n\trm -rf /\n", "", gone},
	{"one shell", ".ONESHELL:\na:\n\t@cd /\n\trm -rf x\n", "", `shell recipe "cd /\nrm -rf x"`},
	{"a shell each", "a:\n\tcd /\n\trm -rf x\n", "", "shell recipe \"cd /\"\nshell recipe \"rm -rf x\""},
	{"the shell's own variables", "a:\n\tfor d in /x; do rm -rf $$d; done\n", "", `shell recipe "for d in /x; do rm -rf $d; done"`},
	{"the target and what it needs", "/x: /y /z\n\trm -rf $@ $< $^ $(@D) $(@F)\n", "", `shell recipe "rm -rf /x /y /y /z / x"`},
	{"carriage returns", "a:\r\n\trm -rf /x\r\n", "", gone},
	{"conditionals between", "a:\nifdef X\n\trm -rf /x\nelse\n\techo\nendif\n", "", gone + "\nshell recipe \"echo\""},
	{"bash", "SHELL := /usr/bin/env bash\n.SHELLFLAGS := -eu -o pipefail -c\na:\n\trm -rf /x\n", "", gone},
	{"a shell that is none", "SHELL = python3\na:\n\timport os; os.system('x')\n", "", `shell recipe "python3 -c 'import os; os.system('\\''x'\\'')'"`},
	{"code in the flags", "SHELL = rm\n.SHELLFLAGS = -rf\na:\n\t/x\n", "", `shell recipe "rm -rf '/x'"`},
	{"a shell nobody knows", "SHELL = $(shell which bash)\na:\n\trm -rf /x\n", "", "shell shell \"which bash\"\n" + gone},
	{"not a rule's", "X = 1\n\trm -rf /x\n", "", ""},
}

// makeVariables are variables and functions.
var makeVariables = []makeCase{
	{"recursive", "D = $(E)\nE = /x\na:\n\trm -rf $(D)\n", "", gone},
	{"simple", "E = /x\nD := $(E)\nE = /y\na:\n\trm -rf ${D}\n", "", gone},
	{"one letter", "D = /x\na:\n\trm -rf $D\n", "", gone},
	{"appended", "D = rm\nD += -rf\nD += /x\na:\n\t$(D)\n", "", gone},
	{"if it is not set", "D ?= /x\nD ?= /y\na:\n\trm -rf $(D)\n", "", gone},
	{"of the command line", "D = /y\na:\n\trm -rf $(D)\n", "D=/x", "shell export \"export D='/x'\"\n" + gone},
	{"not known of the command line", "a:\n\trm -rf $(D)/*\n", "D=…", "shell export \"export D=''\\\"${_unknown}\\\"''\"\nshell recipe \"rm -rf ${_unknown}/*\""},
	{"a target's own", "D = /y\na: D = /x\na:\n\trm -rf $(D)\n", "", "shell recipe \"rm -rf /y\"\n" + gone},
	{"in a conditional", "ifdef X\nD = /x\nelse\nD = /y\nendif\na:\n\trm -rf $(D)\n", "", gone + "\nshell recipe \"rm -rf /y\""},
	{"of several lines", "define D\nrm -rf /x\n@echo\nendef\na:\n\t$(D)\n", "", gone + "\nshell recipe \"echo\""},
	{"define in define", "define D\ndefine E\nx\nendef\nendef\nX = 1\na:\n\trm -rf /x\n", "", gone},
	{"the environment's", "a:\n\trm -rf $(HOME)/x\n", "", `shell recipe "rm -rf ${HOME}/x"`},
	{"the environment's in quotes", "a:\n\trm -rf '$(HOME)' \"$(HOME)\"\n", "", `shell recipe "rm -rf ''\"${HOME}\"'' \"${HOME}\""`},
	{"make's", "a:\n\t$(RM) -r /x; $(MAKE) -C y z\n", "", `shell recipe+ "rm -f -r /x; make -C y z"`},
	{"where it is", "a:\n\trm -rf $(CURDIR)/x $(abspath y)\n", "", `shell recipe "rm -rf /w/x /w/y"`},
	{"itself", "X = $(X)\na:\n\techo\n", "", `shell recipe "echo"`},
	{"a substitution", "X = a.c b.c\na:\n\trm $(X:.c=.o) $(X:%.c=d/%)\n", "", `shell recipe "rm a.o b.o d/a d/b"`},
	{"functions", "a:\n\trm -rf $(addprefix /,$(subst y,x,y)) $(dir /x/y)$(notdir z/w)$(suffix a.b)\n", "", `shell recipe "rm -rf /x /x/w.b"`},
	{"words", "L = c a b a\na:\n\techo $(sort $L) $(word 2,$L) $(firstword $L) $(lastword $L) $(words $L) $(filter a%,$L) $(filter-out a%,$L)\n", "", `shell recipe "echo a b c a c a 4 a a c b"`},
	{"if", "a:\n\trm -rf $(if 1,/x,/y)\n", "", gone},
	{"if nobody knows", "a:\n\trm -rf $(if $(U),/y,/x)\n", "", "shell recipe \"rm -rf /y\"\n" + gone},
	{"a loop", "a:\n\t$(foreach d,x y,rm -rf /$(d);)\n", "", `shell recipe "rm -rf /x; rm -rf /y;"`},
	{"a call", "f = rm -rf $(1)$(2)\na:\n\t$(call f,/,x)\n", "", gone},
	{"eval", "$(eval a: ; rm -rf /x)\n", "", gone},
	{"eval of a call", "define R\n$(1):\n\trm -rf $(2)\nendef\n$(eval $(call R,a,/x))\n", "", gone},
	{"eval in a loop", "define R\n$(1): ; rm -rf /$(1)\nendef\n$(foreach t,y x,$(eval $(call R,$(t))))\n", "x", gone},
	{"shell", "V := $(shell rm -rf /x)\n", "", `shell shell "rm -rf /x"`},
	{"shell, as it is used", "V = $(shell rm -rf /x)\na:\n\techo\nb:\n\techo $V\n", "a", `shell recipe "echo"`},
	{"shell by assignment", "V != rm -rf /x\n", "", `shell shell "rm -rf /x"`},
	{"shell on its own", "$(shell rm -rf /x)\n", "", `shell shell "rm -rf /x"`},
	{"shell in a condition", "ifeq ($(shell rm -rf /x),1)\nendif\n", "", `shell shell "rm -rf /x"`},
	{"what the shell prints", "V := $(shell curl u)\na:\n\tsh -c '$(V)'\n", "", "shell shell \"curl u\"\nshell recipe \"sh -c ''\\\"$(curl u)\\\"''\""},
	{"exported", "export D = /x\na:\n\trm -rf $$D\n", "", "shell export \"export D='/x'\"\nshell recipe \"export D='/x'; rm -rf $D\""},
	{"all are exported", "export\nD = /x\na:\n\trm -rf $${D}\n", "", `shell recipe "export D='/x'; rm -rf ${D}"`},
	{"a file", "$(file >/x,text)\n", "", `writes file "/x"`},
	{"Guile", "$(guile (system \"x\"))\n", "", "evaluates guile …"},
	{"a library", "load ./x.so\n", "", "evaluates load …"},
	{"no directive", "include = /x\nexport: ; rm -rf $(include)\n", "export", gone},
	{"a comment", "# $(shell rm -rf /x)\nX = 1 # $(shell rm)\n", "", ""},
	{"a hole", "a:\n\trm -rf " + Placeholder + "/*\n", "", `shell recipe "rm -rf ${_unknown}/*"`},
}

func TestMake(t *testing.T) {
	runMake(t, makeRules)
	runMake(t, makeRecipes)
	runMake(t, makeVariables)
}

// What a makefile includes is read in its place.
func TestMakeIncludes(t *testing.T) {
	files := map[string]string{"x.mk": "D = /x\nb:\n\trm -rf $(D)\n", "self.mk": "include self.mk\n"}
	open := func(name string) (string, error) {
		if name == "secret" {
			return "", fs.ErrPermission
		}
		text, ok := files[name]
		if !ok {
			return "", fs.ErrNotExist
		}
		return text, nil
	}
	for _, c := range []makeCase{
		{"its rules", "all: b\ninclude x.mk\n", "", gone},
		{"its variables", "include x.mk\na:\n\trm -rf $(D)\n", "a", gone},
		{"one that may be missing", "-include z.mk\na:\n\trm -rf /x\n", "", gone},
		{"one that is missing", "include z.mk\n", "", "evaluates include z.mk…"},
		{"one that may not be read", "-include secret\n", "", "evaluates include secret…"},
		{"one that is not known", "include $(X)/y\n", "", "evaluates include …"},
		{"by a pattern", "-include *.d\n", "", "evaluates include *.d…"},
		{"one that is made first", "a:\n-include z.d\nz.d:\n\trm -rf /x\n", "", gone},
	} {
		t.Run(c.reason, func(t *testing.T) {
			g := makeGiven(c.args)
			g.Open = open
			acts, err := ReadWith("make", c.code, g)
			require.NoError(t, err)
			assert.Equal(t, c.want, show(acts))
		})
	}
	g := CommandLine{Open: open}
	acts, err := ReadWith("make", "all: b\ninclude x.mk\n", g)
	require.NoError(t, err)
	assert.Equal(t, "x.mk", acts[0].File)
	assert.Equal(t, "\trm -rf $(D)", files["x.mk"][acts[0].Offset:acts[0].End])
	_, err = ReadWith("make", "include self.mk\n", g)
	assert.Error(t, err)
}

// What cannot be read, or grows past all measure, is an error or bounded.
func TestMakeIsBounded(t *testing.T) {
	for reason, code := range map[string]string{
		"control characters": "a:\n\techo \x02\n",
		"an open define":     "define X\n",
	} {
		_, err := Read("make", code)
		require.Error(t, err, reason)
	}
	for _, code := range []string{
		"X = $(X)$(X)\na: $(X)\n",
		"A = x\n" + strings.Repeat("A := $(A)$(A)\n", 100) + "a: ; $(A)\n",
		strings.Repeat("ifdef X\nA += 1\nendif\n", 2000) + "a: ; $(A)\n",
		strings.Repeat("$(", 5000) + strings.Repeat(")", 5000),
		strings.Repeat("$(shell ", 300) + strings.Repeat(")", 300),
		"define X\n$(eval $(X))\nendef\n$(eval $(X))\n",
		strings.Repeat("a%: b%c ; x\n", 300) + "all: aaaa\n",
		"%: x% ; y\n" + "all: a\n",
		"L = " + strings.Repeat("a ", 5000) + "\nall: $(foreach x,$(L),$(foreach y,$(L),$(x)$(y)))\n",
	} {
		acts, err := Read("make", code)
		assert.True(t, err == nil || acts == nil && !errors.Is(err, fs.ErrNotExist))
	}
}

func FuzzMake(f *testing.F) {
	var seeds []string
	for _, t := range [][]makeCase{makeRules, makeRecipes, makeVariables} {
		for _, c := range t {
			seeds = append(seeds, c.code)
		}
	}
	fuzzed(f, "make", seeds...)
}
