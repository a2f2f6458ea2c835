package process

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// row is a process as a test writes it down.
type row struct {
	pid, parent     int32
	seconds, micros uint64
	state           byte
}

// fixture writes processes as a kernel would. Every byte that is not looked at is
// set, so that a wrong place is seen.
type fixture func(...row) []byte

// darwinFixture follows <sys/sysctl.h> of macOS, on 64-bit machines: struct
// kinfo_proc is struct extern_proc of <sys/proc.h>, 296 bytes, and struct eproc.
// The first begins with p_starttime in 16 bytes, of which the last 4 are padding;
// then come two pointers, p_flag, p_stat and, aligned, p_pid. In the second e_ppid
// comes after two pointers, struct _pcred of 104 bytes, struct _ucred of 76 and 4
// of padding, and struct vmspace of 64.
func darwinFixture(rows ...row) []byte {
	var raw []byte
	for _, r := range rows {
		b := slices.Repeat([]byte{0xa5}, 648)
		binary.LittleEndian.PutUint64(b[0:], r.seconds)
		binary.LittleEndian.PutUint32(b[8:], uint32(r.micros))
		b[16+16+4] = r.state
		binary.LittleEndian.PutUint32(b[40:], uint32(r.pid))
		binary.LittleEndian.PutUint32(b[296+16+104+80+64:], uint32(r.parent))
		raw = append(raw, b...)
	}
	return raw
}

// freebsdFixture follows <sys/user.h> of FreeBSD on amd64: two ints, eight
// pointers, ki_pid and ki_ppid; ki_start comes after ki_runtime, ki_stat after
// ki_childtime, two longs and ki_traceflag.
func freebsdFixture(rows ...row) []byte {
	const ints, pointers = 8, 64
	var raw []byte
	for _, r := range rows {
		b := slices.Repeat([]byte{0xa5}, 1088)
		binary.LittleEndian.PutUint32(b[0:], 1088)
		binary.LittleEndian.PutUint32(b[ints+pointers:], uint32(r.pid))
		binary.LittleEndian.PutUint32(b[ints+pointers+4:], uint32(r.parent))
		binary.LittleEndian.PutUint64(b[336:], r.seconds)
		binary.LittleEndian.PutUint64(b[344:], r.micros)
		b[336+16+16+8+8+4] = r.state
		raw = append(raw, b...)
	}
	return raw
}

func TestLayouts(t *testing.T) {
	rows := []row{
		{0, 0, 0, 0, 2},
		{1, 0, 1_700_000_000, 5, 2},
		{90_000, 1, 1_700_000_100, 999_999, 3},
		{90_001, 90_000, 1_700_000_200, 0, zombie},
	}
	want := []Entry{
		{ID{1, "1700000000.5"}, 0, false},
		{ID{90_000, "1700000100.999999"}, 1, false},
		{ID{90_001, "1700000200.0"}, 90_000, true},
	}
	for name, c := range map[string]struct {
		layout *layout
		write  fixture
	}{
		"macOS": {&darwinLayout, darwinFixture}, "FreeBSD": {&freebsdLayout, freebsdFixture},
	} {
		t.Run(name, func(t *testing.T) {
			raw := c.write(rows...)
			assert.Equal(t, want, c.layout.read(raw))
			assert.Empty(t, c.layout.read(nil))
			assert.Empty(t, c.layout.read(raw[:len(raw)-1]), "half a process: the table of another system")
			assert.Equal(t, []ID{want[2].ID}, below(90_000, c.layout.read(raw)))
		})
	}
	other := freebsdFixture(rows...)
	binary.LittleEndian.PutUint32(other[1088:], 1080)
	assert.Empty(t, freebsdLayout.read(other), "a struct that says it has another size")
}

func TestBelow(t *testing.T) {
	p := func(pid, parent int) Entry { return Entry{ID{pid, ""}, parent, false} }
	for name, c := range map[string]struct {
		all  []Entry
		want []int
	}{
		"nobody":                 {nil, nil},
		"children and theirs":    {[]Entry{p(2, 1), p(3, 2), p(4, 1), p(5, 4), p(9, 8)}, []int{2, 4, 3, 5}},
		"its own parent":         {[]Entry{p(1, 1)}, []int{1}},
		"a circle while we read": {[]Entry{p(2, 1), p(1, 2)}, []int{2, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []int
			for _, q := range below(1, c.all) {
				got = append(got, q.pid)
			}
			assert.Equal(t, c.want, got)
		})
	}
}
