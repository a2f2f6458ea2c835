//go:build linux && arm64

// Linker64 stands for Android's dynamic linker where there is none. It loads
// position-independent programs as the real one does, in both of its ways:
//
//   - as the interpreter of a program, which the kernel has mapped;
//   - started itself, as "linker64 PROGRAM ARG…": then it maps PROGRAM, and leaves
//     the arguments and the auxiliary vector as the kernel wrote them for itself.
//
// It is linked with -E main.start, and uses nothing of Go's runtime: the stack it
// hands on must be the one it got.
package main

import "unsafe"

func main() {}

const (
	loadSegment, dynamicSegment = 1, 2      // PT_LOAD, PT_DYNAMIC
	relocations, relocationSize = 7, 8      // DT_RELA, DT_RELASZ
	relative                    = 1027      // R_AARCH64_RELATIVE
	phdrs, phnum, entryKey      = 3, 5, 9   // AT_PHDR, AT_PHNUM, AT_ENTRY
	page                        = 64 << 10  // the largest there is
	room                        = 256 << 20 // for any program
	private, fixed, anonymous   = 2, 16, 32 // MAP_…
	readWrite, execute          = 3, 4      // PROT_…
	exitCall, openCall, mapCall = 94, 56, 222
	cwd                         = ^uintptr(99) // AT_FDCWD
)

// header is Elf64_Ehdr as far as it is wanted, segment Elf64_Phdr.
type (
	header struct {
		ident  [24]byte
		entry  uintptr
		phoff  uintptr
		shoff  uintptr
		flags  uint32
		size   uint16
		phsize uint16
		phnum  uint16
	}
	segment struct {
		kind, flags                                 uint32
		offset, vaddr, paddr, filesz, memsz, aligns uintptr
	}
)

// start is where the kernel starts this program; origin says where that is.
func start()

func origin() uintptr

func call(number, a, b, c, d, e, f uintptr) uintptr

// load makes the program ready and returns where it starts. sp is the stack as the
// kernel left it.
func load(sp uintptr) uintptr {
	argv := sp + 8
	auxv := behind(behind(argv))
	if entry := auxiliary(auxv, entryKey); entry != origin() {
		first := auxiliary(auxv, phdrs)
		own := (*segment)(at(first)).vaddr // PT_PHDR comes first, and says where it is itself
		relocate(first-own, first, auxiliary(auxv, phnum))
		return entry
	}
	fd := call(openCall, cwd, word(argv+8), 0, 0, 0, 0)
	file := call(mapCall, 0, room/4, readWrite, private, fd, 0)
	if int(fd) < 0 || int(file) < 0 {
		call(exitCall, 99, 0, 0, 0, 0, 0)
	}
	h := (*header)(at(file))
	base := call(mapCall, 0, room, 0, private|anonymous, ^uintptr(0), 0)
	base = (base + page - 1) &^ (page - 1)
	for i := uintptr(0); i < uintptr(h.phnum); i++ {
		if s := (*segment)(at(file + h.phoff + i*unsafe.Sizeof(segment{}))); s.kind == loadSegment {
			place(base, file, s)
		}
	}
	relocate(base, file+h.phoff, uintptr(h.phnum))
	return base + h.entry
}

// place copies a segment to where it belongs; what lies behind its bytes is zero.
func place(base, file uintptr, s *segment) {
	from := s.vaddr &^ (page - 1)
	call(mapCall, base+from, s.vaddr+s.memsz-from, readWrite|execute, private|anonymous|fixed, ^uintptr(0), 0)
	for i := uintptr(0); i < s.filesz; i++ {
		*(*byte)(at(base + s.vaddr + i)) = *(*byte)(at(file + s.offset + i))
	}
}

// relocate adds the base to every word that the program wants it added to.
func relocate(base, first, count uintptr) {
	for ; count > 0; count-- {
		if s := (*segment)(at(first)); s.kind == dynamicSegment {
			table, size := uintptr(0), uintptr(0)
			for d := base + s.vaddr; word(d) != 0; d += 16 {
				if word(d) == relocations {
					table = base + word(d+8)
				} else if word(d) == relocationSize {
					size = word(d + 8)
				}
			}
			for ; size > 0; size -= 24 {
				if word(table+8) == relative {
					*(*uintptr)(at(base + word(table))) = base + word(table+16)
				}
				table += 24
			}
		}
		first += unsafe.Sizeof(segment{})
	}
}

// behind returns what follows the zero that ends a vector.
func behind(p uintptr) uintptr {
	for word(p) != 0 {
		p += 8
	}
	return p + 8
}

func auxiliary(auxv, key uintptr) uintptr {
	for word(auxv) != key {
		auxv += 16
	}
	return word(auxv + 8)
}

func word(p uintptr) uintptr { return *(*uintptr)(at(p)) }

// at takes an address that only the kernel knows of for a pointer.
func at(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }
