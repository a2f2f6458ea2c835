package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/agent-loop/shimgen/work/corpus"
	"github.com/agent-loop/shimgen/work/fetch"
	"github.com/agent-loop/shimgen/work/machine"
)

// cost runs hello's configure that many rounds in every way, and behind other kinds of
// guards, and prints what each costs. Ways take turns within a round. The shortest time
// of each way counts, since other work on the machine can only lengthen one; cost also
// prints the median of the ratios within the rounds.
func cost(ctx context.Context, o options, out io.Writer) error {
	suite := corpus.Configure()
	tree, err := fetch.Tree(ctx, suite, o.offline, out)
	if err != nil {
		fmt.Fprintf(out, "not to be had: %s: %v\n", suite.Name, err)
		return nil
	}
	tasks, err := suite.Tasks(tree)
	if err != nil || len(tasks) != 1 {
		return fmt.Errorf("%s: %d tasks: %w", suite.Name, len(tasks), err)
	}
	dir, err := os.MkdirTemp("", "shimgen-work-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	trees := map[string]string{suite.Name: tree}
	o.ways = []machine.Way{machine.Default, machine.All}
	all, err := machines(ctx, o, dir, trees)
	if err != nil {
		return err
	}
	if all, err = others(ctx, o, dir, all, trees, out); err != nil {
		return err
	}
	rounds := make([][]machine.Outcome, 0, o.rounds)
	for round := range o.rounds {
		outcomes, err := interleaved(ctx, all, tasks[0], round)
		if err != nil {
			return err
		}
		for i, x := range outcomes {
			if x.Exit != 0 {
				return fmt.Errorf("%s: exit status %d: %s", all[i].Way, x.Exit, x.Stderr)
			}
			fmt.Fprintf(out, "%s %.2f s, %.2f s of CPU; ", all[i].Way, x.Wall.Seconds(), x.CPU.Seconds())
		}
		fmt.Fprintln(out)
		rounds = append(rounds, outcomes)
	}
	fmt.Fprintf(out, "configure of hello, %d rounds; to the same without shims\n%14s %8s %8s %8s %8s\n", o.rounds, "", "wall", "median", "CPU", "median")
	for i, m := range all {
		wall, wallMedian := compared(rounds, i, func(x machine.Outcome) time.Duration { return x.Wall })
		cpu, cpuMedian := compared(rounds, i, func(x machine.Outcome) time.Duration { return x.CPU })
		fmt.Fprintf(out, "%14s %8.2f %8.2f %8.2f %8.2f\n", m.Way, wall, wallMedian, cpu, cpuMedian)
	}
	return nil
}

// others adds machines with other guards to those with shims, and says which are
// unavailable.
func others(ctx context.Context, o options, dir string, all []*machine.Machine, trees map[string]string, out io.Writer) ([]*machine.Machine, error) {
	program, err := fetch.SafeRM(ctx, o.offline)
	if err != nil {
		fmt.Fprintf(out, "not to be had: %s: %v\n", machine.SafeRM, err)
	}
	for _, row := range []struct {
		way  machine.Way
		like *machine.Machine
	}{{machine.Wrappers, all[1]}, {machine.WrappersAll, all[2]}, {machine.SafeRM, all[1]}} {
		if row.way == machine.SafeRM && program == "" {
			continue
		}
		at := filepath.Join(dir, string(row.way))
		if err := os.Mkdir(at, 0o755); err != nil {
			return nil, err
		}
		m, err := machine.NewOther(at, row.way, row.like, program, trees)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// compared returns the time of way i relative to the first way: the shortest of each, and
// the median of the rounds.
func compared(rounds [][]machine.Outcome, i int, took func(machine.Outcome) time.Duration) (shortest, median float64) {
	ratios := make([]float64, len(rounds))
	for n, r := range rounds {
		ratios[n] = took(r[i]).Seconds() / took(r[0]).Seconds()
	}
	slices.Sort(ratios)
	least := func(i int) float64 {
		return took(slices.MinFunc(rounds, func(a, b []machine.Outcome) int { return cmp.Compare(took(a[i]), took(b[i])) })[i]).Seconds()
	}
	return least(i) / least(0), ratios[len(ratios)/2]
}
