//go:build linux

package parser

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/reader"
)

// format writes a statement in which %L stands for a list of statements, %C
// for a command, %W for a word, %V for one variable, %N for a number of its own.
func (g *generator) format(form string) func() string {
	return func() string {
		number, variable := g.name(""), g.variable()
		var b strings.Builder
		for i := 0; i < len(form); i++ {
			if write := g.marker(form[i:], number, variable); write != nil {
				b.WriteString(write())
				i++
				continue
			}
			b.WriteByte(form[i])
		}
		return b.String()
	}
}

// marker is what writes the stretch that a marker stands for.
func (g *generator) marker(form, number, variable string) func() string {
	if len(form) < 2 || form[0] != '%' {
		return nil
	}
	switch form[1] {
	case 'L':
		return g.list
	case 'C':
		return g.simple
	case 'W':
		return g.word
	case 'V':
		return func() string { return variable }
	case 'N':
		return func() string { return number }
	}
	return nil
}

func (g *generator) formats(of ...string) []func() string {
	out := make([]func() string, len(of))
	for i, f := range of {
		out[i] = g.format(f)
	}
	return out
}

// statements are the compound commands.
func (g *generator) statements() (posix, bash []func() string) {
	posix = g.formats(
		"%C && %C", "%C || %C", "no || %C", "%C | %C", "%C | pass | %C", "%C &\nwait", "! %C", "{ %L; }", "(%L)", "{ %L; } > o%N", "(%L) 2>/dev/null",
		"if %C; then %L; fi", "if no; then %L; else %L; fi", "if no %W; then %L; elif %C; then %L; else %L; fi",
		"n%N=0; while [ $((n%N+=1)) -le 2 ]; do %L; done", "n%N=0; until [ $((n%N+=1)) -gt 2 ]; do %L; done", "while no; do %L; done",
		"for %V in %W %W; do %L; done", "for i%N in x y; do a $i%N; %L; done", "for %V in a b; do $%V %W; done", "set -- %W %W; for %V; do %C; done",
		"case %W in x) %L;; *) %L;; esac", "case $%V in a*) %L;; %W) %L;; *) %C;; esac",
		"%C <<E\n$%V x\n$(%C)\nE\n", "%C <<'E'\n$(b)\nE\n", "say x | while read %V; do a \"$%V\"; done", "say %W | { read %V; a $%V; }",
		"{ %L; } | pass", "%V=%W; a $%V", "%V=%W\nb \"$%V\"", "%V='x y'; a $%V", "IFS=:; %V=x:y; a $%V; unset IFS", "(IFS=,; %V=a,b; $%V %W; a $%V)",
		"cd /w/d1 && a; cd /w", "(cd /w; cd d2; %L)", "(cd /w; cd d1/sub && %C)", "cd d1 && %C; cd /w", "set -- %W %W; a \"$1\"; shift; b $1 \"$@\"", "(set -- x 'y z'; a \"$@\" $*)",
		"eval 'a %W'", "eval \"b $%V\"", "eval %C", "eval '%V=x'; a $%V", "eval 'cd /w/d1'; a; cd /w",
		"echo 'a %W' > s%N; . ./s%N", "trap 'a %W' EXIT", "(trap '%C' EXIT; %L)", "%V=a; $%V %W", "%V=a %W; export %V",
		"echo 'a x' | { read %V w; $%V $w; }", "%V=`%C`; a \"$%V\"", "for i%N in $(echo x y); do a $i%N; done", "%C; exit; b not",
	)
	posix = append(posix, g.formats(
		"printf '%s\\n' %W %W | while read %V; do a \"$%V\"; done", "printf 'a x\\nb y\\n' | while read %V w; do $%V $w; %L; done", "printf 'x\\ny\\n' | while IFS= read -r %V; do echo \"$%V\" > o%N; a $%V; done",
		"{ read %V; read w; a \"$%V\" \"$w\"; } <<E\n%W x\ny\nE\n", "{ read %V; %L; read w; a $w; } <<E\nx\ny\nE\n", "IFS=: read %V w <<E\nx:y z:\nE\na $%V $w", "IFS=' :' read %V w <<E\n x : y :\nE\na \"$%V\" \"$w\"",
		"exec 3<<E\na x\nE\nread %V w <&3; $%V $w; exec 3<&-", "while read %V; do no; pass; a $%V; done <<E\nx\ny\nz\nE\n", "while read %V; do read w; a $%V $w; done <<E\nx\ny\nz\nE\n", "while read %V w; do %L; a $w; done <<E\nx y\nz\nE\n",
		"f%N() { read %V; a $%V; }; f%N <<E\n%W\nE\n", "f%N() { read %V; }; { f%N; f%N; a $%V; } <<E\nx\ny\nE\n", "if read %V; then a $%V; fi <<E\n%W\nE\n", "{ (read w); read %V; a $%V; } <<E\nx\ny\nE\n",
		"set -- %W %W; for %V; do a \"$%V\"; done", "%V=$(command -v a); $%V x; b $(command -v no%N)", "f%N() { say %W; %C; }; a $(f%N)", "f%N() { echo %W; }; b $(f%N)", "f%N() { no || echo x; echo %W; }; b $(f%N)", "f%N() { echo $1 | tr a-c b-d; }; a $(f%N %W)",
		"n%N=3; a $((n%N*2-1)) $((n%N>2)); n%N=$((n%N+1)); b $n%N", "for i%N in 1 2; do a $((i%N+1)); done", "n%N=1; while [ $n%N -lt 3 ]; do a $((n%N)); n%N=$((n%N+1)); done; b $n%N",
		"$(printf 'x\\na\\n' | sed -n 2p) %W", "$(echo x a | mawk '{print $NF}') %W", "eval \"a $((1+1)) $%V\"", "exec 4<<E\nx\nE\n{ read %V; a $%V; } <&4; exec 4<&-",
	)...)
	posix = append(posix, g.formats( // names that patterns match, kept, cut and printed
		"for %V in d* %W f*.txt; do a \"${%V%.txt}\" \"${%V#d}\" \"${%V%%.*}\"; b ${%V%x} \"${%V:-x}\" \"${%V:+y$%V}\"; done; c \"$%V\" \"${%V%1}\"", "for %V in d1/* ./f*; do a \"${%V##*/}\" \"${%V%/*}\" \"${%V#./}\" \"${%V#*1}\"; w=${%V%?}; b \"$w\"; done; c \"$w\" $w",
		"w=; for %V in f* %W; do w=\"$w $%V\"; done; a $w; b \"$w\"", "%V=$(echo d1/*); a \"${%V##*/}\" \"${%V%/*}\" ${%V#d}; w=${%V%x}; b \"$w\"", "for %V in d1/*; do a \"$(basename \"$%V\")\" \"$(dirname \"$%V\")\" $(echo \"$%V\" | sed 's/d/x/'); done", "if no; then w=d*; else for w in f*; do :; done; fi; for %V in d*; do no && w=$%V; done; a \"$w\" \"${w%.txt}\" ${w%1}",
		"set -- %W d* %W; a \"$2\" \"$@\"; shift; b \"$1\" \"$*\"; shift 2; c \"$@\" $3", "set -- f*; while [ $# -gt 0 ]; do a \"$1\" $2; shift; done; b \"$@\"", "set -- no* %W; for %V; do a \"$%V\"; done; %V=$*; b \"$%V\"",
		"f%N() { a \"$2\" \"$@\"; shift; b \"$1\" $2; }; f%N %W f*", "f%N() { for %V; do a \"$%V\"; done; }; f%N d* %W", "for i%N in $(echo f* %W); do a \"$i%N\"; done", "%V=$(echo d* %W); a \"$%V\" $%V", "a $(printf '%s\\n' f?.txt %W) x",
		"echo f* %W | { read %V w; a \"$%V\" \"$w\"; }", "printf '%s\\n' d* %W | while read -r %V; do a \"$%V\"; b $%V; done", "echo %W f* | cat | while read %V w; do a $w \"$%V\"; done", "for %V in d* %W; do w=$%V/x; a \"$w\" \"$(echo \"$%V\")\"; done; b \"$%V\" $w",
	)...)
	posix = append(posix, g.formats( // what lists print in part, and texts in operators
		"a \"$(say %W; echo %W)\" $(no || echo x y) ${%V:+x %W}", "$(no; echo b) %W", "%V=$(if %C; then echo a; else echo b; fi); $%V x; c \"${%V:+%W}\" ${%V+y}", "%V=$(say %W); a ${%V:+x y} \"${%V:-%W}\"; b $(no && echo p; echo %W)",
	)...)
	posix = append(posix, g.function, g.function, g.alias)
	bash = g.formats(
		"A=(); for %V in d* %W; do A+=(\"$%V\"); done; a \"${A[@]}\" \"${A[0]}\" \"$A\" ${A[@]:1}; b \"${A[@]%1}\"", "A=(f*.txt %W); a \"${A[@]%.txt}\" \"${A[@]/f/x}\"; b ${A[@]#f}; set -- d1/*; c \"${@##*/}\" \"${*%/*}\"", "for %V in f*; do a \"${%V/f/x}\" \"${%V:1}\" \"${%V^^}\" \"${%V:0:1}\" ${%V//./ }; A[$RANDOM%3]=$%V; done; b \"${A[1]}\" \"${A[@]}\"",
		"A=(%W f* x); a \"${A[@]}\" \"${A[1]}\" \"${A[2]}\"; b \"${A[@]:1}\" $A \"${A[-1]}\"", "A=(f?.txt); A+=(%W d*); a \"${A[*]}\" ${A[@]:1:2}; for %V in \"${A[@]}\"; do b \"$%V\"; done", "A=(d*); n%N=1; a \"${A[n%N]}\" \"${A[$%V]}\" \"${A[-2]}\" ${#A[@]}; A[1]=%W; b \"${A[@]}\"",
		"mapfile -t A < <(printf '%s\\n' d* %W); a \"${A[@]}\" \"${A[1]}\" \"$A\" \"${A[@]:1}\"", "read -ra A <<< \"$(echo f*)\"; a \"${A[@]}\" \"$A\"", "while read -r %V; do a \"$%V\"; done < <(printf '%s\\n' f*)", "while IFS= read -r -d '' %V; do a \"$%V\"; done < <(printf '%s\\0' f* %W)", "local -a A=(d*); a \"${A[@]}\"; set -- \"${A[@]}\" %W; b \"${@:2}\" \"${@: -1}\" \"${@:1:2}\"",
		"declare -a A=(f* %W); f%N() { a \"$@\"; b \"${1}\" \"$2\"; }; f%N \"${A[@]}\"", "A=($(echo d* %W)); a \"${A[@]}\" ${A[1]}",
		"%C |& pass", "time %C", "time -p { %L; }", "coproc { %L; }\nwait", "coproc n%N { %C; }\nwait", "[[ %W == %W ]] && %C", "[[ -n $(%C) ]] || %C", "[[ x$%V < %W ]]; %C",
		"((n%N = 1 + 2)); a $n%N", "for ((i%N = 0; i%N < 2; i%N++)); do %L; done", "for ((i%N = 0; i%N < 2; i%N++)) { a $i%N; }",
		"select %V in %W %W; do %L; break; done <<< 1", "case x in x) %C;& y) %C;; esac", "case x in x) %C;;& x*) %L;; esac",
		"a <(%C) > >(pass)", "read %V <<< %W; a $%V", "read -r %V w <<< 'a x'; $%V $w", "mapfile -t A < f1.txt; a \"${A[@]}\"", "printf -v %V '%s' %W; a $%V",
		"declare %V=%W; b $%V", "declare -i %V=1+2; a $%V", "declare -u %V=ab; a $%V", "declare -a A=(%W x); a \"${A[@]}\"", "declare -A m%N=([k]=%W [j]=y); a \"${m%N[k]}\"",
		"declare -n r%N=%V; r%N=q; a $%V $r%N", "pushd /w/d1 > o%N; %C; popd > o%N", "pushd /w/d1 >/dev/null; a; pushd /w/d2 >/dev/null; b; popd >/dev/null; c; popd >/dev/null; d",
		"PS4='$(a ps)'; set -x; %C; set +x", "PS4='+$(%C)'\nset -x\nb\nset +x", "trap 'a dbg' DEBUG; %C; trap - DEBUG", "trap '%C' ERR; no %W", "f%N() { trap 'a ret' RETURN; b; }; f%N",
		"printf -v 'A[$(a sub)0]' x", "read 'A[$(b sub)0]' <<< x", "declare -i z%N='A[$(a int)0]'", "test -v 'A[$(a tv)0]'; b", "[[ -v A[$(%C)0] ]]; b",
		"z%N='A[$(a ar)0]'; b $((z%N))", "z%N='A[$(a ar)0]'; ((z%N)); c", "z%N='$(a prompt)'; b \"${z%N@P}\"", "z%N='A[$(a ind)0]'; b ${!z%N}", "declare -n z%N='A[$(a nr)0]'; b $z%N",
		"[[ 'A[$(a eq)0]' -eq 0 ]]; b", "unset 'A[$(a un)0]'; b", "let 'z%N=A[$(a let)0]'; b",
		"%V=(%W %W); for %V in \"${%V[@]}\"; do a $%V; done", "source <(say a x)", ". <(echo b %W)", "exec 3> o%N; %C >&3; exec 3>&-", "a {x,y}{1,2}; $%V", "%V=a{b,c}; d $%V",
		"IFS=x read %V w <<< 'axb'; a $%V $w", "while read -r %V; do a \"$%V\"; done < <(say %W)", "while read -r %V; do a \"$%V\"; done <<< $'a\\nb'", "unset %V; a ${%V:-x} ${%V-y}", "set -- a b; ${@:1:1} x",
		"shopt -s extglob\na @(f1|f2).txt +(d)1", "%V=%W; %V+=x; a $%V", "local %V=1; a $%V", "%V=x; export -n %V; a $%V", "readonly k%N=%W; a $k%N", "command eval 'a %W'", "builtin eval 'b %W'",
		"hash -p /stub/a z%N; z%N %W", "f%N() { local %V=q; a $%V; }; %V=r; f%N; b $%V", "f%N() { $1 \"${@:2}\"; }; f%N a %W x", "f%N() { shift; \"$@\"; }; f%N x b %W", "x=$(%V=in; a $%V); b $%V",
		"shopt -s nullglob; no* a %W; b no*x %W no[x] %C; no* cd d1; c; cd /w; exec no*; d; shopt -u nullglob", "shopt -s failglob\nno*; a %W; %V=a; b no*\n$%V x; shopt -u failglob", "set -k; a %V=%W b k=1 x; no* %V=b; $%V x; set +k",
		"read -ra A <<< %W; a \"${A[@]}\"", "IFS=: read -ra A <<< 'x::y'; a \"${A[@]}\"", "mapfile A <<< $'x\\ny'; a \"${A[@]}\"", "mapfile -t A < <(printf '%s\\n' %W x); a \"${A[@]}\"", "mapfile -t A < <(say %W; echo y); a \"${A[@]}\"",
		"set -- %W y z; a \"${@:2}\" \"${@:1:1}\" ${*:3} \"${@:$#}\"", "A=(%W x y); a \"${A[@]:1}\" ${A[@]:0:2}", "declare -n r%N=%V; r%N=a; $%V x; b $r%N", "hash -p /stub/a z%N; z%N; BASH_CMDS[y%N]=/stub/b; y%N %W",
		"%V=abc; a ${%V:1+1} ${%V@U} ${%V@Q} \"${%V@P}\" ${%V@u}", "while read -r %V; do a $%V; done < <(printf 'x y\\nz\\n')", "{ read %V & wait; read w; a $w; } <<< $'x\\ny'", "exec 3<<< 'x y'; read %V <&3; a $%V; exec 3<&-", "{ read %V; a <(read w; b $w); c $%V; } <<< $'x\\ny'",
		"printf -v %V '%d-%s' 3 %W; a $%V", "shopt -s lastpipe; echo x y | read %V; a $%V; shopt -u lastpipe", "f%N() { echo x; return; }; $(f%N) y; a \"$(f%N)\"", "n%N=2; a $((n%N++)) $((n%N)); ((n%N+=2)); b $n%N $((n%N?5:6))", "declare -i n%N=2; n%N+=3; a $n%N $((n%N+1))", "let n%N=3; a $((n%N))",
	)
	posix = append(posix, g.formats( // patterns, options and descriptors that a part of the text changes
		"set -f; a * %W; set +f; b d*", "(set -f; a d*; set +f; b d*)", "(set -e; no; a %W); (set -e; no || b; c)", "cd /w/d1; cd - >/dev/null; a; cd \"$OLDPWD\"; b; cd /w", "IFS=-; set -- a b; %V=\"$*\"; unset IFS; c $%V", "%V='\\d*'; for w in $%V %W; do a $w; done; b \"$%V\"",
		"%V=$(printf '\\141'); $%V x", "OPTIND=1; while getopts ab: o%N -a -b %W; do a $o%N \"$OPTARG\"; done", "[ -e f1.txt ] && a %W || b", "f%N() { a; }; unset -f f%N; f%N x; b", "x=a; f%N() { x=b; }; (f%N); $x y; f%N; $x z",
		"pass && exec 3<<E\na x\nE\nread %V w <&3; $%V $w; exec 3<&-", "if no; then exec 3<f1.txt; else exec 3<f2.txt; fi; read %V <&3; a \"$%V\"; exec 3<&-", "{ exec 3<f1.txt; } 4>/dev/null; read %V <&3; a \"$%V\"; exec 3<&-",
	)...)
	bash = append(bash, g.formats(
		"[[ a-x =~ (.)-(.) ]] && ${BASH_REMATCH[1]} %W; b \"${BASH_REMATCH[2]}\"", "[[ $%V =~ x(.*) ]]; a \"${BASH_REMATCH[1]}\"", "GLOBIGNORE='d1*'; a d*; unset GLOBIGNORE; b d*", "read -d x %V <<< axb; $%V y", "read -n 1 %V <<< abc; $%V x", "read -N 2 %V <<< 'a bc'; $%V x",
		"printf -v %V '%b' '\\x61'; $%V x", "printf -v %V %q 'x y'; a $%V", "CDPATH=/w/d1; cd sub >/dev/null && a; cd /w; unset CDPATH", "k%N=%V; %V=a; ${!k%N} x", "f%N() { local -n r%N=$1; r%N=a; }; f%N %V; $%V x", "set -- %W y; set -- \"${@/x/a}\"; b \"$@\"; ${@: -1} z",
		"shopt -s dotglob; a *; shopt -u dotglob", "shopt -s globstar; a **/x **; shopt -u globstar", "declare -l %V=A; $%V x", "%V='\\x61'; ${%V@E} x", "%V=A; ${%V@L} x", "A=(a 'b c'); d ${A[@]@Q}; ${A[0]@E} x", "A=([2]=a [0]=b); ${A[@]} x", "A=(x [5]=a y); b \"${A[5]}\" ${A[6]} ${A[@]}",
		"%V=a; f%N() { %V=b command eval '$%V x'; }; f%N; $%V y", "declare -A m%N; m%N[a]=b; m%N[b]=c; ${m%N[a]} x; for %V in \"${!m%N[@]}\"; do $%V y; done", "A=(a b c); unset 'A[0]'; ${A[@]} x; A=(\"${A[@]}\" d); ${A[0]} y", "command exec 3<<< 'a x'; read %V w <&3; $%V $w; exec 3<&-", "exec {d%N}<<< 'a x'; read -u $d%N %V w; $%V $w; exec {d%N}<&-",
		"f%N() { exec < <(echo a x); }; (f%N; read %V w; $%V $w)", "(exec < <(echo a %W); read %V w; $%V $w)", "%V=abc; ${%V:0:1} x; ${%V: -1} y; ${%V:(-2):1} z", "%V='a b'; set -- $%V; $2 x; ${!#} y; ${@:1:1} z", "%V=ba; ${%V#b} x; ${%V/b} y; ${%V//[^a]} z", "(set -o posix; a %W; %V=b eval '$%V x'; $%V y)", "f%N() { return 1; }; f%N || a; f%N && b; c $?",
		"while read -r -n1 %V; do a \"$%V\"; done <<< xy", "coproc c%N { echo a x; }; read %V w <&\"${c%N[0]}\"; $%V $w; wait", "printf '%s\\n' 'a x' | { mapfile -t A; ${A[0]}; }", "%V=$'a\\tx'; $%V", "a \"${%V@A}\" \"${%V@K}\" x", "((x%N = 0 || 1)) && a $x%N; (( x%N++ )) ; b $x%N; c $((x%N ** 2)) $((16#ff)) $((~1 & 7))",
	)...)
	bash = append(bash, g.formats( // filters of processes, and replacements in what is not known
		"a $(cat <(say %W) <(echo x)); cat <(echo 'b %W') | while read -r %V w; do $%V \"$w\"; done", "a \"$(tail -n1 <(printf '%s\\n' %W x))\"", "%V=$(say %W); a \"${%V/*/x}\" ${%V//?/y} \"${%V/#*/\\/z}\"", "while IFS= read -rd '' %V; do a \"$%V\"; done < <(printf '%s\\0' %W x)",
	)...)
	return posix, bash
}

