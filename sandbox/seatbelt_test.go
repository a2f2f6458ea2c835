package sandbox_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/sandbox"
)

func TestJ4_SeatbeltProfiles(t *testing.T) {
	for name, box := range map[string]sandbox.Box{
		"whole":  whole(),
		"listed": listed(),
		"least":  {Dir: "/home/u", Network: sandbox.Full},
	} {
		s := sandbox.Seatbelt{Inside: []string{"/opt/shimgen"}, Lstat: machine}
		plan, err := s.Plan(box, sandbox.Entry{Path: "/bin/echo", Argv: []string{"echo", "a b"}})
		require.NoError(t, err)
		require.Len(t, plan.Argv, 8)
		assert.Equal(t, []string{"/usr/bin/sandbox-exec", "-p"}, plan.Argv[:2])
		assert.Equal(t, []string{"--", "/opt/shimgen", sandbox.EnterWord, "4", "5"}, plan.Argv[3:])
		file := "testdata/seatbelt-" + name + ".sb"
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(plan.Argv[2]), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), plan.Argv[2], name)
	}
}

// decides reads a profile as Seatbelt does, and returns what becomes of an operation at a
// path: the last rule that matches.
func decides(t *testing.T, profile, operation, name string) string {
	t.Helper()
	last := "deny"
	for _, form := range readForms(t, profile) {
		action := form[0]
		if action != "allow" && action != "deny" {
			continue
		}
		ops, filters := 0, 0
		matches := false
		for _, word := range form[1:] {
			if list, ok := word.([]any); ok {
				filters++
				text := list[1].(string)
				switch list[0] {
				case "literal":
					matches = matches || name == text
				case "subpath":
					matches = matches || name == text || strings.HasPrefix(name, text+"/")
				}
				continue
			}
			if pattern := word.(string); pattern == "default" || pattern == operation || strings.HasSuffix(pattern, "*") && strings.HasPrefix(operation, strings.TrimSuffix(pattern, "*")) {
				ops++
			}
		}
		if ops > 0 && (matches || filters == 0) {
			last = action.(string)
		}
	}
	return last
}

// readForms reads expressions of Scheme: lists, strings with escapes, and atoms.
func readForms(t *testing.T, text string) (forms [][]any) {
	t.Helper()
	var stack [][]any
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '(':
			stack = append(stack, nil)
			i++
		case c == ')':
			require.NotEmpty(t, stack, "a list ends that did not begin")
			done := stack[len(stack)-1]
			if stack = stack[:len(stack)-1]; len(stack) == 0 {
				forms = append(forms, done)
			} else {
				stack[len(stack)-1] = append(stack[len(stack)-1], done)
			}
			i++
		case c == ' ' || c == '\n':
			i++
		default:
			require.NotEmpty(t, stack, "%q stands outside of a list", text[i:])
			var atom string
			atom, i = readAtom(text, i)
			stack[len(stack)-1] = append(stack[len(stack)-1], atom)
		}
	}
	require.Empty(t, stack, "a list does not end")
	return forms
}

func readAtom(text string, i int) (string, int) {
	isString, raw := text[i] == '"', strings.HasPrefix(text[i:], `#"`)
	if !isString && !raw {
		n := strings.IndexAny(text[i:], " \n()")
		return text[i : i+n], i + n
	}
	i = strings.IndexByte(text[i:], '"') + i + 1
	var out strings.Builder
	for ; text[i] != '"'; i++ {
		if text[i] == '\\' && isString {
			i++
		}
		out.WriteByte(text[i])
	}
	return out.String(), i + 1
}

