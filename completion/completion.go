package completion

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/agent-loop/shimgen/hook/setup"
	"github.com/agent-loop/shimgen/policy"
)

// Write writes the completion script for a shell: bash, zsh or fish.
func Write(out io.Writer, shell string, root *kong.Node) error {
	rules, err := ruleIDs()
	if err != nil {
		return err
	}
	write := map[string]func(io.Writer, words) error{"bash": writeBash, "zsh": writeZsh, "fish": writeFish}[shell]
	return write(out, newWords(root, rules))
}

// Words returns all words that a script completes.
func Words(root *kong.Node) ([]string, error) {
	rules, err := ruleIDs()
	if err != nil {
		return nil, err
	}
	w := newWords(root, rules)
	all := slices.Clone(w.verbs)
	for _, c := range slices.Concat(w.nexts, w.values) {
		all = append(append(all, c.after), c.words...)
	}
	return all, nil
}

// ruleIDs returns the ids of the built-in rules.
func ruleIDs() ([]string, error) {
	p, err := policy.Builtin(policy.Default)
	if err != nil {
		return nil, err
	}
	var ids []string
	for r := range p.Rules.All() {
		ids = append(ids, r.ID)
	}
	return ids, nil
}

// choice lists the words that may follow some others.
type choice struct {
	after string // verbs, each after a blank: " policy show"; then maybe a flag
	words []string
}

// words is everything that can be completed. None of it has a meaning for a shell.
type words struct {
	verbs  []string // every path of verbs, for recognizing one
	nexts  []choice // what may follow a path: verbs, flags, arguments
	values []choice // what may follow a flag
}

// newWords collects them from the model of the command line.
func newWords(root *kong.Node, rules []string) words {
	var w words
	known := map[string][]string{
		" rules show": rules, "--security-profile": profileNames(), "--profile": profileNames(),
	}
	for _, verb := range []string{"", " answer", " install", " uninstall", " status"} {
		known[" hook"+verb] = setup.AgentNames()
	}
	w.add(root, "", known)
	return w
}

// profileNames returns the names of the profiles.
func profileNames() []string {
	names := []string{policy.Observe, policy.Recoverable}
	for _, p := range policy.Profiles() {
		names = append(names, p.Name)
	}
	return names
}

// add collects the words of a verb and its subcommands. known holds the words that the
// model does not list.
func (w *words) add(n *kong.Node, path string, known map[string][]string) {
	next := []string{"--help"}
	for _, child := range n.Children {
		if child.Hidden {
			continue
		}
		w.verbs = append(w.verbs, path+" "+child.Name)
		next = append(next, child.Name)
	}
	for _, arg := range n.Positional {
		next = append(next, enum(arg)...)
	}
	next = append(next, known[path]...)
	for _, f := range n.Flags {
		if f.Name != "help" {
			next = append(next, w.flag(f, path, known)...)
		}
	}
	w.nexts = append(w.nexts, choice{path, next})
	for _, child := range n.Children {
		if child.Hidden {
			continue
		}
		w.add(child, path+" "+child.Name, known)
	}
}

// flag collects the values of a flag and returns its spellings.
func (w *words) flag(f *kong.Flag, path string, known map[string][]string) []string {
	spellings := []string{"--" + f.Name}
	for _, alias := range f.Aliases {
		spellings = append(spellings, "--"+alias)
	}
	if f.Short != 0 {
		spellings = append(spellings, "-"+string(f.Short))
	}
	values := append(enum(f.Value), known["--"+f.Name]...)
	for _, s := range spellings {
		if len(values) > 0 {
			w.values = append(w.values, choice{path + " " + s, values})
		}
	}
	return spellings
}

// enum returns the values that an argument is limited to.
func enum(v *kong.Value) []string {
	var values []string
	for _, word := range strings.Split(v.Enum, ",") {
		if word = strings.TrimSpace(word); word != "" {
			values = append(values, word)
		}
	}
	return values
}

// printer writes text and keeps the first error.
type printer struct {
	to  io.Writer
	err error
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.to, format, args...)
	}
}

// quoted quotes words for all three shells.
func quoted(list []string) string {
	out := make([]string, len(list))
	for i, word := range list {
		out[i] = "'" + word + "'"
	}
	return strings.Join(out, " ")
}

