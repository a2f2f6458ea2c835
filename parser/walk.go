package parser

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// The bounds on the walk itself.
const (
	maxWalk    = 1000   // nesting of statements, words and expressions
	maxItems   = 32     // items of a for loop that are read one by one, in a file
	maxLong    = 5_000  // statements read again for the items of one loop with more, in a request
	maxRepeats = 10_000 // statements read again for a further item, in all
)

// walker goes through a syntax tree in the order in which a shell would run it, keeps the state,
// and lists the commands.
type walker struct {
	*unit    // the unit that is being read
	options  Options
	startEnv *tree.Environment // the environment that the shell inherits

	state    *state
	scope    scope
	commands []*tree.Command
	made     []tree.Command // reused allocation
	argv     []tree.Word    // reused allocation
	parts    []tree.Part    // reused allocation
	joining  []tree.Part    // of the word that is joined
	idle     []*expansion   // reused allocations

	choices     expand.Choices                  // of the command that is read
	outputs     map[syntax.Node][]*tree.Command // of each substitution, as read last
	possible    map[syntax.Node][]tree.Word     // outputs of each substitution, as read last
	rows        map[rowKey]tree.Word            // cached readings of rows with multi-field words
	coprocesses map[string]coprocess            // by the part that represents their descriptor
	pipes       openPipes
	later       []laterReading
	lastSimple  *syntax.Stmt  // of a source that no other one surrounds: nothing follows it
	last        *tree.Command // that stands there
	jobs        jobs
	keyed       map[keyedElement]tree.Word // cached elements of arrays with names or gaps
	copies      []programCopy              // that the source made
	startVars   map[string]bool            // whether the shell is started with a variable

	depth        int
	expanded     int              // bytes of values written into words
	words        int              // listed
	kept         int              // steps of the budget reserved for later readings
	repeats      int              // statements read again
	limit        *tree.LimitError // the limit past which something was treated as unknown
	returned     *state           // joined from the returns of the call that is being read
	exits        *loopExits       // of the innermost loop that is read
	aborted      *state           // joined from the places where the line may have been aborted
	locals       map[string]bool  // variables local to the call that is read
	wary         bool             // there was a change that effects does not list
	readingLater bool             // readings that waited for the end
	touching     bool             // a function's changes are being applied
	evaluation
	originTracer
	err error
}

// scope is the context of a command in the text.
type scope struct {
	redirects  []tree.Redirect // of compounds, the innermost first
	functions  []string        // whose bodies contain the command, the innermost last
	background bool
	under      *tree.Condition
	level      uint16 // of substitutions
	repeated   bool
	piped      bool // output goes to a pipe, unless it is redirected
}

// newWalker makes the walker of a source whose unit the caller fills.
func newWalker(opt *Options, out *product) *walker {
	first := new(struct { // one allocation for what every reading starts with
		walker walker
		unit   unit
		state  state
		place  place
	})
	w := &first.walker
	w.unit, w.options, w.kept = &first.unit, *opt, opt.Budget.keeps()
	w.commands, w.made, w.argv, w.parts = out.list[:0], out.commands[:], out.words[:], out.parts[:]
	w.placeholders = opt.placeholders
	w.state, first.state.at = &first.state, &first.place
	w.state.files, w.state.outputFiles = opt.Outer.WrittenFiles(), opt.Outer.InheritedOutputFiles()
	w.state.at.old = w.unknown("$OLDPWD")
	if opt.Outer != nil {
		w.state.at.dir, w.state.stdin = opt.Outer.Dir, opt.Outer.Stdin
		w.startEnv = opt.Outer.Environment()
		w.state.env = w.startEnv
		w.scope.under = opt.Outer.Condition()
	}
	if len(opt.Args) > 0 {
		w.state.args = shellArguments(opt.Args)
	}
	return w
}

// lastSimple returns the statement of the simple command that runs last in a list, or nil if
// another command may run after it.
func lastSimple(list []*syntax.Stmt) *syntax.Stmt {
	if len(list) == 0 {
		return nil
	}
	s := list[len(list)-1]
	for b, ok := s.Cmd.(*syntax.BinaryCmd); ok && !s.Background; b, ok = s.Cmd.(*syntax.BinaryCmd) {
		s = b.Y
	}
	if _, ok := s.Cmd.(*syntax.CallExpr); !ok || s.Background || s.Coprocess || s.Disown {
		return nil
	}
	return s
}

