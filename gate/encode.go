package gate

// The errors of Encode name the wrong part of the Spec; if one entry is to blame, its
// text follows ": ".
const (
	ErrPath    = Error("not a canonical absolute path")
	ErrName    = Error("empty or unusable name")
	ErrTwice   = Error("name listed twice")
	ErrOption  = Error("option whose name, forms and value do not fit")
	ErrOperand = Error("operands whose kinds and counts do not fit")
	ErrAudit   = Error("audit settings do not fit")
	ErrSize    = Error("table too large")
	ErrTable   = Error("table is inconsistent")
)

// SpecError is an error of Encode about one entry.
type SpecError struct {
	Kind  Error
	Entry string
}

// Error returns the kind and the entry.
func (e SpecError) Error() string { return string(e.Kind) + ": " + e.Entry }

// Unwrap returns the kind.
func (e SpecError) Unwrap() error { return e.Kind }

// Encode returns the table for s, ready to be written to gate.bin. It refuses an
// inconsistent Spec with a SpecError or ErrSize.
func Encode(s Spec) ([]byte, error) {
	table, left, err := EncodeEach(s)
	if err == nil && len(left) > 0 {
		err = left[0].Why
	}
	if err != nil {
		return nil, err
	}
	return table, nil
}

// Omission is a command that has no page in a table, and why.
type Omission struct {
	Names []string
	Why   error
}

// EncodeEach is Encode for a Spec with commands of many authors. It omits and returns each
// command that cannot be encoded; the gate then never clears it. The other commands are not
// affected.
func EncodeEach(s Spec) (table []byte, left []Omission, err error) {
	e := encoder{}
	e.sources(s.Sources)
	e.variables(s.Variables)
	e.zones(s.Zones)
	var pages []byte
	for _, c := range s.Commands {
		page, err := encodePage(&c)
		if err == nil {
			err = e.checkNames(c)
		}
		if err != nil {
			left = append(left, Omission{c.Names, err})
			continue
		}
		e.command(c, uint32(len(pages)), page)
		pages = append(pages, page...)
	}
	if table, err = e.assemble(s); err != nil {
		return nil, left, err
	}
	if len(table)+len(pages) > maxBook {
		return nil, left, ErrSize
	}
	return append(table, pages...), left, nil
}

// encodePage returns the table of one program: the variables that it reads, and its
// syntaxes, its main one last.
func encodePage(c *Command) ([]byte, error) {
	p := encoder{}
	p.variables(append(append([]Variable(nil), c.Variables...), c.Settings...))
	for _, s := range c.Settings {
		if position(s.Name, '.') < 0 {
			p.fail(ErrName, s.Name)
		}
	}
	for _, path := range c.Dotfiles {
		p.path(secDotfile, "/"+path, 0)
	}
	p.syntax(c.Syntax)
	return p.finish(make([]byte, offDir, maxTable), "", "")
}

// encoder collects the records of each section. The texts follow all records, so their offsets
// are relative until finish.
type encoder struct {
	records [sections][]byte
	texts   []byte
	seen    map[string]uint32
	names   []Command // one entry per name
	err     error
}

func (e *encoder) fail(kind Error, entry string) {
	if e.err == nil {
		e.err = SpecError{kind, entry}
	}
}

// ref appends a text reference to b.
func (e *encoder) ref(b []byte, text string) []byte {
	at, ok := e.seen[text]
	if !ok {
		if e.seen == nil {
			e.seen = map[string]uint32{}
		}
		at = uint32(len(e.texts))
		e.seen[text] = at
		e.texts = append(e.texts, text...)
	}
	if len(text) > maxPath {
		e.fail(ErrSize, text[:64])
	}
	return append32(append32(b, at), uint32(len(text)))
}

func (e *encoder) word(section int, text string, flags uint32, ok bool) {
	if !ok {
		e.fail(ErrName, text)
	}
	e.records[section] = append32(append32(e.ref(e.records[section], text), flags), 0)
}

func (e *encoder) path(section int, path string, flags uint32) {
	if !canonical(path) || path == "/" {
		e.fail(ErrPath, path)
	}
	e.word(section, path, flags, path != "")
}

// variables adds variables, sorted by their first bytes: there are many, and the gate looks up
// each variable of the environment.
func (e *encoder) variables(variables []Variable) {
	for first := range 256 {
		for _, v := range variables {
			if v.Name == "" || position(v.Name, '=') >= 0 {
				e.fail(ErrName, v.Name)
			} else if int(v.Name[0]) == first {
				e.word(secVariable, v.Name, flagIf(v.Prefix, flagPrefix), true)
			}
		}
	}
}

// place adds a protected place: an absolute path, or one that begins with "~/".
func (e *encoder) place(p Place) {
	section, text := secPlace, p.Path
	if prefixed(text, "~/") {
		section, text = secOwn, text[2:]
	}
	if whole := p.Path; section == secPlace && (!canonical(whole) || whole == "/") || section == secOwn && !canonical("/"+text) || text == "" {
		e.fail(ErrPath, whole)
	}
	if len(text) > MaxPlace {
		e.fail(ErrSize, text[:64])
		return
	}
	flags := flagIf(p.Access == Writes, flagWrites) | flagIf(position(text, '*') >= 0 || position(text, '?') >= 0, flagPattern)
	e.records[section] = append(append(e.records[section], byte(flags), byte(len(text))), text...)
}

