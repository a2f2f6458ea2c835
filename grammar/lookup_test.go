package grammar

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar/spec"
)

var update = flag.Bool("update", false, "write index.txt and credentials.txt anew")

// The index says of each name where its row is.
func TestIndex(t *testing.T) {
	if *update {
		require.NoError(t, os.WriteFile("index.txt", []byte(makeIndex()), 0o644))
		require.NoError(t, os.WriteFile("credentials.txt", []byte(makeSecretPlacesIndex()), 0o644))
		return
	}
	assert.NoError(t, CheckIndex())
}

// The index knows the names of the rows, each once, and nothing that is like one.
func TestLookupKnowsTheNames(t *testing.T) {
	all := map[string]*spec.Row{}
	for r := range rows() {
		for name := range strings.FieldsSeq(r.Names) {
			if !strings.HasSuffix(name, "*") {
				assert.Nil(t, all[name], "%s: in two rows", name)
				all[name] = r
			}
		}
	}
	for name, r := range all {
		assert.Same(t, r, rowNamed(name), name)
		assert.Same(t, programOf(r), Lookup("/usr/bin/"+name), name)
		for _, other := range []string{name + "\x00", name[:len(name)-1], name[1:], name + name, strings.ToUpper(name), r.Names} {
			assert.Same(t, search(other), rowNamed(other), other)
		}
	}
	assert.Nil(t, rowNamed(""))
	assert.Nil(t, rowNamed(" "))
}

// Without the index all names lead to the same rows.
func TestSearch(t *testing.T) {
	for _, name := range []string{"git", "python3.11", "mkfs.ext4", "mkfs.", "[", ".", "nobody", "", "git rm", "mkfs.*"} {
		assert.Same(t, rowNamed(name), search(name), name)
	}
	for r := range rows() {
		for name := range strings.FieldsSeq(r.Names) {
			assert.Same(t, rowNamed(name), search(name), name)
		}
	}
}

// Each of these was seen to look for its own name in the directories of PATH, and
// each of those not to: strace -e trace=%file, started by execv with a bare name.
func TestProgramsThatLookForThemselves(t *testing.T) {
	for name := range strings.FieldsSeq("python python3 python3.11 pypy3 gcc cc g++ c++ clang clang++ gdb tclsh tclsh8.6 wish expect php php8.2 emacs " +
		"psql pg_dump pg_dumpall pg_restore createdb dropdb /usr/bin/python3") {
		assert.True(t, FindsItself(name), name)
	}
	for name := range strings.FieldsSeq("perl ruby node java go lua5.4 guile sbcl busybox git vim bash sh zsh dash make ssh awk gawk sed rm cp docker npm sqlite3 unheard-of") {
		assert.False(t, FindsItself(name), name)
	}
}

// Each command of Termux:API is read, whether a rule is about it or not: a program that
// has no grammar is judged by what its words look like. The list is that of the package's
// scripts.
func TestTermuxAPIIsWhole(t *testing.T) {
	for _, name := range strings.Fields(`api-start api-stop audio-info battery-status brightness call-log camera-info camera-photo clipboard-get clipboard-set
		contact-list dialog download fingerprint infrared-frequencies infrared-transmit job-scheduler keystore location media-player media-scan
		microphone-record nfc notification notification-channel notification-list notification-remove saf-create saf-dirs saf-ls saf-managedir saf-mkdir
		saf-read saf-rm saf-stat saf-write sensor share sms-inbox sms-list sms-send speech-to-text storage-get telephony-call telephony-cellinfo
		telephony-deviceinfo toast torch tts-engines tts-speak usb vibrate volume wallpaper wifi-connectioninfo wifi-enable wifi-scaninfo`) {
		assert.NotNil(t, Lookup("termux-"+name), name)
	}
}

// No file has a very long name, whatever it ends in.
func TestLookupOfALongName(t *testing.T) {
	assert.Same(t, Lookup("git"), Lookup("git.exe"))
	assert.Nil(t, Lookup("git.exe.exe"))
	assert.Nil(t, Lookup("git"+strings.Repeat(".exe", 200_000)))
}
