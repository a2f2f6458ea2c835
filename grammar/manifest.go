package grammar

import (
	"encoding/json"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// manifest reads an object, or a part of one, in the value of an option. Source: the Kubernetes API
// reference, PodSpec.
func (r *reader) manifest(u use) {
	if text, known := u.word.Text(); known && r.given("--dry-run") == parser.No {
		r.podsOf(text)
	}
}

// manifestFile records the read of a file, and reads the objects in it if they are known: from standard
// input, or because the source wrote them.
func (r *reader) manifestFile(u use) {
	if text, known := r.fileText(u.word); known && r.given("--dry-run") == parser.No {
		r.podsOf(text)
	}
	switch at := u.word.Prefix(); {
	case strings.Contains(at, ":"):
		r.url(u)
	case u.word.Is("-") != parser.Yes:
		r.touch(Reads, u)
	}
}

// maxPodCommands bounds the commands of a manifest that are read, and maxPodValue the length of a value
// that is compared.
const (
	maxPodCommands = 16
	maxPodValue    = 64
)

// podsOf reads the commands that the containers of a manifest start. For rights on the node, it records
// the equivalent option of kubectl run.
func (r *reader) podsOf(text string) {
	var commands, arguments [][]string
	rights, path := "", ""
	for key, rest := range manifestKeys(text) {
		value := strings.TrimLeft(rest[:min(len(rest), maxPodValue)], ` "`)
		if end := strings.IndexAny(value, " \"\n\r,}"); end >= 0 {
			value = value[:end]
		}
		switch {
		case key == "command" && len(commands) < maxPodCommands:
			commands = append(commands, listOf(rest))
		case (key == "args" || key == "value") && len(arguments) < maxPodCommands:
			arguments = append(arguments, listOf(rest))
		case wordlist.Among(key, "privileged hostPID hostNetwork") && value == "true":
			rights = key
		case key == "path" && path == "" && wordlist.Among(value, "/ /etc /root /proc /var/run/docker.sock /run/containerd/containerd.sock /var/lib/kubelet"):
			path = value
		}
	}
	if path != "" && strings.Contains(text, "hostPath") {
		rights = "hostPath"
	}
	if rights != "" {
		r.inner(texts("kubectl", "run", "x", "--image=x", "--overrides="+rights), parser.Yes)
	}
	r.pods(commands, arguments)
}

// pods reads each command alone, each list of arguments alone, and each combination, since it does not
// track which of them belong to the same container.
func (r *reader) pods(commands, arguments [][]string) {
	own := r.syntax
	far := *own
	far.Away = true
	r.syntax = &far
	for _, c := range append(commands, nil) {
		for _, a := range append(arguments[:len(arguments):len(arguments)], nil) {
			if argv := append(c[:len(c):len(c)], a...); len(argv) > 0 {
				r.inner(texts(argv...), parser.Yes)
			}
		}
	}
	r.syntax = own
}

// texts are words of known text.
func texts(argv ...string) []parser.Word {
	words := make([]parser.Word, len(argv))
	for i, a := range argv {
		words[i] = parser.Text(a)
	}
	return words
}

// manifestKeys yields each key of a JSON or YAML text, with all the text after its colon.
func manifestKeys(text string) func(yield func(key, rest string) bool) {
	return func(yield func(key, rest string) bool) {
		for i := 0; i < len(text); i++ {
			if text[i] != ':' {
				continue
			}
			before := strings.TrimSuffix(text[:i], `"`)
			key := before[strings.LastIndexAny(before, " \n\t\"{,-:")+1:]
			if !yield(key, text[i+1:]) {
				return
			}
		}
	}
}

// listOf returns the list of texts at the start of JSON or YAML, or nil.
func listOf(rest string) []string {
	flow := strings.TrimLeft(rest, " ")
	if !strings.HasPrefix(flow, "[") {
		return blockList(rest)
	}
	var list []string
	if json.NewDecoder(strings.NewReader(flow)).Decode(&list) == nil {
		return list
	}
	inside, _, _ := strings.Cut(flow[1:], "]")
	list = nil
	for one := range strings.SplitSeq(inside, ",") {
		list = append(list, unquoted(one))
	}
	return list
}

// blockList returns the list whose items follow dashes on the next lines. An item's text may be on
// separate lines.
func blockList(rest string) []string {
	first, lines, _ := strings.Cut(rest, "\n")
	if strings.TrimSpace(first) != "" {
		return nil
	}
	var list []string
	open, dash := false, -1
	for line := range strings.Lines(lines) {
		plain := strings.TrimSpace(line)
		at := strings.Index(line, plain)
		item, isItem := strings.CutPrefix(plain+" ", "- ")
		switch {
		case plain == "":
		case isItem && (dash < 0 || at == dash):
			dash, open = at, strings.HasPrefix(item, "|") || strings.HasPrefix(item, ">")
			if open {
				item = ""
			}
			list = append(list, unquoted(item))
		case open && at > dash:
			list[len(list)-1] += plain + "\n"
		default:
			return list
		}
	}
	return list
}
