package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What glob(n) and a search give to a loop of Tcl is deleted and emptied as in other languages.
func TestListingsOfTcl(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"a loop", "tclsh <<< 'foreach f [glob ~/*] {file delete -force $f}'", rules.Ask, "fs.delete-found"},
		{"a directory", "tclsh <<< 'foreach f [glob -directory $env(HOME) *] {file delete -force -- $f}'", rules.Ask, "fs.delete-found"},
		{"a program", "expect -c 'foreach f [glob -directory ~ -types f *] {exec rm -rf $f}'", rules.Ask, "fs.delete-found"},
		{"a variable", "tclsh <<< 'set h $env(HOME); set l [glob $h/*]; foreach f $l {file delete $f}'", rules.Ask, "fs.delete-found"},
		{"a spread list", "tclsh <<< 'file delete -force {*}[glob ~/*]'", rules.Ask, "fs.delete-found"},
		{"a search", "tclsh <<< 'foreach f [exec find ~ -type f] {file delete $f}'", rules.Ask, "fs.delete-found"},
		{"emptied", "tclsh <<< 'foreach f [glob ~/Documents/*] {set h [open $f w]; close $h}'", rules.Ask, "fs.delete-found-outside"},
		{"a path", "tclsh <<< 'file delete -force -- [file normalize ~/Documents]'", rules.Ask, "fs.rm-outside"},
		{"a directory changed to", "tclsh <<< 'cd ~; foreach f [glob *] {file delete $f}'", rules.Ask, "fs.delete-found"},
		{"a procedure", "tclsh <<< 'proc clear {d} {foreach f [glob $d/*] {file delete $f}}; clear ~'", rules.Ask, "fs.delete-found"},
		{"printed", "tclsh <<< 'foreach f [glob src/*.tcl] {puts $f}'", rules.Allow, ""},
		{"some files here", "tclsh <<< 'foreach f [glob build/*.o] {file delete $f}'", rules.Allow, ""},
		{"rewritten", "tclsh <<< 'foreach f [glob src/*] {set h [open $f w]; puts $h [string trim $t]; close $h}'", rules.Allow, ""},
		{"a list of names", "tclsh <<< 'foreach f {a b} {file delete $f.o}'", rules.Allow, ""},
	})
}

// Languages without a reader have names of their own for a home and for what deletes it.
func TestHomesOfOtherLanguages(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"Haskell", "ghc -e 'System.Directory.getHomeDirectory >>= System.Directory.removePathForcibly'", rules.Ask, "run.inline-literal"},
		{"Racket", "racket -e '(delete-directory/files (find-system-path (quote home-dir)))'", rules.Ask, "run.inline-literal"},
		{"Clojure", "bb -e '(babashka.fs/delete-tree (babashka.fs/home))'", rules.Ask, "run.inline-literal"},
		{"Raku", "raku -e 'unlink $_ for dir $*HOME'", rules.Ask, "run.inline-literal"},
		{"OCaml", `ocaml -e 'Array.iter (fun f -> Sys.remove (Sys.getenv "HOME" ^ "/" ^ f)) (Sys.readdir (Sys.getenv "HOME"))'`, rules.Ask, "run.inline-literal"},
		{"a home alone", "ghc -e 'System.Directory.getHomeDirectory >>= putStrLn'; bb -e '(println (babashka.fs/home))'; raku -e 'say $*HOME'", rules.Allow, ""},
		{"a directory here", `racket -e '(delete-directory/files "build")'`, rules.Allow, ""},
	})
}
