package policy

// LayerKind says whose a layer is, and so what it may do. The zero LayerKind
// is the least trusted one.
type LayerKind uint8

// The kinds. Their order says nothing; System layers are merged first, then
// User, then Project.
const (
	Project LayerKind = iota // a project's file: it tightens; trusted, it also lifts asks
	User                     // the user's file
	System                   // the file of the machine's owner: it may lock
)

// String returns "project", "user" or "system".
func (k LayerKind) String() string {
	switch k {
	case System:
		return "system"
	case User:
		return "user"
	default:
		return "project"
	}
}

// Layer is the text of one policy file. Its owner and mode are the caller's
// business.
type Layer struct {
	Name string // of the file, for messages
	Kind LayerKind
	Data []byte // TOML

	// Trusted says of a project's file that the user has read it and trusts it as it
	// is: it may then lift asks and warnings.
	Trusted bool

	// Origin is what an index that is made of Data is to say that it was made of.
	Origin Origin

	// Index is the file as it was read before, instead of Data.
	Index *Index

	// Direct reports whether a path that begins with "/" or "~" is reached through no
	// link. It is asked about the paths of a long list when that is read. Nil is not
	// known, and then each path is followed for each decision.
	Direct func(path string) bool
}

// Flags is what the command line says. Whoever starts the first shimgen is
// trusted, so flags are the strongest layer; only what the system's file locks
// is stronger.
type Flags struct {
	Profile      string // "" for the files' choice
	NoSecurity   bool   // nothing is found and nothing is refused
	NoCheck      bool   // the text of the command is not judged
	BlockedPaths []string
	AllowedPaths []string
	Limits       map[Limit]int64 // 0 is none
	AllowDirs    []string        // directories that may be written to, as AllowedPaths

	// AllowReads and AllowWrites are what a confined command may read and write too. To
	// write is allowed as by AllowedPaths.
	AllowReads, AllowWrites []string
}
