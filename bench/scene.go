package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A benchCase is one command that is run repeatedly.
type benchCase struct {
	name    string
	base    string // the case its ratio is to; empty for a base
	program string // file to execute
	argv    []string
	env     []string
	stdin   string // file it reads; empty for none
	exit    int
	log     string // the file or directory of its audit lines; empty for none
	records int    // how many lines one run adds there
	dir     string
}

// scene is a scratch tree: a home, a work directory, the wrappers, an empty Go program
// and a fake rm for the case that must be refused.
type scene struct {
	home, work, wrappers, cases, fake string
	marker                            string // the fake rm creates it: the shim let rm through
	empty                             string
	real                              map[string]string // program name → file
}

// systemPath is the PATH of the real programs.
const systemPath = "/usr/bin:/bin"

func newScene(top string) (*scene, error) {
	s := &scene{
		home: filepath.Join(top, "home"), work: filepath.Join(top, "home/work"), wrappers: filepath.Join(top, "wrappers"), cases: filepath.Join(top, "cases"),
		fake: filepath.Join(top, "fake"), marker: filepath.Join(top, "marker"), empty: filepath.Join(top, "empty"),
		real: map[string]string{},
	}
	for _, d := range []string{s.work, s.wrappers, s.cases, s.fake} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"true", "rm", "env", "git", "sed", "expr", "mkdir", "sh"} {
		program, err := exec.LookPath(name)
		if err != nil {
			return nil, err
		}
		s.real[name] = program
	}
	scripts := map[string]string{
		filepath.Join(s.wrappers, "true"): strings.Replace(oneRule, "REAL", s.real["true"], 1),
		filepath.Join(s.wrappers, "rm"):   sevenRules,
		filepath.Join(s.cases, "rm"):      strings.Replace(caseRule, "REAL", s.real["rm"], 1),
		filepath.Join(s.fake, "rm"):       "#!/bin/sh\n: >'" + s.marker + "'\n",
	}
	for name, text := range scripts {
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			return nil, err
		}
	}
	return s, s.buildEmpty(filepath.Join(top, "src"))
}

// buildEmpty compiles a Go program that does nothing, as the shim is compiled.
func (s *scene) buildEmpty(src string) error {
	files := map[string]string{"go.mod": "module empty\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() {}\n"}
	if err := os.Mkdir(src, 0o700); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(src, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", s.empty, ".")
	build.Dir = src
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("empty Go program: %w: %s", err, out)
	}
	return nil
}

// env is the environment of each case, without any of the caller's variables.
func (s *scene) env(path string, more ...string) []string {
	return append([]string{"PATH=" + path, "HOME=" + s.home, "LC_ALL=C"}, more...)
}

// words are the two path arguments. Neither file exists, so rm -f has no work.
var words = []string{"src/one.txt", "two.txt"}

// judgedWords are a command that is allowed, but that the gate always leaves to the
// judge: a name is not plain ASCII.
var judgedWords = []string{"rm", "-f", "src/één.txt", words[1]}

// with appends the words to a command's own.
func with(argv ...string) []string { return append(argv, words...) }

// references are the cases that need no shim.
func (s *scene) references() []benchCase {
	log := filepath.Join(s.home, "wrapper.jsonl")
	plain, wrapped := s.env(systemPath), s.env(s.wrappers+":"+systemPath, "AGENT_LOOP_AUDIT_LOG="+log)
	return []benchCase{
		{name: "true", program: s.real["true"], argv: with("true"), env: plain, dir: s.work},
		{name: "go-empty", base: "true", program: s.empty, argv: with("empty"), env: plain, dir: s.work},
		{name: "env", base: "true", program: s.real["env"], argv: with("env", s.real["true"]), env: plain, dir: s.work},
		{name: "one-rule", base: "true", program: filepath.Join(s.wrappers, "true"), argv: with("true"), env: wrapped, dir: s.work},
		{name: "rm", program: s.real["rm"], argv: with("rm", "-f"), env: plain, dir: s.work},
		{name: "seven-rules", base: "rm", program: filepath.Join(s.wrappers, "rm"), argv: with("rm", "-f"), env: wrapped, dir: s.work, log: log, records: 1},
		{name: "case", base: "rm", program: filepath.Join(s.cases, "rm"), argv: judgedWords, env: plain, dir: s.work},
		{name: "git", program: s.real["git"], argv: []string{"git", "--version"}, env: plain, dir: s.work},
	}
}

