package stamp

import (
	"crypto/sha256"
	"encoding/binary"
)

// The relevant parts of a Mach-O file: <mach-o/loader.h>, <mach-o/fat.h>.
const (
	magic64       = 0xfeedfacf // little-endian, as on every current Mac
	magicFat      = 0xcafebabe // big-endian
	magicFat64    = 0xcafebabf
	headerSize    = 32
	codeSignature = 0x1d // LC_CODE_SIGNATURE
)

// The parts of a code signature, which is big-endian: <kern/cs_blobs.h> of XNU.
const (
	superBlob     = 0xfade0cc0 // CSMAGIC_EMBEDDED_SIGNATURE
	codeDirectory = 0xfade0c02 // CSMAGIC_CODEDIRECTORY
	named         = 0xfade0b01 // CSMAGIC_BLOBWRAPPER: a signature by name, empty in an ad hoc signature

	adHoc        = 0x2     // CS_ADHOC, of a directory's flags
	withScatter  = 0x20100 // directory versions, by the field each added
	withLimit64  = 0x20300
	typeSHA256   = 2
	directoryMin = 44 // bytes that every version has
)

// universal reports whether a file holds programs for several processors.
func universal(file []byte) bool {
	magic, ok := be32(file, 0)
	return ok && (magic == magicFat || magic == magicFat64)
}

// renew recomputes the hashes in a program's signature. It does not touch a program
// without a signature, or for another system.
func renew(file []byte) error {
	blob, ok := signature(file)
	if !ok {
		return ErrSignature
	}
	if blob == nil {
		return nil
	}
	magic, _ := be32(blob, 0)
	count, ok := be32(blob, 8)
	if magic != superBlob || !ok || uint64(len(blob)) < 12+8*uint64(count) {
		return ErrSignature
	}
	found := false
	for i := range int(count) {
		at, _ := be32(blob, 12+8*i+4)
		part, ok := sized(blob, at)
		if !ok {
			return ErrSignature
		}
		switch magic, _ := be32(part, 0); {
		case magic == named && len(part) > 8:
			return ErrSigned
		case magic == codeDirectory:
			if err := rehash(file, part); err != nil {
				return err
			}
			found = true
		}
	}
	if !found {
		return ErrSignature
	}
	return nil
}

// signature returns the code signature of a Mach-O file, nil if it has none; false for a
// malformed file.
func signature(file []byte) ([]byte, bool) {
	if magic, ok := le32(file, 0); !ok || magic != magic64 {
		return nil, true
	}
	count, ok := le32(file, 16)
	at := headerSize
	for ; ok && count > 0; count-- {
		kind, _ := le32(file, at)
		var size uint32
		if size, ok = le32(file, at+4); !ok || size < 8 || uint64(at)+uint64(size) > uint64(len(file)) {
			return nil, false
		}
		if kind == codeSignature {
			return linkedit(file, at)
		}
		at += int(size)
	}
	return nil, ok
}

// linkedit returns the data that the command at an offset refers to: struct
// linkedit_data_command.
func linkedit(file []byte, at int) ([]byte, bool) {
	from, _ := le32(file, at+8)
	size, ok := le32(file, at+12)
	if end := uint64(from) + uint64(size); ok && end <= uint64(len(file)) {
		return file[from:end], true
	}
	return nil, false
}

// sized returns the part of a signature at an offset, which states its own length.
func sized(blob []byte, at uint32) ([]byte, bool) {
	size, ok := be32(blob, int(at)+4)
	if end := uint64(at) + uint64(size); ok && size >= 8 && end <= uint64(len(blob)) {
		return blob[at:end], true
	}
	return nil, false
}

// rehash writes the hashes of a file's pages into a code directory.
func rehash(file, dir []byte) error {
	if len(dir) < directoryMin {
		return ErrSignature
	}
	word := func(at int) uint32 { return binary.BigEndian.Uint32(dir[at:]) }
	if word(12)&adHoc == 0 {
		return ErrSigned
	}
	version, hashes, count, limit := word(8), uint64(word(16)), uint64(word(28)), uint64(word(32))
	if version >= withLimit64 && len(dir) >= 64 {
		if long := binary.BigEndian.Uint64(dir[56:]); long != 0 {
			limit = long
		}
	}
	scattered := version >= withScatter && (len(dir) < 48 || word(44) != 0)
	size, kind, page := dir[36], dir[37], uint64(1)<<(dir[39]&31)
	switch {
	case scattered, size != sha256.Size, kind != typeSHA256, dir[39] < 10 || dir[39] > 20,
		limit > uint64(len(file)), count != (limit+page-1)/page, hashes+count*sha256.Size > uint64(len(dir)):
		return ErrSignature
	}
	for i := range count {
		sum := sha256.Sum256(file[i*page : min((i+1)*page, limit)])
		copy(dir[hashes+i*sha256.Size:], sum[:])
	}
	return nil
}

func le32(b []byte, at int) (uint32, bool) {
	if at < 0 || at+4 > len(b) {
		return 0, false
	}
	return binary.LittleEndian.Uint32(b[at:]), true
}

func be32(b []byte, at int) (uint32, bool) {
	if at < 0 || at+4 > len(b) {
		return 0, false
	}
	return binary.BigEndian.Uint32(b[at:]), true
}