// writeBash writes for bash 3.2 and later. compgen -W expands its words, so they must
// hold nothing to expand; a test checks that.
func writeBash(out io.Writer, w words) error {
	p := printer{to: out}
	p.printf("# bash completion for shimgen: shimgen completion bash > FILE, then source FILE\n")
	p.printf("_shimgen() {\n\tlocal cur=${COMP_WORDS[COMP_CWORD]} verb='' list='' i\n\tCOMPREPLY=()\n")
	p.printf("\tfor ((i = 1; i < COMP_CWORD; i++)); do\n\t\t[[ ${COMP_WORDS[i]} == -- ]] && return\n")
	p.printf("\t\tcase \"$verb ${COMP_WORDS[i]}\" in\n")
	for _, v := range w.verbs {
		p.printf("\t\t'%s') verb='%s' ;;\n", v, v)
	}
	p.printf("\t\tesac\n\tdone\n\tcase \"$verb ${COMP_WORDS[COMP_CWORD-1]}\" in\n")
	for _, c := range w.values {
		p.printf("\t'%s') list='%s' ;;\n", c.after, strings.Join(c.words, " "))
	}
	p.printf("\t*)\n\t\tcase $verb in\n")
	for _, c := range w.nexts {
		p.printf("\t\t'%s') list='%s' ;;\n", c.after, strings.Join(c.words, " "))
	}
	p.printf("\t\tesac\n\t\t;;\n\tesac\n")
	p.printf("\twhile IFS='' read -r i; do COMPREPLY+=(\"$i\"); done < <(compgen -W \"$list\" -- \"$cur\")\n}\n")
	p.printf("complete -o default -F _shimgen shimgen\n")
	return p.err
}

// writeZsh writes a file that can be sourced, or put into fpath as _shimgen.
func writeZsh(out io.Writer, w words) error {
	p := printer{to: out}
	p.printf("#compdef shimgen\n# zsh completion for shimgen: shimgen completion zsh > _shimgen, in a directory of fpath\n")
	p.printf("_shimgen() {\n\tlocal verb='' w\n\tlocal -a list\n")
	p.printf("\tfor w in \"${(@)words[2,CURRENT-1]}\"; do\n\t\tif [[ $w == -- ]]; then _files; return; fi\n")
	p.printf("\t\tcase \"$verb $w\" in\n")
	for _, v := range w.verbs {
		p.printf("\t\t'%s') verb='%s' ;;\n", v, v)
	}
	p.printf("\t\tesac\n\tdone\n\tcase \"$verb ${words[CURRENT-1]}\" in\n")
	for _, c := range w.values {
		p.printf("\t'%s') compadd -- %s; return ;;\n", c.after, quoted(c.words))
	}
	p.printf("\tesac\n\tcase $verb in\n")
	for _, c := range w.nexts {
		p.printf("\t'%s') list=(%s) ;;\n", c.after, quoted(c.words))
	}
	p.printf("\tesac\n\tcompadd -- \"${(@)list}\"\n\tif [[ -n $verb ]]; then _files; fi\n}\n")
	p.printf("if [[ ${funcstack[1]} == _shimgen ]]; then\n\t_shimgen \"$@\"\nelif (( $+functions[compdef] )); then\n\tcompdef _shimgen shimgen\nfi\n")
	return p.err
}

// writeFish writes for fish 3 and later.
func writeFish(out io.Writer, w words) error {
	p := printer{to: out}
	p.printf("# fish completion for shimgen: shimgen completion fish > ~/.config/fish/completions/shimgen.fish\n")
	p.printf("function __shimgen_words\n\tset -l seen (commandline -opc)\n\tset -l last $seen[-1]\n\tset -e seen[1]\n\tset -l verb ''\n")
	p.printf("\tfor w in $seen\n\t\ttest \"$w\" = --; and return\n\t\tswitch \"$verb $w\"\n")
	p.printf("\t\t\tcase")
	for _, v := range w.verbs {
		p.printf(" '%s'", v)
	}
	p.printf("\n\t\t\t\tset verb \"$verb $w\"\n\t\tend\n\tend\n\tswitch \"$verb $last\"\n")
	for _, c := range w.values {
		p.printf("\t\tcase '%s'\n\t\t\tprintf '%%s\\n' %s\n\t\t\treturn\n", c.after, quoted(c.words))
	}
	p.printf("\tend\n\tswitch \"$verb\"\n")
	for _, c := range w.nexts {
		p.printf("\t\tcase '%s'\n\t\t\tprintf '%%s\\n' %s\n", c.after, quoted(c.words))
	}
	p.printf("\tend\nend\ncomplete -c shimgen -a '(__shimgen_words)'\n")
	p.printf("complete -c shimgen -n 'test (count (commandline -opc)) -eq 1' -f\n")
	return p.err
}
