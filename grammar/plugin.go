package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// plugin reads the words of a subcommand that a program does not have as those of the plugin that it names: kubectl
// minio tenant delete x runs kubectl-minio with the words behind it. One that runs the program's own subcommands is
// read as they are.
func (r *reader) plugin() {
	if !r.inv.Program.HasSubs() {
		return // unlike all hosts
	}
	for i := range catalogue.PluginHosts {
		if host := &catalogue.PluginHosts[i]; host.Program == r.inv.Name {
			r.pluginOf(host)
			return
		}
	}
}

// pluginOf is plugin, for a program that may have one.
func (r *reader) pluginOf(host *catalogue.PluginHost) {
	name, _, _ := strings.Cut(r.inv.Sub, " ")
	if name == "" && len(r.operands) > 0 {
		name, _ = r.operands[0].Text()
	}
	if name == "" || wordlist.Among(name, host.Own) || !isPluginName(name) {
		return
	}
	words := r.cmd.Args[1:]
	for len(words) > 0 && words[0].Is(name) != parser.Yes {
		words = words[1:]
	}
	if len(words) < 2 {
		return // alone, the name says nothing
	}
	if wordlist.Among(name, host.Passing) {
		if next, _ := words[1].Text(); wordlist.Among(next, host.Own) {
			r.inner(append([]parser.Word{parser.Text(host.Program)}, words[1:]...), parser.Yes)
			return
		}
	}
	r.inner(append([]parser.Word{parser.Text(host.Program + "-" + name)}, words[1:]...), parser.Yes)
}

// isPluginName reports whether a word can be a part of a program's name.
func isPluginName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && (i == 0 || c != '-' && c != '_') {
			return false
		}
	}
	return true
}
