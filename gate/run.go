package gate

// Result is what the gate says of one run. The zero Result is not clear.
type Result struct {
	Reason  Reason
	Audited bool   // the line is in the log: nobody may write it again
	Path    string // of a clear command: the real program; valid until the next call
	Locates bool   // of a clear command: argv[0] is to be the Path
}

// site is where a run finds what the program does not carry. Only tests use
// another than the installed one.
type site struct {
	section *[sectionSize]byte
	system  string // directory of the system layer
	user    uint32 // the effective one
	self    string // leads to the running program's file
	file    string // what was given to execve(2) for it, "" if nobody knows
	execs   bool   // the gate is to become the program itself
}

const (
	systemDir  = "/etc/agent-loop"
	policyName = "/policy.toml"
)

// Run decides about the argv and envp it was started with, both ending with a
// nil pointer as the kernel passes them (execve(2)), and becomes the real
// program if the command is clear. It returns only if it did not: because the
// command is not clear, or because execve failed, which Audited tells. The
// arguments and the environment go on untouched; argv[0] does so too, but where a
// program that looks for itself by it would find the shim: it gets the path of
// the real program.
//
// A program that has raised its own limits, as Go's package os does with open
// files, must not call Run but Admit.
func Run(argv, envp **byte) Result { return shared.run(installed(sysUser()), argv, envp) }

// installed is where the running program was installed, run by user.
func installed(user int) site {
	var at site // filled in parts, as a subject is
	at.section, at.system, at.user, at.self = image(), systemDir, uint32(user), ownFile
	return at
}

// run is Run with its surroundings.
func (w *workspace) run(at site, argv, envp **byte) Result {
	at.execs = true
	result := w.admit(at, argv, envp)
	if result.Reason == Clear {
		w.start(&at, argv, envp)
		result.Reason = NotStarted
	}
	return result
}

// start becomes the program. Only if that failed it returns, and then argv is as
// it was.
func (w *workspace) start(at *site, argv, envp **byte) {
	file := &w.program[0]
	if w.under {
		if file = &w.target[0]; !w.uncoverProgram(at) {
			return
		}
	}
	called := *argv
	if w.locates {
		put(argv, &w.program[0])
	}
	sysExec(file, argv, envp)
	put(argv, called)
}

// Early returns what the entry decided about this program's argv before the
// runtime started, and whether there was an entry. Where it decided nothing the
// Reason is Undecided. Of a command whose line is in the log and that could not
// be started (NotStarted) the Path is the one that was tried.
func Early() (result Result, entered bool) {
	w := &shared
	result = Result{Reason: w.reason, Audited: w.audited}
	if w.reason == NotStarted {
		result.Path, result.Locates = view(&w.program[0]), w.locates
	}
	return result, w.entered
}

// admit is all of Run before the exec.
func (w *workspace) admit(at site, argv, envp **byte) Result {
	if !supported {
		return Result{Reason: Unsupported}
	}
	argc, ok := measure(argv)
	if !ok {
		return Result{Reason: TooLong}
	}
	id, ok := identify(at.section)
	if !ok {
		return Result{Reason: NotInstalled}
	}
	if at.user != id.uid {
		return Result{Reason: OtherUser}
	}
	n, errno := sysGetcwd(&w.cwd[0], len(w.cwd))
	if errno != errNone || n < 1 || w.cwd[0] != '/' {
		return Result{Reason: NoDirectory}
	}
	var c subject // filled in parts: from a whole one the compiler makes a template in a page of its own
	c.argv, c.envp, c.argc, c.id = argv, envp, argc, id
	c.dir, c.cwd = here, text(&w.cwd[0], n)
	if why := w.layers(&c, &at); why != Clear {
		return Result{Reason: why}
	}
	return Result{Reason: Clear, Audited: w.level != Off, Path: view(&w.program[0]), Locates: w.locates}
}

// layers asks the system's table, where there is one, then the user's, and if
// both clear the command does what is left before the exec. The fullest level of
// the two counts for the line.
func (w *workspace) layers(c *subject, at *site) Reason {
	w.level = Off
	b, why := w.open(at.system, "/gate.bin", 0)
	if why == Clear {
		_, why = w.decide(c, b)
		b.close()
	}
	if why != Clear && why != NotFound {
		return why
	}
	lone := why == NotFound
	if b, why = w.open(c.id.root, "/state/gate.bin", c.id.uid); why == NotFound {
		return NoTable
	} else if why != Clear {
		return why
	}
	if why = w.settle(c, b, at, lone); why != Clear {
		b.close()
	}
	return why
}

// settle decides by the user's table and goes on to the line, which comes last:
// nothing else leaves a trace. Where it is the lone table, there must be no policy
// of the system's.
func (w *workspace) settle(c *subject, b book, at *site, lone bool) Reason {
	t, why := w.decide(c, b)
	w.current = why >= UnknownSubcommand && why <= Hooked // what is found out behind all that a table is looked at for
	if why != Clear {
		return why
	}
	if !t.belongs(c.id.root) {
		return OtherRoot
	}
	if lone && !t.source(at.system, flagAbsent) && w.stat(at.system, policyName, noFollow) != errNoEntry {
		return SystemPolicy
	}
	if w.worked() {
		return Worked
	}
	if why := w.locate(c, at); why != Clear {
		return why
	}
	if at.execs && !w.direct(c) {
		return Undecided
	}
	if !w.record(c, &t) {
		return NoLine
	}
	return Clear
}

