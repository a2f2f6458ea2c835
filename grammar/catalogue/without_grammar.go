package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// FileRunners are programs without a grammar that run the file named by their first operand, or by
// the first one after a subcommand: a source file, or a binary for another system that they
// emulate. Sources: each one's own help.
var FileRunners = [...]spec.Subcommands{
	{Programs: "escript wasmtime wasmedge iwasm wasm3 lli kotlin jbang swift mono rust-script lumo nbb hhvm jruby truffleruby picolisp ucode js hermes duk mujs wine wine64 box64 box86 fex " +
		"bpftrace stap sage appimage-run factor io"},
	{Programs: "wasmer wazero dart crystal nim zig v dotnet haxe stack", Subs: "run r exec script fsi runghc"},
	{Programs: "papermill"},
	{Programs: "streamlit marimo chainlit voila panel bokeh solara mesop shiny nbclient k6", Subs: "run edit serve execute"},
}

// Rewriters are options with which programs without a grammar change the files that they otherwise
// read. Source: mlr --usage.
var Rewriters = [...]spec.Subcommands{{Programs: "mlr", Subs: "-I"}}

// Amenders are subcommands that change a repository's files to another state, of programs whose
// grammar has no subcommands or that have no grammar. Sources: svn help, hg(1), fossil help, bzr
// help.
var Amenders = [...]spec.Subcommands{
	{Programs: "svn", Subs: "update up switch sw merge patch"},
	{Programs: "hg", Subs: "update up checkout co import patch graft unshelve rebase"},
	{Programs: "fossil bzr brz darcs", Subs: "update up pull merge revert checkout co"},
}
