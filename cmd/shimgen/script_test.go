package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/sandbox"
	"github.com/agent-loop/shimgen/sandbox/native"
)

var update = flag.Bool("update", false, "rewrite the golden files of the scenarios")

// TestScripts runs the scenarios of testdata/script: what a user sees of the two
// programs. Every shim has a fake program behind it, so that no scenario relies on the
// shims to protect the machine.
func TestScripts(t *testing.T) {
	scripts(t, "../../testdata/script", setUp, holds)
}

// TestBackends runs the scenarios of testdata/script/backends once for each backend that
// satisfies a policy which requires a sandbox, with its name in BACKEND.
func TestBackends(t *testing.T) {
	for _, backend := range runner.Holding() {
		name := string(backend)
		t.Run(name, func(t *testing.T) {
			scripts(t, "../../testdata/script/backends", func(env *testscript.Env) error {
				env.Setenv("BACKEND", name)
				return setUp(env)
			}, func(condition string) (bool, error) {
				switch condition {
				case "backend":
					return holds(name)
				case "mounts": // it mounts files over others
					return runner.Sandbox(name) != runner.Landlock, nil
				}
				return holds(condition)
			})
		})
	}
}

func scripts(t *testing.T, dir string, setUp func(*testscript.Env) error, holds func(string) (bool, error)) {
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		Setup:               setUp,
		Condition:           holds,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    ends,
			"allows":   judges(0, ""),
			"warns":    judges(0, "warning"),
			"asks":     judges(exit.Ask, "ask"),
			"blocks":   judges(exit.Blocked, "blocked"),
			"explains": explains,
			"json":     jsonHas,
			"record":   recordHas,
			"records":  recordsAre,
			"repeat":   repeat,
			"replace":  replaced,
			"same":     same,
			"terminal": converses,
			"window":   windows,
			"code":     codeOf,
		},
	})
}

// fakes are the names that get a fake program. The dangerous ones among them must never
// be reached.
var fakes = strings.Fields("rm curl wget python python3 git ssh scp nc netcat ncat dd docker mkfs sudo")

// fakeProgram leaves a mark in a file, and prints its name and arguments.
const fakeProgram = `#!/bin/sh
echo "${0##*/}" >>'%s'
printf '%%s' "${0##*/}"
for a in "$@"; do printf ' [%%s]' "$a"; done
echo
`

// apart runs a program that, as root, would edit the machine's own start files: it mounts
// a directory of the scenario's over /etc/profile.d.
const apart = `#!/bin/sh
test "$(id -u)" = 0 || exec "$@"
mkdir -p "$WORK/profile.d"
exec unshare --user --map-root-user --mount sh -c \
	'mount --bind "$WORK/profile.d" /etc/profile.d && exec "$@"' sh "$@"
`

// setUp gives a scenario a home, a work directory that is neither home nor above it, and
// a PATH with the shims, then the fakes, then the machine's own programs.
func setUp(env *testscript.Env) error {
	work, err := filepath.EvalSymlinks(env.WorkDir)
	if err != nil {
		return err
	}
	home, project, fake := filepath.Join(work, "home"), filepath.Join(work, "project"), filepath.Join(work, "fake")
	for _, dir := range []string{home, project, fake} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	text := fmt.Appendf(nil, fakeProgram, filepath.Join(project, "ran"))
	for _, name := range fakes {
		if err := os.WriteFile(filepath.Join(fake, name), text, 0o755); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(work, "apart"), []byte(apart), 0o755); err != nil {
		return err
	}
	root := filepath.Join(home, ".agent-loop")
	shims := filepath.Join(root, "bin")
	env.Setenv("WORK", work)
	env.Setenv("HOME", home)
	env.Setenv("BIN", built)
	env.Setenv("ROOT", root)
	env.Setenv("SHIMS", shims)
	env.Setenv("JUDGE", filepath.Join(root, "libexec", "shimgen"))
	env.Setenv("FAKE", fake)
	env.Setenv("APART", filepath.Join(work, "apart"))
	env.Setenv("PATH", strings.Join([]string{shims, fake, env.Getenv("PATH")}, ":"))
	env.Cd = project
	return nil
}