func (e *encoder) sources(sources []Source) {
	for _, s := range sources {
		if !canonical(s.Path) || s.Project && (s.Absent || base(s.Path) != ProjectFile) {
			e.fail(ErrPath, s.Path)
		}
		b := e.ref(e.records[secSource], s.Path)
		b = append32(b, flagIf(s.Absent, flagAbsent)|flagIf(s.Project, flagProject))
		b = append32(b, 0)
		for _, v := range []uint64{s.Dev, s.Ino, uint64(s.Size), uint64(s.Mtime), uint64(s.Ctime)} {
			b = append32(append32(b, uint32(v)), uint32(v>>32))
		}
		e.records[secSource] = append32(append32(b, s.UID), s.Mode)
	}
}

func (e *encoder) zones(z Zones) {
	for _, list := range []struct {
		section int
		paths   []string
	}{{secTemp, z.Temps}, {secSystem, z.System}, {secHome, z.Homes}, {secFree, z.Free}} {
		for _, p := range list.paths {
			e.path(list.section, p, 0)
		}
	}
	for _, p := range z.Paths {
		e.place(p)
	}
	for _, n := range z.Names {
		flags := flagIf(n.Match == Prefix, flagPrefix) | flagIf(n.Match == Suffix, flagSuffix) | flagIf(n.Access == Writes, flagWrites)
		e.word(secName, n.Text, flags, n.Text != "" && position(n.Text, '/') < 0 && n.Match <= Suffix)
	}
}

// command adds the names of a program. Its page is at offset at from the end of the table.
func (e *encoder) command(c Command, at uint32, page []byte) {
	for _, name := range c.Names {
		e.names = append(e.names, Command{Names: []string{name}, Versioned: c.Versioned})
		b := append32(e.ref(e.records[secCommand], name), flagIf(c.Versioned, flagVersion)|flagIf(c.FindsItself, flagFindsItself))
		b = append32(append32(append32(b, at), uint32(len(page))), 0)
		e.records[secCommand] = append(b, page[offSum:offSum+8]...)
	}
}

// checkNames returns an error if a command's names cannot be in the table: each must be a file
// name that no earlier command matches.
func (e *encoder) checkNames(c Command) error {
	if len(c.Names) == 0 {
		return SpecError{ErrName, "command without a name"}
	}
	known := e.names[:len(e.names):len(e.names)]
	for i, name := range c.Names {
		if !plain(name) || base(name) != name || len(name) > maxPath {
			return SpecError{ErrName, name}
		}
		own := Command{Names: c.Names[i : i+1], Versioned: c.Versioned}
		for _, other := range known {
			if own.answers(other.Names[0]) || other.answers(name) {
				return SpecError{ErrTwice, name}
			}
		}
		known = append(known, own)
	}
	return nil
}

// answers reports whether name matches a command of one name.
func (c Command) answers(name string) bool {
	own := c.Names[0]
	return name == own || c.Versioned && prefixed(name, own) && isVersion(name[len(own):])
}

// once refuses a name that records already contains.
func (e *encoder) once(records []byte, name string) {
	at, ok := e.seen[name]
	for ; ok && len(records) > 0; records = records[16:] {
		if le32(string(records[:4])) == at && int(le32(string(records[4:8]))) == len(name) {
			e.fail(ErrTwice, name)
		}
	}
}

// assemble makes the first table, which applies to every command.
func (e *encoder) assemble(s Spec) ([]byte, error) {
	a := s.Audit
	if !canonical(a.Dir) || a.Level > Off || a.Level == Off && a.Required || !plain(a.Profile) {
		e.fail(ErrAudit, a.Dir)
	}
	head := make([]byte, offDir, maxTable)
	copy(head[offCatalogue:], s.Catalogue[:])
	put32(head[offFlags:], uint32(a.Level)|flagIf(a.Required, flagRequired)|flagIf(s.Network, flagNetwork)|flagIf(s.Zones.Pinned, flagPinned)|flagIf(s.Unknown, flagUnknown))
	put32(head[offFull:], a.Full)
	return e.finish(head, a.Dir, a.Profile)
}

// finish appends the two texts of the header, the records and all other texts to head, and
// validates the result.
func (e *encoder) finish(head []byte, dir, profile string) ([]byte, error) {
	copy(head, tableMagic)
	put32(head[offVersion:], tableVersion)
	head = e.ref(e.ref(head, dir), profile)
	at := uint32(headerSize)
	for i, records := range e.records {
		head = append32(append32(head, at), uint32(len(records))/width(uint32(i)))
		for len(records)%8 != 0 {
			records = append(records, 0)
		}
		e.records[i] = records
		at += uint32(len(records))
	}
	shift(head[offDir:offSections], 8, at)
	for i, records := range e.records {
		if i != secSyntax && i != secPlace && i != secOwn {
			shift(records, int(width(uint32(i))), at)
		}
		head = append(head, records...)
	}
	head = append(head, e.texts...)
	for len(head)%8 != 0 {
		head = append(head, 0)
	}
	if e.err != nil {
		return nil, e.err
	}
	return seal(head)
}

// seal writes length and checksum, then validates the table as the gate will.
func seal(data []byte) ([]byte, error) {
	if len(data) > maxTable {
		return nil, ErrSize
	}
	put32(data[offLength:], uint32(len(data)))
	put64(data[offSum:], checksum(string(data[16:])))
	t := table{string(data)}
	if !t.validate() {
		return nil, ErrTable
	}
	return data, nil
}

// shift adds by to the first word of each record, which is its text's offset.
func shift(records []byte, width int, by uint32) {
	for ; len(records) > 0; records = records[width:] {
		put32(records, le32(string(records[:4]))+by)
	}
}

func append32(b []byte, v uint32) []byte {
	return append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
}

func flagIf(on bool, flag uint32) uint32 {
	if on {
		return flag
	}
	return 0
}
