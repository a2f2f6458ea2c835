package main

import (
	"cmp"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// built is a program of the release, and what the toolchain wrote into it.
type built struct {
	name string // OS-ARCH/program
	sum  string
	info *debug.BuildInfo
}

// programs reads all programs of the release, sorted by name.
func (r release) programs() ([]built, error) {
	names, err := filepath.Glob(filepath.Join(r.dir, "*-*", "*"))
	if err != nil {
		return nil, err
	}
	var all []built
	for _, name := range names {
		info, err := buildinfo.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		sum, err := sumOf(name)
		if err != nil {
			return nil, err
		}
		all = append(all, built{path.Join(filepath.Base(filepath.Dir(name)), filepath.Base(name)), sum, info})
	}
	return all, nil
}

// The bill of materials in CycloneDX's words: https://cyclonedx.org/docs/1.6/json/
type (
	bill struct {
		Format       string       `json:"bomFormat"`
		Spec         string       `json:"specVersion"`
		Version      int          `json:"version"`
		Metadata     billMetadata `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	billMetadata struct {
		Timestamp string    `json:"timestamp"`
		Component component `json:"component"`
	}
	component struct {
		Type    string `json:"type"`
		Ref     string `json:"bom-ref"`
		Name    string `json:"name"`
		Version string `json:"version"`
		PURL    string `json:"purl,omitempty"`
		Hashes  []hash `json:"hashes,omitempty"`
	}
	hash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	dependency struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn"`
	}
)

// writeBill writes which modules are in which program, as the programs themselves say it.
func (r release) writeBill(programs []built) error {
	self := component{Type: "application", Ref: "shimgen", Name: "shimgen", Version: r.version.described, PURL: "pkg:github/agent-loop/shimgen@" + r.version.described}
	modules, root := map[string]component{}, dependency{Ref: self.Ref}
	b := bill{
		Format: "CycloneDX", Spec: "1.6", Version: 1,
		Metadata: billMetadata{r.version.day.Format(time.RFC3339), self},
	}
	var edges []dependency
	for _, p := range programs {
		b.Components = append(b.Components, component{Type: "application", Ref: p.name, Name: p.name, Version: r.version.described, Hashes: []hash{{"SHA-256", p.sum}}})
		root.On = append(root.On, p.name)
		edge := dependency{Ref: p.name}
		for _, m := range append([]*debug.Module{{Path: "std", Version: strings.TrimPrefix(p.info.GoVersion, "go")}}, p.info.Deps...) {
			c, err := library(m)
			if err != nil {
				return err
			}
			modules[c.Ref] = c
			edge.On = append(edge.On, c.Ref)
		}
		slices.Sort(edge.On)
		edges = append(edges, edge)
	}
	b.Components = append(b.Components, slices.SortedFunc(maps.Values(modules), func(a, b component) int { return cmp.Compare(a.Ref, b.Ref) })...)
	b.Dependencies = append([]dependency{root}, edges...)
	return writeJSON(filepath.Join(r.dir, "shimgen.cdx.json"), b)
}

// library is a module as a component. Its hash is that of go.sum, which is over the names
// and hashes of its files.
func library(m *debug.Module) (component, error) {
	if m.Replace != nil {
		return component{}, fmt.Errorf("%s is replaced: no release is built so", m.Path)
	}
	purl := "pkg:golang/" + m.Path + "@" + m.Version
	c := component{Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
	if sum, ok := strings.CutPrefix(m.Sum, "h1:"); ok {
		raw, err := base64.StdEncoding.DecodeString(sum)
		if err != nil {
			return c, err
		}
		c.Hashes = []hash{{"SHA-256", hex.EncodeToString(raw)}}
	}
	return c, nil
}

func writeJSON(file string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
