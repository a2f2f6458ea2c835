package gate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestArgumentsAreReadByTheGrammar(t *testing.T) {
	w := newWorld(t)
	c := w.checker(t)
	tests := []struct {
		why  string
		argv []string
		want Reason
	}{
		{"a flag alone", []string{"rm", "--version"}, Clear},
		{"the program's directory does not matter", []string{"/x/bin/rm", "--version"}, Clear},
		{"a bundle of known letters", []string{"rm", "-rf", "sub"}, Clear},
		{"a bundle with an unknown letter", []string{"rm", "-rfd", "sub"}, UnknownOption},
		{"options after operands, where the program permutes", []string{"rm", "sub", "-rf"}, Clear},
		{"an abbreviated long option", []string{"rm", "--recurs", "sub"}, UnknownOption},
		{"an unknown long option", []string{"rm", "--no-preserve-root", "sub"}, UnknownOption},
		{"a value for an option without", []string{"rm", "--force=yes", "file"}, OddValue},
		{"an optional value, bare", []string{"rm", "--interactive", "file"}, Clear},
		{"an optional value, attached", []string{"rm", "--interactive=never", "file"}, Clear},
		{"an attached value that is empty", []string{"rm", "--interactive=", "file"}, UnknownOption},
		{"-- ends the options", []string{"rm", "--", "-rf"}, Clear},
		{"a second -- is an operand", []string{"rm", "--", "--"}, Clear},
		{"a lone dash is an operand", []string{"rm", "-"}, Clear},
		{"an empty argument", []string{"rm", ""}, OddText},
		{"plain text of several lines", []string{"git", "commit", "-m", "a\n\n\tb"}, Clear},
		{"an attached value that starts a line", []string{"git", "commit", "-m\nb"}, Clear},
		{"a newline in a path", []string{"rm", "a\nb"}, OddText},
		{"a newline behind a path", []string{"rm", "file\n"}, OddText},
		{"a newline in a subcommand", []string{"git", "commit\n", "-m", "a"}, UnknownSubcommand},
		{"text that is sent", []string{"curl", "-H", "Accept: */*", "https://example.com/"}, Clear},
		{"a file that is sent", []string{"curl", "-H", "@file", "https://example.com/"}, OddValue},
		{"a carriage return", []string{"git", "commit", "-m", "a\rb"}, OddText},
		{"an escape byte", []string{"git", "commit", "-m", "\x1b[2J"}, OddText},
		{"a C1 control in UTF-8", []string{"git", "commit", "-m", "\u009b"}, OddText},
		{"invalid UTF-8", []string{"git", "commit", "-m", "\xff"}, OddText},
		{"an overlong UTF-8 slash", []string{"git", "commit", "-m", "\xc0\xaf"}, OddText},
		{"a UTF-8 surrogate", []string{"git", "commit", "-m", "\xed\xa0\x80"}, OddText},
		{"UTF-8 text that no rule looks at", []string{"git", "commit", "-m", "größer als 10 €"}, Clear},
		{"an unknown command", []string{"sudo", "true"}, UnknownCommand},
		{"an empty program name", []string{""}, UnknownCommand},
		{"a directory as program name", []string{"rm/"}, UnknownCommand},
		{"a version behind the name", []string{"python3.11", "-V"}, Clear},
		{"a version of one number", []string{"python3", "-V"}, Clear},
		{"a version that ends in a dot", []string{"python3.", "-V"}, UnknownCommand},
		{"a version with letters", []string{"python3-config", "-V"}, UnknownCommand},
		{"a version where none is listed", []string{"rm9", "--version"}, UnknownCommand},
		{"no operands where none are listed", []string{"python3", "x.py"}, OddOperand},
		{"-- where it is not listed", []string{"python3", "--"}, OddOperand},
		{"a subcommand", []string{"git", "status", "-sb"}, Clear},
		{"an unknown subcommand", []string{"git", "push"}, UnknownSubcommand},
		{"a subcommand's option before it", []string{"git", "-s", "status"}, UnknownOption},
		{"a global option after the subcommand", []string{"git", "status", "--no-pager"}, UnknownOption},
		{"a nested subcommand", []string{"git", "stash", "list"}, Clear},
		{"a nested subcommand that is unknown", []string{"git", "stash", "drop"}, UnknownSubcommand},
		{"a nested subcommand that is missing", []string{"git", "stash"}, OddOperand},
		{"a value in the next argument", []string{"git", "log", "-n", "5"}, Clear},
		{"a value attached to a letter", []string{"git", "log", "-n5"}, Clear},
		{"a value attached to a letter with =", []string{"git", "log", "-n=5"}, OddValue},
		{"a value that is missing", []string{"git", "log", "-n"}, OddValue},
		{"a value that looks like an option", []string{"git", "log", "-n", "--oneline"}, OddValue},
		{"a value that must be attached and is not", []string{"git", "log", "--format", "%H"}, OddValue},
		{"a value that must be attached and is", []string{"git", "log", "--format=%H %s"}, Clear},
		{"letters, then a value", []string{"git", "commit", "-am", "message"}, Clear},
		{"letters, then an attached value", []string{"git", "commit", "-amessage"}, Clear},
		{"an option behind an operand, where options come first", []string{"true", "x", "-y"}, OddOperand},
		{"-- behind an operand, where options come first", []string{"true", "x", "--"}, OddOperand},
		{"a listed value of an option", []string{"grep", "--color=auto", "x"}, Clear},
		{"another value of that option", []string{"grep", "--color=always", "x"}, UnknownOption},
		{"the first operand is a pattern", []string{"grep", "*.pem", "file"}, Clear},
		{"the second is a path", []string{"grep", "x", ".env"}, Protected},
		{"-e takes the pattern's place", []string{"grep", "-e", "x", ".env"}, Protected},
		{"-e behind the operand takes it too", []string{"grep", ".env", "-e", "x"}, Protected},
		{"an option's path value", []string{"grep", "-f", ".env", "file"}, Protected},
		{"an option's path value, attached", []string{"grep", "-f.env", "file"}, Protected},
		{"a recursive option behind the operand", []string{"grep", "x", w.home, "-r"}, Protected},
		{"the same without it", []string{"grep", "x", w.home}, Clear},
		{"the last operand is written", []string{"cp", w.dir + "/etc/hosts", "copy"}, Clear},
		{"the others are not", []string{"cp", "copy", w.dir + "/etc/hosts"}, Protected},
		{"too few operands", []string{"cp", "copy"}, OddOperand},
		{"too many operands", []string{"curl", "https://example.com/a", "https://example.com/b"}, OddOperand},
		{"a long option of one dash", []string{"find", ".", "-name", "*.go", "-type", "f"}, Clear},
		{"an action of find", []string{"find", ".", "-delete"}, UnknownOption},
		{"a letter of find's", []string{"find", ".", "-n"}, UnknownOption},
		{"= in find's option", []string{"find", ".", "-name=x"}, UnknownOption},
		{"-C inside", []string{"git", "-C", "sub", "status"}, Clear},
		{"-C outside", []string{"git", "-C", w.dir + "/srv", "status"}, Outside},
		{"-C, then a path", []string{"git", "-C", "sub", "status", "x"}, Unresolved},
		{"a path, then -C, which make obeys first", []string{"make", "-f", "file", "-C", "sub"}, Unresolved},
		{"-C twice", []string{"git", "-C", "sub", "-C", "deep", "status"}, Unresolved},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			assert.Equal(t, tt.want.String(), c.Check(tt.argv, w.env(), w.work).String(), "%q", tt.argv)
		})
	}
}

