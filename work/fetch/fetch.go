package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/clients/cage"
	"github.com/agent-loop/shimgen/work/corpus"
)

// Folder is the directory of the trees: SHIMGEN_WORK, or one in the user's cache.
func Folder() (string, error) {
	if dir := os.Getenv("SHIMGEN_WORK"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "shimgen-work"), err
}

// Tree returns the directory of a suite's tree; it downloads and builds a missing one.
func Tree(ctx context.Context, s corpus.Suite, offline bool, out io.Writer) (string, error) {
	folder, err := Folder()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(folder, s.Name)
	if _, err := os.Lstat(dir); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return dir, err
	}
	if offline {
		return "", errors.New("it is not in " + folder + ", and nothing is fetched")
	}
	if err := found(s.Needs + " " + clients[s.From]); err != nil {
		return "", err
	}
	start := time.Now()
	work, err := begin(folder)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	if err := sources[s.From](ctx, work, s.Package); err != nil {
		return "", err
	}
	if err := build(ctx, work, s); err != nil {
		return "", err
	}
	if err := os.Rename(filepath.Join(work, "src", s.Name), dir); err != nil {
		return "", err
	}
	fmt.Fprintf(out, "fetched %s in %.0f s\n", s.Name, time.Since(start).Seconds())
	return dir, nil
}

// found returns an error that names the first missing program.
func found(programs string) error {
	for program := range strings.FieldsSeq(programs) {
		if _, err := exec.LookPath(program); err != nil {
			return errors.New("needs the program " + program)
		}
	}
	return nil
}

// begin makes a directory to download into.
func begin(folder string) (string, error) {
	syscall.Umask(0o022) // another user works with the files
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	return os.MkdirTemp(folder, ".new-")
}

// clients are the programs that download from an origin.
var clients = [...]string{corpus.Debian: "apt-get dpkg-source", corpus.GoModule: "go", corpus.NPM: "npm tar"}

// sources download a package to work/tree. They run nothing of the package.
var sources = [...]func(ctx context.Context, work, name string) error{corpus.Debian: debian, corpus.GoModule: module, corpus.NPM: npm}

// debian unpacks a Debian source package.
func debian(ctx context.Context, work, name string) error {
	apt, err := configuration(work, deb)
	if err != nil {
		return err
	}
	if err := command(ctx, work, "apt-get", append(apt, "update")...); err != nil {
		return err
	}
	if err := command(ctx, work, "apt-get", append(apt, "source", "--download-only", name)...); err != nil {
		return err
	}
	described, err := filepath.Glob(filepath.Join(work, "*.dsc"))
	if err != nil || len(described) != 1 {
		return fmt.Errorf("%d source packages came for %s", len(described), name)
	}
	return command(ctx, work, "dpkg-source", "-x", described[0], filepath.Join(work, "tree"))
}

// configuration makes an apt configuration below work with the machine's own archives,
// each list changed by change. It returns apt's options.
func configuration(work string, change func(string) string) ([]string, error) {
	const of = "/etc/apt"
	for _, dir := range []string{"sources", "lists/partial"} {
		if err := os.MkdirAll(filepath.Join(work, "apt", dir), 0o755); err != nil {
			return nil, err
		}
	}
	lists, err := filepath.Glob(of + "/sources.list.d/*")
	if err != nil {
		return nil, err
	}
	for _, name := range append(lists, of+"/sources.list") {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // usually because it does not exist
		}
		if err := os.WriteFile(filepath.Join(work, "apt/sources", filepath.Base(name)), []byte(change(string(text))), 0o644); err != nil {
			return nil, err
		}
	}
	return []string{
		"-q", "-o", "Dir::Etc::sourcelist=/dev/null", "-o", "Dir::Etc::sourceparts=" + filepath.Join(work, "apt/sources"),
		"-o", "Dir::State::lists=" + filepath.Join(work, "apt/lists"), "-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache=",
		"-o", "APT::Sandbox::User=root",
	}, nil
}

// deb turns a list of archives into one of their sources. It keeps only Debian's own:
// others do not have the packages.
func deb(list string) string {
	var kept []string
	for stanza := range strings.SplitSeq(list, "\n\n") {
		if strings.Contains(stanza, "debian") || strings.Contains(stanza, "ubuntu") {
			kept = append(kept, stanza)
		}
	}
	text := "\n" + strings.Join(kept, "\n\n") + "\n"
	text = strings.ReplaceAll(text, "\nTypes: deb\n", "\nTypes: deb-src\n")
	return strings.ReplaceAll(text, "\ndeb ", "\ndeb-src ")
}

// command runs a program; its error has the program's output.
func command(ctx context.Context, dir, name string, args ...string) error {
	_, err := output(ctx, dir, nil, name, args...)
	return err
}

// output runs a program with additional variables and returns its standard output.
func output(ctx context.Context, dir string, more []string, name string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), more...)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = 5 * time.Second
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w: %.300s", name, err, strings.TrimSpace(said.String()+out.String()))
	}
	return out.Bytes(), nil
}

// build puts the tree where it will be used, and runs the suite's build in it.
func build(ctx context.Context, work string, s corpus.Suite) error {
	tree := filepath.Join(work, "src", s.Name)
	if err := os.MkdirAll(filepath.Dir(tree), 0o755); err != nil {
		return err
	}
	if err := os.Chmod(work, 0o755); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(work, "tree"), tree); err != nil {
		return err
	}
	err := filepath.WalkDir(tree, func(name string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(name, cage.UID, cage.GID))
	})
	if err != nil || s.Build == "" {
		return err
	}
	r, err := cage.Cage{Root: work}.Run(ctx, cage.Command{
		Argv: []string{"/bin/bash", "-ec", s.Build}, Dir: corpus.Tree(s.Name), Limit: 20 * time.Minute,
		Env: []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/tmp", "LANG=C.UTF-8"},
	})
	if err == nil && r.Exit != 0 {
		err = fmt.Errorf("its build ends with %d: %.500s%.500s", r.Exit, r.Stdout, r.Stderr)
	}
	return err
}
