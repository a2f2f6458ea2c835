package compare

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/work/machine"
	"github.com/rogpeppe/go-internal/diff"
)

// Difference is one difference between two runs.
type Difference struct {
	Of   string // exit, time, stdout, stderr, or a file's name
	Text string // the difference, in lines
}

// Outcomes compares a job's outcome without shims with that behind them.
func Outcomes(without, behind machine.Outcome) []Difference {
	var all []Difference
	if without.TimedOut != behind.TimedOut {
		all = append(all, Difference{"time", fmt.Sprintf("timed out: %t without, %t behind\n", without.TimedOut, behind.TimedOut)})
	}
	if without.Exit != behind.Exit {
		all = append(all, Difference{"exit", fmt.Sprintf("%d without, %d behind\n", without.Exit, behind.Exit)})
	}
	all = text(all, "stdout", without.Stdout, behind.Stdout)
	all = text(all, "stderr", without.Stderr, unwarned(behind.Stderr))
	return files(all, named(without.Files, behind.Files), named(behind.Files, without.Files))
}

// Found returns an outcome with the paths of shims replaced by those of the programs: a
// script that records where it found a program records the shim's path
// (docs/transparency.md).
func Found(o machine.Outcome) machine.Outcome {
	own := strings.NewReplacer(machine.Shims+"/", "/usr/bin/")
	o.Stdout, o.Stderr = own.Replace(o.Stdout), own.Replace(o.Stderr)
	files := make(map[string]machine.File, len(o.Files))
	for name, f := range o.Files {
		f.Text = own.Replace(f.Text)
		files[name] = f
	}
	o.Files = files
	return o
}

func text(all []Difference, of, without, behind string) []Difference {
	without, behind = Plain(without), Plain(behind)
	if without == behind {
		return all
	}
	return append(all, Difference{of, string(diff.Diff("without", []byte(without), "behind", []byte(behind)))})
}

// unwarned removes warnings and their hints. [Intended] finds the rules that warn in the
// trail.
func unwarned(text string) string {
	return warnings.ReplaceAllString(text, "")
}

var warnings = regexp.MustCompile(`(?m)^shimgen: warning: .*\n(shimgen: hint: .*\n)?`)

// named gives files the names that two runs share: a file's own name if the other run has
// it too, else one without the parts that change from run to run, since two files may
// differ only in those.
func named(files, other map[string]machine.File) map[string]machine.File {
	plain := make(map[string]machine.File, len(files))
	for name, f := range files {
		switch _, both := other[name]; {
		case strings.Contains(name, "/objects/"): // git names these after hashes
		case both:
			plain[name] = f
		default:
			plain[Plain(name)] = f
		}
	}
	return plain
}

func files(all []Difference, without, behind map[string]machine.File) []Difference {
	names := maps.Clone(without)
	maps.Copy(names, behind)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		a, inA := without[name]
		b, inB := behind[name]
		switch {
		case !inB:
			all = append(all, Difference{name, "exists only without shims\n"})
		case !inA:
			all = append(all, Difference{name, "exists only behind shims\n"})
		case a.Mode != b.Mode:
			all = append(all, Difference{name, fmt.Sprintf("%s without, %s behind\n", a.Mode, b.Mode)})
		case holdsTimes(name):
		default:
			all = contents(all, name, a, b)
		}
	}
	return all
}

// contents compares two files of one name and kind.
func contents(all []Difference, name string, a, b machine.File) []Difference {
	if a.Text == b.Text || a.Mode&fs.ModeType == 0 && Plain(a.Text) == Plain(b.Text) {
		return all
	}
	if strings.ContainsRune(a.Text+b.Text, 0) {
		return append(all, Difference{name, fmt.Sprintf("binary, %d bytes without, %d behind\n", len(a.Text), len(b.Text))})
	}
	return text(all, name, a.Text, b.Text)
}
