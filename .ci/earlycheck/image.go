package main

import (
	"cmp"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
)

// An image is a binary as it is mapped and relocated, before any of it runs.
type image struct {
	machine   elf.Machine
	entry     uint64
	functions []symbol          // by address
	variables []symbol          // by address
	names     map[string]bool   // of all functions
	pointers  map[uint64]uint64 // what relocation writes, by address
	moves     bool              // position-independent: there are no other pointers
	segments  []*elf.Prog
	constants []*elf.Section // of data that nothing writes once it is relocated
}

// A symbol is a function or a variable.
type symbol struct {
	name       string
	addr, size uint64
}

func (s symbol) holds(addr uint64) bool {
	return addr >= s.addr && addr < s.addr+s.size || addr == s.addr
}

// relative are the relocations that write base plus addend. The base is 0 here.
var relative = map[elf.Machine]uint32{
	elf.EM_X86_64:  uint32(elf.R_X86_64_RELATIVE),
	elf.EM_AARCH64: uint32(elf.R_AARCH64_RELATIVE),
}

// readImage reads a binary that has its symbols.
func readImage(name string) (*image, error) {
	f, err := elf.Open(name)
	if err != nil {
		return nil, err
	}
	m := &image{machine: f.Machine, entry: f.Entry, moves: f.Type == elf.ET_DYN, names: map[string]bool{}, pointers: map[uint64]uint64{}}
	if _, ok := relative[f.Machine]; !ok || f.Class != elf.ELFCLASS64 {
		return nil, fmt.Errorf("%v: only amd64 and arm64 are understood", f.Machine)
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			m.segments = append(m.segments, p)
		}
	}
	for _, s := range f.Sections {
		if s.Flags&(elf.SHF_ALLOC|elf.SHF_EXECINSTR) == elf.SHF_ALLOC && (s.Flags&elf.SHF_WRITE == 0 || strings.HasPrefix(s.Name, ".data.rel.ro")) {
			m.constants = append(m.constants, s)
		}
	}
	if err := m.readSymbols(f); err != nil {
		return nil, err
	}
	return m, m.readRelocations(f)
}

// readSymbols sorts the symbols into functions and variables.
func (m *image) readSymbols(f *elf.File) error {
	all, err := f.Symbols()
	if errors.Is(err, elf.ErrNoSymbols) {
		return errors.New("has no symbols: build it without -s")
	}
	if err != nil {
		return err
	}
	for _, s := range all {
		if s.Section == elf.SHN_UNDEF || int(s.Section) >= len(f.Sections) || s.Name == "" {
			continue
		}
		in := f.Sections[s.Section]
		named := symbol{name: strings.TrimSuffix(s.Name, ".abi0"), addr: s.Value, size: s.Size}
		switch {
		case elf.ST_TYPE(s.Info) == elf.STT_TLS || in.Flags&elf.SHF_ALLOC == 0:
		case in.Flags&elf.SHF_EXECINSTR != 0:
			m.functions = append(m.functions, named)
			m.names[named.name] = true
		case in.Flags&elf.SHF_WRITE != 0 && !slices.Contains(m.constants, in):
			m.variables = append(m.variables, named)
		}
	}
	for _, list := range [][]symbol{m.functions, m.variables} {
		slices.SortStableFunc(list, func(a, b symbol) int { return cmp.Compare(a.addr, b.addr) })
	}
	return nil
}

// readRelocations takes the relocations that the dynamic linker applies. One that
// is not understood might put anything anywhere.
func (m *image) readRelocations(f *elf.File) error {
	for _, s := range f.Sections {
		if s.Type != elf.SHT_RELA || s.Flags&elf.SHF_ALLOC == 0 {
			continue
		}
		data, err := s.Data()
		if err != nil {
			return err
		}
		for ; len(data) >= 24; data = data[24:] {
			at, info, addend := f.ByteOrder.Uint64(data), f.ByteOrder.Uint64(data[8:]), f.ByteOrder.Uint64(data[16:])
			if uint32(info) != relative[m.machine] {
				return fmt.Errorf("relocation of type %d at %#x is not understood", uint32(info), at)
			}
			m.pointers[at] = addend
		}
	}
	return nil
}

// read returns n bytes at addr, fewer where the file ends; zeros follow there.
func (m *image) read(addr, n uint64) []byte {
	for _, p := range m.segments {
		if addr >= p.Vaddr && addr < p.Vaddr+p.Filesz {
			data := make([]byte, min(n, p.Vaddr+p.Filesz-addr))
			if _, err := p.ReadAt(data, int64(addr-p.Vaddr)); err != nil && !errors.Is(err, io.EOF) {
				return nil
			}
			return data
		}
	}
	return nil
}

// pointer returns the pointer at addr as it is when the program starts, or 0 if
// there is none for sure.
func (m *image) pointer(addr uint64) uint64 {
	if p, ok := m.pointers[addr]; ok || m.moves {
		return p
	}
	data := m.read(addr, 8)
	if len(data) < 8 {
		return 0
	}
	v := uint64(0)
	for i := 7; i >= 0; i-- {
		v = v<<8 | uint64(data[i])
	}
	return v
}

// function returns the function that addr lies in.
func (m *image) function(addr uint64) (symbol, bool) { return find(m.functions, addr) }

// variable returns the variable that addr lies in.
func (m *image) variable(addr uint64) (symbol, bool) { return find(m.variables, addr) }

// constant reports whether addr lies in data that nothing writes. Much of it, such
// as the texts, has no name.
func (m *image) constant(addr uint64) bool {
	return slices.ContainsFunc(m.constants, func(s *elf.Section) bool { return addr >= s.Addr && addr < s.Addr+s.Size })
}

// find returns the last of the symbols that hold addr: of those that overlap, as
// a section's start does with its first symbol, it is the most particular.
func find(list []symbol, addr uint64) (symbol, bool) {
	i := sort.Search(len(list), func(i int) bool { return list[i].addr > addr })
	for i--; i >= 0; i-- {
		if list[i].holds(addr) {
			return list[i], true
		}
		if list[i].size > 0 {
			break
		}
	}
	return symbol{}, false
}