func TestJ4_WhatASeatbeltProfileMeans(t *testing.T) {
	profile, err := sandbox.Seatbelt{Lstat: machine}.Profile(whole())
	require.NoError(t, err)
	for _, c := range []struct{ why, operation, path, want string }{
		{"the work directory", "file-write-create", "/home/u/p/new", "allow"},
		{"the session's own temporary files", "file-write-data", "/run/own/tmp/x", "allow"},
		{"everybody's", "file-write-create", "/tmp/x", "deny"},
		{"home", "file-write-data", "/home/u/.bashrc", "deny"},
		{"a directory whose name begins as the work directory's", "file-write-create", "/home/u/px", "deny"},
		{"the system's", "file-read-data", "/etc/hosts", "allow"},
		{"credentials", "file-read-data", "/home/u/.ssh/id_rsa", "deny"},
		{"what is shown below them", "file-read-data", "/home/u/.ssh/known_hosts", "allow"},
		{"which is not to be changed", "file-write-data", "/home/u/.ssh/known_hosts", "deny"},
		{"a file that is hidden", "file-read-data", "/home/u/.netrc", "deny"},
		{"one in the work directory", "file-read-data", "/home/u/p/sub/.env", "deny"},
		{"nor removed", "file-write-unlink", "/home/u/p/sub/.env", "deny"},
		{"nor uncovered by a move of what is above", "file-write-unlink", "/home/u/p/sub", "deny"},
		{"what is kept may be read", "file-read-data", "/home/u/p/.git/config", "allow"},
		{"and not changed", "file-write-data", "/home/u/p/.git/config", "deny"},
		{"nor anything put into it", "file-write-create", "/home/u/p/.git/hooks/pre-commit", "deny"},
		{"nor moved away with what is above", "file-write-unlink", "/home/u/p/.git", "deny"},
		{"what is above can be written to", "file-write-create", "/home/u/p/.git/index", "allow"},
		{"the spool", "file-write-create", "/run/own/spool/x", "allow"},
		{"and not the trail that it stands for", "file-read-data", "/home/u/.agent-loop/audit/x", "deny"},
		{"no network", "network-outbound", "/nowhere", "deny"},
		{"but sockets with a file there", "network-outbound", "/home/u/p/socket", "allow"},
		{"a second name for a file", "file-link", "/home/u/p/x", "deny"},
	} {
		assert.Equal(t, c.want, decides(t, profile, c.operation, c.path), c.why)
	}
}

// FuzzSeatbelt holds that a path, whatever is in it, is one string of the profile and
// nothing else, or that there is no profile.
func FuzzSeatbelt(f *testing.F) {
	for _, name := range []string{
		"plain", `with "quotes"`, `back\slash`, `ends with \`, `") (allow file-write* (subpath "/`, "new\nline", "tab\t", "\x00", "\x7f", "\u0085", "\u2028", "umlaut ü", "e\u0301",
		"\xff\xfe", ".*[a-z]+$", "(literal)", ";comment", `#"^raw"`, "'single'", "emoji 🦊", `\x22`, `\n`, "*", " ", "-p",
	} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if name == "" || name == "." || name == ".." || strings.Contains(name, "/") {
			return
		}
		dir := "/w/" + name
		files := func(path string) (fs.FileInfo, error) {
			return fs.Stat(fstest.MapFS{"d": {Mode: fs.ModeDir}}, "d")
		}
		profile, err := sandbox.Seatbelt{Lstat: files}.Profile(sandbox.Box{Dir: dir, Write: []string{dir}, Keep: []string{dir + "/kept"}, Hide: []string{dir + "/a/hidden"}})
		if err != nil {
			assert.ErrorIs(t, err, sandbox.ErrBox)
			return
		}
		plain, err := sandbox.Seatbelt{Lstat: files}.Profile(sandbox.Box{Dir: "/w/x", Write: []string{"/w/x"}, Keep: []string{"/w/x/kept"}, Hide: []string{"/w/x/a/hidden"}})
		require.NoError(t, err)
		got, want := readForms(t, profile), readForms(t, plain)
		require.Len(t, got, len(want))
		for i, form := range want {
			for j, word := range form {
				list, ok := word.([]any)
				if ok && len(list) == 2 {
					list = slices.Clone(list)
					if text, is := list[1].(string); is && strings.HasPrefix(text, "/w/x") {
						list[1] = dir + strings.TrimPrefix(text, "/w/x")
					}
					word = list
				}
				require.Equal(t, word, got[i][j])
			}
		}
	})
}
