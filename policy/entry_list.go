package policy

import "slices"

// Reads says what a confined command may read. The zero Reads is the stricter one.
type Reads uint8

// The settings.
const (
	ReadsListed Reads = iota // the system, and only listed places in homes and data directories
	ReadsAll                 // everything that is not hidden
)

var readsWords = [...]string{ReadsListed: "listed", ReadsAll: "all"}

// String returns the word that policies use.
func (r Reads) String() string {
	if int(r) < len(readsWords) {
		return readsWords[r]
	}
	return readsWords[ReadsListed]
}

func readReads(v value) (Reads, error) {
	i, err := v.word("setting for reads", readsWords[:])
	return Reads(i), err
}

// programTrees are directories in which a system keeps programs, their dependencies and its
// settings: hier(7), file-hierarchy(7); for Android, the partitions in its documentation.
var programTrees = [...]string{
	"/bin", "/dev", "/etc", "/gnu", "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/opt", "/proc", "/run", "/sbin", "/snap", "/sys", "/tmp", "/usr",
	"/var/cache", "/var/lib", "/var/lock", "/var/run", "/var/tmp",
	"/Applications", "/Library", "/System", "/private",
	"/apex", "/linkerconfig", "/odm", "/oem", "/product", "/system", "/system_ext", "/vendor",
}

// ReadsTree reports whether a command with listed reads sees all of a directory, or only some
// directories in it.
func ReadsTree(dir string) (whole, some bool) {
	return slices.Contains(programTrees[:], dir), dir == "/var"
}

// A Readable is a place in a home that such a command may read.
type Readable struct {
	Path   string // below a home
	Reason string // what it contains
}

// readables are such places other than caches: programs that people install for themselves, and
// settings without which programs would work differently. Credentials among them are hidden.
var readables = [...]Readable{
	{".local/bin", "programs: file-hierarchy(7)"},
	{".local/lib", "their libraries"},
	{".local/share/pipx", "pipx: programs in Python"},
	{".local/share/uv", "uv: Pythons and programs"},
	{".local/share/mise", "mise: toolchains"},
	{".local/share/fnm", "fnm: Nodes"},
	{".local/share/pnpm", "pnpm: programs in JavaScript"},
	{"bin", "programs, by old custom"},
	{"go", "Go: GOPATH"},
	{".cargo", "Cargo: programs, crates and settings"},
	{".rustup", "rustup: toolchains"},
	{".nvm", "nvm: Nodes"},
	{".volta", "Volta: Nodes"},
	{".npm-global", "npm: programs, where its manual puts a prefix of one's own"},
	{".npmrc", "npm: settings; hidden where it is a credential"},
	{".bun", "bun"},
	{".deno", "deno"},
	{".pyenv", "pyenv: Pythons"},
	{".conda", "conda: environments"},
	{"miniconda3", "conda"},
	{"anaconda3", "conda"},
	{"miniforge3", "conda"},
	{".rbenv", "rbenv: Rubies"},
	{".gem", "RubyGems"},
	{".asdf", "asdf: toolchains"},
	{".sdkman", "SDKMAN: Java and its tools"},
	{".m2", "Maven"},
	{".gradle", "Gradle"},
	{".opam", "opam: OCaml"},
	{".ghcup", "GHCup: Haskell"},
	{".cabal", "Cabal"},
	{".stack", "Stack"},
	{".juliaup", "juliaup"},
	{".julia", "Julia: packages"},
	{".nix-profile", "Nix"},
	{".gitconfig", "git-config(1): names, aliases"},
	{".config/git", "git-config(1)"},
	{".config/pip", "pip: settings"},
	{".config/go", "Go: go env -w"},
	{".terminfo", "terminfo(5)"},
}

// Readables returns these places.
func Readables() []Readable { return readables[:] }
