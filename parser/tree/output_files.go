package tree

import (
	"maps"
	"slices"
	"strings"
)

// OutputFiles are the files that the shell holds open for writing, by the number of the
// descriptor, or by its name as "{fd}". They are replaced, never changed: states and
// commands share them.
type OutputFiles map[string][]Word

// MaxOutputFiles bounds the descriptors that are followed.
const MaxOutputFiles = 64

// Opened returns the files that a descriptor of the command leads to, as far as the source
// has opened them before: by exec, or around the command or by itself where that comes to
// the same. The number is that of the descriptor, or the path of one below /dev or /proc.
func (c *Command) Opened(descriptor Word) []Word {
	key, ok := DescriptorOf(descriptor, "")
	if s := c.InheritedOutputFiles(); ok && s != nil {
		return (*s)[key]
	}
	return nil
}

// Output returns the files that the command's standard output goes to through a descriptor
// that was opened before.
func (c *Command) Output() []Word { return c.Opened(Text("1")) }

// InheritedOutputFiles are the output files of a command, or of the one that it runs in.
func (c *Command) InheritedOutputFiles() *OutputFiles {
	for ; c != nil; c = c.Outer {
		if c.OutputFiles != nil {
			return c.OutputFiles
		}
	}
	return nil
}

// DescriptorOf is the descriptor that a word names behind >& or as the path of one.
func DescriptorOf(w Word, paths string) (string, bool) {
	text, known := w.Text()
	if !known {
		if len(w.Parts) == 1 && strings.HasPrefix(w.Parts[0].Text, "{") {
			return w.Parts[0].Text, paths == ""
		}
		return "", false
	}
	switch text {
	case "/dev/stdout":
		return "1", true
	case "/dev/stderr":
		return "2", true
	}
	for _, begin := range [...]string{"/dev/fd/", "/proc/self/fd/"} {
		if n, ok := strings.CutPrefix(text, begin); ok {
			return n, true
		}
	}
	number := strings.TrimSuffix(text, "-")
	return number, paths == "" && number != "" && strings.Trim(number, "0123456789") == ""
}

// OnlyPaths makes DescriptorOf take no number for a descriptor, as where a file is named.
const OnlyPaths = "paths"

// Without are the output files but for one.
func (s *OutputFiles) Without(descriptor string) *OutputFiles {
	if s == nil {
		return nil
	}
	rest := maps.Clone(*s)
	delete(rest, descriptor)
	return &rest
}

// JoinOutputFiles are the output files after either of two ways.
func JoinOutputFiles(a, b *OutputFiles) *OutputFiles {
	if a == nil || b == nil || a == b {
		return map[bool]*OutputFiles{true: b, false: a}[a == nil]
	}
	out := maps.Clone(*a)
	for key, words := range *b {
		for _, x := range words {
			if len(out[key]) < MaxTexts && !slices.ContainsFunc(out[key], func(y Word) bool { return Same(x, y) }) {
				out[key] = append(slices.Clip(out[key]), x)
			}
		}
	}
	return &out
}
