package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"syscall"
	"time"
)

// sample is one run of one case.
type sample struct {
	wall, cpu float64 // microseconds
	faults    float64 // page faults without input or output
}

// samples holds one sample per round for each case, by name.
type samples map[string][]sample

// spawn runs c as a shell would, with one vfork and one exec, and waits for it. The exit
// status must be the case's.
func (c benchCase) spawn() (sample, error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return sample{}, err
	}
	defer null.Close()
	in := null
	if c.stdin != "" {
		if in, err = os.Open(c.stdin); err != nil {
			return sample{}, err
		}
		defer in.Close()
	}
	attr := &syscall.ProcAttr{Dir: c.dir, Env: c.env, Files: []uintptr{in.Fd(), null.Fd(), null.Fd()}}

	start := time.Now()
	pid, err := syscall.ForkExec(c.program, c.argv, attr)
	if err != nil {
		return sample{}, fmt.Errorf("%s: %s: %w", c.name, c.program, err)
	}
	var status syscall.WaitStatus
	var usage syscall.Rusage
	for {
		if _, err = syscall.Wait4(pid, &status, 0, &usage); err != syscall.EINTR {
			break
		}
	}
	wall := time.Since(start)
	if err != nil {
		return sample{}, fmt.Errorf("%s: wait: %w", c.name, err)
	}
	if !status.Exited() || status.ExitStatus() != c.exit {
		return sample{}, fmt.Errorf("%s: exit status %d (signalled: %v), want %d", c.name, status.ExitStatus(), status.Signaled(), c.exit)
	}
	return sample{
		wall:   float64(wall.Nanoseconds()) / 1e3,
		cpu:    float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e3,
		faults: float64(usage.Minflt),
	}, nil
}

// interleave runs every case once a round, each round in another order. The first tenth
// of the rounds, added to those asked for, warms up and is dropped.
func interleave(cases []benchCase, rounds int) (samples, error) {
	all := samples{}
	order := rand.Perm(len(cases))
	warm := rounds / 10
	for round := range warm + rounds {
		rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			s, err := cases[i].spawn()
			if err != nil {
				return nil, err
			}
			if round >= warm {
				all[cases[i].name] = append(all[cases[i].name], s)
			}
		}
	}
	return all, nil
}
