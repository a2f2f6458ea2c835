package main

import (
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// plainPath is where the machine's own programs are.
const plainPath = "/usr/local/bin:/usr/bin:/bin"

// same runs a command twice, first without shims and then with them first on PATH, and
// compares status, standard output and standard error, to the byte. It leaves the output
// for cmp and stdout. The command is started by its bare name.
//
//	same WORD...
func same(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: same WORD...")
	}
	before := ts.Getenv("PATH")
	defer ts.Setenv("PATH", before)
	run := func(path string) (int, string, string) {
		ts.Setenv("PATH", path)
		got := status(ts, "/usr/bin/timeout", append([]string{"60"}, args...)...)
		return got, ts.ReadFile("stdout"), ts.ReadFile("stderr")
	}
	status, out, err := run(plainPath)
	gotStatus, gotOut, gotErr := run(strings.Join([]string{ts.Getenv("SHIMS"), plainPath}, ":"))
	if status != gotStatus || out != gotOut || err != gotErr {
		ts.Fatalf("%q: without shims status %d, output %q, errors %q; with them %d, %q, %q", args, status, out, err, gotStatus, gotOut, gotErr)
	}
}