// install puts the shims into the scratch home and returns their cases and those of an
// agent's hook. The case to be refused names the scratch home, and behind its shim there
// is only the fake rm: nothing is lost if the shim fails. A hook runs nothing.
func (s *scene) install(bin string) ([]benchCase, error) {
	shimgen, err := s.installOnly(bin, installed()...)
	if err != nil {
		return nil, err
	}
	shims := filepath.Join(s.home, ".agent-loop/bin")
	log := filepath.Join(s.home, ".agent-loop/audit")
	shim := func(name, base, program, path string, exit int, argv ...string) benchCase {
		return benchCase{
			name: name, base: base, program: filepath.Join(shims, program), argv: argv,
			env: s.env(shims + ":" + path), dir: s.work, exit: exit, log: log, records: 1,
		}
	}
	hooks, err := s.hooks(shimgen, log)
	if err != nil {
		return nil, err
	}
	cases := hooks
	for _, argv := range looped {
		cases = append(cases, shim("shim-"+argv[0], argv[0], argv[0], systemPath, 0, argv...))
	}
	return append(cases,
		shim("shim", "true", "true", systemPath, 0, with("true")...),
		shim("shim-rm", "rm", "rm", systemPath, 0, with("rm", "-f")...),
		shim("judged", "rm", "rm", systemPath, 0, judgedWords...),
		shim("shim-git", "git", "git", systemPath, 0, "git", "--version"),
		shim("refusal", "go-empty", "rm", s.fake, 126, "rm", "-rf", s.home),
	), nil
}

// installOnly puts shims into the scratch home, and returns shimgen's path.
func (s *scene) installOnly(bin string, argv ...string) (shimgen string, err error) {
	if shimgen, err = filepath.Abs(filepath.Join(bin, "shimgen")); err != nil {
		return "", err
	}
	c := exec.Command(shimgen, argv...)
	c.Env, c.Dir = s.env(systemPath), s.work
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("shimgen install: %w: %s", err, out)
	}
	return shimgen, nil
}

// hookCall is what an agent sends before it runs a command, and our hook's exit status.
type hookCall struct {
	name, payload string
	exit          int
}

// calls returns a command that is allowed, and one that is not.
func (s *scene) calls() []hookCall {
	payload := func(command string) string {
		return fmt.Sprintf(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":%q},"cwd":%q}`, command, s.work)
	}
	return []hookCall{{"hook", payload("git status && ls -la src"), 0}, {"hook-refusal", payload("rm -rf " + s.home), 2}}
}

// hooks are the cases of an agent that asks before it runs a command: the hook alone, the
// hook through a shell as every agent starts it, and the registered line.
func (s *scene) hooks(shimgen, log string) ([]benchCase, error) {
	line, err := s.registered(shimgen)
	if err != nil {
		return nil, err
	}
	program := filepath.Join(s.home, ".agent-loop/libexec/shimgen")
	var cases []benchCase
	for _, c := range s.calls() {
		payload := filepath.Join(s.home, c.name+".json")
		if err := os.WriteFile(payload, []byte(c.payload), 0o600); err != nil {
			return nil, err
		}
		plain := benchCase{
			name: c.name, base: "go-empty", program: program, argv: []string{"shimgen", "hook", "generic"},
			env: s.env(systemPath), dir: s.work, stdin: payload, exit: c.exit, log: log, records: 1,
		}
		shell, registered := plain, plain
		shell.name, shell.base, shell.program, shell.argv = "sh-"+c.name, c.name, s.real["sh"], []string{"sh", "-c", "'" + program + "' hook generic"}
		registered.name, registered.base, registered.program, registered.argv = "line-"+c.name, shell.name, s.real["sh"], []string{"sh", "-c", line}
		cases = append(cases, plain, shell, registered)
	}
	return cases, nil
}

// registered is the line that shimgen registers with an agent.
func (s *scene) registered(shimgen string) (string, error) {
	c := exec.Command(shimgen, "hook", "install", "generic")
	c.Env, c.Dir = s.env(systemPath), s.work
	out, err := c.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("shimgen hook install: %w: %s", err, out)
	}
	_, line, _ := strings.Cut(strings.TrimSpace(string(out)), "\n") // after the instructions
	return line, nil
}

// verify runs c once to warm up, and again to check that it does its job.
func (s *scene) verify(c benchCase) error {
	if _, err := c.spawn(); err != nil {
		return err
	}
	before, err := countLines(c.log)
	if err != nil {
		return err
	}
	if _, err := c.spawn(); err != nil {
		return err
	}
	after, err := countLines(c.log)
	if err != nil {
		return err
	}
	if after-before != c.records {
		return fmt.Errorf("%s: left %d audit lines, want %d", c.name, after-before, c.records)
	}
	if _, err := os.Lstat(s.marker); err == nil {
		return fmt.Errorf("%s: the refused program ran", c.name)
	}
	return nil
}

// countLines counts the lines of a file, or of the .jsonl files of a directory. A missing
// one has none.
func countLines(log string) (int, error) {
	if log == "" {
		return 0, nil
	}
	files := []string{log}
	if info, err := os.Stat(log); err == nil && info.IsDir() {
		files, _ = filepath.Glob(filepath.Join(log, "*.jsonl"))
	}
	lines := 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil && !os.IsNotExist(err) {
			return 0, err
		}
		lines += bytes.Count(text, []byte("\n"))
	}
	return lines, nil
}
