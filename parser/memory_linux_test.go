//go:build linux

package parser

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/stretchr/testify/require"
	"mvdan.cc/sh/v3/syntax"
)

// maxBeyondTree is how much more memory Parse may take than mvdan.cc/sh needs
// for the tree of the same source, in bytes. Most shapes take less than half, and a
// machine under load collects later.
const maxBeyondTree = 64 << 20

// maxSmall is large enough for what is bounded by MaxWords, and quicker.
const maxSmall = reader.MaxSource / 2

// large are sources of the shapes that take most.
var large = map[string]func() string{
	"one word":                func() string { return strings.Repeat("a", reader.MaxSource) },
	"short commands":          func() string { return fill("a\n", reader.MaxSource) },
	"variables in subshells":  func() string { return many("v%d=a\n", 250) + fill("(x=1)\n", reader.MaxSource-4_000) },
	"variables in branches":   func() string { return many("v%d=a\n", 250) + fill("a&&x=1\n", reader.MaxSource-4_000) },
	"assignments":             func() string { return fill("x=1\n", reader.MaxSource) },
	"short substitutions":     func() string { return "a" + fill("`b`", reader.MaxSource-1) },
	"redirections":            func() string { return "a" + fill(" >b", reader.MaxSource-1) },
	"pipelines":               func() string { return fill("a|b\n", reader.MaxSource) },
	"loops in loops":          func() string { return nested("for i in 1 2 3 4 5 6 7 8;do ", ";done", 40, "a") },
	"values of many words":    func() string { return "x='" + fill("a ", 60_000) + "'\n" + fill("b $x\n", reader.MaxSource-61_000) },
	"evals":                   func() string { return fill("eval 'a b'\n", reader.MaxSource) },
	"variables in one word":   func() string { return "a" + fill("$x", maxSmall-1) },
	"patterns in one word":    func() string { return "a " + fill("*b", maxSmall-2) },
	"escapes in one word":     func() string { return "a " + fill(`\b`, maxSmall-2) },
	"defaults":                func() string { return "a" + fill(" ${x:-b}", maxSmall-1) },
	"defaults in one word":    func() string { return "a" + fill("${x:-b}", maxSmall-1) },
	"words of eval":           func() string { return "eval a" + fill("$x/", maxSmall-6) },
	"elements":                func() string { return "x=(" + fill("a ", maxSmall-4) + ")" },
	"assignments before one":  func() string { return fill("x=1 ", maxSmall-1) + "a" },
	"values of many parts":    func() string { return "x=" + strings.Repeat("a$y", 30) + "\n" + fill("b $x\n", maxSmall-99) },
	"sources of values":       func() string { return "x=$(a)\n" + fill("b && x=$x$x\n", maxSmall-7) },
	"directories":             func() string { return fill("cd a\n", maxSmall) },
	"stacked directories":     func() string { return fill("pushd a\n", maxSmall) },
	"elifs":                   func() string { return "if a;then b;" + fill("elif a;then x=1;", maxSmall-14) + "fi" },
	"redirections of many":    func() string { return "{ " + fill("a\n", 20_000) + "}" + fill(" >b", 180_000) },
	"64 MiB":                  func() string { return strings.Repeat("a\n", 32<<20) },
	"64 MiB of open brackets": func() string { return strings.Repeat("(", 64<<20) },
}

// many repeats a text with a number in it.
func many(form string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, form, i)
	}
	return b.String()
}

// fill repeats a text up to a size.
func fill(s string, size int) string { return strings.Repeat(s, size/len(s)) }

func nested(before, after string, n int, inside string) string {
	return strings.Repeat(before, n) + inside + strings.Repeat(after, n)
}

// TestMemoryBeyondTheTree compares the peak of a process that calls Parse with
// that of one that only makes the tree: what the kernel counts (VmHWM), with
// the collector set so that it keeps little garbage.
func TestMemoryBeyondTheTree(t *testing.T) {
	if testing.Short() {
		t.Skip("two processes for each shape")
	}
	for name, source := range large {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plain, own := peak(t, name, "tree"), peak(t, name, "parse")
			if len(source()) > reader.MaxSource {
				plain = peak(t, name, "none")
			}
			t.Logf(name+": %d MiB beyond the tree's %d MiB", (own-plain)>>20, plain>>20)
			require.Less(t, own-plain, maxBeyondTree)
		})
	}
}

// peak is what a process took at most that does one thing with a source.
func peak(t *testing.T, name, what string) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run", "^TestMemoryProcess$", "-test.v")
	cmd.Env = append(os.Environ(), "PARSER_SHAPE="+name, "PARSER_DOES="+what)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	for line := range strings.Lines(string(out)) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "peak "); ok {
			n, err := strconv.Atoi(text)
			require.NoError(t, err)
			return n << 10
		}
	}
	require.Fail(t, "no peak", string(out))
	return 0
}

// TestMemoryProcess is what peak starts.
func TestMemoryProcess(t *testing.T) {
	source, ok := large[os.Getenv("PARSER_SHAPE")]
	if !ok {
		t.Skip("is started by TestMemoryBeyondTheTree")
	}
	debug.SetGCPercent(10)
	text := source()
	switch os.Getenv("PARSER_DOES") {
	case "parse":
		s, err := Parse(text, Options{})
		require.True(t, s != nil || err != nil)
	case "tree":
		if len(text) <= reader.MaxSource {
			_, err := syntax.NewParser().Parse(strings.NewReader(text), "")
			require.NoError(t, err)
		}
	}
	status, err := os.Open("/proc/self/status")
	require.NoError(t, err)
	defer status.Close()
	for lines := bufio.NewScanner(status); lines.Scan(); {
		if f := strings.Fields(lines.Text()); f[0] == "VmHWM:" {
			println("peak " + f[1])
		}
	}
}