// open maps a file of tables that only uid or root can have written. NotFound
// says that there is none, Clear that it is open.
func (w *workspace) open(dir, name string, uid uint32) (book, Reason) {
	if !w.join(dir, name) {
		return book{}, NoTable
	}
	fd, errno := sysOpen(here, &w.path[0], oRead|oNoFollow|oCloexec|oNonblock, 0)
	if errno == errNoEntry {
		return book{}, NotFound
	}
	if errno != errNone {
		return book{}, NoTable
	}
	b, why := w.bind(fd, uid)
	sysClose(fd)
	return b, why
}

// bind maps an open file if it is uid's or root's alone.
func (w *workspace) bind(fd int, uid uint32) (book, Reason) {
	if sysFstat(fd, &w.st) != errNone || w.st.mode&modeType != modeFile || w.st.mode&0o022 != 0 ||
		w.st.uid != uid && w.st.uid != 0 || w.st.size == 0 {
		return book{}, NoTable
	}
	b, ok := mapped(fd, w.st.size)
	if !ok {
		return book{}, BadTable
	}
	return b, Clear
}

// belongs reports whether a valid table was compiled for the installation at
// root: it must hold this root's policy and lead to this root's trail. A table
// that is good elsewhere says nothing about the policy here.
func (t *table) belongs(root string) bool {
	return joined(t.text(offDir), root, "/audit") && t.source(root, 0)
}

// source reports whether the policy of dir is a source, with these flags.
func (t *table) source(dir string, flags uint32) bool {
	at, count := t.list(secSource)
	for ; count > 0; count-- {
		if t.u32(at+8)&flags == flags && joined(t.text(at), dir, policyName) {
			return true
		}
		at += 64
	}
	return false
}

// joined reports whether s is a followed by b.
func joined(s, a, b string) bool {
	return len(s) == len(a)+len(b) && prefixed(s, a) && suffixed(s, b)
}

// decide is the gate's whole opinion of a command, by one table, which it
// returns: no other function calls a command clear, and it has no effect but
// system calls that look.
func (w *workspace) decide(asked *subject, b book) (table, Reason) {
	t, ok := b.first()
	if !ok {
		return t, BadTable
	}
	if !same(t.bytes(offCatalogue, 32), asked.id.catalogue) {
		return t, OtherCatalogue
	}
	if !w.fresh(&t) {
		return t, StaleTable
	}
	if level := Level(t.u32(offFlags) & flagLevel); level < w.level {
		w.level = level
	}
	record := t.command(base(view(element(asked.argv, 0))))
	if record == 0 {
		return t, UnknownCommand
	}
	page, ok := b.page(&t, record)
	if !ok {
		return t, BadTable
	}
	w.locates = t.u32(record+8)&flagLocates != 0
	c := *asked
	c.table, c.page = t, page
	if why := w.environment(&c); why != Clear {
		return t, why
	}
	if !w.plainHome(&page) {
		return t, Environment
	}
	if w.homed { // pointers are stored in what surely lies on the stack
		c.home, c.realHome = view(&w.homes[0][0]), view(&w.homes[1][0])
		c.made = c.isMade()
	}
	c.work = c.working()
	return t, w.weigh(&c, b)
}

// weigh decides about a subject that has its tables, and about the commands that
// it runs.
func (w *workspace) weigh(c *subject, b book) Reason {
	if !clearText(c) {
		return OddText
	}
	if !w.projects(c) {
		return ProjectPolicy
	}
	w.inners = 0
	why := w.scan(c)
	for i := 0; why == Clear && i < w.inners; i++ {
		why = w.follow(c, b, i)
	}
	return why
}

// locate finds the real program and leaves it in program.
func (w *workspace) locate(c *subject, at *site) Reason {
	skip := w.skipped(c.id.root, at.self)
	if !skip.own() {
		return NotInstalled
	}
	if w.locates {
		w.locates = w.meant(view(element(c.argv, 0)), &skip)
	}
	list := ""
	for i := 0; element(c.envp, i) != nil; i++ {
		if value, ok := valueOf(view(element(c.envp, i)), "PATH"); ok {
			list = value
			break
		}
	}
	name := base(view(element(c.argv, 0)))
	if w.over(at, &skip) {
		if !same(base(view(&w.path[0])), name) {
			return Covering
		}
		w.under = true
		return w.keepProgram()
	}
	rest, ok := w.walk(name, list, &skip)
	if !ok {
		return NotFound
	}
	w.under = w.covered
	if why := w.keepProgram(); why != Clear {
		return why
	}
	if w.wrapper(view(&w.program[0]), name, rest, &skip, true) {
		return Wrapper
	}
	return Clear
}

// keepProgram keeps the path that was found.
func (w *workspace) keepProgram() Reason {
	for i := 0; i < len(w.program); i++ {
		if w.program[i] = w.path[i]; w.path[i] == 0 {
			return Clear
		}
	}
	return NotFound
}

// LoopSeconds is how many seconds of processor time a process may have used, in all the
// programs that it was, before the judge looks whether shims and what stands between
// them start each other without end.
const LoopSeconds = 2

// worked reports whether this process has used more than that.
func (f *finder) worked() bool { return sysUsed(&f.clock) == errNone && f.clock.sec >= LoopSeconds }
