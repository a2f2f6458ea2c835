package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "packaging: %v\n", err)
		os.Exit(1)
	}
}

// release is a directory of built programs, and what is said of them.
type release struct {
	dir     string
	version version
	prefix  string // Termux'
	texts   texts
}

func run(words []string) error {
	f := flag.NewFlagSet("packaging", flag.ContinueOnError)
	top := f.String("top", ".", "the tree that the programs were built from")
	described := f.String("version", "", "what git describe says of it")
	epoch := f.Int64("epoch", 0, "when it was committed, in seconds: the time of every file")
	prefix := f.String("termux-prefix", "/data/data/com.termux/files/usr", "where Termux, or a fork, has its own files")
	if err := f.Parse(words); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return errors.New("which directory? packaging -version V -epoch SECONDS DIR")
	}
	v, err := parseVersion(*described, time.Unix(*epoch, 0).UTC())
	if err != nil {
		return err
	}
	r := release{dir: f.Arg(0), version: v, prefix: *prefix}
	if r.texts, err = readTexts(*top, v); err != nil {
		return err
	}
	return r.make()
}

// make makes all packages of the targets that were built.
func (r release) make() error {
	targets, err := filepath.Glob(filepath.Join(r.dir, "*-*", "shimgen"))
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		return fmt.Errorf("%s has no programs: .ci/release builds them", r.dir)
	}
	for _, program := range targets {
		target := filepath.Dir(program)
		name := fmt.Sprintf("shimgen-%s-%s", r.version.described, filepath.Base(target))
		members, err := r.members("tar", target)
		if err != nil {
			return err
		}
		if err := archive(filepath.Join(r.dir, name+".tar.gz"), name, members, r.version.day); err != nil {
			return err
		}
	}
	for _, d := range distributions() {
		if _, err := os.Stat(filepath.Join(r.dir, d.target, "shimgen")); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := r.pack(d); err != nil {
			return fmt.Errorf("%s of %s: %w", d.kind, d.target, err)
		}
	}
	return nil
}
