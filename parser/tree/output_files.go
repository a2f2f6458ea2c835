package tree

import (
	"maps"
	"slices"
	"strings"
)

// OutputFiles are the files that the shell holds open for writing, by the number of the
// descriptor, or by its name as "{fd}". They are immutable: states and commands share them.
type OutputFiles map[string][]Word

// MaxOutputFiles bounds the tracked descriptors.
const MaxOutputFiles = 64

// CoprocessInput precedes a coprocess's name in the text of the unknown part that represents the
// descriptor of its input.
const CoprocessInput = "input of "

// Opened returns the files behind a descriptor of the command that the source opened earlier: by
// exec, by a redirection around the command, or by the command's own redirections to the same effect.
// descriptor is a number, or the path of a descriptor below /dev or /proc.
func (c *Command) Opened(descriptor Word) []Word {
	s := c.InheritedOutputFiles()
	if s == nil {
		return nil // nearly always
	}
	key, ok := DescriptorOf(descriptor, "")
	if !ok {
		return nil
	}
	return (*s)[key]
}

// Output returns the files that the command's standard output goes to through a descriptor
// opened earlier.
func (c *Command) Output() []Word { return c.Opened(Text("1")) }

// InheritedOutputFiles returns the output files of a command, or of the one that runs it.
func (c *Command) InheritedOutputFiles() *OutputFiles {
	for ; c != nil; c = c.Outer {
		if c.OutputFiles != nil {
			return c.OutputFiles
		}
	}
	return nil
}

// DescriptorOf returns the descriptor that a word names, after >& or as a path.
func DescriptorOf(w Word, paths string) (string, bool) {
	text, known := w.Text()
	if !known {
		if len(w.Parts) != 1 || !strings.HasPrefix(w.Parts[0].Text, "{") && !strings.HasPrefix(w.Parts[0].Text, CoprocessInput) {
			return "", false
		}
		return w.Parts[0].Text, paths == ""
	}
	switch text {
	case "/dev/stdout":
		return "1", true
	case "/dev/stderr":
		return "2", true
	}
	for _, dir := range DescriptorDirs {
		if n, ok := strings.CutPrefix(text, dir); ok {
			return n, true
		}
	}
	number := strings.TrimSuffix(text, "-")
	return number, paths == "" && number != "" && strings.Trim(number, "0123456789") == ""
}

// DescriptorDirs are the directories in which a process finds its descriptors by their numbers:
// proc_pid_fd(5).
var DescriptorDirs = [...]string{"/dev/fd/", "/proc/self/fd/"}

// OnlyPaths makes DescriptorOf reject plain numbers, for words that name files.
const OnlyPaths = "paths"

// Without returns the output files without one descriptor.
func (s *OutputFiles) Without(descriptor string) *OutputFiles {
	if s == nil {
		return nil
	}
	rest := maps.Clone(*s)
	delete(rest, descriptor)
	return &rest
}

// JoinOutputFiles returns the output files after either of two branches.
func JoinOutputFiles(a, b *OutputFiles) *OutputFiles {
	switch {
	case a == nil:
		return b
	case b == nil || a == b:
		return a
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
