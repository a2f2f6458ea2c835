// Report reads the events of go test -json on standard input. It prints one line
// for each package, the whole output of what failed, and at the end every skipped
// test with the reason it gave. Its exit status says whether all passed.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// event is what test2json writes; see go doc test2json.
type event struct {
	Action, Package, Test, Output, ImportPath string
}

func main() {
	if !report(os.Stdin, os.Stdout) {
		os.Exit(1)
	}
}

// report returns false when any test, package or build failed.
func report(in io.Reader, out io.Writer) bool {
	output := map[string]*strings.Builder{}
	var skipped []string
	ok := true
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Fprintln(out, lines.Text()) // make, or the go command itself
			continue
		}
		key := e.Package + e.ImportPath + " " + e.Test
		if output[key] == nil {
			output[key] = &strings.Builder{}
		}
		switch e.Action {
		case "output", "build-output":
			if e.Test == "" && summary(e.Output) {
				fmt.Fprint(out, e.Output)
				break
			}
			output[key].WriteString(e.Output)
		case "skip":
			if e.Test != "" {
				skipped = append(skipped, key+": "+reason(output[key].String()))
			}
		case "fail", "build-fail":
			ok = false
			fmt.Fprint(out, output[key].String())
		}
	}
	slices.Sort(skipped)
	fmt.Fprintf(out, "skipped: %d\n", len(skipped))
	for _, s := range skipped {
		fmt.Fprintln(out, "  "+s)
	}
	return ok && lines.Err() == nil
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
			said = line
		}
	}
	return said
}
