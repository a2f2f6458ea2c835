package e2e_test

import (
	"flag"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/script"
)

var (
	scriptTimes = flag.Int("scripts.times", 1, "how many times as many scripts are made")
	scriptSeed  = flag.Uint64("scripts.seed", 7, "what they are made from")
)

// TestSedScriptsAreAlike compares the sed scripts that the gate finds harmless with the
// judge's reader and with GNU sed, whose --sandbox refuses a script with e, r or w.
func TestSedScriptsAreAlike(t *testing.T) {
	w := newTree(t)
	c := w.checker(t, w.policy(t, policy.Open, ""), shims)
	clear := w.scripts(t, c, "sed", sedScripts, " \t\n;{}!/|,[]^$\\&0123456789eswWrRapidbtynNGhxqDlz:~+=IMgm.*#", 40_000)
	require.Greater(t, len(clear), 1000)
	sed, err := exec.LookPath("sed")
	if err != nil {
		t.Skip("needs sed")
	}
	if out, _ := exec.Command(sed, "--version").Output(); !strings.Contains(string(out), "GNU") {
		t.Skip("needs GNU sed, which has --sandbox")
	}
	for _, code := range clear[:min(len(clear), 500)] {
		out, err := exec.Command(sed, "--sandbox", "-n", code, "/dev/null").CombinedOutput()
		if err != nil && !assert.NotContains(t, string(out), "sandbox", "%q", code) {
			return
		}
	}
}

// TestAwkProgramsAreAlike is the same for awk programs; gawk's --sandbox refuses at run
// time what runs a command or redirects.
func TestAwkProgramsAreAlike(t *testing.T) {
	w := newTree(t)
	c := w.checker(t, w.policy(t, policy.Open, ""), shims)
	clear := w.scripts(t, c, "awk", awkPrograms, " \t\n;{}()[]!/|,^$\\&0123456789abixFNR~:+-*%=<>?.\"#@_", 40_000)
	require.Greater(t, len(clear), 1000)
	gawk, err := exec.LookPath("gawk")
	if err != nil {
		t.Skip("needs gawk, which has --sandbox")
	}
	for _, code := range clear[:min(len(clear), 200)] {
		limited := exec.Command("timeout", "-s", "KILL", "0.2", gawk, "--sandbox", code) // some never end
		limited.Stdin = strings.NewReader("a b c\n1 2 3\n")
		out, _ := limited.CombinedOutput()
		require.NotContains(t, string(out), "sandbox", "%q", code)
	}
}

// scripts makes scripts of a language from known ones, asks the gate about each and
// compares the clear ones with the judge's reader. It returns them.
func (w *tree) scripts(t *testing.T, c *gate.Checker, lang string, known []string, letters string, n int) (clear []string) {
	random := rand.New(rand.NewPCG(7, *scriptSeed))
	for i := range n * *scriptTimes {
		code := known[random.IntN(len(known))]
		if i < len(known) {
			code = known[i]
		} else {
			code = changed(random, code, known, letters)
		}
		if code[0] == '-' || c.Check([]string{lang, code, "file"}, w.env, w.work) != gate.Clear {
			continue
		}
		clear = append(clear, code)
		acts, err := script.Read(lang, code)
		require.NoError(t, err, "%q", code)
		require.Empty(t, acts, "%q", code)
	}
	slices.Sort(clear)
	clear = slices.Compact(clear)
	random.Shuffle(len(clear), func(i, j int) { clear[i], clear[j] = clear[j], clear[i] })
	return clear
}