// holds evaluates the conditions [apart] (the program of that name works here), [gate]
// (the system has a gate), [venv] (the system's Python can make one), and [system-policy]
// (the machine has a policy of its own, which affects every decision).
func holds(name string) (bool, error) {
	switch name {
	case "apart":
		mount := exec.Command("unshare", "--user", "--map-root-user", "--mount", "mount", "--bind", "/tmp", "/etc/profile.d")
		return os.Geteuid() != 0 || mount.Run() == nil, nil
	case "bwrap": // it exists, and this machine lets it make namespaces
		start := exec.Command("/usr/bin/bwrap", "--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "--proc", "/proc", "true")
		return start.Run() == nil, nil
	case "proot": // it exists, and this machine lets it trace
		return exec.Command("proot", "true").Run() == nil, nil
	case "native":
		start := exec.Command("unshare", "--user", "--map-root-user", "--pid", "--fork", "--net", "--mount-proc", "true")
		return native.Supported && start.Run() == nil, nil
	case "landlock":
		_, err := sandbox.Landlock{Lstat: os.Lstat}.Plan(sandbox.Box{Dir: "/"}, sandbox.Entry{Path: "/bin/true", Argv: []string{"true"}})
		return err == nil, nil
	case "gate":
		c, err := gate.NewChecker(nil, gate.Identity{Root: "/root/none", Home: "/root"})
		return err == nil && c.Check([]string{"git"}, nil, "/") != gate.Unsupported, err
	case "venv":
		return exec.Command("/usr/bin/python3", "-c", "import venv, ensurepip").Run() == nil, nil
	case "system-policy":
		_, err := os.Lstat("/etc/agent-loop")
		return err == nil, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// ends runs a program that must exit with a given status:
//
//	exits STATUS PROGRAM [ARGUMENT]...
func ends(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM [ARGUMENT]...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := status(ts, args[1], args[2:]...); got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// status runs a program and returns its exit status.
func status(ts *testscript.TestScript, program string, args ...string) int {
	err := ts.Exec(program, args...)
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		ts.Fatalf("%s: %s", program, err)
	}
	if ended == nil {
		return 0
	}
	return ended.ExitCode()
}

// judges makes a command that has the installed shimgen check something, and compares the
// verdict: one line that names the rule, and at most one hint. Nothing else may be
// printed, and nothing at all for allow:
//
//	allows [FLAG]... [--] WORD...
//	blocks RULE [FLAG]... [--] WORD...
//
// Without a -- all words are the command. The last word may be @FILE: the content of that
// file, for source of more than one line.
func judges(want int, said string) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		rule := ""
		if said != "" && len(args) > 0 {
			rule, args = args[0], args[1:]
		}
		if neg || len(args) == 0 {
			ts.Fatalf("usage: allows WORD... or blocks RULE WORD...")
		}
		if !slices.Contains(args, "--") {
			args = append([]string{"--"}, args...)
		}
		fromFile(ts, args)
		if got := status(ts, ts.Getenv("JUDGE"), append([]string{"check"}, args...)...); got != want {
			ts.Fatalf("check %q: exit status %d, want %d", args, got, want)
		}
		if out := ts.ReadFile("stdout"); out != "" {
			ts.Fatalf("check %q: printed %q", args, out)
		}
		form := `^$`
		if said != "" {
			form = `^shimgen: ` + said + `: .* \[` + regexp.QuoteMeta(rule) + `\]\n(shimgen: hint: .+\n)?$`
		}
		if text := ts.ReadFile("stderr"); !regexp.MustCompile(form).MatchString(text) {
			ts.Fatalf("check %q: said %q, want %s", args, text, form)
		}
	}
}

// fromFile replaces @FILE as the last word by the content of that file.
func fromFile(ts *testscript.TestScript, args []string) {
	last := len(args) - 1
	if name, ok := strings.CutPrefix(args[last], "@"); ok {
		args[last] = ts.ReadFile(name)
	}
}

// explains has the installed shimgen explain something, which must exit with 0 and print
// nothing to standard error:
//
//	explains [FLAG]... [--] WORD...
//
// The last word may be @FILE, as for blocks.
func explains(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: explains WORD...")
	}
	fromFile(ts, args)
	if got := status(ts, ts.Getenv("JUDGE"), append([]string{"explain"}, args...)...); got != 0 {
		ts.Fatalf("explain %q: exit status %d", args, got)
	}
	if text := ts.ReadFile("stderr"); text != "" {
		ts.Fatalf("explain %q: said %q", args, text)
	}
}

