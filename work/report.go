package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/work/compare"
	"github.com/agent-loop/shimgen/work/corpus"
	"github.com/agent-loop/shimgen/work/machine"
)

// shown limits how many lines of a difference are printed; -keep writes them all.
const shown = 24

// report collects the results so far.
type report struct {
	options
	out      io.Writer
	expected []compare.Expected
	bugs     []compare.Bug
	used     map[string]bool // rows of the tables that a difference needed
	tasks    int
	ways     map[machine.Way]*sums
}

// sums are the sums of one way.
type sums struct {
	same, intended, flaky int
	reported              int // different, and the sandbox reports what it refused
	known                 int
	different             []string
	wall, base            time.Duration
	cpu, baseCPU          time.Duration
	executions, clear     int
	judged                map[string]int // by program
	rules                 map[string]int // of what was refused or warned about
}

func newReport(o options, out io.Writer) (*report, error) {
	r := &report{options: o, out: out, used: map[string]bool{}, ways: map[machine.Way]*sums{}}
	var err error
	if r.expected, err = compare.Table(); err != nil {
		return nil, err
	}
	if r.bugs, err = compare.Bugs(); err != nil {
		return nil, err
	}
	for _, way := range o.ways {
		r.ways[way] = &sums{judged: map[string]int{}, rules: map[string]int{}}
	}
	return r, nil
}

// add compares the outcomes of a task with the first one, which is without shims.
func (r *report) add(ctx context.Context, machines []*machine.Machine, t corpus.Task, outcomes []machine.Outcome) error {
	r.tasks++
	var verdicts []string
	for i, m := range machines[1:] {
		behind := outcomes[i+1]
		s := r.ways[m.Way]
		s.count(outcomes[0], behind)
		verdict, err := r.judge(ctx, machines[0], m, t, outcomes[0], behind)
		if err != nil {
			return err
		}
		verdicts = append(verdicts, fmt.Sprintf("%s %s ×%.2f", m.Way, verdict, behind.Wall.Seconds()/outcomes[0].Wall.Seconds()))
	}
	fmt.Fprintf(r.out, "%-32s %6.1fs, %.1fs of CPU  %s\n", t.Name, outcomes[0].Wall.Seconds(), outcomes[0].CPU.Seconds(), strings.Join(verdicts, "  "))
	return nil
}

// judge classifies a run. It repeats a different one on both machines: if the difference
// goes away, the run is flaky.
func (r *report) judge(ctx context.Context, base, m *machine.Machine, t corpus.Task, without, behind machine.Outcome) (string, error) {
	s := r.ways[m.Way]
	if t.Paths {
		behind = compare.Found(behind)
	}
	found := compare.Outcomes(without, behind)
	differs := len(found) > 0
	found = append(found, r.warned(t, m.Way, behind)...)
	if len(found) == 0 {
		s.same++
		if refuses(behind) { // it made no difference, and may still be wrong
			return "same", r.save(t, m.Way, without, behind, found)
		}
		return "same", nil
	}
	if r.isIntended(t, m.Way, behind.Trail, differs) {
		s.intended++
		return "intended", nil
	}
	if m.Way.IsConfined() && reportsRefusal(behind) {
		s.reported++
		return "reported", r.save(t, m.Way, without, behind, found)
	}
	for _, b := range r.bugs {
		if b.Covers(t.Name, m.Way, r.profile) {
			s.known++
			r.used[fmt.Sprintf("bugs.txt:%d", b.Line)] = true
			return "known: " + b.Cause, r.save(t, m.Way, without, behind, found)
		}
	}
	again, err := base.Run(ctx, job(t))
	if err != nil {
		return "", err
	}
	twice, err := m.Run(ctx, job(t))
	if err != nil {
		return "", err
	}
	if t.Paths {
		twice = compare.Found(twice)
	}
	if len(compare.Outcomes(again, twice))+len(r.warned(t, m.Way, twice)) == 0 || len(compare.Outcomes(without, again)) > 0 && !refuses(behind) {
		s.flaky++
		return "flaky", r.save(t, m.Way, without, behind, found)
	}
	s.different = append(s.different, t.Name)
	r.show(t, m.Way, behind, found)
	return "DIFFERENT", r.save(t, m.Way, without, behind, found)
}

// reportsRefusal reports whether a run reports a refusal, by the sandbox or before it began.
func reportsRefusal(o machine.Outcome) bool {
	return strings.Contains(o.Stderr, "<sandbox_violation>") || o.Exit == 126 && strings.Contains(o.Stderr, "shimgen: blocked: ")
}

// isIntended reports whether the table has the difference that a run's trail explains.
func (r *report) isIntended(t corpus.Task, way machine.Way, trail []machine.Execution, differs bool) bool {
	intended, used := compare.Intended(r.expected, t.Name, way, r.profile, trail, differs)
	for _, line := range used {
		r.used[fmt.Sprintf("expected.txt:%d", line)] = true
	}
	return intended
}

// warned returns the warnings of a run that the table does not have. The comparison
// ignores a warning's text, so that an intended one hides nothing.
func (r *report) warned(t corpus.Task, way machine.Way, o machine.Outcome) []compare.Difference {
	var warnings []machine.Execution
	for _, e := range o.Trail {
		if e.Action == "warn" {
			warnings = append(warnings, e)
		}
	}
	if len(warnings) == 0 || r.isIntended(t, way, warnings, false) {
		return nil
	}
	return []compare.Difference{{Of: "warnings", Text: strings.Join(refusals(machine.Outcome{Trail: warnings}), "\n") + "\n"}}
}

