package installation

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSharedStorage(t *testing.T) {
	for _, c := range []struct {
		why  string
		dir  string
		kind int64
		want bool
	}{
		{"the app's own directory, on f2fs", "/data/data/com.termux/files/home", 0xf2f52010, false},
		{"on ext4", "/data/data/com.termux/files/home", 0xef53, false},
		{"shared storage by name", "/storage/emulated/0/x", 0, true},
		{"a memory card", "/mnt/media_rw/0000-0000", 0, true},
		{"a directory of a similar name", "/storages", 0, false},
		{"FUSE, under any name", "/data/data/com.termux/files/home/sd", 0x65735546, true},
		{"sdcardfs", "/x", 0x5dca2df5, true},
	} {
		assert.Equal(t, c.want, isShared(c.dir) || isSharedKind(c.kind), c.why)
	}
	assert.Equal(t, "/", there("/no/such/place"))
}
