// Report reads the events of go test -json: on standard input, or from the command
// lines that it is given, which it runs one after the other with sh. It prints one
// line for each package, the whole output of what failed, and at the end the slowest tests
// and every skipped one with the reason it gave. Its exit status says whether all passed.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// event is what test2json writes; see go doc test2json.
type event struct {
	Action, Package, Test, Output, ImportPath string

	Elapsed float64 // seconds, of a test that ended
}

func main() {
	r := reporter{out: os.Stdout, skipped: map[string][]string{}}
	ok := true
	for _, line := range os.Args[1:] {
		ok = r.run(line) && ok
	}
	if len(os.Args) == 1 {
		ok = r.read(os.Stdin)
	}
	r.end()
	if !ok {
		os.Exit(1)
	}
}

// reporter prints what becomes of tests.
type reporter struct {
	out     io.Writer
	skipped map[string][]string // the tests, by the reason they gave
	slow    []slowTest
}

// slowTest is a test, without its subtests, that took long: at least slowFrom.
type slowTest struct {
	name    string
	seconds float64
}

const (
	slowFrom = 20 // seconds
	maxSlow  = 20 // slow tests
)

// run reads the events of a command line. It returns false when anything failed, the
// command itself included.
func (r *reporter) run(line string) bool {
	c := exec.Command("sh", "-c", line)
	c.Stderr = os.Stderr
	events, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		fmt.Fprintln(r.out, err)
		return false
	}
	ok := r.read(events)
	return c.Wait() == nil && ok
}

// read returns false when any test, package or build failed.
func (r *reporter) read(in io.Reader) bool {
	output := map[string]*strings.Builder{}
	ok := true
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Fprintln(r.out, lines.Text()) // make, or the go command itself
			continue
		}
		key := e.Package + e.ImportPath + " " + e.Test
		if output[key] == nil {
			output[key] = &strings.Builder{}
		}
		if e.Elapsed >= slowFrom && e.Test != "" && !strings.Contains(e.Test, "/") {
			r.slow = append(r.slow, slowTest{folder(e.Package) + " " + e.Test, e.Elapsed})
		}
		switch e.Action {
		case "output", "build-output":
			if e.Test == "" && summary(e.Output) {
				fmt.Fprint(r.out, e.Output)
				break
			}
			output[key].WriteString(e.Output)
		case "skip":
			if e.Test != "" {
				why := reason(output[key].String())
				r.skipped[why] = append(r.skipped[why], folder(e.Package)+" "+e.Test)
			}
		case "fail", "build-fail":
			ok = false
			fmt.Fprint(r.out, output[key].String())
		}
	}
	return ok && lines.Err() == nil
}

// end prints what was slow and what was skipped.
func (r *reporter) end() {
	slices.SortFunc(r.slow, func(a, b slowTest) int { return cmp.Compare(b.seconds, a.seconds) })
	if len(r.slow) > 0 {
		fmt.Fprintln(r.out, "slowest, in seconds, beside what ran at the same time:")
	}
	for _, t := range r.slow[:min(len(r.slow), maxSlow)] {
		fmt.Fprintf(r.out, "  %4.0f %s\n", t.seconds, t.name)
	}
	n := 0
	for _, tests := range r.skipped {
		n += len(tests)
	}
	fmt.Fprintf(r.out, "skipped: %d\n", n)
	for _, why := range slices.Sorted(maps.Keys(r.skipped)) {
		slices.Sort(r.skipped[why])
		fmt.Fprintf(r.out, "  %s\n", why)
		for _, test := range r.skipped[why] {
			fmt.Fprintf(r.out, "    %s\n", test)
		}
	}
}

// summary reports whether a line is a package's own result.
func summary(line string) bool {
	return strings.HasPrefix(line, "ok ") || strings.HasPrefix(line, "FAIL\t") || strings.HasPrefix(line, "?")
}

// reason is what the test said last before it was skipped.
func reason(output string) string {
	said := "no reason given"
	for line := range strings.Lines(output) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "===") && !strings.HasPrefix(line, "---") {
			said = place.ReplaceAllString(line, "")
			if m := scenario.FindStringSubmatch(line); m != nil {
				said = m[1]
			}
		}
	}
	return said
}

// folder is where a package of the project lies, from the project's own folder.
func folder(pkg string) string {
	if parts := strings.SplitN(pkg, "/", 4); len(parts) == 4 { // github.com/OWNER/PROJECT/FOLDER
		return parts[3]
	}
	return "."
}

// scenario is a line of a script test that skips it.
var scenario = regexp.MustCompile(`^> (?:\[[^\]]*\] )*skip '?(.*?)'?$`)

// place is where in a file a test says something.
var place = regexp.MustCompile(`^\w+\.go:\d+: `)
