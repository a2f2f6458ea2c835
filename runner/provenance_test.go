package runner

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/flow"
)

// Past a bound the directories of what a command fetches are recorded, each once.
func TestTaintsToRecord(t *testing.T) {
	dir := t.TempDir()
	files := func(n int, dir string) (all []flow.Taint) {
		for i := range n {
			all = append(all, flow.Taint{Source: flow.Download, Path: fmt.Sprintf("%s/%d", dir, i)})
		}
		return all
	}
	directory := func(name string) flow.Taint { return flow.Taint{Source: flow.Archive, Path: name} }
	for _, tt := range []struct {
		why    string
		taints []flow.Taint
		want   []flow.Taint
	}{
		{"nothing", nil, nil},
		{"a file twice", append(files(1, "/w"), files(1, "/w")...), files(1, "/w")},
		{"as many as are recorded", files(maxBrought, "/w"), files(maxBrought, "/w")},
		{"many in one directory", files(1000, "/w"), append(files(maxBrought, "/w"), directory("/w"))},
		{"many in two directories", append(files(100, "/w"), files(100, "/x")...), append(files(maxBrought, "/w"), directory("/w"), directory("/x"))},
		{"a file below one that is no directory", []flow.Taint{{Source: flow.Download, Path: "/none/a"}, {Source: flow.Download, Path: "/none/a/b"}}, []flow.Taint{{Source: flow.Download, Path: "/none/a"}}},
		{"a file below a directory", []flow.Taint{{Source: flow.Download, Path: dir}, {Source: flow.Download, Path: filepath.Join(dir, "b")}}, []flow.Taint{{Source: flow.Download, Path: dir}, {Source: flow.Download, Path: filepath.Join(dir, "b")}}},
	} {
		assert.Equal(t, tt.want, toRecord(tt.taints), tt.why)
	}
}
