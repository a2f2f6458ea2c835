package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/work/corpus"
	"github.com/agent-loop/shimgen/work/fetch"
	"github.com/agent-loop/shimgen/work/machine"
)

// work does every requested task and reports. It returns whether all differences are
// intended.
func work(ctx context.Context, o options, out io.Writer) (bool, error) {
	start := time.Now()
	r, err := newReport(o, out)
	if err != nil {
		return false, err
	}
	trees, tasks, err := plan(ctx, o, out)
	if err != nil || o.list {
		return true, err
	}
	dir, err := os.MkdirTemp("", "shimgen-work-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	machines, err := machines(ctx, o, dir, trees)
	if err != nil {
		return false, err
	}
	for i, t := range tasks {
		if o.within > 0 && time.Since(start) > o.within {
			fmt.Fprintf(out, "left out, as time is up: %s\n", names(tasks[i:]))
			break
		}
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		outcomes, err := interleaved(ctx, machines, t, i)
		if err != nil {
			return false, fmt.Errorf("%s: %w", t.Name, err)
		}
		if err := r.add(ctx, machines, t, outcomes); err != nil {
			return false, fmt.Errorf("%s: %w", t.Name, err)
		}
	}
	return r.end(), nil
}

// names are those of some tasks in a line.
func names(tasks []corpus.Task) string {
	var all []string
	for _, t := range tasks {
		all = append(all, t.Name)
	}
	return strings.Join(all, " ")
}

// machines makes one for each way, the one without shims first.
func machines(ctx context.Context, o options, dir string, trees map[string]string) ([]*machine.Machine, error) {
	bin, err := filepath.Abs(o.bin)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil { // another user works below
		return nil, err
	}
	var all []*machine.Machine
	for _, way := range append([]machine.Way{machine.Without}, o.ways...) {
		at := filepath.Join(dir, string(way))
		if err := os.Mkdir(at, 0o755); err != nil {
			return nil, err
		}
		m, err := machine.New(ctx, at, bin, way, o.profile, trees)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// interleaved does a task on each machine, starting with another one each time, so that
// no way always has the warm caches.
func interleaved(ctx context.Context, machines []*machine.Machine, t corpus.Task, turn int) ([]machine.Outcome, error) {
	outcomes := make([]machine.Outcome, len(machines))
	for i := range machines {
		n := (i + turn) % len(machines)
		var err error
		if outcomes[n], err = machines[n].Run(ctx, job(t)); err != nil {
			return nil, fmt.Errorf("%s: %w", machines[n].Way, err)
		}
	}
	return outcomes, nil
}

func job(t corpus.Task) machine.Job {
	return machine.Job{Script: t.Script, Setup: t.Setup, Limit: t.Limit}
}

// plan returns the available trees and the tasks to do, and reports what is unavailable
// and why.
func plan(ctx context.Context, o options, out io.Writer) (map[string]string, []corpus.Task, error) {
	trees := map[string]string{}
	if o.script != "" {
		return trees, []corpus.Task{corpus.Adhoc(o.script)}, nil
	}
	tasks := corpus.Own()
	if o.within > 0 { // half of the time is for the work
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.within/2)
		defer cancel()
	}
	for _, s := range corpus.Suites() {
		if o.sample && s.Sample == "" || !o.wants(s.Name+"/") {
			continue
		}
		dir, err := fetch.Tree(ctx, s, o.offline, out)
		if err != nil {
			fmt.Fprintf(out, "not to be had: %s: %v\n", s.Name, err)
			continue
		}
		trees[s.Name] = dir
		more, err := s.Tasks(dir)
		if err != nil {
			return nil, nil, err
		}
		tasks = append(tasks, more...)
	}
	tasks = slices.DeleteFunc(tasks, func(t corpus.Task) bool {
		return !o.only.MatchString(t.Name) || o.sample && !t.Sample || !possible(t, out)
	})
	if o.list {
		for _, t := range tasks {
			fmt.Fprintln(out, t.Name)
		}
	}
	return trees, tasks, nil
}

// possible reports whether a task's programs are installed, and prints a missing one.
func possible(t corpus.Task, out io.Writer) bool {
	for _, program := range t.Needs {
		if _, err := exec.LookPath(program); err != nil && !strings.HasPrefix(program, "/") {
			fmt.Fprintf(out, "not done: %s: needs the program %s\n", t.Name, program)
			return false
		}
	}
	return true
}
