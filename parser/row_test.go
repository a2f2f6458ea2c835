package parser

import (
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
)

// rows keep the patterns in them, and what splits.
func TestRows(t *testing.T) {
	checkWords(t, reader.Bash, []wordRow{
		{"an array of a pattern", `x=(/*); a "${x[@]}" "$x" "${x[0]}" "${x[-1]}"`, []string{"/(*)", "/(*)", "/(*)", "/(*)"}},
		{"what stands before it is certain, what is behind it is not", `x=(b /* c); a "${x[@]}" "${x[0]}" "${x[1]}" "${x[-1]}"`, []string{"b", "/(*)", "c", "b", "/(*)", "c"}},
		{"an array with a type", `declare -a x=(/*); a "${x[@]}"`, []string{"/(*)"}},
		{"an array that is added to", `x=(b); x+=(/*); a "${x[@]}"`, []string{"b", "/(*)"}},
		{"a stretch of an array", `x=(b /*); a "${x[@]:1}"`, []string{"/(*)"}},
		{"parameters", `set -- /* b; a "$@" "$1" "x$1"`, []string{"/(*)", "b", "/(*)", "x/(*)"}},
		{"parameters without dashes", `set /*; a "$@"`, []string{"/(*)"}},
		{"a parameter that may be an option", `set *; a "$@"`, []string{"?es"}},
		{"parameters less one", `set -- b /*; shift; a "$@"`, []string{"/(*)"}},
		{"parameters less several", `set -- b c d; shift 2; a "$@"; shift 3; b $1`, []string{"?es"}},
		{"a pattern kept by a loop", `for x in /*; do y=("$x" b); a "${y[@]}"; done`, []string{"/(*)", "b"}},
		{"what splits", `x=($b); a "${x[@]}" "${x[0]}"`, []string{"?es", "?e"}},
		{"an array too long for its pieces", `x=($b/*/c); a "${x[@]}"`, []string{"?es/(*)/c"}},
	})
	check(t, reader.Bash, []row{
		{"an element behind a pattern is one of several", `x=(/* b); a "${x[1]}"`, []string{"x=?", "a ?", "a /*", "a b"}},
		{"an element by a number that is not known", `x=(/*); a "${x[$i]}"`, []string{"x=?", "a ?", "a /*"}},
		{"a stretch that may be past the pattern", `x=(/*); a "${x[@]:2}"`, []string{"x=?", "a ?", "a /*"}},
		{"a pattern as one text", `set -- /*; a "$*"`, []string{"set -- /*", "a ?", "a /*"}},
		{"a loop over parameters", `set -- /* b; for x; do a "$x"; done`, []string{"set -- /* b", "a /*", "a b"}},
		{"a loop that shifts", `set -- /*; while b; do a "$1"; shift; done`, []string{"set -- /*", "b", "a ?", "a /*", "shift"}},
		{"what a shift may have left is no program", `set -- /*; while b; do shift; done; "$@"; a "$@"`, []string{"set -- /*", "b", "shift", "?", "a ?", "a /*"}},
		{"arguments of a call", `f() { a "$@" "$1"; }; f b/* c`, []string{"f: a ? ?", "f b/* c shadowed", "f: a b/* c b/*"}},
		{"arguments of a call of a call", `f() { a "$@"; }; g() { f "$@"; }; g b/*`, []string{"f: a ?", "g: f ? shadowed", "f: a ?", "g b/* shadowed", "g: f b/* shadowed", "f: a b/*"}},
		{"outside quotes, names may be split", `x=(/*); a ${x[@]}`, []string{"x=?", "a /*", "a /?"}},
		{"two branches", `if b; then set -- /*; else set -- c; fi; a "$1"`, []string{"b", "set -- /*", "set -- c", "a ?"}},
	})
}
