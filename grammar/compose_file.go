package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// composed reads a Compose file's containers as docker run with the equivalent options. It does so if
// the text of the file is known, from standard input or because the source wrote it. Source: the
// Compose specification.
func (r *reader) composed() {
	verb := r.inv.Sub[strings.LastIndexByte(r.inv.Sub, ' ')+1:]
	if !r.composes() || !wordlist.Among(verb, "up run create start restart watch") || r.given("--dry-run") != parser.No {
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

// composeFiles are the default files if none is named.
const composeFiles = "compose.yaml compose.yml docker-compose.yaml docker-compose.yml"

// composes reports whether the command is docker compose, in either spelling.
func (r *reader) composes() bool {
	return r.inv.Name == "docker-compose" || r.inv.Name == "docker" && strings.HasPrefix(r.inv.Sub, "compose ")
}

// fileText returns the known text of a file that the source wrote, of a substitution, or of standard
// input for "-".
func (r *reader) fileText(file parser.Word) (string, bool) {
	switch at, _ := file.Text(); {
	case wordlist.Among(at, "- /dev/stdin /dev/fd/0"):
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

// maxOptions bounds the options that are made from the lines of a Compose file.
const maxOptions = 64

// containersOf reads one docker run with the options of all containers in a file.
func (r *reader) containersOf(text string) {
	words := []parser.Word{parser.Text("docker"), parser.Text("run")}
	list := "" // the key of the present list
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), " #")
		item, isItem := strings.CutPrefix(line, "- ")
		key, value, keyed := strings.Cut(item, ":")
		switch value = unquoted(value); {
		case isItem && !wordlist.Among(key, "type source target"):
			words = append(words, optionFor(list, unquoted(item))...)
		case !keyed:
		case key == "source":
			words = append(words, optionFor("volumes", value+":/x")...)
		case strings.HasPrefix(value, "["):
			for one := range strings.SplitSeq(strings.Trim(value, "[]"), ",") {
				words = append(words, optionFor(key, unquoted(one))...)
			}
		case value == "":
			list = key
		default:
			words = append(words, optionFor(key, value)...)
		}
	}
	if len(words) > 2 {
		r.inner(append(words[:min(len(words), maxOptions)], parser.Text("image")), parser.Yes)
	}
}

// optionFor returns the option of docker run that is equivalent to an entry.
func optionFor(key, value string) []parser.Word {
	option := ""
	switch key {
	case "privileged":
		if value == "true" || value == "yes" {
			option = "--privileged"
		}
	case "pid", "ipc", "uts":
		option = "--" + key + "=" + value
	case "userns_mode":
		option = "--userns=" + value
	case "cap_add":
		option = "--cap-add=" + value
	case "security_opt":
		option = "--security-opt=" + value
	case "devices":
		option = "--device=" + value
	case "volumes":
		if strings.ContainsAny(value[:min(1, len(value))], "/~.") {
			option = "--volume=" + value
		}
	}
	if option == "" {
		return nil
	}
	return []parser.Word{parser.Text(option)}
}

// unquoted strips quotes and blanks from a YAML scalar.
func unquoted(s string) string { return strings.Trim(strings.TrimSpace(s), `"'`) }
