package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

//go:embed npm/shimgen.js
var launcher []byte

// nodes are what Node calls the targets.
var nodes = [...]struct{ target, os, cpu string }{
	{"linux-amd64", "linux", "x64"},
	{"linux-arm64", "linux", "arm64"},
	{"linux-riscv64", "linux", "riscv64"},
	{"android-arm64", "android", "arm64"},
	{"darwin-arm64", "darwin", "arm64"},
	{"darwin-amd64", "darwin", "x64"},
}

// manifest is a package.json. It names no script: npm runs nothing at installation.
type manifest struct {
	Name        string            `json:"name"`
	Version     string            `json:"version"`
	Description string            `json:"description"`
	License     string            `json:"license"`
	Repository  string            `json:"repository"`
	OS          []string          `json:"os,omitempty"`
	CPU         []string          `json:"cpu,omitempty"`
	Bin         map[string]string `json:"bin,omitempty"`
	Optional    map[string]string `json:"optionalDependencies,omitempty"`
	Unplugged   bool              `json:"preferUnplugged,omitempty"` // a program cannot be run inside an archive
}

// writeNPM writes the package that people name, and one with the programs for each target
// that was built, of which npm takes the one that fits.
func (r release) writeNPM() error {
	number := r.version.npm()
	first := r.manifest("shimgen")
	first.Bin, first.Optional = map[string]string{"shimgen": "bin/shimgen.js"}, map[string]string{}
	for _, n := range nodes {
		members, err := r.programMembers(n.target)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		m := r.manifest("@agent-loop/shimgen-" + n.os + "-" + n.cpu)
		m.OS, m.CPU, m.Unplugged = []string{n.os}, []string{n.cpu}, true
		members = append(members, member{name: "NOTICES", mode: 0o644, data: r.texts.notices})
		if err := r.writePackage(m, members); err != nil {
			return err
		}
		first.Optional[m.Name] = number
	}
	return r.writePackage(first, []member{
		{name: "bin/shimgen.js", mode: 0o755, data: launcher},
		{name: "README.md", mode: 0o644, data: r.texts.readme},
	})
}

func (r release) manifest(name string) manifest {
	return manifest{
		Name: name, Version: r.version.npm(), License: "MIT", Repository: "github:agent-loop/shimgen",
		Description: strings.SplitN(description, "\n", 2)[0],
	}
}

// programMembers are the programs of a target, in bin.
func (r release) programMembers(target string) ([]member, error) {
	files, err := os.ReadDir(filepath.Join(r.dir, target))
	if err != nil {
		return nil, err
	}
	var all []member
	for _, file := range files {
		data, err := os.ReadFile(filepath.Join(r.dir, target, file.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, member{name: "bin/" + file.Name(), mode: 0o755, data: data})
	}
	return all, nil
}

// writePackage writes what npm pack would.
func (r release) writePackage(m manifest, members []member) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	members = append([]member{
		{name: "package.json", mode: 0o644, data: append(text, '\n')},
		{name: "LICENSE", mode: 0o644, data: r.texts.licence},
	}, members...)
	file := fmt.Sprintf("npm-%s-%s.tgz", strings.TrimPrefix(m.Name, "@agent-loop/"), m.Version)
	return archive(filepath.Join(r.dir, file), "package", members, r.version.day)
}
