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
	commit  string
	builder string
	prefix  string // Termux'
	texts   texts
}

func run(words []string) error {
	if len(words) == 2 && words[0] == "sign" {
		key, err := signingKey(os.Getenv)
		if err != nil {
			return err
		}
		return sign(words[1], key)
	}
	f := flag.NewFlagSet("packaging", flag.ContinueOnError)
	top := f.String("top", ".", "the tree that the programs were built from")
	described := f.String("version", "", "what git describe says of it")
	epoch := f.Int64("epoch", 0, "when it was committed, in seconds: the time of every file")
	commit := f.String("commit", "", "its full name")
	builder := f.String("builder", homepage+"/blob/main/.ci/release", "who builds, as the provenance calls it")
	prefix := f.String("termux-prefix", "/data/data/com.termux/files/usr", "where Termux, or a fork, has its own files")
	if err := f.Parse(words); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return errors.New("which directory? packaging -version V -commit C -epoch SECONDS DIR, or packaging sign DIR")
	}
	v, err := parseVersion(*described, time.Unix(*epoch, 0).UTC())
	if err != nil {
		return err
	}
	r := release{dir: f.Arg(0), version: v, commit: *commit, builder: *builder, prefix: *prefix}
	if r.texts, err = readTexts(*top, v); err != nil {
		return err
	}
	programs, err := r.programs()
	if err != nil {
		return err
	}
	if len(programs) == 0 {
		return fmt.Errorf("%s has no programs: .ci/release builds them", r.dir)
	}
	if r.texts.notices, err = notices(*top, programs); err != nil {
		return err
	}
	return r.make(programs)
}

// make makes all packages of the targets that were built.
func (r release) make(programs []built) error {
	targets, err := filepath.Glob(filepath.Join(r.dir, "*-*", "shimgen"))
	if err != nil {
		return err
	}
	for _, program := range targets {
		target := filepath.Base(filepath.Dir(program))
		name := r.archiveName(target)
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
	agents := "shimgen-agents-" + r.version.described
	if err := archive(filepath.Join(r.dir, agents+".tar.gz"), agents, r.texts.plugins, r.version.day); err != nil {
		return err
	}
	if err := r.writeNPM(); err != nil {
		return err
	}
	if err := r.writeFormula(); err != nil {
		return err
	}
	if err := r.writeBill(programs); err != nil {
		return err
	}
	return r.writeProvenance(programs)
}

// archiveName is the name of a target's archive without its end, and of the directory in it.
func (r release) archiveName(target string) string {
	return fmt.Sprintf("shimgen-%s-%s", r.version.described, target)
}
