package gate

// book is the file that holds a table: open, or for a Checker in memory.
//
// It starts with the table that counts for every command: sources, variables,
// places, and the names of the programs. Behind it stands a page for each
// program, a table of that program's syntaxes alone. A decision reads the first
// and one page, so that its cost does not grow with the programs there are.
type book struct {
	fd    int
	bytes string // the whole file, if fd is negative
}

// inMemory is the descriptor of a book that is no file.
const inMemory = -1

// firstRead is what is asked for before the length of the first table is known.
const firstRead = 12 << 10

// read puts up to n bytes from offset at of the file at p, and returns how many.
func (b *book) read(p []byte, at uint32, n int) int {
	if b.fd != inMemory {
		got, errno := sysPread(b.fd, &p[0], n, int64(at))
		if errno != errNone {
			return 0
		}
		return got
	}
	got := 0
	for got < n && int(at)+got < len(b.bytes) {
		p[got] = b.bytes[int(at)+got]
		got++
	}
	return got
}

// load takes the n bytes at offset at of a book, of which the first got are
// there already, and reports whether they are a whole table.
func (t *table) load(b *book, at uint32, n, got int) bool {
	t.length = 0
	if n < headerSize || n > maxTable {
		return false
	}
	for got < n {
		more := b.read(t.data[got:], at+uint32(got), n-got)
		if more <= 0 {
			return false
		}
		got += more
	}
	t.length = uint32(n)
	return t.validate()
}

// open reads the table that a book starts with.
func (t *table) open(b *book) bool {
	t.length = 0
	got := b.read(t.data[:], 0, firstRead)
	return got >= headerSize && t.load(b, 0, int(t.u32(offLength)), got)
}

// turn reads the page that a command's record in the first table names. It must
// be the very page that was written with that table.
func (t *table) turn(b *book, first *table, record uint32) bool {
	return t.load(b, first.length+first.u32(record+12), int(first.u32(record+16)), 0) && t.u64(offSum) == first.u64(record+24)
}

// root returns the syntax of a page's program: the encoder writes it last.
func (t *table) root() uint32 {
	_, count := t.list(secSyntax)
	if count == 0 {
		return 0
	}
	return t.syntax(count - 1)
}