// few estimates the number of commands in a text, with a small maximum.
func few(text string) int { return min(len(text)/32+1, 32) }

// enter counts one level of the walk; each enter needs a leave. If it returns false, the caller
// calls refuseNested.
func (w *walker) enter() bool {
	w.depth++
	return w.depth <= maxWalk && w.err == nil
}

func (w *walker) leave() { w.depth-- }

// refuseNested refuses a source with a node in too many others, unless it is refused already.
func (w *walker) refuseNested(n syntax.Node) {
	if w.err == nil {
		w.err = &tree.LimitError{What: "levels of nesting", Max: reader.MaxDepth, Span: w.lines.SpanRead(reader.Offset(n.Pos()), reader.Offset(n.Pos()))}
	}
}

func (w *walker) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *walker) stmt(s *syntax.Stmt) {
	if s == nil {
		return
	}
	if w.enter() {
		w.statement(s)
	} else {
		w.refuseNested(s)
	}
	w.leave()
}

func (w *walker) statement(s *syntax.Stmt) {
	w.step(stepsOfStatement)
	if w.scope.repeated {
		w.repeats++
	}
	if !s.Background && !s.Coprocess && !s.Disown {
		w.foreground(s)
		return
	}
	outer, started, start := w.scope, w.state.clone(), len(w.commands)
	w.scope.background = true
	w.inSubshellWithFiles(func() { w.foreground(s) })
	w.readJobLater(started, s)
	w.scope = outer
	w.startJob(s, w.commands[start:])
}

// inSubshell calls read in a subshell: its changes to the state are discarded.
func (w *walker) inSubshell(read func()) {
	outer, broken := w.state, w.aborted
	outer.shared = true
	saved := *outer
	outer.jobs = nil // a subshell cannot wait for its parent's
	read()
	*outer, w.state, w.aborted = saved, outer, broken
}

// inSubshellWithFiles is inSubshell, but keeps changes to files.
func (w *walker) inSubshellWithFiles(read func()) {
	var left *tree.Files
	w.inSubshell(func() {
		read()
		left = w.state.files
	})
	w.state.files = left
}

func (w *walker) foreground(s *syntax.Stmt) {
	switch cmd := s.Cmd.(type) {
	case nil:
		w.simple(s, &syntax.CallExpr{})
	case *syntax.CallExpr:
		w.simple(s, cmd)
	case *syntax.DeclClause:
		w.declaration(s, cmd)
	case *syntax.LetClause:
		w.let(s, cmd)
	default:
		w.compound(s, cmd)
	}
}

// compound reads a compound command with its redirections, which apply to all commands in it.
func (w *walker) compound(s *syntax.Stmt, cmd syntax.Command) {
	if len(s.Redirs) == 0 {
		w.body(cmd)
		return
	}
	outer, stdin := w.scope, w.state.stdin
	before := len(w.commands)
	own, in := w.redirects(s.Redirs, nil)
	readers := w.commands[before:]
	w.truncateRedirects(own)
	w.scope.redirects = append(own, outer.redirects...)
	w.scope.piped = outer.piped && !slices.ContainsFunc(own, output.IsOutput)
	if text, known := w.heldByInput(in); known {
		in = tree.Stdin{Kind: tree.FromText, Word: tree.Text(text)}
	}
	in = in.Share()
	w.state.stdin = in
	closed := w.openDescriptors(own)
	inside := len(w.commands)
	w.body(cmd)
	writers := w.writers(inside)
	for _, r := range readers {
		if r.Stdin.Kind == tree.FromPipe && r.Stdin.From == nil {
			r.Stdin.From = writers
		}
	}
	closed()
	w.scope, w.state.stdin = outer, w.inputAfter(stdin, in, own)
}

