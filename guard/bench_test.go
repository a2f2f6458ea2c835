package guard_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
)

// typical is what an agent's shell sees most, and the long lines it sees at
// times.
func typical() map[string]string {
	return map[string]string{
		"short":    "git status",
		"pipeline": "cd src && grep -rn 'func main' --include=*.go . | head -20 | awk '{print $1}' > /tmp/out.txt 2>&1",
		"paths":    "cp -r ./build/* /tmp/out && rm -rf ./build \"$DIR\"/tmp ~/.cache/x && chmod 755 bin/*",
		"python":   "python3 -c 'import os, json; print(json.load(open(\"package.json\"))[\"name\"])'",
		"long":     strings.Repeat("git add a.go && go test ./... | tee log.txt; ", 200),
	}
}

// BenchmarkJudge reports what a decision costs as a multiple of parsing the
// same text into commands (mission row C17).
func BenchmarkJudge(b *testing.B) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(b, err)
	for name, source := range typical() {
		b.Run(name, func(b *testing.B) {
			m, req := guard.Model()
			req.Source = source
			guard.Judge(p, m, req) // what is made once
			opt := parser.Options{Vars: req.Vars, Home: m.UserHome}
			var judge, parse time.Duration
			b.ReportAllocs()
			for b.Loop() {
				t0 := time.Now()
				guard.Judge(p, m, req)
				t1 := time.Now()
				_, err := parser.Parse(source, opt)
				judge += t1.Sub(t0)
				parse += time.Since(t1)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(judge)/float64(parse), "judge/parse")
			b.ReportMetric(float64(judge.Nanoseconds())/float64(b.N)/float64(len(source)), "ns/byte")
		})
	}
}