// jsonHas checks values in a file with one JSON object:
//
//	json FILE PATH=VALUE...
//
// A path is keys and indexes joined by dots; len is the length of an array. The value is
// a string's text, or the JSON of anything else; * matches any value.
func jsonHas(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: json FILE PATH=VALUE...")
	}
	compare(ts, ts.ReadFile(args[0]), args[1:])
}

// recordHas checks the audit trail below $ROOT. Records are counted from 0, or from -1
// backwards:
//
//	record N PATH=VALUE...
func recordHas(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: record N PATH=VALUE...")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	all := trailOf(ts)
	if n < 0 {
		n += len(all)
	}
	if n < 0 || n >= len(all) {
		ts.Fatalf("no such record among %d", len(all))
	}
	compare(ts, all[n], args[1:])
}

// recordsAre counts the records of the audit trail:
//
//	records N
func recordsAre(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: records N")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if all := trailOf(ts); len(all) != want {
		ts.Fatalf("%d records, want %d:\n%s", len(all), want, strings.Join(all, ""))
	}
}

// trailOf returns the lines of the audit trail.
func trailOf(ts *testscript.TestScript) []string {
	days, err := filepath.Glob(filepath.Join(ts.Getenv("ROOT"), "audit", "*.jsonl"))
	ts.Check(err)
	var all []string
	for _, day := range days {
		all = append(all, slices.Collect(strings.Lines(ts.ReadFile(day)))...)
	}
	return all
}

// compare checks values in a JSON text.
func compare(ts *testscript.TestScript, text string, wants []string) {
	var object any
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		ts.Fatalf("%s: %q", err, text)
	}
	for _, w := range wants {
		path, want, ok := strings.Cut(w, "=")
		if !ok {
			ts.Fatalf("no = in %s", w)
		}
		got, ok := dig(object, strings.Split(path, "."))
		if !ok {
			ts.Fatalf("no %s in %s", path, text)
		}
		if got != want && want != "*" {
			ts.Fatalf("%s is %s, want %s, in %s", path, got, want, text)
		}
	}
}

// dig returns the value at a path of keys in a JSON value.
func dig(v any, path []string) (string, bool) {
	if len(path) == 0 {
		if s, ok := v.(string); ok {
			return s, true
		}
		text, err := json.Marshal(v)
		return string(text), err == nil
	}
	switch in := v.(type) {
	case map[string]any:
		next, ok := in[path[0]]
		if !ok {
			return "", false
		}
		return dig(next, path[1:])
	case []any:
		if path[0] == "len" {
			return strconv.Itoa(len(in)), true
		}
		i, err := strconv.Atoi(path[0])
		if err != nil || i < 0 || i >= len(in) {
			return "", false
		}
		return dig(in[i], path[1:])
	}
	return "", false
}

// repeat writes a text many times into a file; %d in it is the count:
//
//	repeat TIMES TEXT FILE
//
// If the text has a %d, each copy is a line.
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: repeat TIMES TEXT FILE")
	}
	times, err := strconv.Atoi(args[0])
	ts.Check(err)
	var out strings.Builder
	for i := range times {
		if before, after, ok := strings.Cut(args[1], "%d"); ok {
			fmt.Fprintf(&out, "%s%d%s\n", before, i, after)
		} else {
			out.WriteString(args[1])
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(out.String()), 0o600))
}

// replaced writes a file with every OLD in it replaced by NEW; it must contain OLD:
//
//	replace OLD NEW FILE TO
func replaced(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: replace OLD NEW FILE TO")
	}
	text := ts.ReadFile(args[2])
	if !strings.Contains(text, args[0]) {
		ts.Fatalf("no %q in %s", args[0], args[2])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), []byte(strings.ReplaceAll(text, args[0], args[1])), 0o600))
}

// codeOf puts the code that a file names, behind "shimgen approve", into CODE:
//
//	code FILE
func codeOf(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: code FILE")
	}
	found := regexp.MustCompile(`shimgen approve ([a-z0-9]+)`).FindAllStringSubmatch(ts.ReadFile(args[0]), -1)
	if len(found) == 0 {
		ts.Fatalf("%s names no code: %s", args[0], ts.ReadFile(args[0]))
	}
	ts.Setenv("CODE", found[len(found)-1][1])
}
