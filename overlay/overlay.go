package overlay

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/sandbox"
)

// systemBin are the directories in which programs are searched if PATH is not set or not
// used: execvp(3), confstr(3), "command -p".
var systemBin = [...]string{"/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"}

// tellOwnFile are programs that record the path of their own file, or start other programs
// of theirs by it: perl in the makefiles and scripts that it installs, cmake in files that
// it generates. Started from another path they would record that path, which is gone when
// the run has ended.
const tellOwnFile = " perl node nodejs deno bun cmake cargo rustc rustup go gofmt java javac clang clang++ ruby R julia "

// tellsOwnFile reports whether a program is one of those, in any version: clang-14.
func tellsOwnFile(name string) bool {
	if i := strings.IndexAny(name, "0123456789.-"); i > 0 {
		name = name[:i]
	}
	return wordlist.Among(name, tellOwnFile)
}

// shells are the names of shells, which have shims only if the user asked for them.
const shells = " sh bash dash zsh ksh mksh ash "

// Programs are the programs over which a sandbox mounts shims.
type Programs map[string]bool // by their files, with links resolved

// A Finder describes the installation of the shims, and where to search for programs.
type Finder struct {
	Root  string   // the installation's directory
	Owner int      // the installation's owner
	UID   int      // the user of this process
	Path  string   // of the environment
	Trees []string // those of gate.Trees that can be shown to the shims unchanged

	Names   func() ([]string, error) // of the shims
	HasShim func(name string) bool
	Inside  func() bool // reports whether this process is in a sandbox, where nobody writes below root
}

// Find returns the programs over which a sandbox mounts shims: the files to which the names
// of shims lead, in the directories on PATH and the system's, and other hard links to these
// files there. It leaves out scripts, since other programs read them; files that are also a
// shell without a shim; and programs that another, already judged program starts.
func (f Finder) Find() Programs {
	dirs := f.binDirs()
	if kept, ok := f.keptCover(dirs); ok {
		return kept
	}
	names, err := f.Names()
	if err != nil {
		return Programs{}
	}
	c := &search{Finder: f, found: Programs{}}
	through := c.findCover(names, dirs)
	f.keepCover(c.found, dirs, through)
	return c.found
}

// A search is one search for programs.
type search struct {
	Finder
	found Programs
}

// findCover finds the programs covered by shims of some names, and returns the directories
// that links among them lead through.
func (s *search) findCover(names, dirs []string) (through map[string]bool) {
	through = map[string]bool{}
	shims := map[string]bool{}
	for _, name := range names {
		shims[name] = !tellsOwnFile(name) && s.HasShim(name)
	}
	not := withoutShims(shims)
	lists := map[string]listing{}
	if len(shims) > fewShims {
		lists = listings(dirs)
	}
	for _, dir := range dirs {
		if len(shims) <= fewShims {
			for name, has := range shims {
				if has {
					s.coverName(filepath.Join(dir, name), not, through)
				}
			}
			continue
		}
		for e := range lists[dir].entries() {
			if shims[string(e.name)] {
				s.coverName(filepath.Join(dir, string(e.name)), not, through)
			}
		}
	}
	s.hardLinks(dirs, lists)
	return through
}

// fewShims is up to how many names are looked up one by one; for more, the directories are
// read.
const fewShims = 48

// listings reads directories.
func listings(dirs []string) map[string]listing {
	pool := make([]byte, listingSize)
	lists := map[string]listing{}
	for _, dir := range dirs {
		lists[dir], pool = listed(dir, pool)
	}
	return lists
}

// listingSize is the memory for the names in all directories of programs: some ten thousand
// names.
const listingSize = 512 << 10

// coverName adds the program to which a name leads, and the directories that the name leads
// through.
func (s *search) coverName(file string, not map[fileID]bool, through map[string]bool) {
	var st unix.Stat_t
	if unix.Lstat(file, &st) != nil {
		return
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		leadsThrough(file, through)
		var err error
		if file, err = host.Canonical(file); err != nil || unix.Lstat(file, &st) != nil {
			return
		}
	}
	if !s.found[file] && !not[idOf(&st)] && !tellsOwnFile(filepath.Base(file)) && s.treeOf(file) != "" && isELF(file) {
		s.found[file] = true
	}
}

// mostLinks is how many links in a row may lead to a file: path_resolution(7).
const mostLinks = 40

// leadsThrough adds the directories of the links that a name leads through, and the
// directory where it ends.
func leadsThrough(file string, dirs map[string]bool) {
	for range mostLinks {
		dirs[filepath.Dir(file)] = true
		to, err := os.Readlink(file)
		if err != nil {
			return
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(file), to)
		}
		file = to
	}
}

