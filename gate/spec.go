package gate

// MaxPlace is the longest path of a protected place, in bytes.
const MaxPlace = 255

// Spec is the content of a table as plain data: the input of Encode. A Spec without
// commands clears nothing.
type Spec struct {
	Catalogue [32]byte   // hash of the rule catalogue; must equal the identity's
	Sources   []Source   // every file the policy was read from, absent ones too
	Audit     Audit      // what each clear command leaves behind
	Network   bool       // the network is unrestricted
	Unknown   bool       // unknown words are not reason enough to ask
	Variables []Variable // for every program: not clear unless as recorded at install
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

// Level is how detailed the audit trail is. The zero Level is the fullest.
type Level uint8

// The levels, from the fullest to none. Off writes no line; between the others the gate's
// own line does not differ.
const (
	Forensic Level = iota
	Detailed
	Basic
	Off
)

// Audit is what the gate needs to write its line.
type Audit struct {
	Level    Level
	Required bool   // a command without its line must not run; not valid with Off
	Dir      string // absolute: the directory of the daily files
	Profile  string // the policy's profile, for the line
	Full     uint32 // the size in bytes from which the gate adds no line to a file; 0 for no limit
}

// Variable names environment variables that make a program run code or read other
// configuration. A variable that is set is clear only if exactly the same NAME=value was
// recorded in the Identity.
type Variable struct {
	Name   string
	Prefix bool // all variables whose names start with Name
}

// Zones are the places that the gate must know. All paths are absolute and canonical.
type Zones struct {
	Temps  []string // harmless to write below
	System []string // never a work directory, nor anything below
	Homes  []string // besides the identity's own: the passwd home, other spellings
	Free   []string // exact operands harmless to read and write: /dev/null
	Paths  []Place  // protected with all below
	Pinned bool     // some places apply below the recorded homes only: with another HOME nothing is clear
	Names  []Name   // protected components, wherever they are
}

// Access says which uses a protection covers. The zero Access covers all.
type Access uint8

// A place may be protected from reads and writes, or from writes alone.
const (
	Any Access = iota
	Writes
)

// Place is a protected path: absolute, or, with "~/", below each home, the current HOME
// included. In a component "*" and "?" match any text.
type Place struct {
	Path   string
	Access Access
}

// Name is a protected path component, compared ignoring ASCII case.
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
	Names       []string   // base names of argv[0]
	Versioned   bool       // also NAME followed by a version: python3, python3.11
	FindsItself bool       // finds itself by argv[0] on PATH: argv[0] becomes the path of the real program
	Dotfiles    []string   // files that can make it run code, below a HOME other than the installed one
	Variables   []Variable // like those of the Spec, read by this program
	Settings    []Variable // its own settings that are never clear, in lower case, each with a dot
	Syntax
}

// Syntax is how a program or subcommand parses its arguments.
type Syntax struct {
	Options     []Option
	Subcommands []Subcommand // if any, the first operand must be one of them
	Operands    Operands
	Cases       []Case // at most MaxCases; the first that applies gives the operands' kinds
	Bundle      bool   // -rf is -r -f, and -n5 is -n 5 where 5 is attached
	Permute     bool   // options may follow operands
	Lenient     bool   // anything but an option is an operand, even with a dash: all options must be listed
	Alone       bool   // clear only with an option: without one the program does more
	Networked   bool   // clear only if the network is unrestricted
	Hooked      bool   // clear only if the repository has no hooks
	Feeds       bool   // the Argv gets unknown operands from elsewhere
}

// MaxCases limits how many cases a syntax may have.
const MaxCases = 8

// Case gives the operands' kinds if one of the options With is given, and one of And if
// there are any.
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

// Operands are the remaining arguments. With Subcommands only Min counts.
type Operands struct {
	First []Kind // the leading ones, at most MaxFirst
	Rest  Kind   // those after them
	Last  Kind   // the last one, if it differs: a destination (Target, not Change); needs Min of 2
	After Kind   // those after "--", which is not accepted if None; Same changes nothing
	Min   int
	Max   int  // 0: no limit
	Dot   bool // with no operand it is about the current directory, as with one more of Rest
}

// MaxFirst limits how many leading operands may have a kind of their own.
const MaxFirst = 4

// Option is one option by its exact name, with its dashes if it has any: find's "(" has
// none. A bare name may hold "=": "--color=auto" lists one value.
type Option struct {
	Name  string
	Forms Forms
	Value Kind // the value's kind; None for an option without
	Tree  bool // it makes the operands' use recursive
}

// Forms are the forms in which an option may be written.
type Forms uint8

// An option without value is Bare; one with an optional value is Bare|Attached; one that
// needs a value is Next, Attached or both. Attached is --name=value, and -nvalue in a
// syntax that bundles. A Refused option is listed so that it is not taken for an operand,
// and never clear.
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
	Plain                  // text that no rule examines
	Sent                   // such text that is sent; with a leading "@" it names a file
	URL                    // http or https to a plain host name or this machine, without a query, if the network is unrestricted
	Object                 // an object in a git repository, read as a path: what follows a ":", or all of it
	Mode                   // a file mode that lets nobody else write, and runs no program as its owner
	Sed                    // a sed script that only changes and prints text
	Awk                    // an awk program that only reads its input and prints
	Argv                   // in Operands.Rest: a program, and all that follows are its arguments
	Exec                   // of an option: a program and its arguments, up to ";" or to "{} +"; "{}" stands for a search result
	Marker                 // of an option: a text that stands for unknown words in the Argv
	Key                    // the name of a setting, with a dot in it
	Setting                // such a name, or NAME=VALUE, that none of the page's Settings matches
	Dash                   // the word "-" alone: standard input
	Found                  // of an option: a name to search for
	Read                   // a path that is read
	ReadTree               // a path read with all below
	Enter                  // a directory that the program changes to first; no path may follow
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
