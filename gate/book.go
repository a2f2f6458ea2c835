package gate

import "unsafe"

// book is the file that holds a table, mapped, or a Checker's bytes.
//
// It starts with the table that counts for every command: sources, variables,
// places, and the names of the programs. Behind it stands a page for each
// program, a table of that program's syntaxes alone. A decision looks at the
// first and at one page, so that its cost does not grow with the programs there
// are. What is mapped is not copied: of a read, the most would be page faults.
type book struct{ data string }

// maxBook is far above any table, and far below what a 4-byte offset can say.
const maxBook = 16 << 20

// mapped maps size bytes of an open file. The file is replaced by its writer,
// never written again, so what is mapped stays as it is; were it truncated
// instead, the process would end by SIGBUS and run nothing.
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

// close unmaps what was mapped. No table of the book may be used then.
func (b book) close() { sysUnmap(unsafe.StringData(b.data), len(b.data)) }

// at returns n bytes of a book, and whether they are a whole table.
func (b book) at(offset, n uint32) (t table, ok bool) {
	if n < headerSize || n > maxTable || uint64(offset)+uint64(n) > uint64(len(b.data)) {
		return table{}, false
	}
	t = table{b.data[offset : offset+n]}
	return t, t.validate()
}

// first returns the table that a book starts with.
func (b book) first() (table, bool) {
	if len(b.data) < headerSize {
		return table{}, false
	}
	return b.at(0, le32(b.data[offLength:]))
}

// page returns the page that a command's record in the first table names. It
// must be the very page that was written with that table.
func (b book) page(first *table, record uint32) (table, bool) {
	t, ok := b.at(uint32(len(first.data))+first.u32(record+12), first.u32(record+16))
	return t, ok && t.u64(offSum) == first.u64(record+24)
}

// root returns the syntax of a page's program: the encoder writes it last.
func (t *table) root() uint32 {
	_, count := t.list(secSyntax)
	if count == 0 {
		return 0
	}
	return t.syntax(count - 1)
}
