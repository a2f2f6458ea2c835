package script

import (
	"strings"
	"testing"
)

// contents returns what the code writes to files: "path=text", with + after a path that keeps
// what it held, ? for what is not known of a text, and | between texts.
func contents(t *testing.T, lang, code string) string {
	t.Helper()
	acts, err := Read(lang, code)
	if err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	var all []string
	for _, a := range acts {
		if a.Kind != Writes || a.Holds == nil {
			continue
		}
		file := a.Args[0].Text + "="
		if a.Keeps {
			file = a.Args[0].Text + "+="
		}
		var texts []string
		for _, h := range a.Holds {
			text := h.Text
			if !h.Known {
				text += "?" + strings.Join(h.Rest, "?")
			}
			texts = append(texts, text)
		}
		all = append(all, file+strings.Join(texts, "|"))
	}
	return strings.Join(all, " ")
}

// What code writes to a file that it names is known as far as the text is.
func TestContents(t *testing.T) {
	for _, c := range []struct{ why, lang, code, want string }{
		{"an open file", "python", `open("r","w").write("a\n")`, "r=a\n"},
		{"a with statement", "python", "with open('r', 'w') as f:\n  f.write('a')\n  f.write('b')\n", "r=ab"},
		{"lines", "python", `f = open("r", "w"); f.writelines(["a\n", "b\n"])`, "r=a\nb\n"},
		{"print to a file", "python", `f = open("r", "w"); print("a", "b", file=f)`, "r=a b\n"},
		{"a path object", "python", `from pathlib import Path; Path("r").write_text("a")`, "r=a"},
		{"a path object that is opened", "python", "import pathlib\nwith pathlib.Path('r').open('w') as f: f.write('a')", "r=a"},
		{"bytes", "python", `open("r", "wb").write(b"a")`, "r=a"},
		{"in a function", "python", "def put(p):\n  open(p, 'w').write('a')\nput('r')\n", "r=a"},
		{"by number", "python", `import os; fd = os.open("r", os.O_WRONLY); os.write(fd, b"a")`, "r+=a"},
		{"an appended text", "python", `open("r", "a").write("a")`, "r+=a"},
		{"a file's text, replaced", "python", `s = open("r").read(); open("r", "w").write(s.replace("a", "b"))`, "r=?|b"},
		{"a file's text, replaced by a pattern", "python", `import re; s = open("r").read(); open("r", "w").write(re.sub("a", "b", s))`, "r=?|b"},
		{"a file's text and more", "python", `s = open("r").read(); open("r", "w").write(s + "b")`, "r=?b"},
		{"what is not known", "python", `import json; json.dump({"a": 1}, open("r", "w"))`, "r=?"},
		{"a file that is read", "python", `open("r").read()`, ""},

		{"a call with a path", "javascript", `require("fs").writeFileSync("r", "a\n")`, "r=a\n"},
		{"a promise", "javascript", `import fs from "fs/promises"; await fs.writeFile("r", "a")`, "r=a"},
		{"an appended text", "javascript", `fs.appendFileSync("r", "a")`, "r+=a"},
		{"a stream", "javascript", `const s = fs.createWriteStream("r"); s.write("a"); s.end("b")`, "r=ab"},
		{"by number", "javascript", `const fd = fs.openSync("r", "w"); fs.writeSync(fd, "a")`, "r=a"},
		{"Deno", "javascript", `Deno.writeTextFileSync("r", "a")`, "r=a"},
		{"PHP", "php", `file_put_contents("r", "a");`, "r=a"},
		{"PHP's open file", "php", `$f = fopen("r", "w"); fwrite($f, "a");`, "r=a"},

		{"a call with a path", "ruby", `File.write("r", "a")`, "r=a"},
		{"a block", "ruby", `File.open("r", "w") { |f| f.puts "a"; f.write "b" }`, "r=a\nb"},
		{"a path object", "ruby", `require "pathname"; Pathname.new("r").write("a")`, "r=a"},

		{"a handle", "perl", `open F, ">r"; print F "a\n"; close F`, "r=a\n"},
		{"a handle in a variable", "perl", `open(my $f, '>', 'r'); print $f "a"; say $f "b";`, "r=ab\n"},
		{"a handle in braces", "perl", `open(my $f, '>>', 'r'); print {$f} "a";`, "r+=a"},
		{"Path::Tiny", "perl", `use Path::Tiny; path("r")->spew("a")`, "r=a"},

		{"print into a file", "awk", `BEGIN { print "a" > "r"; printf "%s-%s", "b", "c" > "r" }`, "r=a\nb-c r=a\nb-c"},
		{"an appended text", "awk", `BEGIN { print "a" >> "r" }`, "r+=a\n"},
		{"a field", "awk", `{ print $1 > "r" }`, "r=?\n"},

		{"an open file", "lua", `local f = io.open("r", "w"); f:write("a", "b")`, "r=ab"},
	} {
		if got := contents(t, c.lang, c.code); got != c.want {
			t.Errorf("%s, %s: %s\n got %q\nwant %q", c.lang, c.why, c.code, got, c.want)
		}
	}
}
