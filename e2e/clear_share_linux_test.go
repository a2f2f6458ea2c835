package e2e_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
)

var (
	clearFrom    = flag.String("clear.from", "", "files of commands to measure the clear share of, blank separated: lines of JSON with a command, or with argv, cwd")
	clearWork    = flag.String("clear.work", "", "a shell script to run with every program watched, to measure the clear share of what it starts")
	clearProfile = flag.String("clear.profile", policy.Cautious, "the profile that both are measured under")
	clearTop     = flag.Int("clear.top", 60, "how many of the shapes that are not clear are printed")
)

// watchFile names, in the environment of a watched program, what its watcher needs. It is
// not one of the variables that count.
const watchFile = "SHIMGEN_TEST_WATCH"

// watch is what a watcher needs: the gate's table and identity, and where to write what
// it saw.
type watch struct {
	Table           []byte
	Identity        gate.Identity
	Real, Log, Name string
}

// seen is one command and the gate's answer.
type seen struct {
	Argv   []string
	Dir    string
	Reason string
}

// TestMain lets the test's own program replace others: called by a link with their names,
// it asks the gate about the command and becomes the real program.
func TestMain(m *testing.M) {
	if file := os.Getenv(watchFile); file != "" && !strings.HasSuffix(os.Args[0], ".test") {
		fmt.Fprintln(os.Stderr, "watch:", watched(file))
		os.Exit(126)
	}
	os.Exit(m.Run())
}

// watched writes a command to the log and becomes the program. It returns only on
// failure.
func watched(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var w watch
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	c, err := gate.NewChecker(w.Table, w.Identity)
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	line, err := json.Marshal(seen{os.Args, dir, c.Check(os.Args, os.Environ(), dir).String()})
	if err != nil {
		return err
	}
	log, err := os.OpenFile(w.Log, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if _, err = log.Write(append(line, '\n')); err != nil {
		return err
	}
	name := path.Base(os.Args[0])
	for _, dir := range filepath.SplitList(w.Real) {
		real := filepath.Join(dir, name)
		if unix.Access(real, unix.X_OK) == nil {
			os.Args[0] = real // some programs find their own parts by it
			_ = syscall.Exec(real, os.Args, os.Environ())
		}
	}
	return fmt.Errorf("%s: not found", name)
}

// programs are the names on PATH of programs with a grammar.
func programs(list string) []string {
	found := map[string]bool{}
	for _, dir := range filepath.SplitList(list) {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if grammar.Lookup(e.Name()) != nil && !e.IsDir() {
				found[e.Name()] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// TestClearShare reports how much of ordinary use is clear, and what the rest is. Flags
// name the use to measure, which is not part of the project:
//
//	go test . -run TestClearShare -v -clear.from 'a.jsonl b.jsonl'
//	TMPDIR=/elsewhere go test . -run TestClearShare -v -clear.work 'tar xf … && ./configure'
func TestClearShare(t *testing.T) {
	if *clearFrom == "" && *clearWork == "" {
		t.Skip("nothing to measure: see -clear.from and -clear.work")
	}
	w := newTree(t)
	names := append(programs(os.Getenv("PATH")), shims...)
	table := w.table(t, w.policy(t, *clearProfile, ""), names)
	c, err := gate.NewChecker(table, w.id)
	require.NoError(t, err)
	var all []seen
	for _, file := range strings.Fields(*clearFrom) {
		for _, s := range commandsIn(t, file) {
			if slices.Contains(names, path.Base(s.Argv[0])) {
				s.Reason = c.Check(s.Argv, w.env, cmp.Or(s.Dir, w.work)).String()
				all = append(all, s)
			}
		}
	}
	if *clearWork != "" {
		all = append(all, w.watchWork(t, table, names)...)
	}
	printShares(t, all)
}

// builtin are commands that a shell executes itself.
const builtin = " cd export declare typeset local readonly unset set shopt exit return break continue shift wait read type . source eval exec : [ test echo printf pwd true false kill pushd popd trap alias command builtin umask ulimit "

// commandsIn reads one file: commands as text, of which the simple commands with known
// words count that are not builtins, or records with an argv.
func commandsIn(t *testing.T, file string) (all []seen) {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct {
			Command   string
			Argv      []string
			Cwd, Ring string
		}
		if json.Unmarshal(lines.Bytes(), &line) != nil {
			continue
		}
		if len(line.Argv) > 0 {
			all = append(all, seen{Argv: line.Argv, Dir: line.Cwd})
			continue
		}
		script, err := parser.Parse(line.Command, parser.Options{})
		if err != nil {
			continue
		}
		for _, command := range script.Commands {
			if argv, known := argvOf(command); known && !strings.Contains(builtin, " "+argv[0]+" ") {
				all = append(all, seen{Argv: argv})
			}
		}
	}
	require.NoError(t, lines.Err())
	return all
}

// watchWork runs the script with a watcher for each program.
func (w *tree) watchWork(t *testing.T, table []byte, names []string) (all []seen) {
	bin, log := w.top+"/watchers", w.top+"/seen.jsonl"
	require.NoError(t, os.Mkdir(bin, 0o700))
	self, err := os.Executable()
	require.NoError(t, err)
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			_ = os.Remove(bin + "/" + name)
			require.NoError(t, os.Symlink(self, bin+"/"+name))
		}
	}
	data, err := json.Marshal(watch{Table: table, Identity: w.id, Real: os.Getenv("PATH"), Log: log})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(w.top+"/watch.json", data, 0o600))
	require.NoError(t, os.RemoveAll(w.work))
	require.NoError(t, os.Mkdir(w.work, 0o700))
	sh := exec.Command("/bin/sh", "-ec", *clearWork)
	sh.Dir, sh.Stdout, sh.Stderr = w.work, os.Stdout, os.Stderr
	sh.Env = []string{"HOME=" + w.home, "PATH=" + bin + ":" + os.Getenv("PATH"), "TERM=dumb", "LANG=C", "TMPDIR=" + w.temp, watchFile + "=" + w.top + "/watch.json"}
	if err := sh.Run(); err != nil {
		t.Log(err)
	}
	lines, err := os.ReadFile(log)
	require.NoError(t, err)
	for line := range strings.Lines(string(lines)) {
		var s seen
		require.NoError(t, json.Unmarshal([]byte(line), &s))
		all = append(all, s)
	}
	return all
}

