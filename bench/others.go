package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// safetyNet names another guard that agents use as a hook, as a package of node's
// registry; the figures in docs/performance.md are of this version.
const safetyNet, safetyNetVersion = "cc-safety-net", "2.4.5"

// cache is the default directory of the other guard.
func cache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "shimgen", "bench")
}

// others returns the cases of the other guard's hook, for the calls that ours gets, from
// the directory into which npm installed it. If it is not there, why says what is
// missing, and there are no cases.
func (s *scene) others(dir string) (cases []benchCase, why string, err error) {
	script := filepath.Join(dir, "node_modules", safetyNet, "dist", "bin", safetyNet+".js")
	if _, err := os.Stat(script); err != nil {
		return nil, fmt.Sprintf("%s is not in %s: npm install --ignore-scripts --prefix %s %s@%s", safetyNet, dir, dir, safetyNet, safetyNetVersion), nil
	}
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, "there is no node to run " + safetyNet + " with", nil
	}
	for _, c := range s.calls() {
		c.name = strings.Replace(c.name, "hook", "safety-net", 1)
		refuses := c.exit != 0
		payload := filepath.Join(s.home, c.name+".json")
		if err := os.WriteFile(payload, []byte(c.payload), 0o600); err != nil {
			return nil, "", err
		}
		bench := benchCase{
			name: c.name, base: "go-empty", program: node, argv: []string{"node", script, "hook", "--claude-code"},
			env: s.env(systemPath), dir: s.work, stdin: payload, // it refuses with status 0 and a text
		}
		if err := bench.answers(refuses); err != nil {
			return nil, "", err
		}
		cases = append(cases, bench)
	}
	return cases, "", nil
}

// answers checks that a hook whose status says nothing does its job: silence, or a
// refusal.
func (c benchCase) answers(refuses bool) error {
	in, err := os.Open(c.stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	cmd := exec.Command(c.program, c.argv[1:]...)
	cmd.Env, cmd.Dir, cmd.Stdin = c.env, c.dir, in
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	if refused := strings.Contains(string(out), `"deny"`); refused != refuses || !refuses && len(out) > 0 {
		return fmt.Errorf("%s: answered %q", c.name, out)
	}
	return nil
}
