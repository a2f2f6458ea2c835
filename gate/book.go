package gate

import "unsafe"

// book is the mapped file of a table, or a Checker's bytes.
//
// It starts with the table for every command: sources, variables, places, and the names
// of the programs. Behind that comes a page for each program, a table of that program's
// syntaxes alone. A decision reads the first table and one page, so its cost does not
// grow with the number of programs. The file is mapped, not read: reading would touch
// every page of it.
type book struct{ data string }

// maxBook is far above any table, and far below the range of a 4-byte offset.
const maxBook = 16 << 20

// mapped maps size bytes of an open file. Its writer replaces the file and never modifies
// it, so the mapping does not change; if somebody truncated it instead, the process would
// die of SIGBUS and run nothing.
func mapped(fd int, size int64) (book, bool) {
	if size < headerSize || size > maxBook {
		return book{}, false
	}
	at, errno := sysMap(fd, int(size))
	if errno != errNone {
		return book{}, false
	}
	return book{unsafe.String(at, int(size))}, true
}

// close unmaps the book. No table of it may be used afterwards.
func (b book) close() { sysUnmap(unsafe.StringData(b.data), len(b.data)) }

// at returns the table in n bytes of a book, and whether it is valid.
func (b book) at(offset, n uint32) (t table, ok bool) {
	if n < headerSize || n > maxTable || uint64(offset)+uint64(n) > uint64(len(b.data)) {
		return table{}, false
	}
	t = table{b.data[offset : offset+n]}
	return t, t.validate()
}

// first returns the table at the start of a book.
func (b book) first() (table, bool) {
	if len(b.data) < headerSize {
		return table{}, false
	}
	return b.at(0, le32(b.data[offLength:]))
}

// page returns the page that a command's record in the first table names. It must be the
// page that was written together with that table.
func (b book) page(first *table, record uint32) (table, bool) {
	t, ok := b.at(uint32(len(first.data))+first.u32(record+12), first.u32(record+16))
	return t, ok && t.u64(offSum) == first.u64(record+24)
}

// root returns the syntax of a page's program, which the encoder writes last.
func (t *table) root() uint32 {
	_, count := t.list(secSyntax)
	if count == 0 {
		return 0
	}
	return t.syntax(count - 1)
}
