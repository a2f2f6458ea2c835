package policy

import (
	"fmt"
	"time"
)

// A Limit bounds the resources of one command that exec or the server starts.
type Limit uint8

// The limits.
const (
	LimitTime      Limit = iota // milliseconds, from its start to its end
	LimitMemory                 // MiB, of each process and in total
	LimitProcesses              // concurrent processes
	LimitFile                   // MiB, of one file that it writes
	LimitOutput                 // KiB, of each output stream, if the output is kept
	limitCount
)

// AllLimits returns the limits in the order in which they are shown.
func AllLimits() [limitCount]Limit {
	return [...]Limit{LimitTime, LimitMemory, LimitProcesses, LimitFile, LimitOutput}
}

// limitKeys are the limits' keys in [limits].
var limitKeys = [limitCount]string{"timeout", "memory_mib", "processes", "file_mib", "output_kib"}

// Key returns the limit's key in a policy file.
func (l Limit) Key() string { return limitKeys[l] }

// Limits are the values of all limits; 0 is no limit.
type Limits [limitCount]int64

// Timeout returns the time limit; 0 means none.
func (l Limits) Timeout() time.Duration { return time.Duration(l[LimitTime]) * time.Millisecond }

// Show formats a limit's value: "5m0s", "128MB", "none".
func (l Limit) Show(value int64) string {
	switch {
	case value == 0:
		return "none"
	case l == LimitTime:
		return (time.Duration(value) * time.Millisecond).String()
	case l == LimitMemory || l == LimitFile:
		return fmt.Sprintf("%dMB", value)
	case l == LimitOutput:
		return fmt.Sprintf("%dKB", value)
	}
	return fmt.Sprint(value)
}

// usualTime is the time limit in the profiles for unattended agents.
const usualTime = 5 * 60 * 1000

// LeastMemory is the smallest memory limit, in MiB: the judge of the command's children must fit.
const LeastMemory = 128

// mostLimit is far more than any machine has.
const mostLimit = 1 << 40

// limitFields are the keys of [limits].
func limitFields() []field[document] {
	var fields []field[document]
	for _, l := range AllLimits() {
		fields = append(fields, field[document]{l.Key(), func(d *document, v value) error {
			return read(&d.limits[l], v, func(v value) (int64, error) { return readLimit(l, v) })
		}})
	}
	return fields
}

func readLimit(l Limit, v value) (int64, error) {
	text, isText := v.data.(string)
	if l == LimitTime && isText {
		d, err := time.ParseDuration(text)
		if err != nil || d < 0 || d.Milliseconds() > mostLimit || d > 0 && d < time.Millisecond {
			return 0, v.errorf(`%q is no time: write "90s", "5m", or a number of seconds; 0 is no limit`, text)
		}
		return d.Milliseconds(), nil
	}
	n, ok := v.data.(int64)
	if !ok || n < 0 || n > mostLimit/1000 {
		return 0, v.errorf("%s must be a whole number from 0, which is no limit, to %d", v.key, int64(mostLimit/1000))
	}
	if l == LimitMemory && n > 0 && n < LeastMemory {
		return 0, v.errorf("%s must be at least %d, or 0 for no limit", v.key, LeastMemory)
	}
	if l == LimitTime {
		n *= 1000
	}
	return n, nil
}

// tightenLimits takes the stricter ones of a project's limits.
func (m *merger) tightenLimits(d *document) {
	for _, l := range AllLimits() {
		s := d.limits[l]
		if s == nil {
			continue
		}
		now := &m.policy.Limits[l]
		if *now != 0 && (s.it == 0 || s.it > *now) {
			m.loosening(s.value, "limits.%s = %v", l.Key(), s.data)
			continue
		}
		if *now != s.it {
			m.policy.came("limits."+l.Key(), Project, s.value)
		}
		*now = s.it
	}
}

// flagLimits takes the limits of the command line. They override those of files, but can only
// tighten locked ones.
func (m *merger) flagLimits(given map[Limit]int64) error {
	for _, l := range AllLimits() {
		want, said := given[l]
		if !said {
			continue
		}
		now := &m.policy.Limits[l]
		if file, locked := m.locks["limits."+l.Key()]; locked && *now != 0 && (want == 0 || want > *now) {
			return fmt.Errorf("\"limits.%s\" is locked by %s at %s: a flag can only be stricter", l.Key(), file, l.Show(*now))
		}
		*now = want
	}
	return nil
}
