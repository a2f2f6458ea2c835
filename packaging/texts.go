package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// texts are what a package holds beside the programs.
type texts struct {
	bash, zsh, fish []byte
	pages           []page
	licence, readme []byte
	termux          []byte
	notices         []byte
	plugins         []member // what agents install
	units           []member // of systemd
}

// page is a manual page.
type page struct {
	name, section string
	text          []byte
}

// written are the manual pages, each with the words of shimgen that print it.
var written = [...]struct {
	name, section string
	words         []string
}{
	{"shimgen.1", "1", []string{"manual"}},
	{"shim.1", "1", []string{"manual", "shim"}},
	{"agent-loop-policy.5", "5", []string{"manual", "agent-loop-policy"}},
}

// readTexts builds shimgen for this machine out of the tree in top and asks it for what it
// prints, and reads the rest.
func readTexts(top string, v version) (t texts, err error) {
	dir, err := os.MkdirTemp("", "packaging")
	if err != nil {
		return t, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	program := filepath.Join(dir, "shimgen")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-X main.version="+v.described, "-o", program, "./cmd/shimgen")
	build.Dir = top
	if out, err := build.CombinedOutput(); err != nil {
		return t, fmt.Errorf("building shimgen for its completions and pages: %w\n%s", err, out)
	}
	printed := func(words ...string) []byte {
		if err != nil {
			return nil
		}
		asked, out := exec.Command(program, words...), &bytes.Buffer{}
		asked.Stdout, asked.Stderr = out, os.Stderr
		asked.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", v.day.Unix()))
		err = asked.Run()
		return out.Bytes()
	}
	read := func(name string) (data []byte) {
		if err == nil {
			data, err = os.ReadFile(filepath.Join(top, name))
		}
		return data
	}
	t = texts{
		bash: printed("completion", "bash"), zsh: printed("completion", "zsh"), fish: printed("completion", "fish"),
		licence: read("LICENSE"), readme: read("README.md"), termux: read("docs/termux.md"),
	}
	for _, p := range written {
		t.pages = append(t.pages, page{p.name, p.section, printed(p.words...)})
	}
	plugins := filepath.Join(dir, "plug-ins")
	printed("hook", "bundle", "--as-version", v.npm(), plugins)
	if err == nil {
		t.plugins, err = membersIn(plugins)
	}
	if err == nil {
		t.units, err = membersIn(filepath.Join(top, "fleet", "systemd"))
	}
	return t, err
}

// membersIn are the files of a directory.
func membersIn(dir string) (all []member, err error) {
	files := os.DirFS(dir)
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		all = append(all, member{name: name, mode: 0o644, data: data})
		return err
	})
	return all, err
}
