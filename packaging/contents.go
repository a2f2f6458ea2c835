package main

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"sort"
)

// member is a file of a package: bytes, or a link to another.
type member struct {
	name string // its path, as the layout has it
	mode fs.FileMode
	link string // where a symbolic link leads
	data []byte
}

// layout says where a system has what. A place without a name is the system's way of not
// having it; a place that ends in a slash is a directory.
type layout struct {
	programs, commands string // commands has links to the programs that people start, and is on PATH
	bash, zsh, fish    string
	pages              string
	licence, readme    string
	notices            string // licences of what is in the programs
	units              string // of systemd, for a fleet's services; none is enabled
	isPrivate          bool   // one user's alone, as all of Termux is
}

// layouts are the places of each kind of package.
var layouts = [...]struct {
	kind string
	layout
}{
	{"tar", layout{
		programs: "", bash: "completions/shimgen.bash", zsh: "completions/_shimgen", fish: "completions/shimgen.fish",
		pages: "man/", licence: "LICENSE", notices: "NOTICES", readme: "README.md", units: "systemd/",
	}},
	{"deb", layout{
		programs: "/usr/lib/shimgen/", commands: "/usr/bin/",
		bash: "/usr/share/bash-completion/completions/shimgen", zsh: "/usr/share/zsh/vendor-completions/_shimgen", fish: "/usr/share/fish/vendor_completions.d/shimgen.fish",
		pages: "/usr/share/man/man%s/", licence: "/usr/share/doc/shimgen/copyright", notices: "/usr/share/doc/shimgen/NOTICES", readme: "/usr/share/doc/shimgen/README.md",
		units: "/usr/lib/systemd/system/",
	}},
	{"rpm", layout{
		programs: "/usr/lib/shimgen/", commands: "/usr/bin/",
		bash: "/usr/share/bash-completion/completions/shimgen", zsh: "/usr/share/zsh/site-functions/_shimgen", fish: "/usr/share/fish/vendor_completions.d/shimgen.fish",
		pages: "/usr/share/man/man%s/", licence: "/usr/share/licenses/shimgen/LICENSE", notices: "/usr/share/licenses/shimgen/NOTICES", readme: "/usr/share/doc/shimgen/README.md",
		units: "/usr/lib/systemd/system/",
	}},
	{"apk", layout{
		programs: "/usr/lib/shimgen/", commands: "/usr/bin/",
		bash: "/usr/share/bash-completion/completions/shimgen", zsh: "/usr/share/zsh/site-functions/_shimgen", fish: "/usr/share/fish/vendor_completions.d/shimgen.fish",
		pages: "/usr/share/man/man%s/", licence: "/usr/share/licenses/shimgen/LICENSE", notices: "/usr/share/licenses/shimgen/NOTICES", readme: "/usr/share/doc/shimgen/README.md",
	}},
	{"termux", layout{ // below the prefix
		programs: "/libexec/shimgen/", commands: "/bin/",
		bash: "/share/bash-completion/completions/shimgen", zsh: "/share/zsh/site-functions/_shimgen", fish: "/share/fish/vendor_completions.d/shimgen.fish",
		pages: "/share/man/man%s/", licence: "/share/doc/shimgen/copyright", notices: "/share/doc/shimgen/NOTICES", readme: "/share/doc/shimgen/termux.md",
		isPrivate: true,
	}},
}

// placed returns the layout of a kind.
func placed(kind string) layout {
	for _, l := range layouts {
		if l.kind == kind {
			return l.layout
		}
	}
	panic("no layout of " + kind)
}

// isTyped reports whether people start a program, rather than another program.
func isTyped(program string) bool { return program == "shimgen" || program == "shimgen-fleet" }

// members are the files of a package of this kind, of the programs of a target, sorted
// by name.
func (r release) members(kind, target string) ([]member, error) {
	l := placed(kind)
	var all []member
	add := func(name string, mode fs.FileMode, data []byte) {
		if l.isPrivate {
			mode &= 0o700
		}
		all = append(all, member{name: name, mode: mode, data: data})
	}
	files, err := r.programMembers(target)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		name := path.Base(file.name)
		add(l.programs+name, file.mode, file.data)
		if l.commands == "" || !isTyped(name) {
			continue
		}
		leads, err := filepath.Rel(l.commands, l.programs+name)
		if err != nil {
			return nil, err
		}
		all = append(all, member{name: l.commands + name, mode: 0o777, link: leads})
	}
	add(l.bash, 0o644, r.texts.bash)
	add(l.zsh, 0o644, r.texts.zsh)
	add(l.fish, 0o644, r.texts.fish)
	for _, p := range r.texts.pages {
		if kind == "tar" {
			add(l.pages+p.name, 0o644, p.text)
			continue
		}
		packed, err := gzipped(p.text)
		if err != nil {
			return nil, err
		}
		add(fmt.Sprintf(l.pages, p.section)+p.name+".gz", 0o644, packed)
	}
	add(l.licence, 0o644, r.texts.licence)
	add(l.notices, 0o644, r.texts.notices)
	readme := r.texts.readme
	if kind == "termux" {
		readme = r.texts.termux
	}
	add(l.readme, 0o644, readme)
	if l.units != "" {
		for _, unit := range r.texts.units {
			add(l.units+unit.name, 0o644, unit.data)
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].name < all[j].name })
	return all, nil
}
