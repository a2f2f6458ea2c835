package gate

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// F4: whatever an argument holds, the line is one line of valid JSON.
func TestLineIsOneLineOfJSON_F4(t *testing.T) {
	for name, s := range map[string]string{
		"quotes and braces":      `a"}` + "\n" + `{"x`,
		"every control byte":     "\x00\x01\t\n\r\x1b\x1f\x7f",
		"a backslash at the end": `\`,
		"C1 controls":            "\u0080\u009b",
		"reordering marks":       "\u202e\u2066\u200b\u2028",
		"all of Unicode's sizes": "aé€😀",
		"empty":                  "",
	} {
		t.Run(name, func(t *testing.T) {
			var l Line
			l.Begin(0, 0, "path_proxy")
			l.Open("argv")
			l.Item(s)
			l.Item("second")
			l.Close()
			require.True(t, l.End())
			var got struct{ Argv []string }
			require.NoError(t, json.Unmarshal(l.Bytes(), &got), "%s", l.Bytes())
			assert.Equal(t, []string{s, "second"}, got.Argv)
			assert.Equal(t, 1, strings.Count(string(l.Bytes()), "\n"))
			for _, c := range l.Bytes()[:len(l.Bytes())-1] {
				assert.GreaterOrEqual(t, c, byte(0x20))
			}
		})
	}
}

func TestInvalidUTF8BecomesReplacement_F4(t *testing.T) {
	var l Line
	l.Begin(0, 0, "e")
	l.Text("s", "a\xff\xc0\xaf\xed\xa0\x80\xf5b\xe2\x82")
	require.True(t, l.End())
	assert.Contains(t, string(l.Bytes()), `"s":"a\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdb\ufffd\ufffd"`)
}

func FuzzLine(f *testing.F) {
	f.Add("https://u:p@h/?token=x&y=1")
	f.Add("Authorization: Bearer x\n-----BEGIN RSA PRIVATE KEY-----")
	f.Add("\xff\"\\\u2028")
	f.Fuzz(func(t *testing.T, s string) {
		var l Line
		l.Begin(1, 2, "e")
		l.Text("s", s)
		if !l.End() {
			return
		}
		var got map[string]string
		if err := json.Unmarshal(l.Bytes(), &got); err != nil || !utf8.Valid(l.Bytes()) || strings.Count(string(l.Bytes()), "\n") != 1 {
			t.Fatalf("%v: %q", err, l.Bytes())
		}
	})
}

func TestSecretsAreRedacted_F9(t *testing.T) {
	const r = "[redacted]"
	long := strings.Repeat("aB3", 12)
	for _, tt := range []struct{ why, in, want string }{
		{"user and password in a URL", "https://bob:hunter2@example.com/x", "https://" + r + "@example.com/x"},
		{"a token as user in a URL", "https://abc123@example.com/", "https://" + r + "@example.com/"},
		{"an ssh user is no secret", "ssh://git@example.com/x", "ssh://git@example.com/x"},
		{"a mail address in a path", "https://example.com/bob@x:y", "https://example.com/bob@x:y"},
		{"a query value", "https://example.com/?a=1&token=abc&b=2", "https://example.com/?a=1&token=" + r + "&b=2"},
		{"access_token", "x?access_token=abc#f", "x?access_token=" + r + "#f"},
		{"api_key", "x?api_key=abc", "x?api_key=" + r},
		{"key in a query", "x?key=abc", "x?key=" + r},
		{"key as an option", "--key=2", "--key=2"},
		{"an assignment", "GITHUB_TOKEN=abc", "GITHUB_TOKEN=" + r},
		{"an option", "--client-secret=abc", "--client-secret=" + r},
		{"a password in words", `password="x y"`, `password="` + r + `"`},
		{"a bare password", "db password=abc host=x", "db password=" + r + " host=x"},
		{"an empty value", "token=", "token="},
		{"a header", "Authorization: Bearer abc def", "Authorization: " + r},
		{"a header in small letters", "x-api-key:abc", "x-api-key:" + r},
		{"a header in an option", "--header=X-Api-Key: abc", "--header=X-Api-Key: " + r},
		{"a header, then another line", "Authorization: x\nAccept: y", "Authorization: " + r + "\nAccept: y"},
		{"another header", "Content-Type: text/plain", "Content-Type: text/plain"},
		{"a forge's token", "ghp_" + long, r},
		{"a forge's fine token", "x github_pat_" + long + " y", "x " + r + " y"},
		{"an API key", "sk-" + long, r},
		{"an API key of another maker", "sk-ant-api03-" + long, r},
		{"a word that starts like one", "sk-learn", "sk-learn"},
		{"a long word that holds one", "task-" + long, "task-" + long},
		{"a cloud's key id", "AKIAIOSFODNN7EXAMPLE", r},
		{"a word that starts like one", "AKIAiosfodnn7example", "AKIAiosfodnn7example"},
		{"a chat token", "xoxb-123456789012-abcdef", r},
		{"another forge's token", "glpat-abcdefghij0123456789", r},
		{"a maps key", "AIza" + long, r},
		{"a web token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_x,", r + ","},
		{"base64 that is none", "eyJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJIUzI1NiJ9"},
		{"a private key", "a -----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY----- b", "a " + r + " b"},
		{"a private key without end", "-----BEGIN PRIVATE KEY-----\nMII", r},
		{"a certificate", "-----BEGIN CERTIFICATE-----", "-----BEGIN CERTIFICATE-----"},
		{"a user and password option is left to the grammar", "bob:hunter2", "bob:hunter2"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			var l Line
			l.Begin(0, 0, "e")
			l.Text("s", tt.in)
			require.True(t, l.End())
			var got map[string]string
			require.NoError(t, json.Unmarshal(l.Bytes(), &got))
			assert.Equal(t, tt.want, got["s"])
		})
	}
}

func TestLongLineIsNotWritten(t *testing.T) {
	var l Line
	l.Begin(0, 0, "e")
	l.Text("s", strings.Repeat("x", LineSize))
	assert.False(t, l.End())
	file, err := os.Create(t.TempDir() + "/log")
	require.NoError(t, err)
	defer file.Close()
	assert.False(t, l.Write(int(file.Fd())))
	at, err := file.Seek(0, 1)
	require.NoError(t, err)
	assert.Zero(t, at, "not even in part")
	l.Begin(0, 0, "e")
	assert.True(t, l.End(), "Begin starts anew")
	assert.True(t, l.Write(int(file.Fd())))
	assert.False(t, l.Write(-1))
	assert.False(t, new(Line).Write(int(file.Fd())), "nothing to write")
}

func TestTimesAreUTC_F2(t *testing.T) {
	for _, at := range []time.Time{
		time.Unix(0, 0), time.Date(2000, 2, 29, 23, 59, 59, 999999999, time.UTC), time.Date(2100, 2, 28, 0, 0, 0, 1000, time.UTC),
		time.Date(2100, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 12, 31, 12, 0, 0, 0, time.UTC), time.Date(2400, 2, 29, 0, 0, 0, 0, time.UTC),
	} {
		var l Line
		l.Begin(at.Unix(), int64(at.Nanosecond()), "e")
		assert.Contains(t, string(l.Bytes()), `"ts":"`+at.UTC().Format("2006-01-02T15:04:05.000000Z")+`"`)
	}
	for day := int64(0); day < 200000; day++ {
		year, month, dom := civil(day * 86400)
		want := time.Unix(day*86400, 0).UTC()
		require.Equal(t, want.Year()*10000+int(want.Month())*100+want.Day(), int(year*10000+month*100+dom))
	}
}

func TestNumbersFlagsAndIDs(t *testing.T) {
	var l Line
	l.Begin(0, 0, "e")
	l.Number("a", -5)
	l.Number("b", 1<<62)
	l.Flag("c", true)
	l.Flag("d", false)
	l.ID("id", 0xab)
	require.True(t, l.End())
	assert.Contains(t, string(l.Bytes()), `,"a":-5,"b":4611686018427387904,"c":true,"d":false,"id":"00000000000000ab"}`)
	seen := map[uint64]bool{}
	for i := range 10000 {
		seen[NewID(1700000000, int64(i*1000), 7)] = true
		seen[NewID(1700000000, 0, i+8)] = true
	}
	assert.Len(t, seen, 20000)
}

// F1: one file a day, 0600 in a directory of 0700, never through a link.
func TestLogMustBePrivate_F1(t *testing.T) {
	me := uint32(os.Geteuid())
	day := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC).Unix()
	const name = "/20260304.jsonl"
	tests := []struct {
		why  string
		make func(t *testing.T, dir string)
		ok   bool
	}{
		{"a new file", func(*testing.T, string) {}, true},
		{"a new file under a umask that leaves nothing", func(t *testing.T, _ string) {
			before := syscall.Umask(0o777)
			t.Cleanup(func() { syscall.Umask(before) })
		}, true},
		{"a file with lines", func(t *testing.T, dir string) {
			require.NoError(t, os.WriteFile(dir+name, []byte("{}\n"), 0o600))
		}, true},
		{"a file of ours", func(t *testing.T, dir string) { require.NoError(t, os.WriteFile(dir+name, nil, 0o600)) }, true},
		{"a file others may read", func(t *testing.T, dir string) { require.NoError(t, os.WriteFile(dir+name, nil, 0o644)) }, false},
		{"a link", func(t *testing.T, dir string) { link(t, dir+"/other", dir+name) }, false},
		{"a FIFO nobody reads", func(t *testing.T, dir string) { require.NoError(t, syscall.Mkfifo(dir+name, 0o600)) }, false},
		{"a directory", func(t *testing.T, dir string) { require.NoError(t, os.Mkdir(dir+name, 0o700)) }, false},
		{"a directory others may enter", func(t *testing.T, dir string) { require.NoError(t, os.Chmod(dir, 0o711)) }, false},
		{"no directory", func(t *testing.T, dir string) { require.NoError(t, os.Remove(dir)) }, false},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			dir := t.TempDir() + "/audit"
			require.NoError(t, os.Mkdir(dir, 0o700))
			tt.make(t, dir)
			fd, err := OpenLog(dir, me, day)
			if !tt.ok {
				assert.ErrorIs(t, err, ErrLog)
				return
			}
			require.NoError(t, err)
			defer syscall.Close(fd)
			st, err := os.Stat(dir + name)
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o600), st.Mode())
		})
	}
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o700))
	_, err := OpenLog(dir, me+1, day)
	require.ErrorIs(t, err, ErrLog, "another user's directory")
	link(t, dir, dir+"-link")
	defer os.Remove(dir + "-link")
	_, err = OpenLog(dir+"-link", me, day)
	require.ErrorIs(t, err, ErrLog, "a link to a directory")
	_, err = OpenLog(dir+"\x00", me, day)
	require.ErrorIs(t, err, ErrLog)
}

// F5: lines appended at the same time stay whole.
func TestConcurrentLinesStayWhole_F5(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o700))
	var group sync.WaitGroup
	for i := range 50 {
		group.Go(func() {
			l := new(Line)
			for j := range 20 {
				fd, err := OpenLog(dir, uint32(os.Geteuid()), 86400)
				if !assert.NoError(t, err) {
					return
				}
				l.Begin(86400, int64(i*1000+j), "e")
				l.Text("s", strings.Repeat("x", 100+i*40))
				assert.True(t, l.End() && l.Write(fd))
				_ = syscall.Close(fd)
			}
		})
	}
	group.Wait()
	data, err := os.ReadFile(filepath.Join(dir, "19700102.jsonl"))
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	require.Len(t, lines, 1000)
	for _, line := range lines {
		require.True(t, json.Valid([]byte(line)), line)
	}
}
