package main

import (
	_ "embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed formula.rb
var formula string

// brewed are the targets that Homebrew is for, by its name of the system.
var brewed = [...]struct{ system, cpu, target string }{
	{"macos", "arm", "darwin-arm64"},
	{"macos", "intel", "darwin-amd64"},
	{"linux", "arm", "linux-arm64"},
	{"linux", "intel", "linux-amd64"},
}

type (
	// system is a block of the formula.
	system struct {
		Name     string
		Archives []archived
	}
	// archived is a file that Homebrew fetches.
	archived struct{ CPU, URL, Sum string }
)

// writeFormula writes the formula for Homebrew, which fetches the archives of this release.
func (r release) writeFormula() error {
	var systems []system
	for _, b := range brewed {
		name := r.archiveName(b.target) + ".tar.gz"
		sum, err := sumOf(filepath.Join(r.dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if len(systems) == 0 || systems[len(systems)-1].Name != b.system {
			systems = append(systems, system{Name: b.system})
		}
		last := &systems[len(systems)-1]
		last.Archives = append(last.Archives, archived{b.cpu, homepage + "/releases/download/" + r.version.described + "/" + name, sum})
	}
	if len(systems) == 0 {
		return nil
	}
	var text strings.Builder
	err := template.Must(template.New("formula").Parse(formula)).Execute(&text, struct {
		Homepage, Version string
		Systems           []system
	}{homepage, strings.TrimPrefix(r.version.described, "v"), systems})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.dir, "shimgen.rb"), []byte(text.String()), 0o644)
}
