package policy

// LayerKind says whose file a layer is, and so what it may do. The zero LayerKind is the least
// trusted one.
type LayerKind uint8

// The kinds. Their values have no order; System layers are merged first, then User, then Project.
const (
	Project LayerKind = iota // a project's file: it tightens; if trusted, it also lifts asks
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

// Layer is the text of one policy file. The caller checks the file's owner and mode.
type Layer struct {
	Name string // of the file, for messages
	Kind LayerKind
	Data []byte // TOML

	// Trusted says of a project's file that the user has read this version and trusts it: it may
	// then lift asks and warnings.
	Trusted bool

	// Origin is the origin to record in an index that is made from Data.
	Origin Origin

	// Index is the file in its indexed form, instead of Data.
	Index *Index

	// Direct reports whether a path that begins with "/" or "~" passes no link. It is called for
	// the paths of a long list when the list is read. If it is nil, each path is resolved for
	// each decision.
	Direct func(path string) bool
}

// Flags are the command line's settings. Whoever starts the first shimgen is trusted, so flags
// are the strongest layer; only the locks of the system's file are stronger.
type Flags struct {
	Profile      string // "" leaves the choice to the files
	NoSecurity   bool   // no rule applies and nothing is refused
	NoCheck      bool   // the text of the command is not judged
	BlockedPaths []string
	AllowedPaths []string
	Limits       map[Limit]int64 // 0 is none
	AllowDirs    []string        // directories that may be written to, as AllowedPaths

	// AllowReads and AllowWrites are further places that a confined command may read and write.
	// Writing is allowed as by AllowedPaths.
	AllowReads, AllowWrites []string
}