func refuses(o machine.Outcome) bool {
	return slices.ContainsFunc(o.Trail, machine.Execution.IsRefused) || strings.Contains(o.Stdout+o.Stderr, "shimgen:")
}

// count adds one run.
func (s *sums) count(without, behind machine.Outcome) {
	s.base += without.Wall
	s.wall += behind.Wall
	s.cpu += behind.CPU
	s.baseCPU += without.CPU
	for _, e := range behind.Trail {
		s.executions++
		if e.Clear() {
			s.clear++
		} else {
			s.judged[called(e)]++
		}
		if e.Action != "allow" {
			s.rules[e.Action+" "+strings.Join(e.Rules, " ")]++
		}
	}
}

// called is the name under which an execution is counted: its program, for git with the
// subcommand.
func called(e machine.Execution) string {
	for i := 1; e.Command == "git" && i < len(e.Argv); i++ {
		switch {
		case e.Argv[i] == "-C", e.Argv[i] == "-c":
			i++
		case !strings.HasPrefix(e.Argv[i], "-"):
			return "git " + e.Argv[i]
		}
	}
	return e.Command
}

// show prints the differences, up to a limit, and what was refused.
func (r *report) show(t corpus.Task, way machine.Way, behind machine.Outcome, found []compare.Difference) {
	fmt.Fprintf(r.out, "\n== %s, %s\n", t.Name, way)
	left := shown
	for _, d := range found {
		lines := strings.SplitAfter(strings.TrimRight(d.Text, "\n"), "\n")
		fmt.Fprintf(r.out, "-- %s\n%s\n", d.Of, strings.TrimRight(strings.Join(lines[:min(left, len(lines))], ""), "\n"))
		if left -= len(lines); left <= 0 {
			fmt.Fprintln(r.out, "…")
			break
		}
	}
	for _, line := range refusals(behind) {
		fmt.Fprintln(r.out, line)
	}
	fmt.Fprintln(r.out)
}

// refusals are the commands that were not simply allowed, each once.
func refusals(o machine.Outcome) []string {
	var lines []string
	for _, e := range o.Trail {
		if e.Action != "allow" {
			line := fmt.Sprintf("   %s %v: %.300q", e.Action, e.Rules, e.Argv)
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// save writes an outcome to the -keep directory.
func (r *report) save(t corpus.Task, way machine.Way, without, behind machine.Outcome, found []compare.Difference) error {
	if r.keep == "" {
		return nil
	}
	dir := filepath.Join(r.keep, string(way), strings.ReplaceAll(t.Name, "/", "-"))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var differences strings.Builder
	for _, d := range found {
		fmt.Fprintf(&differences, "-- %s\n%s", d.Of, d.Text)
	}
	for name, text := range map[string]string{
		"differences": differences.String(), "refused": strings.Join(refusals(behind), "\n") + "\n",
		"without.out": without.Stdout, "without.err": without.Stderr, "behind.out": behind.Stdout, "behind.err": behind.Stderr,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// end prints the sums and returns whether all differences are intended.
func (r *report) end() bool {
	ok := true
	for _, way := range r.options.ways {
		s := r.ways[way]
		fmt.Fprintf(r.out, "\n%s, %s: %d tasks, %d the same, %d different as intended, %d reported by the sandbox, %d known, %d flaky, %d DIFFERENT\n", way, r.profile, r.tasks, s.same, s.intended, s.reported, s.known, s.flaky, len(s.different))
		if s.base > 0 && s.baseCPU > 0 {
			fmt.Fprintf(r.out, "  cost ×%.2f, of processors ×%.2f\n", s.wall.Seconds()/s.base.Seconds(), s.cpu.Seconds()/s.baseCPU.Seconds())
		}
		if s.executions > 0 { // a profile may keep no trail
			fmt.Fprintf(r.out, "  %d executions, %.1f %% clear; judged most: %s\n", s.executions, 100*float64(s.clear)/float64(s.executions), most(s.judged, 12))
		}
		if len(s.rules) > 0 {
			fmt.Fprintf(r.out, "  not simply allowed: %s\n", most(s.rules, 40))
		}
		for _, name := range s.different {
			ok = false
			fmt.Fprintf(r.out, "  DIFFERENT %s\n", name)
		}
	}
	r.stale()
	return ok
}

// stale names the rows of the tables that a whole run did not need.
func (r *report) stale() {
	if r.sample || r.only.String() != "" || r.within > 0 || len(r.options.ways) < 2 {
		return
	}
	for _, e := range r.expected {
		if row := fmt.Sprintf("expected.txt:%d", e.Line); !r.used[row] && (e.Profile == "*" || e.Profile == r.profile) {
			fmt.Fprintf(r.out, "%s: %s made no difference to %s\n", row, e.Rule, e.Task)
		}
	}
	for _, b := range r.bugs {
		if row := fmt.Sprintf("bugs.txt:%d", b.Line); !r.used[row] && (b.Profile == "*" || b.Profile == r.profile) {
			fmt.Fprintf(r.out, "%s: is mended: %s\n", row, b.Cause)
		}
	}
}

// most lists the n most frequent with how often.
func most(counts map[string]int, n int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	var words []string
	for _, name := range names[:min(n, len(names))] {
		words = append(words, fmt.Sprintf("%s %d", name, counts[name]))
	}
	return strings.Join(words, ", ")
}
