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

// systemBin are the directories in which programs are looked for where PATH is not set, or
// not asked: execvp(3), confstr(3), "command -p".
var systemBin = [...]string{"/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"}

// tellOwnFile are programs that write down where their own file lies, or start other
// programs of theirs by that: perl in the makefiles and scripts that it installs, cmake in
// what it generates. Started from another path they would write that, and it is gone
// when the run has ended.
const tellOwnFile = " perl node nodejs deno bun cmake cargo rustc rustup go gofmt java javac clang clang++ ruby R julia "

// tellsOwnFile reports whether a program is one of those, in any version: clang-14.
func tellsOwnFile(name string) bool {
	if i := strings.IndexAny(name, "0123456789.-"); i > 0 {
		name = name[:i]
	}
	return wordlist.Among(name, tellOwnFile)
}

// shells are the names of shells, which have shims only where the user asked for them.
const shells = " sh bash dash zsh ksh mksh ash "

// Programs are those that shims are put over in a sandbox.
type Programs map[string]bool // by their files, free of links

// A Finder says of which installation the shims are, and where programs are looked for.
type Finder struct {
	Root  string   // of the installation
	Owner int      // whose it is
	UID   int      // of this process
	Path  string   // of the environment
	Trees []string // those of gate.Trees that can be shown to the shims as they are

	Names   func() ([]string, error) // of the shims
	HasShim func(name string) bool
	Inside  func() bool // reports whether this process is in a sandbox, where nobody writes below root
}

// Find returns the programs that a sandbox puts shims over: the files that the names
// of shims lead to, in the directories on PATH and the system's, and other hard links to
// them there. A script is none, since other programs read it; what a shell without a shim
// is cannot be one either, nor what another program starts that has been judged.
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

// A search is one that looks for programs.
type search struct {
	Finder
	found Programs
}

// findCover looks for the programs that shims of some names lie over, and returns the
// directories that links among them lead through.
func (s *search) findCover(names, dirs []string) (through map[string]bool) {
	through = map[string]bool{}
	shims := map[string]bool{}
	for _, name := range names {
		shims[name] = !tellsOwnFile(name) && s.HasShim(name)
	}
	not := spared(shims)
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

// fewShims is how many names are looked for one by one; more are found by reading the
// directories.
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

// listingSize is how much memory there is for the names in all directories of programs:
// some ten thousand.
const listingSize = 512 << 10

// coverName adds the program that a name leads to, and the directories that it leads through.
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

// mostLinks is how many links one after the other lead to a file: path_resolution(7).
const mostLinks = 40

// leadsThrough adds the directories in which links lie that a name leads through, and where
// it ends.
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

// binDirs are the directories on PATH and the system's, free of links and each once.
func (f Finder) binDirs() []string {
	var dirs []string
	for _, dir := range append(filepath.SplitList(f.Path), systemBin[:]...) {
		if real, err := host.Canonical(dir); err == nil && f.treeOf(real+"/") != "" && !slices.Contains(dirs, real) {
			dirs = append(dirs, real)
		}
	}
	return dirs
}

// spared are files that no shim is put over though a name leads there: what tells where its
// own file lies, shells that have no shim, and what git starts for what it was itself asked
// to do.
func spared(shims map[string]bool) map[fileID]bool {
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

// A fileID tells files apart, whatever names they have.
type fileID struct{ dev, inode uint64 }

func idOf(st *unix.Stat_t) fileID { return fileID{uint64(st.Dev), uint64(st.Ino)} }

// hardLinks adds other names of the files, in the directories of programs.
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

// Meets reports whether a program that is started by a path meets a shim; and by a bare
// name, whether it does wherever the system looks for it.
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

// Overlay is the part of a box that puts shims over programs: over all that were counted
// on when the command was decided about.
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

// Original is where a program is found in a box: by its own path, or under its shim.
func Original(o sandbox.Overlay, program string) string {
	if real, err := host.Canonical(program); err == nil && slices.Contains(o.Programs, real) {
		return o.At + real
	}
	return program
}

// treeOf returns which of gate.Trees a path lies in, "" if in none of those that can be
// shown to the shims as they are, so that a program finds what lies beside it.
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
