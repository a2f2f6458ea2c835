package gate

// A table is flat, in little-endian, every offset from its start:
//
//	0    magic          8
//	8    checksum       8, of everything from byte 16 on
//	16   version        4
//	20   length         4, of the whole table
//	24   catalogue     32
//	56   flags          4: level, required, network, pinned, unknown
//	60   full           4, the size from which a day's file is, 0 for none
//	64   audit directory, profile: text references
//	80   sections       8 each: offset, count of records; of places their bytes
//	184  records, then the texts
//
// A text reference is an offset and a length, 4 bytes each. Records:
//
//	source  64: path, flags 4, zero 4, dev, ino, size, mtime, ctime 8 each, uid 4, mode 4
//	word    16: text, flags 4, zero 4        variables by their first bytes, zones, names
//	place    2: flags 1, length 1, and behind that its text; from "~/" on without these two
//	command 32: name, flags 4, page: offset behind the table 4, length 4, zero 4, checksum 8
//	syntax  32: options, subcommands as first and count 4 each, flags 4,
//	            after, rest, last, number of first 1 each, first 4, min 2, max 2
//	option  16: name, forms 1, value 1, effects 1, zero 1, cases 2, zero 2
//	sub     16: name, syntax index 4, zero 4
//
// The second byte of a syntax's flags counts its cases: records before its own, of
// which only the operands count. An option's cases are a bit for each that it
// makes apply, and behind those eight one for each that wants it as well.
//
// validate looks at every one of these once; after it no read can leave the
// table, whatever the records say.
const (
	maxTable     = 128 << 10
	tableVersion = 11
	tableMagic   = "shimgate"

	offSum       = 8
	offVersion   = 16
	offLength    = 20
	offCatalogue = 24
	offFlags     = 56
	offFull      = 60
	offDir       = 64
	offProfile   = 72
	offSections  = 80
	headerSize   = offSections + 8*sections
)

// The sections in their order.
const (
	secSource = iota
	secVariable
	secTemp
	secSystem
	secHome
	secFree
	secPlace
	secOwn // places below a home
	secName
	secCommand
	secSyntax
	secOption
	secSub
	secDotfile // files below a home, each with its leading slash
	sections
)

// Flags of the header and of the records.
const (
	flagLevel    = 0xff
	flagRequired = 1 << 8
	flagNetwork  = 1 << 9
	flagPinned   = 1 << 10
	flagUnknown  = 1 << 11

	flagAbsent      = 1 // source
	flagProject     = 2
	flagPrefix      = 1 // variable, name
	flagSuffix      = 2 // name
	flagWrites      = 4 // place, name: protected from writes alone
	flagPattern     = 8 // place: "*" or "?" in it
	flagVersion     = 1 // command: also with a version behind the name
	flagFindsItself = 2 // command: argv[0] is to be its path

	flagBundle    = 1 // syntax
	flagPermute   = 2
	flagNetworked = 4
	flagHooked    = 8
	flagLenient   = 16
	flagAlone     = 32
	flagBareWords = 64  // it has options without a dash
	flagDot       = 128 // of its operands, or a case's
	flagAnd       = 1 << 16
	flagFeeds     = 1 << 17
	flagRuns      = 1 << 18 // its operands end in a command

	effectTree = 1 // option
)

// table is a table in its mapped file. It is validated, never decoded.
type table struct{ data string }

func (t *table) u8(at uint32) byte    { return t.data[at] }
func (t *table) u16(at uint32) uint32 { return uint32(t.data[at]) | uint32(t.data[at+1])<<8 }
func (t *table) u32(at uint32) uint32 { return le32(t.data[at:]) }
func (t *table) u64(at uint32) uint64 { return le64(t.data[at:]) }

// text returns the text whose reference is at at.
func (t *table) text(at uint32) string {
	off, n := t.u32(at), t.u32(at+4)
	if n == 0 {
		return ""
	}
	return t.data[off : off+n]
}

func (t *table) bytes(at, n uint32) string { return t.data[at : at+n] }

// list returns where a section's records start, and how many there are.
func (t *table) list(section uint32) (at, count uint32) {
	return t.u32(offSections + 8*section), t.u32(offSections + 8*section + 4)
}

// width is the size of a section's records.
func width(section uint32) uint32 {
	if section == secSource {
		return 64
	}
	if section == secSyntax || section == secCommand {
		return 32
	}
	if section == secPlace || section == secOwn {
		return 1
	}
	return 16
}

// validate reports whether the table is whole: header, checksum, and every offset, count
// and code in it.
func (t *table) validate() bool {
	n := uint32(len(t.data))
	if n < headerSize || n > maxTable || n%8 != 0 || !same(t.bytes(0, 8), tableMagic) ||
		t.u32(offVersion) != tableVersion || t.u32(offLength) != n || t.u64(offSum) != checksum(t.data[16:]) {
		return false
	}
	level := t.u32(offFlags) & flagLevel
	if level > uint32(Off) || level == uint32(Off) && t.u32(offFlags)&flagRequired != 0 {
		return false
	}
	if !t.validText(offDir) || !t.validText(offProfile) {
		return false
	}
	for s := uint32(0); s < sections; s++ {
		at, count := t.list(s)
		if at < headerSize || at%8 != 0 || uint64(at)+uint64(count)*uint64(width(s)) > uint64(n) {
			return false
		}
	}
	return t.validRecords()
}

