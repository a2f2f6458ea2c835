package shimdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/gate"
)

// Binaries are the programs of an installation, complete as they go on disk.
type Binaries struct {
	Shim    []byte
	Shimgen []byte
	MCP     []byte // nil if it was not built; Install then removes an earlier one
	TLS     []byte // likewise
}

// Install makes the shims for names and puts the binaries in place. It returns the paths
// it changed, in order; none if everything was up to date.
//
// It checks everything before it writes anything: a directory that others can write to, a
// bad name, or a foreign file or link under one of the names is an error and leaves
// everything unchanged. It writes the binaries before the links, so that no link ever
// dangles.
func (l Layout) Install(names []string, b Binaries) ([]string, error) {
	if len(b.Shim) == 0 || len(b.Shimgen) == 0 {
		return nil, errors.New("no shim binary to install")
	}
	if err := checkNames(names); err != nil {
		return nil, err
	}
	bin, libexec, err := l.makeDirs()
	if err != nil {
		return nil, err
	}
	defer bin.Close()
	defer libexec.Close()
	stale, err := l.staleLinks(bin, names)
	if err != nil {
		return nil, err
	}
	changed, err := l.putBinaries(libexec, b)
	if err != nil {
		return changed, err
	}
	linked, err := l.putLinks(bin, stale)
	return append(changed, linked...), err
}

// makeDirs opens the shim directory and libexec, creating missing ones.
func (l Layout) makeDirs() (bin, libexec *os.Root, err error) {
	if err := os.MkdirAll(filepath.Dir(l.Root), 0o700); err != nil {
		return nil, nil, err
	}
	root, err := makeOwned(l.Root)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	if libexec, err = makeBelow(root, "libexec"); err != nil {
		return nil, nil, l.named(err)
	}
	if err := makeOriginals(root); err != nil {
		libexec.Close()
		return nil, nil, l.named(err)
	}
	if bin, err = l.makeBin(root); err != nil {
		libexec.Close()
		return nil, nil, err
	}
	return bin, libexec, nil
}

// makeOriginals makes the empty directories in which a sandbox shows the programs that it
// mounts shims over.
func makeOriginals(root *os.Root) error {
	for _, tree := range append([]string{""}, gate.Trees[:]...) {
		dir, err := makeBelow(root, strings.TrimPrefix(gate.Originals+tree, "/"))
		if err != nil {
			return err
		}
		dir.Close()
	}
	grant, err := root.OpenFile(originalsGrant, os.O_CREATE|os.O_RDONLY, 0o600)
	if err == nil {
		err = grant.Close()
	}
	return err
}

// originalsGrant is the empty file over which a sandbox mounts the user's grants.
const originalsGrant = "originals/grant" // below gate.Originals

// makeBin opens the shim directory, through the open root if it lies there.
func (l Layout) makeBin(root *os.Root) (*os.Root, error) {
	if l.whole() {
		bin, err := makeBelow(root, "bin")
		return bin, l.named(err)
	}
	if err := os.MkdirAll(filepath.Dir(l.Bin), 0o700); err != nil {
		return nil, err
	}
	return makeOwned(l.Bin)
}

// named adds the installation's root to an error about "bin" or "libexec".
func (l Layout) named(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", l.Root, err)
}

// staleLinks returns the names that need a new link, or an error if a foreign file has
// one of them.
func (l Layout) staleLinks(bin *os.Root, names []string) ([]string, error) {
	var stale []string
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		_, err := bin.Lstat(name)
		text, _ := bin.Readlink(name)
		switch {
		case text == l.target():
		case errors.Is(err, fs.ErrNotExist):
			stale = append(stale, name)
		case err != nil:
			return nil, err
		case l.ours(text):
			stale = append(stale, name)
		default:
			return nil, fmt.Errorf("%s: exists and is not a shim of this installation",
				filepath.Join(l.Bin, name))
		}
	}
	return stale, nil
}

// ours reports whether a link with this text leads to our shim, even if it is spelled
// differently or was made by an earlier installation. The empty text is no link.
func (l Layout) ours(text string) bool {
	if text == "" {
		return false
	}
	if !filepath.IsAbs(text) {
		text = filepath.Join(l.Bin, text)
	}
	if filepath.Clean(text) == l.shim() {
		return true
	}
	led, err := os.Stat(text)
	if err != nil {
		return false
	}
	shim, err := os.Stat(l.shim())
	return err == nil && os.SameFile(led, shim)
}

func (l Layout) putBinaries(libexec *os.Root, b Binaries) ([]string, error) {
	var changed []string
	// The judge first: a new shim may ask something that an old judge cannot answer.
	for _, file := range []struct {
		name    string
		content []byte
	}{{shimgenName, b.Shimgen}, {mcpName, b.MCP}, {tlsName, b.TLS}, {shimName, b.Shim}} {
		change := putBinary
		if len(file.content) == 0 {
			change = removeBinary
		}
		did, err := change(libexec, file.name, file.content)
		if err != nil {
			return changed, l.named(err)
		}
		if did {
			changed = append(changed, filepath.Join(l.libexec(), file.name))
		}
	}
	did, err := putIntact(libexec)
	if err != nil {
		return changed, l.named(err)
	}
	if did {
		changed = append(changed, filepath.Join(l.libexec(), intactName))
	}
	return changed, nil
}

// putIntact makes the file that is slightly newer than shimgen, which was just checked or
// installed: by less time than anybody needs to replace shimgen. It reports whether it
// changed the file.
func putIntact(libexec *os.Root) (bool, error) {
	shimgen, err := libexec.Stat(shimgenName)
	if err != nil {
		return false, err
	}
	after := shimgen.ModTime().Add(time.Millisecond)
	if is, err := libexec.Lstat(intactName); err == nil && is.ModTime().Equal(after) && is.Mode().IsRegular() {
		return false, nil
	}
	if err := putFile(libexec, intactName, nil, 0o600); err != nil {
		return true, err
	}
	return true, libexec.Chtimes(intactName, after, after)
}

// putBinary writes a program unless it is up to date, and reports whether it did.
func putBinary(libexec *os.Root, name string, content []byte) (bool, error) {
	if hasFile(libexec, name, content, 0o700) {
		return false, nil
	}
	return true, putFile(libexec, name, content, 0o700)
}

// removeBinary removes a program that the installation no longer has: it would judge by
// another version's rules.
func removeBinary(libexec *os.Root, name string, _ []byte) (bool, error) {
	err := libexec.Remove(name)
	return err == nil, ifExists(err)
}
