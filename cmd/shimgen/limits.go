package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
)

// limitFlags are the limits of one command. They take precedence over the policy's, but
// can only tighten what the system's file locks.
type limitFlags struct {
	Timeout   *period `placeholder:"T" help:"End the command and what it started after this time: 30s, or 30; 0 means no limit. In a sandbox everything ends; without one, processes that left their parents go on."`
	Memory    *int64  `name:"memory" placeholder:"MIB" help:"End the command when it uses more memory, in MiB; 0 means no limit."`
	Processes *int64  `name:"processes" placeholder:"N" help:"End the command when it has more processes; 0 means no limit."`
	FileSize  *int64  `name:"file-size" placeholder:"MIB" help:"Let it write no larger file, in MiB; 0 means no limit."`
}

// values returns the limits that were given.
func (f limitFlags) values() map[policy.Limit]int64 {
	given := map[policy.Limit]int64{}
	if f.Timeout != nil {
		given[policy.LimitTime] = time.Duration(*f.Timeout).Milliseconds()
	}
	for limit, value := range map[policy.Limit]*int64{policy.LimitMemory: f.Memory, policy.LimitProcesses: f.Processes, policy.LimitFile: f.FileSize} {
		if value != nil {
			given[limit] = *value
		}
	}
	return given
}

// check refuses invalid limits.
func (f limitFlags) check() error {
	for limit, value := range f.values() {
		if value < 0 || value > maxPeriod.Milliseconds() || limit == policy.LimitMemory && value > 0 && value < policy.LeastMemory {
			return exit.Usage("%d is not a valid limit for %s: from %d, or 0 for none", value, limit.Key(), map[bool]int{true: policy.LeastMemory, false: 1}[limit == policy.LimitMemory])
		}
	}
	return nil
}

// period is a duration such as 1m30s, or a number of seconds; 0 is none.
type period time.Duration

// UnmarshalText parses either form. A negative duration, or one too short to enforce, is
// an error.
func (p *period) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if seconds, plain := strconv.ParseFloat(string(text), 64); plain == nil {
		d, err = -1, nil
		if seconds == 0 || seconds >= 0.001 && seconds <= maxPeriod.Seconds() {
			d = time.Duration(seconds * float64(time.Second))
		}
	}
	if err != nil || d < 0 || d > 0 && d < time.Millisecond || d > maxPeriod {
		return fmt.Errorf("%q is not a duration: 30s, 1m30s, or a number of seconds; 0 means no limit", text)
	}
	*p = period(d)
	return nil
}

// maxPeriod is far below what the clock can count.
const maxPeriod = 100 * 365 * 24 * time.Hour
