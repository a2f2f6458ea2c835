package project_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/grammar/project"
)

func TestModuleFiles(t *testing.T) {
	for _, c := range []struct {
		why, lang, name string
		want            []string
	}{
		{"a module", "python", "lib", []string{"lib.py", "lib/__init__.py", "lib/__main__.py"}},
		{"of a package", "python", "a.b", []string{"a/b.py", "a/b/__init__.py", "a/b/__main__.py"}},
		{"by a path", "javascript", "./lib", []string{"lib.js", "lib.mjs", "lib.cjs", "lib.ts", "lib/index.js"}},
		{"out of the directory", "javascript", "../lib", nil},
		{"with colons", "perl", "A::B", []string{"A/B.pm"}},
		{"a path of Ruby", "ruby", "./lib", []string{"lib.rb"}},
		{"a text that is no name", "ruby", "hello world", nil},
		{"a language that loads files by their names", "php", "x.php", nil},
	} {
		assert.Equal(t, c.want, slices.Collect(project.ModuleFiles(c.lang, c.name)), c.why)
	}
}

func TestImports(t *testing.T) {
	for _, c := range []struct {
		why, lang, code string
		want            []string
	}{
		{"several", "python", "import a.b, c as d; from e import f\nx = 1", []string{"a.b", "c", "d", "e"}},
		{"without a blank", "python", "import a,b", []string{"a", "b"}},
		{"no statement", "python", "print('import x')", nil},
		{"Perl", "perl", "use Lib; BEGIN { require Other }", []string{"Lib", "Other"}},
		{"a language whose functions load", "javascript", "import x from './x'", nil},
	} {
		assert.Equal(t, c.want, slices.Collect(project.Imports(c.lang, c.code)), c.why)
	}
}

func TestFunctionsThatLoad(t *testing.T) {
	assert.True(t, project.LoadsByText("python", "importlib.import_module('lib')"))
	assert.False(t, project.LoadsByText("python", "import os; print('lib')"))
	assert.True(t, project.LoadsByText("javascript", "require('./lib')"))
	assert.False(t, project.LoadsByText("php", "require 'x.php';"), "by its own name")
}

func TestOptionsForModules(t *testing.T) {
	options, has := project.ModuleOptions("perl")
	assert.True(t, has)
	assert.Equal(t, "-M -m", options)
	_, has = project.ModuleOptions("sh")
	assert.False(t, has)
}
