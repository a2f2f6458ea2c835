package parser

import (
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"mvdan.cc/sh/v3/syntax"
)

// typical are sources as agents type them.
var typical = []string{
	"ls -la",
	`cd /srv/app && grep -rn "TODO" --include='*.go' . | head -20`,
	`git add -A && git commit -m "$(cat <<'EOF'` + "\nmend the parser\n\nmore text\nEOF\n)\"",
	`for f in *.txt; do mv "$f" "${f%.txt}.md"; done`,
	`if [ -f Makefile ]; then make test 2>&1 | tail -40; else go test ./...; fi`,
	`python3 - <<'EOF'` + "\nimport json\nprint(json.dumps({'a': [1, 2, 3]}))\nEOF",
}

// script is the typical sources one after the other, n times: twice is some
// 1 KB.
func script(n int) string { return strings.Repeat(strings.Join(typical, "\n")+"\n", n) }

// BenchmarkParse reports what Parse takes as a ratio to mvdan.cc/sh alone on
// the same text, in time, allocations and bytes. Both sides take turns, and of
// each the shortest counts: what else the machine does can only lengthen one.
// The garbage collector works between the turns but for the largest source,
// because a check is over before it would work once; what it would have to do
// shows in the bytes.
func BenchmarkParse(b *testing.B) {
	for _, bench := range []struct {
		name       string
		CommandSet []string
		turn       int // times a turn reads the sources
		collect    int // as debug.SetGCPercent
	}{
		{"typical", typical, 20, -1},
		{"1 KB", []string{script(2)}, 20, -1},
		{"32 KB", []string{script(64)}, 1, -1},
		{"1 MiB", []string{strings.ReplaceAll(script(900), "more text", strings.Repeat("more text ", 70))}, 1, 100}, // short of MaxWords
	} {
		b.Run(bench.name, func(b *testing.B) {
			defer debug.SetGCPercent(debug.SetGCPercent(bench.collect))
			opt := caller()
			plain := turns(b, bench.turn, bench.CommandSet, func(s string) error {
				_, err := syntax.NewParser().Parse(strings.NewReader(s), "")
				return err
			})
			own := turns(b, bench.turn, bench.CommandSet, func(s string) error {
				_, err := Parse(s, opt)
				return err
			})
			least := [2]time.Duration{math.MaxInt64, math.MaxInt64}
			for b.Loop() {
				least[0], least[1] = min(least[0], plain()), min(least[1], own())
			}
			b.ReportMetric(least[1].Seconds()/least[0].Seconds(), "x-mvdan")
			plainCount, plainBytes := allocated(plain)
			ownCount, ownBytes := allocated(own)
			b.ReportMetric(ownCount/plainCount, "x-allocs")
			b.ReportMetric(ownBytes/plainBytes, "x-bytes")
			b.ReportMetric(0, "ns/op") // both are in it
		})
	}
}

// turns returns a function that reads each source n times, and tells how long
// that took.
func turns(b *testing.B, n int, sources []string, read func(string) error) func() time.Duration {
	return func() time.Duration {
		runtime.GC()
		start := time.Now()
		for range n {
			for _, s := range sources {
				require.NoError(b, read(s))
			}
		}
		return time.Since(start)
	}
}

// allocated is what one turn allocates: how often, and how many bytes.
func allocated(turn func() time.Duration) (count, bytes float64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	turn()
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs - before.Mallocs), float64(after.TotalAlloc - before.TotalAlloc)
}