func (w *walker) body(cmd syntax.Command) {
	switch cmd := cmd.(type) {
	case *syntax.Block:
		w.stmts(cmd.Stmts)
	case *syntax.Subshell:
		w.refuseLostDocument(cmd)
		w.inSubshellWithFiles(func() { w.stmts(cmd.Stmts) })
	case *syntax.BinaryCmd:
		w.binary(cmd)
	case *syntax.IfClause:
		w.ifClause(cmd)
	case *syntax.CaseClause:
		w.caseClause(cmd)
	case *syntax.WhileClause:
		w.whileClause(cmd)
	case *syntax.ForClause:
		w.forClause(cmd)
	case *syntax.FuncDecl:
		w.function(cmd)
	case *syntax.TimeClause:
		w.stmt(cmd.Stmt)
	case *syntax.CoprocClause:
		w.coproc(cmd)
	case *syntax.ArithmCmd:
		w.arithm(cmd.X)
	case *syntax.TestClause:
		w.test(cmd.X)
	default:
		w.unsupported(cmd)
	}
}

// unsupported refuses a source with a node that this package does not know: it may contain
// commands.
func (w *walker) unsupported(n syntax.Node) {
	if w.err == nil {
		w.err = &tree.SyntaxError{Span: w.lines.SpanRead(reader.Offset(n.Pos()), reader.Offset(n.Pos())), Message: fmt.Sprintf("cannot read %T", n)}
	}
}

// refuseLostDocument refuses a here-document in two subshells that begin with "((", for sh, which may
// be bash (see reader.LosesDocument). For bash itself the reader refuses it.
func (w *walker) refuseLostDocument(outer *syntax.Subshell) {
	if w.options.Lang != reader.POSIX || len(outer.Stmts) == 0 {
		return
	}
	first := outer.Stmts[0]
	for binary, ok := first.Cmd.(*syntax.BinaryCmd); ok; binary, ok = first.Cmd.(*syntax.BinaryCmd) {
		first = binary.X
	}
	inner, ok := first.Cmd.(*syntax.Subshell)
	if !ok || inner.Lparen.Offset() != outer.Lparen.Offset()+1 || !reader.LosesDocument(w.text(inner)) {
		return
	}
	if w.err == nil {
		at := reader.Offset(outer.Lparen)
		w.err = &tree.SyntaxError{Span: w.lines.SpanRead(at, at), Message: "bash runs the text of a here-document inside `((`: write `( (`"}
	}
}

// writers returns the commands listed since start that write to the output of that stretch,
// without those inside substitutions.
func (w *walker) writers(start int) []*tree.Command {
	all := w.commands[start:len(w.commands):len(w.commands)]
	inside := func(c *tree.Command) bool { return c.Depth != w.scope.level }
	if len(all) > 0 && !slices.ContainsFunc(all, inside) {
		return all // nobody changes the list, it only grows
	}
	var from []*tree.Command
	for _, c := range all {
		if !inside(c) {
			from = append(from, c)
		}
	}
	return from
}

func (w *walker) coproc(c *syntax.CoprocClause) {
	outer := w.scope
	w.scope.background = true
	if c.Name != nil {
		w.single(c.Name)
	}
	start, started := len(w.commands), w.state.clone()
	started.stdin = tree.Stdin{Kind: tree.FromPipe}
	w.inSubshell(func() {
		w.state.stdin = started.stdin
		w.stmt(c.Stmt)
	})
	w.readJobLater(started, c.Stmt)
	w.startJob(c.Stmt, w.commands[start:])
	from := w.writers(start)
	w.scope = outer
	text, ok := w.output(from)
	if !ok || len(text) > expand.MaxOperand {
		text = ""
	}
	w.coprocess(cmp.Or(literalName(c.Name), "COPROC"), coprocess{text, from}, w.commands[start:])
}

// coprocess is the output of a coprocess, as far as it is known, and the commands that write it.
type coprocess struct {
	text string
	from []*tree.Command
}

// coprocess records a coprocess with its commands, by the descriptors that its variable holds.
func (w *walker) coprocess(name string, of coprocess, commands []*tree.Command) {
	if w.coprocesses == nil {
		w.coprocesses = map[string]coprocess{}
	}
	descriptor := tree.UnknownWord("output of "+name, false)
	w.coprocesses[descriptor.Parts[0].Text] = of
	input := tree.UnknownWord(tree.CoprocessInput+name, false)
	w.openCoprocess(input, commands)
	w.assignArray(name, []tree.Word{descriptor, input})
}

// literalName returns the name that a word spells, or "".
func literalName(x *syntax.Word) string {
	if x == nil {
		return ""
	}
	return expand.PlainName(x)
}