// printShares prints the share, by program, and the shapes that are not clear.
func printShares(t *testing.T, all []seen) {
	got := tally{count: len(all), clear: map[string]int{}, made: map[string]int{}}
	rest, example := map[string]int{}, map[string]seen{}
	for _, s := range all {
		name := path.Base(s.Argv[0])
		got.made[name]++
		if s.Reason == gate.Clear.String() {
			got.clear[name]++
			continue
		}
		key := shape(s)
		rest[key]++
		example[key] = s
	}
	t.Logf("%d of %d commands are clear, %d %%", got.all(), got.count, 100*got.all()/max(1, got.count))
	t.Logf("by program: %s", got.frequent())
	keys := slices.SortedFunc(maps.Keys(rest), func(a, b string) int { return cmp.Or(cmp.Compare(rest[b], rest[a]), cmp.Compare(a, b)) })
	for i, key := range keys {
		if i < *clearTop {
			line := fmt.Sprintf("%q", example[key].Argv)
			t.Logf("%6d %-42s %s", rest[key], key, line[:min(len(line), 150)])
		}
	}
}

// shape is what commands that are not clear have in common: the program, its subcommand
// or first option, and the reason.
func shape(s seen) string {
	name := path.Base(s.Argv[0])
	if len(s.Argv) > 1 && (name == "git" || name == "npm" || name == "go" || name == "cargo" || strings.HasPrefix(s.Argv[1], "-") && len(s.Argv[1]) < 12) {
		name += " " + strconv.QuoteToASCII(s.Argv[1])
	}
	return name + ": " + s.Reason
}

// frequent are the shares of programs, the most frequent first.
func (a *tally) frequent() string {
	var b strings.Builder
	for _, name := range slices.SortedFunc(maps.Keys(a.made), func(x, y string) int { return cmp.Or(cmp.Compare(a.made[y], a.made[x]), cmp.Compare(x, y)) }) {
		fmt.Fprintf(&b, "%s %d/%d, ", name, a.clear[name], a.made[name])
	}
	return strings.TrimSuffix(b.String(), ", ")
}