func TestURLsMustBePlain(t *testing.T) {
	for s, want := range map[string]bool{
		"https://example.com":               true,
		"http://a-b.example.com:8080/x?y=1": false,
		"https://example.com?x=1":           false,
		"http://a-b.example.com:8080/x":     true,
		"example.com":                       false,
		"file:///etc/passwd":                false,
		"HTTPS://example.com":               false,
		"https://u:p@example.com/":          false,
		`https://evil.example\@example.com`: false,
		"https://127.0.0.1/":                true,
		"http://127.0.0.1:8080/x?y=1":       false,
		"http://127.0.0.2/":                 false,
		"http://127.0.0.1.evil.example/":    true, // a name like any other
		"https://0x7f000001/":               false,
		"https://[::1]/":                    false,
		"https://localhost/":                true,
		"https://LOCALHOST/":                false,
		"https://localhost@x.example/":      false,
		"https://x.localhost/":              false,
		"https://metadata.google.internal/": false,
		"https://.com/":                     false,
		"https://example.com/{a,b}":         false,
		"https://example.com/[1-9]":         false,
		"https://example.com#@x":            false,
		"https://":                          false,
		"https://example.com/\u00e9":        false,
	} {
		assert.Equal(t, want, plainURL(s), s)
	}
}

func TestNetworkIsClearOnlyWhereUnrestricted(t *testing.T) {
	w := newWorld(t)
	assert.Equal(t, Clear, w.check(t, "curl", "-s", "https://example.com/"))
	assert.Equal(t, Clear, w.check(t, "git", "fetch"))
	w.spec.Network = false
	assert.Equal(t, Networked, w.check(t, "curl", "-s", "https://example.com/"))
	assert.Equal(t, Networked, w.check(t, "git", "fetch"))
	assert.Equal(t, Clear, w.check(t, "git", "status"))
}

