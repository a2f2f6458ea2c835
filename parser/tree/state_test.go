package tree

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestVariables(t *testing.T) {
	assert.Nil(t, (*Variables)(nil).Names())
	v := &Variables{}
	for i := range 2*MaxOwn + 3 {
		v.Set(fmt.Sprintf("v%02d", i), Text("a"))
	}
	v.Set("v00", Text("b"))
	assert.Len(t, v.Names(), 2*MaxOwn+3)
	assert.IsNonDecreasing(t, v.Names())
	for _, c := range []struct{ reason, name, want string }{
		{"one of the first, assigned again", "v00", "b"}, {"one in the base", "v05", "a"}, {"the last", "v34", "a"}, {"none", "w", ""},
	} {
		got, known := v.Get(c.name)
		assert.Equal(t, c.want != "", known, c.reason)
		assert.Equal(t, c.want, got.String(), c.reason)
	}
	gone := v.Forgotten()
	assert.Equal(t, v.Names(), gone.Names(), "the names stay")
	for _, name := range gone.Names() {
		got, _ := gone.Get(name)
		assert.False(t, got.Known(), "no value does")
	}
	again := gone.Copied()
	again.Set("v01", Text("c"))
	got, _ := again.Get("v01")
	assert.Equal(t, "c", got.String())
	got, _ = gone.Get("v01")
	assert.Equal(t, "?", got.String(), "a copy changes for itself")
	assert.Contains(t, Differing(gone, again), "v01")
}

func TestEnvironment(t *testing.T) {
	var none *Environment
	e := none.With("A", Text("a"))
	for _, c := range []struct {
		reason string
		env    *Environment
		name   string
		want   string
		says   bool
	}{
		{"nothing is said", none, "A", "", false},
		{"exported", e, "A", "a", true},
		{"a name that is none", none.With("A-B", Text("a")), "A-B", "", false},
		{"what a shell sets itself", none.With("PWD", Text("a")), "PWD", "", false},
		{"assigned where it is exported", e.Assigned("A", Text("b")), "A", "b", true},
		{"assigned where it is not", e.Assigned("B", Text("b")), "B", "", false},
		{"assigned under set -a", e.Exporting(true).Assigned("B", Text("b")), "B", "b", true},
		{"and after set +a", e.Exporting(true).Exporting(false).Assigned("B", Text("b")), "B", "", false},
		{"passed on or not", e.Doubted(), "A", "?", true},
		{"taken away", e.Without("A"), "A", "", true},
		{"all taken away", e.Without(), "A", "", true},
		{"restored", e.With("A", Text("b")).Restored("A", e), "A", "a", true},
	} {
		got, says := c.env.Value(c.name)
		assert.Equal(t, c.says, says, c.reason)
		assert.Equal(t, c.want, got.String(), c.reason)
	}
	got, _ := e.Value("A")
	assert.Equal(t, "a", got.String(), "an environment never changes")
}

func TestFiles(t *testing.T) {
	text := func(name string, texts ...Word) Written { return Written{Path: name, Texts: texts} }
	var none *Files
	a := none.With(text("f", Text("a")))
	b := none.With(text("f", Text("b")))
	either, _ := JoinFiles(a, b).Find("f")
	assert.Equal(t, []Word{Text("a"), Text("b")}, either.Texts)
	assert.False(t, either.Before)
	one, _ := JoinFiles(a, none).Find("f")
	assert.True(t, one.Before, "only one of two branches wrote it")
	added := a.Added(text("f", Text("b")))
	assert.Equal(t, "ab", added.Texts[0].String())
	assert.False(t, added.After)
	assert.True(t, none.Added(text("f", Text("b"))).After, "what was there is not known")
	assert.True(t, a.Added(text("f")).Other, "what is added is not known")
	doubted, _ := b.Doubted(a).Find("f")
	assert.True(t, doubted.Other, "code that may run any number of times wrote it")
	assert.Same(t, a, a.Doubted(a))
	assert.Equal(t, "a", a.Like(Text("./f")).String())
	assert.Empty(t, a.Like(UnknownWord("$x", true)).Parts)
	for i := range 5 * MaxFiles {
		a = a.With(text(fmt.Sprint(i), Text("x")))
	}
	_, there := a.Find("f")
	assert.False(t, there, "the oldest gives way")
}

func TestDescriptorOf(t *testing.T) {
	for _, c := range []struct {
		reason string
		word   Word
		paths  string
		want   string
		ok     bool
	}{
		{"a number", Text("3"), "", "3", true},
		{"moved", Text("3-"), "", "3", true},
		{"closed", Text("-"), "", "", false},
		{"a name", Text("f"), "", "", false},
		{"a number is a file's name", Text("3"), OnlyPaths, "", false},
		{"a path", Text("/dev/fd/3"), OnlyPaths, "3", true},
		{"of the process", Text("/proc/self/fd/3"), "", "3", true},
		{"the output", Text("/dev/stdout"), OnlyPaths, "1", true},
		{"errors", Text("/dev/stderr"), "", "2", true},
		{"what is not known", UnknownWord("$x", true), "", "", false},
	} {
		got, ok := DescriptorOf(c.word, c.paths)
		assert.Equal(t, c.ok, ok, c.reason)
		if ok {
			assert.Equal(t, c.want, got, c.reason)
		}
	}
}

func TestJoinOutputFiles(t *testing.T) {
	a, b := &OutputFiles{"3": {Text("f")}}, &OutputFiles{"3": {Text("f"), Text("g")}, "4": {Text("h")}}
	assert.Same(t, a, JoinOutputFiles(a, nil))
	assert.Same(t, b, JoinOutputFiles(nil, b))
	assert.Equal(t, &OutputFiles{"3": {Text("f"), Text("g")}, "4": {Text("h")}}, JoinOutputFiles(a, b))
	assert.Equal(t, &OutputFiles{"3": {Text("f")}}, a, "they are never changed")
	assert.Equal(t, &OutputFiles{}, a.Without("3"))
	assert.Nil(t, (*OutputFiles)(nil).Without("3"))
}
