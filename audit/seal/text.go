package seal

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/audit/query"
)

// textSize is how long the text of a file is now. The last four bytes of a compressed file say it
// (RFC 1952, ISIZE); the text of one is shorter than [audit.LongestText].
func textSize(dir string, d audit.DayFile) (int64, error) {
	path := filepath.Join(dir, d.Name())
	info, err := os.Lstat(path)
	if err != nil || !d.Gzip {
		return info.Size(), err
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	var size [4]byte
	if _, err := f.Seek(-int64(len(size)), io.SeekEnd); err != nil {
		return 0, err
	}
	_, err = io.ReadFull(f, size[:])
	return int64(binary.LittleEndian.Uint32(size[:])), err
}

// hashes returns the SHA-256 of the beginnings of a file's text, by their lengths in bytes. It has
// none for a length that the text does not reach.
func hashes(dir string, d audit.DayFile, lengths []int64) (map[int64]string, error) {
	in, _, err := query.Open(dir, d)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	slices.Sort(lengths)
	sums, hash, at := map[int64]string{}, sha256.New(), int64(0)
	for _, length := range lengths {
		n, err := io.CopyN(hash, in, length-at)
		if at += n; err == io.EOF {
			return sums, nil
		}
		if err != nil {
			return nil, err
		}
		sums[length] = hex.EncodeToString(hash.Sum(nil))
	}
	return sums, nil
}
