package parser

import (
	"strings"
	"testing"
	"time"

	"mvdan.cc/sh/v3/syntax"
)

// typical are sources as agents type them.
var typical = []string{
	"ls -la",
	`cd src && grep -rn "TODO" --include='*.go' . | head -20`,
	`git add -A && git commit -m "$(cat <<'EOF'` + "\nmend the parser\n\nmore text\nEOF\n)\"",
	`for f in *.txt; do mv "$f" "${f%.txt}.md"; done`,
	`if [ -f Makefile ]; then make test 2>&1 | tail -40; else go test ./...; fi`,
	`python3 - <<'EOF'` + "\nimport json\nprint(json.dumps({'a': [1, 2, 3]}))\nEOF",
}

// BenchmarkParse reports what Parse takes as a ratio to mvdan.cc/sh alone on
// the same text.
func BenchmarkParse(b *testing.B) {
	for name, sources := range map[string][]string{
		"typical": typical,
		"1 KB":    {strings.Repeat(strings.Join(typical, "\n")+"\n", 2)},
		"1 MiB":   {strings.Repeat(strings.Join(typical, "\n")+"\n", 1800)},
	} {
		b.Run(name, func(b *testing.B) {
			opt := caller()
			var plain, own time.Duration
			for b.Loop() {
				start := time.Now()
				for _, s := range sources {
					if _, err := syntax.NewParser().Parse(strings.NewReader(s), ""); err != nil {
						b.Fatal(err)
					}
				}
				middle := time.Now()
				for _, s := range sources {
					if _, err := Parse(s, opt); err != nil {
						b.Fatal(err)
					}
				}
				plain, own = plain+middle.Sub(start), own+time.Since(middle)
			}
			b.ReportMetric(own.Seconds()/plain.Seconds(), "x-mvdan")
			b.ReportMetric(0, "ns/op") // both are in it
		})
	}
}
