package gate

// Result is the gate's answer for one run. The zero Result is not clear.
type Result struct {
	Reason      Reason
	Audited     bool   // the line is in the log: nobody may write it again
	Path        string // for a clear command: the real program; valid until the next call
	FindsItself bool   // for a clear command: argv[0] must become Path
}

// site holds what a run needs from outside the program. Only tests use another than the
// installed one.
type site struct {
	section *[sectionSize]byte
	system  string // directory of the system layer
	user    uint32 // the effective one
	self    string // leads to the running program's file
	file    string // the name passed to execve(2) for it; "" if unknown
	execs   bool   // the gate itself becomes the program
	untimed bool   // the processor time of the process does not count: a test's has run other tests
}

const (
	systemDir  = "/etc/agent-loop"
	policyName = "/policy.toml"
)

// Run decides about the argv and envp it was started with, both ending with a nil pointer
// as the kernel passes them (execve(2)), and becomes the real program if the command is
// clear. It returns only if the command is not clear, or if execve failed, which Audited
// tells. The arguments and the environment do not change, with one exception: if a
// program finds itself by argv[0] and would find the shim, argv[0] becomes the path of
// the real program.
//
// A program that has raised its own limits, as Go's package os does with open files, must
// call Admit instead.
func Run(argv, envp **byte) Result { return shared.run(installed(sysUser()), argv, envp) }

// installed describes where the running program was installed, run by user.
func installed(user int) site {
	var at site // filled field by field, as a subject is
	at.section, at.system, at.user, at.self = image(), systemDir, uint32(user), ownFile
	return at
}

// run is Run at a given site.
func (w *workspace) run(at site, argv, envp **byte) Result {
	at.execs = true
	result := w.admit(at, argv, envp)
	if result.Reason == Clear {
		w.start(&at, argv, envp)
		result.Reason = NotStarted
	}
	return result
}

// start becomes the program. It returns only on failure, with argv restored.
func (w *workspace) start(at *site, argv, envp **byte) {
	file := &w.program[0]
	if w.under {
		if file = &w.target[0]; !w.uncoverProgram(at) {
			return
		}
	}
	called := *argv
	if w.findsItself {
		put(argv, &w.program[0])
	}
	sysExec(file, argv, envp)
	put(argv, called)
}

// Early returns what the entry decided about this program's argv before the runtime
// started, and whether there was an entry. If it decided nothing, the Reason is
// Undecided. If a command's line is in the log but the program could not be started
// (NotStarted), Path is the program that was tried.
func Early() (result Result, entered bool) {
	w := &shared
	result = Result{Reason: w.reason, Audited: w.audited}
	if w.reason == NotStarted {
		result.Path, result.FindsItself = view(&w.program[0]), w.findsItself
	}
	return result, w.entered
}

// admit is everything in Run before the exec.
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
	var c subject // filled field by field: for a composite literal the compiler makes a template in a page of its own
	c.argv, c.envp, c.argc, c.id = argv, envp, argc, id
	c.dir, c.cwd = here, text(&w.cwd[0], n)
	if why := w.layers(&c, &at); why != Clear {
		return Result{Reason: why}
	}
	return Result{Reason: Clear, Audited: w.level != Off, Path: view(&w.program[0]), FindsItself: w.findsItself}
}

// layers asks the system's table, if there is one, then the user's. If both clear the
// command it does the rest before the exec. The fuller level of the two applies to the
// line.
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

// settle decides by the user's table and then writes the line, last, because nothing else
// leaves a trace. lone says that the system has no table; then it must not have a policy
// either.
func (w *workspace) settle(c *subject, b book, at *site, lone bool) Reason {
	t, why := w.decide(c, b)
	w.current = why >= UnknownSubcommand && why <= Hooked // these reasons come after every check of the table itself
	if why != Clear {
		return why
	}
	if !t.belongs(c.id.root) {
		return OtherRoot
	}
	if lone && !t.source(at.system, flagAbsent) && w.stat(at.system, policyName, noFollow) != errNoEntry {
		return SystemPolicy
	}
	if !at.untimed && w.usedTooLong() {
		return Worked
	}
	if why := w.locate(c, at); why != Clear {
		return why
	}
	if at.execs && !w.canExecDirectly(c) {
		return Undecided
	}
	if !w.record(c, &t) {
		return NoLine
	}
	return Clear
}

// open maps a file of tables that only uid or root can have written. NotFound means that
// there is none, Clear that it is open.
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

// bind maps an open file if only uid or root can write it.
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

// belongs reports whether a valid table was compiled for the installation at root: it
// must have this root's policy as a source and lead to this root's trail. A table that is
// valid elsewhere says nothing about the policy here.
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

// decide makes the gate's whole decision about a command by one table, which it returns.
// No other function clears a command, and its only effects are system calls that read.
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
	w.findsItself = t.u32(record+8)&flagFindsItself != 0
	c := *asked
	c.table, c.page = t, page
	if why := w.environment(&c); why != Clear {
		return t, why
	}
	if !w.plainHome(&page) {
		return t, Environment
	}
	if w.homed { // store pointers only in what is certainly on the stack
		c.home, c.realHome = view(&w.homes[0][0]), view(&w.homes[1][0])
		c.made = c.isMade()
	}
	c.work = c.isWorkDir()
	return t, w.weigh(&c, b)
}

// weigh decides about a command and its nested commands, by the tables in c.
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

// locate finds the real program and stores it in program.
func (w *workspace) locate(c *subject, at *site) Reason {
	skip := w.skipped(c.id.root, at.self)
	if !skip.isInstalled() {
		return NotInstalled
	}
	if w.findsItself {
		w.findsItself = w.leadsToShim(view(element(c.argv, 0)), &skip)
	}
	list := ""
	for i := 0; element(c.envp, i) != nil; i++ {
		if value, ok := valueOf(view(element(c.envp, i)), "PATH"); ok {
			list = value
			break
		}
	}
	name := base(view(element(c.argv, 0)))
	if w.startedOver(at, &skip) {
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

// keepProgram stores the path that was found.
func (w *workspace) keepProgram() Reason {
	for i := 0; i < len(w.program); i++ {
		if w.program[i] = w.path[i]; w.path[i] == 0 {
			return Clear
		}
	}
	return NotFound
}

// LoopSeconds is how many seconds of processor time a process may use, over all programs
// that it has been, before the judge checks whether shims and programs between them start
// each other endlessly.
const LoopSeconds = 2

// usedTooLong reports whether this process has used at least LoopSeconds of processor time.
func (f *finder) usedTooLong() bool {
	return sysUsed(&f.clock) == errNone && f.clock.sec >= LoopSeconds
}
