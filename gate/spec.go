package gate

// MaxPlace is how long the path of a protected place may be, in bytes.
const MaxPlace = 255

// Spec is what a table says, as plain data: the input of Encode. A Spec without
// commands clears nothing.
type Spec struct {
	Catalogue [32]byte   // hash of the rule catalogue; must equal the identity's
	Sources   []Source   // every file the policy was read from, absent ones too
	Audit     Audit      // what each clear command leaves behind
	Network   bool       // the network is unrestricted
	Unknown   bool       // a word that nobody knows yet is nothing to ask about
	Variables []Variable // of every program: never clear unless as recorded at install
	Zones     Zones
	Commands  []Command
}

// Source is the identity of one policy file at compile time. Fill it from the
// descriptor it was read from, or with StatSource; a source with only a Path and
// Absent says that there is no such file.
type Source struct {
	Path         string // absolute; links are followed
	Absent       bool
	Project      bool // a ProjectFile: the table is good only in and below its directory
	Dev, Ino     uint64
	Size         int64
	Mtime, Ctime int64 // nanoseconds since 1970
	UID, Mode    uint32
}

// Level is how much the audit trail holds. The zero Level is the fullest.
type Level uint8

// The levels, from the fullest to none. Off writes no line; between the others
// the gate's own line does not differ.
const (
	Forensic Level = iota
	Detailed
	Basic
	Off
)

// Audit is what the gate must know to write its line.
type Audit struct {
	Level    Level
	Required bool   // a command without its line must not run; not valid with Off
	Dir      string // absolute: the directory of the daily files
	Profile  string // the policy's profile, for the line
	Full     uint32 // the size in bytes from which a file takes no line of the gate's; 0 for none
}

// Variable names environment variables that make a program run code or read
// other configuration. One that is set is clear only if the very same
// NAME=value was recorded in the Identity.
type Variable struct {
	Name   string
	Prefix bool // all variables whose names start so
}

// Zones are the places. All paths are absolute and canonical.
type Zones struct {
	Temps  []string // harmless to write below
	System []string // never a work directory, nor anything below
	Homes  []string // beside the identity's own: the passwd home, other spellings
	Free   []string // exact operands harmless to read and write: /dev/null
	Paths  []Place  // protected with all below
	Pinned bool     // there are places that count below the recorded homes alone: with another HOME nothing is clear
	Names  []Name   // protected components, wherever they are
}

// Access says which uses a protection covers. The zero Access covers all.
type Access uint8

// A place may be protected from reads and writes, or from writes alone.
const (
	Any Access = iota
	Writes
)

// Place is a protected path: absolute, or from "~/" on below each home there is,
// that of the running HOME among them. In a component "*" stands for any text, and
// so does "?".
type Place struct {
	Path   string
	Access Access
}

// Name is a protected path component, compared without regard to ASCII case.
type Name struct {
	Text   string
	Match  Match
	Access Access
}

// Match says how a Name is compared with a component.
type Match uint8

// Whole components, beginnings, endings.
const (
	Whole Match = iota
	Prefix
	Suffix
)

// Command is the clear part of one program's command line.
type Command struct {
	Names     []string   // base names of argv[0]
	Versioned bool       // also NAME followed by a version: python3, python3.11
	Locates   bool       // it looks for itself by argv[0] on PATH: there it gets the path of the real program
	Dotfiles  []string   // below another HOME than the installed one, each can make it run code
	Variables []Variable // as those of the Spec, that this program reads
	Settings  []Variable // settings of its own that are never clear, in small letters, with a dot in each
	Syntax
}

// Syntax is how a program or subcommand reads its arguments.
type Syntax struct {
	Options     []Option
	Subcommands []Subcommand // if any, the first operand must be one of them
	Operands    Operands
	Cases       []Case // at most MaxCases; the first that applies says what the operands are
	Bundle      bool   // -rf is -r -f, and -n5 is -n 5 where 5 is attached
	Permute     bool   // options may follow operands
	Lenient     bool   // what is no option is an operand, even with a dash: all options must be listed
	Alone       bool   // clear only with an option: without one the program does more
	Networked   bool   // clear only where the network is unrestricted
	Hooked      bool   // clear only where the repository has no hooks
	Feeds       bool   // the Argv gets operands from elsewhere, which nobody knows
}

// MaxCases is how many cases a syntax may have.
const MaxCases = 8

// Case is what the operands are if one of some options is given, and one of some
// others where there are any.
type Case struct {
	With, And []string // names of options
	Operands
}

// Subcommand is a word that selects a syntax of its own. Options before it
// belong to the outer syntax, those after it to its own.
type Subcommand struct {
	Names []string
	Syntax
}

// Operands are what remains of the arguments. With Subcommands only Min counts.
type Operands struct {
	First []Kind // the leading ones, at most MaxFirst
	Rest  Kind   // those after them
	Last  Kind   // the last one, if it differs: a destination (Target, not Change); needs Min of 2
	After Kind   // those after "--", which is not accepted if None; Same changes nothing
	Min   int
	Max   int  // 0: no limit
	Dot   bool // without any it is about the current directory, as with one more of Rest
}

// MaxFirst is how many leading operands may have a kind of their own.
const MaxFirst = 4

// Option is one option by its exact name, with its dashes if it has any: find's
// "(" has none. A bare name may hold "=": "--color=auto" lists one value.
type Option struct {
	Name  string
	Forms Forms
	Value Kind // what the value is; None for an option without
	Tree  bool // it makes the operands' use recursive
}

// Forms are the shapes in which an option may be written.
type Forms uint8

// An option without value is Bare; one with an optional value is Bare|Attached;
// one that needs a value is Next, Attached or both. Attached is --name=value,
// and -nvalue in a syntax that bundles. A Refused one is known, so that it is
// taken for no operand, and never clear.
const (
	Bare Forms = 1 << iota
	Next
	Attached
	Refused
	allForms = Bare | Next | Attached
)

// Kind is what an operand or value is to the program.
type Kind uint8

// The kinds. The order matters to the gate: all from Target on write, from
// Delete on remove.
const (
	None       Kind = iota // not accepted
	Plain                  // text no rule looks at
	Sent                   // such a text that is sent; one that starts with "@" names a file
	URL                    // http or https to a plain host name or this machine, where the network is unrestricted
	Object                 // what a git repository holds, as a path that is read: what follows a ":", or all of it
	Mode                   // a file mode that lets nobody else write, and no program run as its owner
	Sed                    // a script of sed that changes and prints text, and does no more
	Awk                    // a program of awk that reads its input and prints, and does no more
	Argv                   // in Operands.Rest: a program, and all that follows are its arguments
	Exec                   // of an option: a program and its arguments, up to ";" or to "{} +"; "{}" is what a search finds
	Marker                 // of an option: a text that stands, in the Argv, for what nobody knows
	Key                    // the name of a setting, with a dot in it
	Setting                // such a name, or NAME=VALUE, that none of the page's Settings is
	Dash                   // the word "-" alone: standard input
	Found                  // of an option: a name that a search looks for
	Read                   // a path that is read
	ReadTree               // a path read with all below
	Enter                  // a directory the program changes to first; no path may follow
	Target                 // a path that is written or created, but not an existing directory to put things into
	Change                 // a path that is written or created, itself
	Delete                 // a path that is removed
	DeleteTree             // a path removed or changed with all below
	Same                   // in Operands.After: as before the "--"
	kinds
)

// String returns the level's word in policies.
func (l Level) String() string {
	switch l {
	case Off:
		return "off"
	case Basic:
		return "basic"
	case Detailed:
		return "detailed"
	default:
		return "forensic"
	}
}