// binDirs returns the directories on PATH and the system's, with links resolved and each
// once.
func (f Finder) binDirs() []string {
	var dirs []string
	for _, dir := range append(filepath.SplitList(f.Path), systemBin[:]...) {
		if real, err := host.Canonical(dir); err == nil && f.treeOf(real+"/") != "" && !slices.Contains(dirs, real) {
			dirs = append(dirs, real)
		}
	}
	return dirs
}

// withoutShims returns the files that get no shim even if a shim's name leads there: programs that
// record their own file's path, shells without a shim, and the programs that git starts as
// part of a command that it was given.
func withoutShims(shims map[string]bool) map[fileID]bool {
	not := map[fileID]bool{}
	add := func(file string) {
		var st unix.Stat_t
		if unix.Stat(file, &st) == nil {
			not[idOf(&st)] = true
		}
	}
	for _, dir := range systemBin {
		for _, name := range strings.Fields(tellOwnFile) {
			add(filepath.Join(dir, name))
		}
		for _, name := range strings.Fields(shells) {
			if !shims[name] {
				add(filepath.Join(dir, name))
			}
		}
	}
	for _, dir := range gitCore {
		add(filepath.Join(dir, "git"))
	}
	return not
}

// gitCore are the directories of the programs that git starts itself.
var gitCore = [...]string{"/usr/lib/git-core", "/usr/libexec/git-core"}

// A fileID identifies a file, whatever names it has.
type fileID struct{ dev, inode uint64 }

func idOf(st *unix.Stat_t) fileID { return fileID{uint64(st.Dev), uint64(st.Ino)} }

// hardLinks adds the files' other names in the directories of programs.
func (s *search) hardLinks(dirs []string, lists map[string]listing) {
	linked := map[fileID]bool{}
	var st unix.Stat_t
	for file := range s.found {
		if unix.Lstat(file, &st) == nil && st.Nlink > 1 {
			linked[idOf(&st)] = true
		}
	}
	if len(linked) == 0 {
		return
	}
	if len(lists) == 0 {
		lists = listings(dirs)
	}
	for dir, list := range lists {
		if unix.Lstat(dir, &st) != nil {
			continue
		}
		for e := range list.entries() {
			if linked[fileID{uint64(st.Dev), e.inode}] {
				s.found[filepath.Join(dir, string(e.name))] = true
			}
		}
	}
}

// Meets reports whether a program started by a path meets a shim. For a bare name it reports
// whether that holds in every system directory that has the name.
func (c Programs) Meets(word string) bool {
	if path.IsAbs(word) {
		real, err := host.Canonical(word)
		return err == nil && c[real]
	}
	if strings.Contains(word, "/") {
		return false
	}
	met := false
	for _, dir := range systemBin {
		file := filepath.Join(dir, word)
		if _, err := os.Stat(file); err != nil {
			continue
		}
		if met = c.Meets(file); !met {
			return false
		}
	}
	return met
}

// Overlay returns the part of a box that mounts shims over programs: over all programs that
// the decision about the command relied on.
func (f Finder) Overlay(programs Programs, b sandbox.Box) (sandbox.Overlay, error) {
	root, err := host.Canonical(f.Root)
	if len(programs) == 0 || err != nil {
		return sandbox.Overlay{}, err
	}
	o := sandbox.Overlay{Shim: filepath.Join(root, "libexec", "shim"), At: root + gate.Originals}
	for file := range programs {
		o.Programs = append(o.Programs, file)
		if tree := f.treeOf(file); !slices.Contains(o.Trees, tree) {
			o.Trees = append(o.Trees, tree)
		}
	}
	for _, p := range slices.Concat(b.Write, b.Hide, b.Keep) {
		if slices.ContainsFunc(o.Trees, func(tree string) bool { return pathname.Overlap(p, tree) }) {
			return o, fmt.Errorf("%w: %s appeared beside programs that shims lie over", sandbox.ErrBox, p)
		}
	}
	slices.Sort(o.Programs)
	slices.Sort(o.Trees)
	return o, nil
}

// Original returns where a program is found in a box: at its own path, or under its shim.
func Original(o sandbox.Overlay, program string) string {
	if real, err := host.Canonical(program); err == nil && slices.Contains(o.Programs, real) {
		return o.At + real
	}
	return program
}

// treeOf returns the tree of gate.Trees in which a path lies. It returns "" if the path is
// in none that can be shown to the shims unchanged, where a program finds the files beside
// it.
func (f Finder) treeOf(file string) string {
	for _, dir := range f.Trees {
		if pathname.Below(file, dir) {
			return dir
		}
	}
	return ""
}

// isELF reports whether a file is a program that the kernel itself starts.
func isELF(file string) bool {
	fd, err := unix.Open(file, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	var head [4]byte
	n, err := unix.Read(fd, head[:])
	return err == nil && n == len(head) && string(head[:]) == "\x7fELF" &&
		unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFREG && st.Mode&0o111 != 0
}
