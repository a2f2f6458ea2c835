package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/apk"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	"github.com/goreleaser/nfpm/v2/rpm"
)

// distribution is a package that a system's own package manager installs.
type distribution struct {
	kind, target string // target is the directory of its programs
	packager     nfpm.Packager
	arch         string // for nfpm, which says it as the system does
	file         string // with %s for the version
}

// distributions are the packages of a release. Termux calls its architecture otherwise than
// Debian, and its name says whose it is.
func distributions() []distribution {
	return []distribution{
		{"deb", "linux-amd64", deb.Default, "amd64", "shimgen_%s_amd64.deb"},
		{"deb", "linux-arm64", deb.Default, "arm64", "shimgen_%s_arm64.deb"},
		{"rpm", "linux-amd64", rpm.DefaultRPM, "amd64", "shimgen-%s-1.x86_64.rpm"},
		{"rpm", "linux-arm64", rpm.DefaultRPM, "arm64", "shimgen-%s-1.aarch64.rpm"},
		{"apk", "linux-amd64", apk.Default, "amd64", "shimgen-%s.x86_64.apk"},
		{"apk", "linux-arm64", apk.Default, "arm64", "shimgen-%s.aarch64.apk"},
		{"termux", "android-arm64", deb.Default, "arm64", "shimgen_%s_aarch64.deb"},
	}
}

const (
	homepage    = "https://github.com/agent-loop/shimgen"
	description = `Keeps the shell commands of AI agents inside what their user allowed
The package puts nothing before the programs of the system and runs nothing. Each
user who wants it runs shimgen install, which makes the shims below ~/.agent-loop,
and shimgen uninstall before the package goes.`
)

// pack makes a distribution's package in the release.
func (r release) pack(d distribution) error {
	members, err := r.members(d.kind, d.target)
	if err != nil {
		return err
	}
	staged, err := os.MkdirTemp("", "packaging")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(staged) }()
	number := r.version.debian()
	if d.kind == "apk" {
		number = r.version.alpine()
	}
	info := &nfpm.Info{
		Name: "shimgen", Arch: d.arch, Platform: "linux", Version: number, VersionSchema: "none",
		Section: "utils", Priority: "optional", Maintainer: "The shimgen authors <shimgen@example.com>",
		Description: description, Homepage: homepage, License: "MIT", MTime: r.version.day, DisableGlobbing: true,
		Overridables: nfpm.Overridables{RPM: nfpm.RPM{BuildHost: "release"}},
	}
	if d.kind == "termux" {
		info.Deb.Arch = "aarch64"
		info.Suggests = []string{"proot", "termux-api"}
	}
	if info.Contents, err = r.contents(d.kind, members, staged); err != nil {
		return err
	}
	info = nfpm.WithDefaults(info)
	if err := nfpm.PrepareForPackager(info, manager(d.kind)); err != nil {
		return err
	}
	out, err := os.Create(filepath.Join(r.dir, fmt.Sprintf(d.file, number)))
	if err != nil {
		return err
	}
	defer func() { _ = out.Close() }()
	if err := d.packager.Package(info, out); err != nil {
		return err
	}
	return out.Close()
}

// contents puts members into files, where nfpm reads them.
func (r release) contents(kind string, members []member, staged string) (files.Contents, error) {
	var all files.Contents
	below := ""
	if kind == "termux" {
		below = r.prefix
	}
	made := map[string]bool{}
	for i, m := range members {
		for dir := path.Dir(m.name); isOwn(dir) && !made[dir]; dir = path.Dir(dir) {
			made[dir] = true
			all = append(all, &files.Content{Type: files.TypeDir, Destination: below + dir, FileInfo: &files.ContentFileInfo{Mode: 0o755, MTime: r.version.day, Owner: "root", Group: "root"}})
		}
		c := &files.Content{Destination: below + m.name, FileInfo: &files.ContentFileInfo{Mode: m.mode, MTime: r.version.day, Owner: "root", Group: "root"}}
		if m.link != "" {
			c.Type, c.Source = files.TypeSymlink, m.link
		} else {
			c.Type, c.Source = files.TypeFile, filepath.Join(staged, fmt.Sprint(i))
			if err := os.WriteFile(c.Source, m.data, 0o600); err != nil {
				return nil, err
			}
		}
		all = append(all, c)
	}
	return all, nil
}

// isOwn reports whether a directory goes with the package, if nothing else is in it: what
// is for shimgen alone, and what only a system has that has that shell.
func isOwn(dir string) bool {
	if path.Base(dir) == "shimgen" {
		return true
	}
	for _, shell := range []string{"/usr/share/bash-completion", "/usr/share/zsh", "/usr/share/fish"} {
		if dir == shell || path.Dir(dir) == shell {
			return true
		}
	}
	return false
}

// manager is nfpm's name of what installs a kind of package.
func manager(kind string) string {
	if kind == "termux" {
		return "deb"
	}
	return kind
}
