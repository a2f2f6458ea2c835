package e2e_test

import "math/rand/v2"

// sedScripts are sed scripts: as people write them, and with hidden commands and file
// names.
var sedScripts = []string{
	"s/a/b/", "s/a/b/g", "s|[^/]*$|.deps/&|;s|\\.o$||", "/^#/d", "$!N;P;D", ":a;N;$!ba;s/\\n/,/g", "1,5p", "/x/,/y/{s/a/b/;p}", "y/abc/xyz/", "n;d", "$=",
	"s,/*$,,", "s/[[:space:]]*$//", "s/[/]/x/", "s/[^]/]*/x/", "s/[]/]*/x/", "/a\\/b/d", "\\,a,d", "2q", "10q;d", "s/\\(a\\)\\(b\\)/\\2\\1/2g", "1i\\\nfoo", "$a end", "c\\\nx\\\ny",
	"/start/,$ { /end/q; p; }", "s/a/b/I", "0~3d", "1!G;h;$!d", "b;e x", ":e;s/e/w/;te", "s/a/b\\\nc/", "l 20", "s/x/\\n/;ta;d;:a", "#n e x", "# w x\np", "}", "{", "p;}",
	"e", "1e", "1e id", "e id", "s/a/b/e", "s/a/b/ge", "s/a/b/w out", "s/a/b/gw out", "w out", "1,3w out", "W out", "r .env", "R .env", "r/etc/shadow", "a\\\ntext\ne id",
	"a foo\\\\\ne id", "/[/]/e id", "s/[/e id;s/]/x/", "s/[^/e;]/x/", "s/a[/]/e/;p", "s/a/[/e", "s/[[:x:]/]/e/", "s/[\\]/e/;p]/", "y/a/b/e", "p e", "pe", "2,/x/e id", "/x/!e id", "{e id\n}",
	"b x;e id", ":x e id", "s/a/b/;;e id", "s/a/b/}e id", "s\\a\\b\\e", "s\na\nb\ne", "v", "z;e", "F;w x", "q1;e", "l;1e", "s/a/b/m e", "\\e/e id", "/a/Ie id", "s/a/b/we", "s/a/b/1e",
}

// awkPrograms are awk programs: as people write them, and with hidden commands and file
// names.
var awkPrograms = []string{
	"{print $1}", "{ print $NF }", "{print $1,$2}", "{print $1 \" \" $2}", "NR==1", "NR>1 {print $2}", "$2==16", "/foo/ {print}", "/a|b/{print $0; next} END{print NR}", "!seen[$0]++",
	"BEGIN{FS=\":\"} {print $1}", "{s+=$1} END {print s/NR}", "{a[$1]++} END {for (k in a) print k, a[k]}", "{for (i=1;i<=NF;i++) if ($i ~ /x/) print $i}", "{gsub(/a/,\"b\"); print}",
	"{printf \"%s %d\\n\", $1, $2}", "{printf(\"%s\\n\", $1)}", "length($0) > 72", "length > 72", "{print (NF==2?\"y\":\"\")}", "$1 ~ /^[a-z]+$/ && $2 != \"\" {print; exit}", "{print toupper(substr($0,1,1)) substr($0,2)}",
	"{$1=\"\"; print}", "{ if ($1 > 5) { x = 1 } else if ($2) print \"b\"; else print \"c\" }", "BEGIN { while (i < 3) { i++ } }", "/start/,/end/", "{n=split($0,f,\",\"); print f[n]}", "{x = x \"\" $1}", "$NF-- ", "{print -$1}",
	"{ a[$1,$2] = 1 } (1,2) in a { print }", "{print length}", "{print;print}", "BEGIN{printf \"\"}", "$0 ~ \"x\" \"y\"", "# x\n{print} # y", "{print $1\n\nprint $2\n}", "{ x /= 2 }", "{print > \"out\"}", "{print >> \"/etc/passwd\"}",
	"{print | \"sh\"}", "{\"id\" | getline x}", "{getline < \"/etc/shadow\"}", "BEGIN{system(\"id\")}", "BEGIN { system (\"id\") }", "{print $1 > $2}", "{if (x) print a > \"f\"}", "{print (a) > \"f\"}", "{print(a)(b) > \"f\"}", "{print a,b > c d}",
	"{ print a ? b : c > \"f\" }", "@include \"x\"", "@load \"x\"", "{@f()}", "function f(x) {system(x)} {f(1)}", "BEGIN{for (k in ENVIRON) print k}", "{ARGV[1]=\"/etc/shadow\"}", "/\"/ { system(\"id\") } # \"", "{ x = a / 2; system(\"id\"); y = b / 2 }",
	"{ print /a/ > \"f\" }", "{ print \"a\\\"\" > \"f\" }", "{ print a |& \"x\" }", "{ print a[b > c] }", "{ print (a > b) }", "{ print a >= b }", "$0 ~ /[/\"]/ { system(\"id\") }", "{ /[/]/; print > \"x/\" }", "{ printf \"x\" > \"/dev/stderr\" }", "{close(x)}", "{print<\"x\"}",
	"{print /a/ /b/}", "{x=/a/;print>\"f\"}", "{ for(;;) print > \"f\" }", "{ do print; while(0) }", "{ switch(x) {case 1: print}}", "{delete a[1]}", "{print\n>\"x\"}", "BEGINFILE{print}", "{a::b=1}", "{print \"x\" > ENVIRON[\"HOME\"] \"/.bashrc\"}",
}

// changed is a script with letters of it changed, or joined with another.
func changed(random *rand.Rand, code string, known []string, letters string) string {
	for range 1 + random.IntN(4) {
		at := random.IntN(len(code) + 1)
		letter := string(letters[random.IntN(len(letters))])
		switch random.IntN(5) {
		case 0:
			code = code[:at] + letter + code[at:]
		case 1:
			code = code[:at] + code[min(at+1, len(code)):]
		case 2:
			code = code[:at] + letter + code[min(at+1, len(code)):]
		case 3:
			code = code + []string{";", "\n", "", " "}[random.IntN(4)] + known[random.IntN(len(known))]
		default:
			other := known[random.IntN(len(known))]
			code = code[:at] + other[random.IntN(len(other)):]
		}
	}
	if code == "" {
		return "p"
	}
	return code
}
