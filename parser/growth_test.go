package parser

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// library is what shell libraries look like: functions that assign variables of their
// own and exported ones, and call one another. Each is defined twice, as for two systems,
// so that no call can be followed and every one of them may change everything.
func library(functions int) string {
	var b strings.Builder
	for i := range functions {
		fmt.Fprintf(&b, "export E%d=a\n", i)
	}
	for range 2 {
		for i := range functions {
			fmt.Fprintf(&b, "f%d() {\n\tv%d=$1 w%d=$2 E%d=$v%d\n\tif a; then\n\t\tf%d $v%d; eval \"$w%d\"; f%d\n\tfi\n}\n", i, i, i, i, i, (i+1)%functions, i, i, (i+7)%functions)
		}
	}
	return b.String()
}

// What such a library takes is bounded by its text: few of the variables that each call
// forgets are copied, or even looked at.
func TestLibrariesAreReadOnce(t *testing.T) {
	allocated := func(source string) int {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Parse(source, Options{})
		runtime.ReadMemStats(&after)
		require.NoError(t, err)
		return int(after.TotalAlloc - before.TotalAlloc)
	}
	for _, functions := range []int{10, 40, 120} {
		source := library(functions)
		assert.Less(t, allocated(source), 4000*len(source), "bytes for %d functions", functions)
	}
}
