package audit

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestExpired(t *testing.T) {
	now := time.Date(2025, 3, 10, 23, 30, 0, 0, time.UTC)
	const mib = 1 << 20
	stored := func(name string, size int64, age time.Duration) TrailFile {
		f, ok := ParseName(name)
		require.True(t, ok, name)
		return TrailFile{f, size, now.Add(-age)}
	}
	hour, day := time.Hour, 24*time.Hour
	month := Retention{Days: 30, Bytes: 512 * mib}
	tests := []struct {
		name  string
		bound Retention
		files []TrailFile
		want  []string
	}{
		{"nothing there", month, nil, nil},
		{"all within", month, []TrailFile{stored("20250310.jsonl", 1, 0), stored("20250209.jsonl", 1, 29*day)}, nil},
		{
			"a day too old", month,
			[]TrailFile{stored("20250310.jsonl", 1, 0), stored("20250208.jsonl", 1, 30*day), stored("20250208.0001.jsonl", 1, 30*day), stored("20250309.jsonl", 1, day)},
			[]string{"20250208.0001.jsonl", "20250208.jsonl"},
		},
		{"no bound", Retention{}, []TrailFile{stored("20250310.jsonl", 1<<40, 0), stored("20200208.jsonl", 1<<40, 2000*day)}, nil},
		{
			"the oldest go while all are too large", month,
			[]TrailFile{
				stored("20250310.jsonl", 10*mib, 0), stored("20250310.0001.jsonl", 64*mib, hour), stored("20250310.0002.jsonl", 64*mib, hour),
				stored("20250309.jsonl", 400*mib, day), stored("20250308.jsonl", 30*mib, 2*day),
			},
			[]string{"20250308.jsonl", "20250309.jsonl"},
		},
		{
			"parts in the order of their numbers",
			Retention{Bytes: 100 * mib},
			[]TrailFile{stored("20250310.10000.jsonl", 40*mib, hour), stored("20250310.9999.jsonl", 40*mib, hour), stored("20250310.jsonl", 40*mib, 0)},
			[]string{"20250310.9999.jsonl"},
		},
		{"what is written now stays, however large", Retention{Bytes: mib}, []TrailFile{stored("20250310.jsonl", 9*mib, 0)}, nil},
		{"and what was a moment ago", Retention{Bytes: mib}, []TrailFile{stored("20250310.jsonl", 9*mib, 0), stored("20250310.0001.jsonl", mib, time.Second)}, nil},
		{
			"a clock that leapt ahead empties nothing", month,
			[]TrailFile{stored("20250310.jsonl", 1, 0), stored("20240101.jsonl", 1, 400*day), stored("20231231.jsonl", 1, 400*day)},
			nil,
		},
		{
			"a clock that went back keeps what it calls future", month,
			[]TrailFile{stored("20260310.jsonl", 1, -365*day), stored("20250310.jsonl", 1, 0), stored("20250309.jsonl", 1, day), stored("20250101.jsonl", 1, 68*day)},
			[]string{"20250101.jsonl"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range tt.bound.Expired(tt.files, now) {
				got = append(got, f.Name())
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestCompressible(t *testing.T) {
	now, day := time.Date(2025, 3, 10, 12, 0, 0, 0, time.UTC), 24*time.Hour
	for _, tt := range []struct {
		why, want string
		files     map[string]time.Duration // how long ago each was written to
	}{
		{"nothing there", "", nil},
		{"today's and yesterday's are read most", "", map[string]time.Duration{"20250310.jsonl": 0, "20250309.jsonl": 36 * time.Hour, "20250309.0001.jsonl": 30 * time.Hour}},
		{"the oldest first", "20250307.0001.jsonl", map[string]time.Duration{"20250308.jsonl": 2 * day, "20250307.jsonl": 3 * day, "20250307.0001.jsonl": 3 * day}},
		{"what is compressed is done", "20250308.jsonl", map[string]time.Duration{"20250307.jsonl.gz": 3 * day, "20250308.jsonl": 2 * day}},
		{"somebody writes to an old day's, whose clock is wrong", "", map[string]time.Duration{"20250301.jsonl": time.Hour}},
		{"a clock that went back", "", map[string]time.Duration{"20260301.jsonl": -300 * day}},
	} {
		var files []TrailFile
		for name, age := range tt.files {
			f, ok := ParseName(name)
			require.True(t, ok, name)
			files = append(files, TrailFile{f, 1, now.Add(-age)})
		}
		got, ok := Compressible(files, now)
		assert.Equal(t, tt.want != "", ok, tt.why)
		if ok {
			assert.Equal(t, tt.want, got.Name(), tt.why)
		}
	}
}

func TestPartSize(t *testing.T) {
	assert.Equal(t, int64(largestPart), Retention{}.PartSize())
	assert.Equal(t, int64(largestPart), Retention{Bytes: 512 << 20}.PartSize())
	assert.Equal(t, int64(smallestPart), Retention{Bytes: 1 << 20}.PartSize())
	assert.Equal(t, int64(8<<20), Retention{Bytes: 64 << 20}.PartSize())
}
