package grammar

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/internal/yaml"
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

// maxPodCommands bounds the different commands of a manifest that are read.
const maxPodCommands = 128

// pods are what manifests say of the containers that they start.
type pods struct {
	rights   string // what gives one the rights of the node, or ""
	commands [][]string

	// patched are the commands and the arguments that operations of JSON Patch put somewhere; which of
	// them belong to the same container is unknown.
	patchedCommands, patchedArguments [][]string
}

// podsOf reads what the fields of a manifest mean, and the commands that its containers start. For rights on the node, it records
// the equivalent option of kubectl run.
func (r *reader) podsOf(text string) {
	var p pods
	docs := r.documents(text)
	r.fieldsOf(docs)
	for m := range mappings(docs) {
		p.add(m)
	}
	if p.rights != "" {
		r.inner(texts("kubectl", "run", "x", "--image=x", "--overrides="+p.rights), parser.Yes)
	}
	own := r.syntax
	far := *own
	far.Away = true
	r.syntax = &far
	defer func() { r.syntax = own }()
	seen := map[string]bool{}
	for argv := range p.all() {
		key := strings.Join(argv, "\x00")
		if len(argv) == 0 || seen[key] {
			continue
		}
		if seen[key] = true; len(seen) > maxPodCommands {
			r.exceeds("commands in a manifest", maxPodCommands)
			return
		}
		r.inner(texts(argv...), parser.Yes)
	}
}

// add adds what a mapping says: a container, a part of one, or an operation of JSON Patch (RFC 6902).
func (p *pods) add(m *yaml.Node) {
	keys, values := m.Pairs()
	for i, key := range keys {
		p.addRights(key.Value(), values[i])
	}
	command, arguments := listOf(m.Get("command")), listOf(m.Get("args"))
	if len(command)+len(arguments) > 0 {
		p.commands = append(p.commands, slices.Concat(command, arguments))
	}
	value := m.Get("value")
	if at := m.Get("path").Value(); value != nil && at != "" {
		last := at[strings.LastIndexByte(at, '/')+1:]
		p.addRights(last, value)
		if last == "path" && strings.HasSuffix(at, "/hostPath/path") {
			p.addRights("hostPath", m)
		}
		if last == "command" {
			p.patchedCommands = append(p.patchedCommands, listOf(value))
		}
	}
	if list := listOf(value); len(list) > 0 {
		p.patchedArguments = append(p.patchedArguments, list)
	}
}

// nodePaths are the directories and files of a node that give a container its rights.
const nodePaths = "/ /etc /root /proc /var/run/docker.sock /run/containerd/containerd.sock /var/lib/kubelet"

// addRights adds what a pair gives on the node.
func (p *pods) addRights(key string, value *yaml.Node) {
	switch key {
	case "privileged", "hostPID", "hostNetwork":
		if isOn(value) {
			p.rights = key
		}
	case "hostPath":
		if at := cmp.Or(value.Get("path"), value.Get("value")).Value(); at != "" && wordlist.Among(path.Clean(at), nodePaths) {
			p.rights = key
		}
	}
}

// all yields the commands of all containers. Each patched command may have each patched list of
// arguments, or its own.
func (p *pods) all() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for _, c := range p.commands {
			if !yield(c) {
				return
			}
		}
		for _, c := range append(p.patchedCommands, nil) {
			for _, a := range append(p.patchedArguments, nil) {
				if !yield(slices.Concat(c, a)) {
					return
				}
			}
		}
	}
}

// texts are words of known text.
func texts(argv ...string) []parser.Word {
	words := make([]parser.Word, len(argv))
	for i, a := range argv {
		words[i] = parser.Text(a)
	}
	return words
}

// listOf returns the texts of a list, or nil for anything else.
func listOf(n *yaml.Node) []string {
	if n == nil || n.Kind != yaml.Sequence {
		return nil
	}
	var list []string
	for _, one := range n.Items {
		list = append(list, one.Value())
	}
	return list
}
