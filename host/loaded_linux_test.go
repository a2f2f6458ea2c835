package host

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheLinkerIsNotTheProgram(t *testing.T) {
	for file, want := range map[string]bool{
		"/system/bin/linker64":                          true,
		"/system/bin/linker":                            true,
		"/apex/com.android.runtime/bin/linker64":        true,
		"/data/data/com.termux/files/home/bin/linker64": false,
		"/system/bin/sh":                                false,
		"/usr/bin/linker":                               false,
	} {
		assert.Equal(t, want, isLinker(file), file)
	}
	_, ok := loadedFrom("/usr/bin/true")
	assert.False(t, ok)
	own, err := os.Executable()
	require.NoError(t, err)
	file, ok := loadedFrom("/system/bin/linker64")
	assert.True(t, ok)
	assert.Equal(t, own, file, "the maps name the file of the code")
}

func TestFileAtAnAddress(t *testing.T) {
	const maps = "7f00-7fff r-xp 00000000 fd:00 12 /data/a b/shimgen\n8000-9000 rw-p 00000000 00:00 0 \nodd\n9000-9001 r--p 00000000 fd:00 12 /x\n"
	for address, want := range map[uintptr]string{0x7f00: "/data/a b/shimgen", 0x7ffe: "/data/a b/shimgen", 0x7fff: "", 0x8000: "", 0x9000: "/x", 0x9001: ""} {
		file, ok := fileAt(strings.NewReader(maps), address)
		assert.Equal(t, want, file)
		assert.Equal(t, want != "", ok)
	}
}
