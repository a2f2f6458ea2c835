package guard_test

import (
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"mvdan.cc/sh/v3/syntax"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
)

// typical are sources as agents type them, as in the parser's benchmark.
var typical = []string{
	"ls -la",
	`cd /srv/app && grep -rn "TODO" --include='*.go' . | head -20`,
	`git add -A && git commit -m "$(cat <<'EOF'` + "\nmend the parser\n\nmore text\nEOF\n)\"",
	`for f in *.txt; do mv "$f" "${f%.txt}.md"; done`,
	`if [ -f Makefile ]; then make test 2>&1 | tail -40; else go test ./...; fi`,
	`python3 - <<'EOF'` + "\nimport json\nprint(json.dumps({'a': [1, 2, 3]}))\nEOF",
}

// BenchmarkJudge reports what a whole decision costs as a ratio to parsing the
// same text with mvdan.cc/sh alone, in time, allocations and bytes (mission row
// C17). It measures as the parser's benchmark does.
func BenchmarkJudge(b *testing.B) {
	kb := strings.Repeat(strings.Join(typical, "\n")+"\n", 2)
	for _, bench := range []struct {
		name    string
		sources []string
	}{
		{"typical", typical},
		{"1 KB", []string{kb}},
		{"short", []string{"git status"}},
		{"paths", []string{`cp -r ./build/* /tmp/out && rm -rf ./build "$DIR"/tmp ~/.cache/x && chmod 755 bin/*`}},
		{"python", []string{`python3 -c 'import os, json; print(json.load(open("package.json"))["name"])'`}},
		{"8 KB", []string{strings.Repeat("git add a.go && go test ./... | tee log.txt; ", 200)}},
	} {
		b.Run(bench.name, func(b *testing.B) { measure(b, bench.sources) })
	}
}

func measure(b *testing.B, sources []string) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(b, err)
	m, req := guard.Model()
	judge := turn(sources, func(s string) {
		req.Source = s
		guard.Judge(p, m, req)
	})
	parse := turn(sources, func(s string) {
		_, err := syntax.NewParser().Parse(strings.NewReader(s), "")
		require.NoError(b, err)
	})
	judge() // what is made once
	least := [2]time.Duration{math.MaxInt64, math.MaxInt64}
	for b.Loop() {
		runtime.GC()
		judge() // so that memory and caches are as they are in a process at work
		least[0], least[1] = min(least[0], parse()), min(least[1], judge())
	}
	b.ReportMetric(least[1].Seconds()/least[0].Seconds(), "x-mvdan")
	plainCount, plainBytes := allocated(parse)
	ownCount, ownBytes := allocated(judge)
	b.ReportMetric(ownCount/plainCount, "x-allocs")
	b.ReportMetric(ownBytes/plainBytes, "x-bytes")
	b.ReportMetric(0, "ns/op") // both are in it
}

// turn returns a function that reads each source once, and tells how long that
// took. Short turns are seldom broken into by what else the machine does.
func turn(sources []string, read func(string)) func() time.Duration {
	return func() time.Duration {
		start := time.Now()
		for _, s := range sources {
			read(s)
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
