package supervise

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

var someRules = Rules{
	Write:  []string{"/work", "/temp"},
	Show:   []string{"/home/keys/public", "/work/shown"},
	Keep:   []string{"/work/.git/config", "/work/shown", "/work/kept"},
	Hide:   []string{"/home/keys", "/work/.env", "/work/kept"},
	Around: []string{"/work"},
}

func TestWhatAppliesToAPath(t *testing.T) {
	for _, c := range []struct {
		why, path string
		want      part
	}{
		{"no list has it", "/etc/hostname", outside},
		{"it only begins like one that is written", "/workshop/file", outside},
		{"it is a writable directory", "/work", written},
		{"it is below one", "/work/sub/file", written},
		{"a deeper path wins", "/work/.git/config", kept},
		{"what is beside that", "/work/.git/HEAD", written},
		{"it is hidden", "/work/.env", hidden},
		{"it is below what is hidden", "/home/keys/id", hidden},
		{"it is shown below what is hidden", "/home/keys/public", shown},
		{"of the same path in two lists the later one wins", "/work/shown", kept},
		{"and the last of all", "/work/kept", hidden},
		{"everything is below the root", "/", outside},
	} {
		assert.Equal(t, c.want, someRules.partOf(c.path), "%s: %s", c.why, c.path)
	}
	assert.Equal(t, written, (&Rules{Write: []string{"/"}}).partOf("/etc"), "the root is a directory as others")
}

func TestNamesThatStayWhereTheyAre(t *testing.T) {
	for _, c := range []struct {
		why, path string
		want      bool
	}{
		{"it is kept", "/work/.git/config", true},
		{"what is kept lies in it", "/work/.git", true},
		{"what is hidden lies in it", "/home", true},
		{"everything lies in it", "/", true},
		{"it lies beside", "/work/.git/HEAD", false},
		{"it lies below what is kept", "/work/.git/config/x", false},
		{"its name only begins like that", "/work/.gi", false},
	} {
		assert.Equal(t, c.want, someRules.pins(c.path), "%s: %s", c.why, c.path)
	}
}

func TestWhatIsOpenedEvenForReading(t *testing.T) {
	for _, c := range []struct {
		why, path string
		want      bool
	}{
		{"it may be new", "/work/file", true},
		{"it is hidden", "/work/.env", true},
		{"the kernel has a rule for what is kept", "/work/.git/config", false},
		{"nothing is hidden there", "/temp/file", false},
		{"the kernel hides it there", "/home/keys/id", false},
	} {
		assert.Equal(t, c.want, someRules.opensForReading(c.path), "%s: %s", c.why, c.path)
	}
}
