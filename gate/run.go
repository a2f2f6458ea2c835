package gate

// Result is what the gate says of one run. The zero Result is not clear.
type Result struct {
	Reason  Reason
	Audited bool   // the line is in the log: nobody may write it again
	Path    string // of a clear command: the real program; valid until the next call
}

// site is where a run finds what the program does not carry. Only tests use
// another than the installed one.
type site struct {
	section *[sectionSize]byte
	system  string // directory of the system layer
}

const systemDir = "/etc/agent-loop"

// Run decides about the argv and envp it was started with, both ending with a
// nil pointer as the kernel passes them (execve(2)), and becomes the real
// program if the command is clear. It returns only if it did not: because the
// command is not clear, or because execve failed, which Audited tells. argv[0]
// and the environment go on untouched.
//
// A program that has raised its own limits, as Go's package os does with open
// files, must not call Run but Admit.
func Run(argv, envp **byte) Result {
	w := &shared
	result := w.admit(site{image(), systemDir}, argv, envp)
	if result.Reason == Clear {
		sysExec(&w.program[0], argv, envp)
		result.Reason = NotStarted
	}
	return result
}

// Early returns what the entry decided about this program's argv before the
// runtime started, and whether there was an entry. Where it decided nothing the
// Reason is Undecided. Of a command whose line is in the log and that could not
// be started (NotStarted) the Path is the one that was tried.
func Early() (result Result, entered bool) {
	w := &shared
	result = Result{Reason: w.reason, Audited: w.audited}
	if w.reason == NotStarted {
		result.Path = view(&w.program[0])
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
	if uint32(sysUser()) != id.uid {
		return Result{Reason: OtherUser}
	}
	n, errno := sysGetcwd(&w.cwd[0], len(w.cwd))
	if errno != errNone || n < 1 || w.cwd[0] != '/' {
		return Result{Reason: NoDirectory}
	}
	c := subject{argv: argv, envp: envp, argc: argc, id: id, dir: here, cwd: text(&w.cwd[0], n)}
	if why := w.layers(&c, at.system); why != Clear {
		return Result{Reason: why}
	}
	if why := w.locate(&c); why != Clear {
		return Result{Reason: why}
	}
	if !w.record(&c) {
		return Result{Reason: NoLine}
	}
	return Result{Reason: Clear, Audited: w.level != Off, Path: view(&w.program[0])}
}

// layers asks the system's table, where there is one, then the user's. The
// fullest level of the two counts for the line.
func (w *workspace) layers(c *subject, system string) Reason {
	w.level = Off
	why := w.ask(c, system, "/gate.bin", 0)
	if why == NotFound {
		if w.stat(system, "/policy.toml", noFollow) != errNoEntry {
			return SystemPolicy
		}
	} else if why != Clear {
		return why
	}
	why = w.ask(c, c.id.root, "/state/gate.bin", c.id.uid)
	if why == NotFound {
		return NoTable
	}
	if why == Clear && !w.own(c.id.root) {
		return OtherRoot
	}
	return why
}

// ask decides by a table that only uid or root can have written. NotFound says
// that there is none.
func (w *workspace) ask(c *subject, dir, name string, uid uint32) Reason {
	if !w.join(dir, name) {
		return NoTable
	}
	fd, errno := sysOpen(here, &w.path[0], oRead|oNoFollow|oCloexec|oNonblock, 0)
	if errno == errNoEntry {
		return NotFound
	}
	if errno != errNone {
		return NoTable
	}
	why := NoTable
	if sysFstat(fd, &w.st) == errNone && w.st.mode&modeType == modeFile && w.st.mode&0o022 == 0 &&
		(w.st.uid == uid || w.st.uid == 0) && w.st.size > 0 {
		why = w.decide(c, &book{fd: fd})
	}
	sysClose(fd)
	return why
}

// own reports whether the table in hand, which is valid, was compiled for this
// installation: it must hold this root's policy and lead to this root's trail. A
// table that is good elsewhere says nothing about the policy here.
func (w *workspace) own(root string) bool {
	if !joined(w.table.text(offDir), root, "/audit") {
		return false
	}
	at, count := w.table.list(secSource)
	for ; count > 0; count-- {
		if joined(w.table.text(at), root, "/policy.toml") {
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

// decide is the gate's whole opinion of a command, by one table: no other
// function calls a command clear, and it has no effect but system calls that
// look.
func (w *workspace) decide(c *subject, b *book) Reason {
	if !w.table.open(b) {
		return BadTable
	}
	if !same(w.table.bytes(offCatalogue, 32), c.id.catalogue) {
		return OtherCatalogue
	}
	if !w.fresh() {
		return StaleTable
	}
	if why := w.environment(c); why != Clear {
		return why
	}
	if !clearText(c) {
		return OddText
	}
	if !w.projects(c) {
		return ProjectPolicy
	}
	if level := Level(w.table.u32(offFlags) & flagLevel); level < w.level {
		w.level = level
	}
	record := w.table.command(base(view(element(c.argv, 0))))
	if record == 0 {
		return UnknownCommand
	}
	if !w.page.turn(b, &w.table, record) {
		return BadTable
	}
	work := *c
	work.work = w.working(&c.id, c.cwd)
	return w.scan(&work)
}

// locate finds the real program and leaves it in program.
func (w *workspace) locate(c *subject) Reason {
	skip := w.skipped(c.id.root)
	if !skip.own() {
		return NotInstalled
	}
	list := ""
	for i := 0; element(c.envp, i) != nil; i++ {
		if value, ok := valueOf(view(element(c.envp, i)), "PATH"); ok {
			list = value
			break
		}
	}
	if !w.walk(base(view(element(c.argv, 0))), list, &skip) {
		return NotFound
	}
	for i := 0; i < len(w.path); i++ {
		w.program[i] = w.path[i]
		if w.path[i] == 0 {
			break
		}
	}
	return Clear
}
