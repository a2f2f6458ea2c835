package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// notices are the licences of all modules that are in a program, and Go's own, which they
// want to be passed on with it.
func notices(top string, programs []built) ([]byte, error) {
	modules := map[string]bool{}
	for _, p := range programs {
		for _, m := range p.info.Deps {
			modules[m.Path+"@"+m.Version] = true
		}
	}
	found, err := asked(top, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	dirs := map[string]string{"go": strings.TrimSpace(string(found))}
	if len(modules) > 0 {
		found, err = asked(top, append([]string{"mod", "download", "-json"}, slices.Sorted(maps.Keys(modules))...)...)
		if err != nil {
			return nil, err
		}
	}
	for in := json.NewDecoder(bytes.NewReader(found)); len(modules) > 0 && in.More(); {
		var m struct{ Path, Dir string }
		if err := in.Decode(&m); err != nil {
			return nil, err
		}
		dirs[m.Path] = m.Dir
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(dirs)) {
		text, err := licenceIn(dirs[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(&out, "== %s\n\n%s\n", name, text)
	}
	return []byte(out.String()), nil
}

// asked returns what go prints.
func asked(top string, words ...string) ([]byte, error) {
	c := exec.Command("go", words...)
	c.Dir, c.Stderr = top, os.Stderr
	return c.Output()
}

// licenceIn returns the texts of a module that others must be given: its licence, and a
// notice if it has one.
func licenceIn(dir string) (text string, err error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	for _, file := range files {
		name := strings.ToUpper(file.Name())
		if file.IsDir() || !strings.HasPrefix(name, "LICEN") && !strings.HasPrefix(name, "COPYING") && !strings.HasPrefix(name, "NOTICE") {
			continue
		}
		part, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			return "", err
		}
		text += string(part)
	}
	if text == "" {
		return "", fmt.Errorf("no licence in %s", dir)
	}
	return text, nil
}