func TestLimitsComeFirst(t *testing.T) {
	w := newWorld(t)
	c := w.checker(t)
	many := func(n int, s string) []string {
		argv := []string{"true"}
		for range n {
			argv = append(argv, s)
		}
		return argv
	}
	tests := []struct {
		why  string
		argv []string
		want Reason
	}{
		{"as many arguments as may be", many(MaxArgs-1, "x"), Clear},
		{"one more", many(MaxArgs, "x"), TooLong},
		{"as long an argument as may be", []string{"true", strings.Repeat("x", MaxArg)}, Clear},
		{"one byte more", []string{"true", strings.Repeat("x", MaxArg+1)}, TooLong},
		{"as much in all as may be", many(3, strings.Repeat("x", MaxArgv/3-3)), Clear},
		{"too much in all", many(3, strings.Repeat("x", MaxArg)), TooLong},
		{"a long program name", []string{strings.Repeat("x", MaxArg+1)}, TooLong},
		{"no arguments at all", nil, TooLong},
		{"a NUL, which no kernel passes", []string{"true", "a\x00b"}, OddText},
		{"a path of the longest argument", []string{"rm", strings.Repeat("x", MaxArg)}, OddPath},
		{"a component longer than a name may be", []string{"rm", strings.Repeat("x", 300)}, Unresolved},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			assert.Equal(t, tt.want.String(), c.Check(tt.argv, w.env(), w.work).String())
		})
	}
}

func TestEnvironmentMustBeAsRecorded(t *testing.T) {
	w := newWorld(t)
	c := w.checker(t)
	tests := []struct {
		why  string
		add  []string
		want Reason
	}{
		{"nothing that matters", []string{"EDITOR=vi", "odd", ""}, Clear},
		{"as recorded", []string{"GIT_PAGER=cat", "PAGER=less"}, Clear},
		{"another value", []string{"GIT_PAGER=sh -c id"}, Environment},
		{"a longer value", []string{"GIT_PAGER=cat "}, Environment},
		{"a variable that was not recorded", []string{"GIT_SSH_COMMAND=x"}, Environment},
		{"an empty one that was not", []string{"BASH_ENV="}, Environment},
		{"one without a value", []string{"BASH_ENV"}, Environment},
		{"a name that only starts like a whole name", []string{"PAGERS=x"}, Clear},
		{"recorded, then another value", []string{"PAGER=less", "PAGER=sh"}, Environment},
		{"a loader variable", []string{"LD_PRELOAD=/x.so"}, Environment},
		{"another home", []string{"HOME=" + w.home + "/proj/sub"}, Clear},
		{"the root as home", []string{"HOME=/"}, Clear},
		{"a home that is not there", []string{"HOME=/nonexistent/x"}, Clear},
		{"no home", []string{"HOME="}, Environment},
		{"a relative home", []string{"HOME=sub"}, Environment},
		{"a home that is a pattern", []string{"HOME=/x*"}, Environment},
		{"two other homes", []string{"HOME=/x", "HOME=/y"}, Environment},
		{"two PATHs", []string{"PATH=/x"}, Environment},
		{"mode enabled", []string{"AGENT_LOOP_PROXY_MODE=enabled"}, Clear},
		{"mode empty", []string{"AGENT_LOOP_PROXY_MODE="}, Clear},
		{"mode strict", []string{"AGENT_LOOP_PROXY_MODE=strict"}, StrictMode},
		{"mode in capitals", []string{"AGENT_LOOP_PROXY_MODE=ENABLED"}, StrictMode},
		{"mode off, which must not loosen", []string{"AGENT_LOOP_PROXY_MODE=disabled"}, StrictMode},
		{"mode enabled, then another", []string{"AGENT_LOOP_PROXY_MODE=enabled", "AGENT_LOOP_PROXY_MODE=x"}, StrictMode},
		{"an audit copy", []string{"AGENT_LOOP_AUDIT_LOG=/x"}, AuditCopy},
		{"an empty audit copy", []string{"AGENT_LOOP_AUDIT_LOG="}, AuditCopy},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			assert.Equal(t, tt.want.String(), c.Check([]string{"true"}, w.env(tt.add...), w.work).String())
		})
	}
}
