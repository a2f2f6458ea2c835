package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/internal/yaml"
	"github.com/agent-loop/shimgen/parser"
)

// composed reads a Compose file's containers as docker run with the equivalent options. It does so if
// the text of the file is known, from standard input or because the source wrote it. Source: the
// Compose specification.
func (r *reader) composed() {
	if !r.composes() {
		return
	}
	verb := r.inv.Sub[strings.LastIndexByte(r.inv.Sub, ' ')+1:]
	if !wordlist.Among(verb, "up run create start restart watch") || r.given("--dry-run") != parser.No {
		return
	}
	named := false
	for file := range r.inv.Values("-f --file") {
		named = true
		if text, ok := r.fileText(file); ok {
			r.containersOf(text)
		}
	}
	for file := range strings.FieldsSeq(composeFiles) {
		if text, ok := r.writtenText(join(r.dir, parser.Text(file))); ok && !named {
			r.containersOf(text)
		}
	}
}

// composeFiles are the default files if none is named, and those that are read after them.
const composeFiles = "compose.yaml compose.yml docker-compose.yaml docker-compose.yml " +
	"compose.override.yaml compose.override.yml docker-compose.override.yaml docker-compose.override.yml"

// composes reports whether the command is docker compose, in either spelling.
func (r *reader) composes() bool {
	return r.inv.Name == "docker-compose" || r.inv.Name == "docker" && strings.HasPrefix(r.inv.Sub, "compose ")
}

// fileText returns the known text of a file that the source wrote, of a substitution, or of standard
// input for "-".
func (r *reader) fileText(file parser.Word) (string, bool) {
	switch {
	case isInputName(file):
		in, fed := inputText(r.cmd.Stdin)
		text, known := in.Text()
		if fed && known {
			return text, true
		}
		return r.writtenText(r.cmd.Stdin.Word)
	case isPipe(file):
		return held(file)
	}
	return r.writtenText(file)
}

// maxOptions bounds the different options that are made from a Compose file.
const maxOptions = 256

// containersOf reads one docker run with the options of all containers in a file.
func (r *reader) containersOf(text string) {
	text = r.withHome(text)
	words := texts("docker", "run")
	seen := map[string]bool{}
	for m := range mappings(r.documents(text)) {
		for _, w := range containerOptions(m) {
			if key := w.String(); !seen[key] {
				seen[key] = true
				words = append(words, w)
			}
		}
		if len(seen) > maxOptions {
			r.exceeds("options of containers in a Compose file", maxOptions)
			return
		}
	}
	if len(words) > 2 {
		r.inner(append(words, parser.Text("image")), parser.Yes)
	}
}

// withHome returns a text with the home directory in place of the variable HOME, and of ~ at the start of
// a path, which Compose expands.
func (r *reader) withHome(text string) string {
	if r.opt.Vars == nil {
		return text
	}
	home, known := r.opt.Vars("HOME")
	if !known || home == "" {
		return text
	}
	return strings.NewReplacer("${HOME}", home, "$HOME/", home+"/", "$HOME:", home+":", " ~/", " "+home+"/", `"~/`, `"`+home+"/", "'~/", "'"+home+"/", " ~:", " "+home+":", `"~:`, `"`+home+":", "[~/", "["+home+"/").Replace(text)
}

// containerOptions returns the options of docker run that are equivalent to the pairs of a mapping.
func containerOptions(m *yaml.Node) []parser.Word {
	var words []parser.Word
	add := func(option string, value parser.Word) {
		words = append(words, concat(parser.Span{}, parser.Text(option), value))
	}
	keys, values := m.Pairs()
	for i, key := range keys {
		name, value := key.Value(), values[i]
		if name == "privileged" && isOn(value) {
			words = append(words, parser.Text("--privileged"))
		}
		if name == "driver_opts" && strings.Contains(value.Get("o").Value(), "bind") {
			add("--volume=", mounted(value.Get("device").Value(), "/x"))
		}
		option := optionFor(name)
		if option == "" {
			continue
		}
		for _, one := range value.List() {
			switch {
			case one.Kind == yaml.Mapping && !one.Get("source").IsScalar():
			case one.Kind == yaml.Mapping: // of volumes and devices
				target := "/x"
				if isOn(one.Get("read_only")) {
					target = "/x:ro"
				}
				add(option, mounted(one.Get("source").Value(), target))
			case name != "volumes" || strings.ContainsAny(one.Value()[:min(1, len(one.Value()))], "/~.$"):
				add(option, interpolated(one.Value()))
			}
		}
	}
	return words
}

// optionFor returns the option of docker run that takes the values of a key.
func optionFor(key string) string {
	switch key {
	case "pid", "ipc", "uts":
		return "--" + key + "="
	case "userns_mode":
		return "--userns="
	case "cgroup":
		return "--cgroupns="
	case "cap_add":
		return "--cap-add="
	case "security_opt":
		return "--security-opt="
	case "devices":
		return "--device="
	case "device_cgroup_rules":
		return "--device-cgroup-rule="
	case "volumes":
		return "--volume="
	}
	return ""
}

// mounted returns the value of --volume that lends a source. A name of a volume lends nothing of this
// machine.
func mounted(source, target string) parser.Word {
	return concat(parser.Span{}, interpolated(source), parser.Text(":"+target))
}

// interpolated returns a text in which Compose puts the values of variables: what stands before the
// first is known. A default is taken for the variable's value.
func interpolated(text string) parser.Word {
	w := parser.Word{}
	for {
		before, rest, found := strings.Cut(text, "$")
		if before != "" {
			w = concat(w.Span, w, parser.Text(before))
		}
		if !found {
			return w
		}
		if literal, is := strings.CutPrefix(rest, "$"); is {
			w, text = concat(w.Span, w, parser.Text("$")), literal
			continue
		}
		inside, behind, _ := strings.Cut(strings.TrimPrefix(rest, "{"), "}")
		_, value, hasDefault := strings.Cut(inside, "-")
		if !strings.HasPrefix(rest, "{") || !hasDefault || strings.Contains(value, "$") {
			return concat(w.Span, w, parser.Word{Parts: []parser.Part{{Kind: parser.Unknown, Text: "$" + rest, Empty: true}}})
		}
		text = value + behind
	}
}
