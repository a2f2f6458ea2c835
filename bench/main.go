// Bench measures what a shim adds to a command, as ratios within one run.
//
// An absolute time says more about the machine than about the program, and a machine's
// speed changes from second to second. So all cases run interleaved in a new random order
// each round, a ratio is taken within a round, and bench prints the median over the
// rounds, besides page faults, which do not depend on load. It builds the references
// itself: the program alone, an empty Go program, env, and two shell wrappers as agents'
// guards install them.
//
// Before timing, each case must do its job: the right exit status and exactly the audit
// lines it should leave. A broken shim is a fast one.
//
//	go run ./bench [-rounds N] [-bin DIR] [-before DIR] [-others DIR] [-sandbox] [-max NAME=RATIO,…]
//
// With -max it is a gate and exits with 1 above a ratio. NAME is a case, for its ratio to
// its base, or A:B, for what A adds as a fraction of what B adds to the same base.
//
// With -before it compares each case of this build with the same case of another build,
// in a home of its own: -max hook-now=1.02 fails if a hook has become two percent slower.
//
// With -sandbox it runs ordinary work bare, in other tools' sandboxes if they are
// installed, and by shimgen exec in each of its own. Twenty rounds take some minutes.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// compared are the pairs whose added cost is always printed.
var compared = [][2]string{{"shim", "one-rule"}, {"shim", "env"}, {"shim-rm", "seven-rules"}, {"judged", "case"}, {"hook", "safety-net"}}

// run is main with its effects as arguments. It returns 0, also for -h, 1 for a failed
// gate, 2 for wrong usage and 125 if the measurement itself failed.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	rounds := flags.Int("rounds", 200, "measured `rounds`, after a tenth as many for warming up")
	bin := flags.String("bin", "bin", "`directory` of the built shim and shimgen")
	elsewhere := flags.String("others", cache(), "`directory` with another guard's hook, as npm installed it")
	before := flags.String("before", "", "`directory` of another build, to compare this one with and do nothing else")
	boxes := flags.Bool("sandbox", false, "measure sandboxes, and nothing else")
	limits := flags.String("max", "", "`gates`, NAME=RATIO separated by commas")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	gates, err := parseGates(*limits)
	if err == nil && (*rounds < 1 || flags.NArg() > 0) {
		err = errors.New("at least one round, and no arguments")
	}
	if err != nil {
		fmt.Fprintln(stderr, "bench:", err)
		return 2
	}
	holds, err := measure(options{*bin, *before, *elsewhere, *rounds, *boxes}, gates, stdout)
	if err != nil {
		fmt.Fprintln(stderr, "bench:", err)
		return 125
	}
	if !holds {
		return 1
	}
	return 0
}

// series checks that each case does its job, runs them all and prints the results.
func (s *scene) series(cases []benchCase, rounds int, out io.Writer) (samples, error) {
	for _, c := range cases {
		if err := s.verify(c); err != nil {
			return nil, err
		}
	}
	results, err := interleave(cases, rounds)
	if err == nil {
		results.print(out, cases)
	}
	return results, err
}

// beside returns the cases of another guard and those to compare them with, as a series
// of their own: a program fifty times larger evicts the processor's caches, which slows
// whatever runs after it.
func beside(other, cases []benchCase) []benchCase {
	series := slices.Clone(other)
	for _, c := range cases {
		if c.name == "true" || c.name == "go-empty" || strings.HasPrefix(c.name, "hook") {
			series = append(series, c)
		}
	}
	return series
}

// options say what is measured.
type options struct {
	bin, before, others string // directories
	rounds              int
	boxes               bool
}

// measure sets the cases up in a scratch directory, runs them and prints the results. It
// returns whether all gates hold.
func measure(o options, gates []gate, out io.Writer) (bool, error) {
	top, err := os.MkdirTemp("", "shimgen-bench-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(top)
	if top, err = filepath.EvalSymlinks(top); err != nil {
		return false, err
	}
	scene, err := newScene(top)
	if err != nil {
		return false, err
	}
	if o.boxes {
		return scene.sandboxes(o, gates, out)
	}
	loops, err := scene.loops()
	if err != nil {
		return false, err
	}
	cases := append(scene.references(), loops...)
	shimmed, err := scene.install(o.bin)
	if err != nil {
		return false, err
	}
	if o.before != "" {
		series, err := scene.before(o.before, shimmed)
		if err != nil {
			return false, err
		}
		results, err := scene.series(series, o.rounds, out)
		if err != nil {
			return false, err
		}
		return results.hold(gates, series, out)
	}
	return scene.all(o, gates, append(cases, shimmed...), out)
}

// all runs all cases, those of another guard, and those under a large policy.
func (s *scene) all(o options, gates []gate, cases []benchCase, out io.Writer) (bool, error) {
	other, missing, err := s.others(o.others)
	if err != nil {
		return false, err
	}
	results, err := s.series(cases, o.rounds, out)
	if err != nil {
		return false, err
	}
	if len(other) > 0 {
		if _, err := s.series(beside(other, cases), o.rounds, out); err != nil {
			return false, err
		}
	}
	series, err := s.large(o.bin, cases)
	if err != nil {
		return false, err
	}
	fmt.Fprintf(out, "\nwith %d entries of each kind in the policy, and with none:\n", largeEntries)
	more, err := s.series(series, o.rounds, out)
	if err != nil {
		return false, err
	}
	results.with(more)
	cases = append(cases, series...)
	if missing != "" {
		fmt.Fprintln(out, "safety-net: skipped:", missing)
	}
	return results.hold(gates, cases, out)
}
