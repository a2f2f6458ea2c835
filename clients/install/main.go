// Install puts the pinned packages of the clients where the tests look for them, and says
// what it got. It takes the names of clients; without any, all of them.
//
// It skips packages that are installed, so a second run needs no network. npm fetches the
// packages, from where this machine's configuration says, and checks their hashes; no
// package script runs. A package gets to its place atomically, and only if it has the
// requested version.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/agent-loop/shimgen/clients"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns the exit status: 1 if something is not installed.
func run(args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("install", flag.ContinueOnError)
	flags.SetOutput(errs)
	within := flags.Duration("within", time.Hour, "give up after this time; what is installed by then stays")
	if flags.Parse(args) != nil {
		return 2
	}
	wanted, err := bundles(flags.Args())
	if err != nil {
		fmt.Fprintln(errs, "install:", err)
		return 2
	}
	folder, err := clients.Folder()
	if err != nil {
		fmt.Fprintln(errs, "install:", err)
		return 1
	}
	syscall.Umask(0o022) // another user runs what is installed
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, *within)
	defer cancel()
	fmt.Fprintln(out, "in", folder)
	status := 0
	for _, b := range wanted {
		if err := b.install(ctx, folder, out); err != nil {
			fmt.Fprintf(errs, "install: %s: %v\n", b.dir, err)
			status = 1
		}
	}
	return status
}

// bundle is the content of one directory of the folder.
type bundle struct {
	dir      string
	packages []string // NAME@VERSION
}

// bundles returns what the clients of these names need, without duplicates.
func bundles(names []string) ([]bundle, error) {
	var list []bundle
	add := func(b bundle) {
		if b.dir != "" && !slices.ContainsFunc(list, func(o bundle) bool { return o.dir == b.dir }) {
			list = append(list, b)
		}
	}
	if len(names) == 0 {
		for _, c := range clients.All() {
			names = append(names, c.Name)
		}
	}
	for _, name := range names {
		c, ok := clients.Lookup(name)
		if !ok {
			return nil, fmt.Errorf("unknown client %q", name)
		}
		add(bundle{c.NodeDir(), []string{c.WantedNode()}})
		add(bundle{c.Dir(), c.Wanted()})
	}
	return list, nil
}

// install fetches a missing bundle, and says what is installed.
func (b bundle) install(ctx context.Context, folder string, out io.Writer) error {
	dir := filepath.Join(folder, b.dir)
	if _, err := os.Lstat(dir); err == nil {
		if err := b.check(dir); err != nil {
			return fmt.Errorf("%w: remove %s", err, dir)
		}
		fmt.Fprintln(out, b.dir, "is installed")
		return nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return errors.New("is not installed, and there is no npm to fetch it")
	}
	start := time.Now()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp(folder, ".new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.Chmod(work, 0o755); err != nil {
		return err
	}
	if err := npm(ctx, work, b.packages); err != nil {
		return err
	}
	if err := b.check(work); err != nil {
		return err
	}
	if err := os.Rename(work, dir); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d MB in %.0f s\n", b.dir, size(dir)>>20, time.Since(start).Seconds())
	return nil
}

// npm installs packages below a directory.
func npm(ctx context.Context, dir string, packages []string) error {
	c := exec.CommandContext(ctx, "npm", append([]string{
		"install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--no-package-lock", "--loglevel=error",
		"--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000", "--",
	}, packages...)...)
	c.Dir = dir
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = 5 * time.Second
	said, err := c.CombinedOutput()
	if ctx.Err() != nil {
		return fmt.Errorf("npm install: %w", ctx.Err())
	}
	if err != nil {
		return fmt.Errorf("npm install: %w: %s", err, firstLine(string(said)))
	}
	return nil
}

// firstLine is the first non-empty line of a text.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// check compares the versions of the packages below a directory with the wanted ones.
func (b bundle) check(dir string) error {
	for _, p := range b.packages {
		at := strings.LastIndex(p, "@")
		name, version := p[:at], p[at+1:]
		text, err := os.ReadFile(filepath.Join(dir, "node_modules", name, "package.json"))
		if err != nil {
			return err
		}
		var is struct{ Name, Version string }
		if err := json.Unmarshal(text, &is); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if is.Name != name || is.Version != version {
			return fmt.Errorf("%s is %s@%s, and should be %s", name, is.Name, is.Version, p)
		}
	}
	return nil
}

// size is how many bytes the files below a directory hold.
func size(dir string) (sum int64) {
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if fi, err := e.Info(); err == nil {
				sum += fi.Size()
			}
		}
		return nil // skip what cannot be read
	})
	return sum
}