// validText reports whether the reference at at names a text inside.
func (t *table) validText(at uint32) bool {
	ref := t.u64(at)
	off, n := ref&(1<<32-1), ref>>32
	return off >= headerSize && n <= maxPath && off+n <= uint64(len(t.data))
}

// validRecords checks each record of each section, whose bounds are known.
func (t *table) validRecords() bool {
	for s := uint32(0); s < sections; s++ {
		at, count := t.list(s)
		if s == secPlace || s == secOwn {
			if !t.validPlaces(at, count) {
				return false
			}
			continue
		}
		for step := width(s); count > 0; count-- {
			ok := false
			if s == secSyntax {
				ok = t.validSyntax(at)
			} else {
				ok = t.validText(at) && t.u32(at+4) > 0 && t.validEntry(s, at)
			}
			if !ok {
				return false
			}
			at += step
		}
	}
	return true
}

// validPlaces checks each place of a section.
func (t *table) validPlaces(at, size uint32) bool {
	for end := at + size; at < end; at += 2 + uint32(t.u8(at+1)) {
		if end-at < 3 || t.u8(at+1) == 0 || end-at-2 < uint32(t.u8(at+1)) {
			return false
		}
	}
	return true
}

// validEntry checks a record's fields besides its text, which is not empty.
func (t *table) validEntry(section, at uint32) bool {
	if section == secVariable || section == secName {
		return true
	}
	if section == secCommand {
		return uint64(len(t.data))+uint64(t.u32(at+12))+maxTable < 1<<32
	}
	if section == secSub {
		_, syntaxes := t.list(secSyntax)
		return t.u32(at+8) < syntaxes
	}
	first := t.u8(t.u32(at))
	if section == secOption {
		return validForms(Forms(t.u8(at+8)), Kind(t.u8(at+9)))
	}
	return first == '/'
}

// validForms reports whether an option's forms fit its value.
func validForms(f Forms, value Kind) bool {
	if value == None {
		return f == Bare || f == Refused
	}
	return value < Same && f&Bare&(f>>1) == 0 && f != Bare && f&(Next|Attached) != 0 && f&^allForms == 0
}

// validSyntax checks one syntax record.
func (t *table) validSyntax(at uint32) bool {
	_, options := t.list(secOption)
	_, subs := t.list(secSub)
	if uint64(t.u32(at))+uint64(t.u32(at+4)) > uint64(options) || uint64(t.u32(at+8))+uint64(t.u32(at+12)) > uint64(subs) {
		return false
	}
	start, _ := t.list(secSyntax)
	if cases := uint32(t.u8(at + 17)); cases > MaxCases || at-start < 32*cases {
		return false
	}
	if Kind(t.u8(at+20)) > Same || Kind(t.u8(at+21)) >= Same || Kind(t.u8(at+22)) >= Same || t.u8(at+23) > MaxFirst {
		return false
	}
	for i := uint32(0); i < MaxFirst; i++ {
		if Kind(t.u8(at+24+i)) >= Same {
			return false
		}
	}
	return true
}

// syntax returns the record of the i-th syntax.
func (t *table) syntax(i uint32) uint32 {
	at, _ := t.list(secSyntax)
	return at + i*32
}

// option returns the record of a syntax's option by its exact name, or 0.
func (t *table) option(syntax uint32, name string) uint32 {
	at, _ := t.list(secOption)
	at += t.u32(syntax) * 16
	return t.entry(at, t.u32(syntax+4), name)
}

// sub returns the syntax a subcommand selects, or 0.
func (t *table) sub(syntax uint32, name string) uint32 {
	at, _ := t.list(secSub)
	at += t.u32(syntax+8) * 16
	if at = t.entry(at, t.u32(syntax+12), name); at == 0 {
		return 0
	}
	return t.syntax(t.u32(at + 8))
}

// entry returns the record among count at at that has this name, or 0.
func (t *table) entry(at, count uint32, name string) uint32 {
	for ; count > 0; count-- {
		if int(t.u32(at+4)) == len(name) && same(t.text(at), name) {
			return at
		}
		at += 16
	}
	return 0
}

// command returns the record of a program by the base name of argv[0], or 0.
func (t *table) command(name string) uint32 {
	at, count := t.list(secCommand)
	for ; count > 0; count-- {
		text := t.text(at)
		if same(text, name) || t.u32(at+8)&flagVersion != 0 && prefixed(name, text) && isVersion(name[len(text):]) {
			return at
		}
		at += 32
	}
	return 0
}

// isVersion reports whether s is digits with single dots between them.
func isVersion(s string) bool {
	last := byte('.')
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) && (s[i] != '.' || last == '.') {
			return false
		}
		last = s[i]
	}
	return last != '.'
}
