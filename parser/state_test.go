package parser

import (
	"reflect"
	"testing"

	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
)

func TestStatesThatDifferAreNotEqual(t *testing.T) {
	changes := map[string]func(*state){
		"vars":        func(s *state) { s.set("x", tree.Text("y")) },
		"full":        func(s *state) { s.full = true },
		"at":          func(s *state) { s.forgetDir() },
		"args":        func(s *state) { s.args = []tree.Word{} },
		"files":       func(s *state) { s.files = s.files.With(tree.Written{Path: "/x"}) },
		"env":         func(s *state) { s.env = s.env.With("x", tree.Text("y")) },
		"fds":         func(s *state) { s.fds = &descriptors{} },
		"outputFiles": func(s *state) { s.outputFiles = &tree.OutputFiles{} },
		"stdin":       func(s *state) { s.stdin = tree.Stdin{Kind: tree.FromText, Word: tree.Text("x")} },
		"path":        func(s *state) { s.path = true },
		"jobs":        func(s *state) { s.jobs = []*job{{}} },
		"ended":       func(s *state) { s.ended = true },
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[state]()) {
		change, ok := changes[f.Name]
		if !ok {
			assert.Equal(t, "shared", f.Name, "a field that no case here changes")
			continue
		}
		before := &state{at: &place{}}
		after := before.clone()
		assert.True(t, before.equals(after))
		change(after)
		assert.False(t, before.equals(after), f.Name)
	}
}
