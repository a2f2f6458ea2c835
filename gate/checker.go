package gate

// Checker asks the gate about commands without running them: the same decision by the
// same code, without the search on PATH, the audit line and the exec. It is for tests
// that compare the gate with the judge. A Checker must not be used concurrently.
type Checker struct {
	w         workspace
	book      book
	section   [sectionSize]byte
	args, env vector
}

// NewChecker makes a Checker from the bytes of a table, which may be anything, and the
// identity that a shim would carry. The errors are Stamp's.
func NewChecker(table []byte, id Identity) (*Checker, error) {
	payload, err := id.payload()
	if err != nil {
		return nil, err
	}
	c := &Checker{book: book{string(table)}}
	fill(c.section[:], payload)
	return c, nil
}

// Check decides about argv and env in directory dir, and returns Clear or why
// not. After the first call with arguments of this size it allocates nothing.
func (c *Checker) Check(argv, env []string, dir string) Reason {
	if !supported {
		return Unsupported
	}
	args, ok := c.args.set(argv)
	vars, ok2 := c.env.set(env)
	if !ok || !ok2 {
		return OddText
	}
	argc, ok := measure(args)
	if !ok {
		return TooLong
	}
	id, ok := identify(&c.section)
	if !ok {
		return NotInstalled
	}
	fd, ok := c.enter(dir)
	if !ok {
		return NoDirectory
	}
	c.w.level = Off
	_, why := c.w.decide(&subject{
		argv: args, envp: vars, argc: argc, id: id,
		dir: fd, cwd: text(&c.w.cwd[0], c.w.realLen),
	}, c.book)
	sysClose(fd)
	return why
}

// IsOwn reports whether the table, with every program's page, is valid and was compiled for
// the identity's installation. Run checks that for the user's table and the page it uses.
func (c *Checker) IsOwn() bool {
	id, ok := identify(&c.section)
	first, whole := c.book.first()
	if !ok || !whole || !first.belongs(id.root) {
		return false
	}
	at, count := first.list(secCommand)
	for ; count > 0; count-- {
		if _, ok := c.book.page(&first, at); !ok {
			return false
		}
		at += width(secCommand)
	}
	return true
}

// enter opens dir and stores its name as the workspace's cwd.
func (c *Checker) enter(dir string) (fd int, ok bool) {
	if !c.w.join(dir, "") {
		return -1, false
	}
	fd, errno := sysOpen(here, &c.w.path[0], oPath|oDirectory|oCloexec, 0)
	if errno != errNone {
		return -1, false
	}
	if !c.w.nameOf(fd) {
		sysClose(fd)
		return -1, false
	}
	if c.w.realLen >= len(c.w.cwd) {
		sysClose(fd)
		return -1, false
	}
	copy(c.w.cwd[:], c.w.real[:])
	return fd, true
}