// function defines a function, and at times calls it.
func (g *generator) function() string {
	name := g.name("fn")
	outer := g.functions
	body := g.deeper(g.list, g.command)
	use := g.pick(`a "$1" $2`, `b "$@"`, "c $#", `"$@"`, "$1 x", "return", ":")
	g.functions = append(outer[:len(outer):len(outer)], name)
	out := fmt.Sprintf("%s() { %s; %s; }", name, use, body)
	if g.IntN(2) == 0 {
		out += "\n" + name + " " + g.words(2)
	}
	return out
}

// alias defines an alias, for the lines after.
func (g *generator) alias() string {
	name := g.name("al")
	g.fresh = append(g.fresh, name)
	on := ""
	if g.lang == reader.Bash {
		on = "shopt -s expand_aliases; "
	}
	return fmt.Sprintf("%salias %s='%s'", on, name, g.pick("a x", "b $v", "a 1; b 2", "c ", "d | pass", "$p", "e && f", "(g)"))
}

// setting writes a command that changes what the shell holds.
func (g *generator) setting() string {
	return g.one(g.formats("cd d1 2>/dev/null || cd /w", "cd /w", "cd \"$HOME\"", "cd /w/d2", "unset %V", "export %V=%W", "set -- %W %W", "set --", "shift 2>/dev/null", "export %V", "readonly r%N=%W", "IFS=' '", "umask 022", "set +e"),
		g.formats("declare %V=%W", "declare -x %V", "typeset %V=%W", "printf -v %V '%s-' x", "read %V <<< 'x y'", "mapfile -t A <<< $'x\\ny'", "shopt -s nullglob", "shopt -u nullglob", "shopt -s failglob", "shopt -u failglob", "shopt -s $%V nullglob", "set -k", "shopt -s extglob", "cd ..; cd /w", "pushd /w/d1 > /dev/null", "popd > /dev/null 2>&1", "unset 'A[0]'", "A=()", "%V+=%W", "let '%V=1+2'", "((n%N++))", "declare -i n%N=2"))
}
