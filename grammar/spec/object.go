package spec

// ObjectKind is a row for the objects of a kind that no path names, or of which a name says more than a
// path: the commands that make one, and those that destroy one. What one text makes and destroys again
// is no loss.
type ObjectKind struct {
	Kind     string
	Makes    []Call
	Destroys []Call

	// Rebinds are the calls after which a name may mean another object, or an object holds what was
	// elsewhere before.
	Rebinds []Call

	// Where are options that say in what place or on which server a name is one. Here says that the
	// directory in which a command starts says so too.
	Where string
	Here  bool

	// Path says that the names are paths. There is none before a text makes one.
	Path bool

	// Taken says that a making command fails if the name is taken, and that a loss of the older object
	// would be one: the destroying command must not run after such a failure. Branch says the same
	// unless the repository has no such branch.
	Taken, Branch bool

	// Again says that a making command takes one that is there for its own: there must be none before.
	// Trial says the same of objects of which nobody can ask that: their names must say that they are for
	// trials.
	Again, Trial bool

	// NotNames are names that others usually have: a text does not surely make what it calls so.
	NotNames string
}

// Call describes calls of a program.
type Call struct {
	Program    string // its canonical name
	Called     string // the name by which it is called, if that matters
	Sub        string // patterns for subcommands, as for MatchSub; "" for a program without
	With, None string // options: one of With, none of None

	// Name is an option whose value is the name of the object. Without it, the names are the operands:
	// the first ones, as many as First says, or all. Prints says that its output is the name instead,
	// and Bare that it has no operand then.
	Name   string
	First  int
	Prints bool
	Bare   bool
}
