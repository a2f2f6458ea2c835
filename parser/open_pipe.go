package parser

import (
	"maps"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/tree"
)

// openPipes are the pipes that the shell holds open for writing, with the commands that read
// them, by the part that represents the pipe: those of exec 7> >( ) and of a coprocess.
type openPipes map[string][]*tree.Command

// maxReaches bounds the search for a cycle of pipes.
const maxReaches = 256

// onlyRedirects reports whether a command is an exec that changes the shell's own descriptors.
func onlyRedirects(c *tree.Command) bool {
	words := builtins.Words(c.Args)
	return len(words) == 1 && words[0].Is("exec") == tree.Yes
}

// openPipe records that some commands read a pipe which stays open.
func (w *walker) openPipe(pipe string, commands []*tree.Command) {
	for _, c := range commands {
		if c.Stdin.Kind == tree.FromPipe && c.Stdin.From == nil {
			if w.pipes == nil {
				w.pipes = openPipes{}
			}
			w.pipes[pipe] = append(w.pipes[pipe], c)
		}
	}
}

// openCoprocess makes the input of a coprocess a descriptor that commands may write to.
func (w *walker) openCoprocess(input tree.Word, commands []*tree.Command) {
	key := input.Parts[0].Text
	if w.openPipe(key, commands); w.pipes[key] == nil {
		return
	}
	now := tree.OutputFiles{}
	if w.state.outputFiles != nil {
		now = maps.Clone(*w.state.outputFiles)
	}
	w.setOutputFile(now, key, []tree.Word{input})
	w.state.outputFiles = &now
}

// isOpenPipe reports whether a word represents a pipe that stays open.
func (w *walker) isOpenPipe(name tree.Word) bool {
	return len(name.Parts) == 1 && name.Parts[0].Kind == tree.Unknown && w.pipes[name.Parts[0].Text] != nil
}

// writePipes makes a command a writer of the open pipes that its standard output goes to, or that it
// names by the path of a descriptor: curl -o /dev/fd/7.
func (w *walker) writePipes(c *tree.Command) {
	if w.pipes == nil || c.OutputFiles == nil || len(c.Args) == 0 {
		return
	}
	w.writePipe(c, "1")
	for _, a := range c.Args[1:] {
		if key, ok := tree.DescriptorOf(a, tree.OnlyPaths); ok {
			w.writePipe(c, key)
		}
	}
}

// writePipe makes a command a writer of the open pipes behind one descriptor.
func (w *walker) writePipe(c *tree.Command, descriptor string) {
	for _, name := range (*c.OutputFiles)[descriptor] {
		if !w.isOpenPipe(name) {
			continue
		}
		for _, reader := range w.pipes[name.Parts[0].Text] {
			left := maxReaches
			switch found := reaches(c, reader, &left); {
			case left < 0:
				w.exceed("commands before a pipe", maxReaches)
			case !found && !endsWith(reader.Stdin.From, c):
				reader.Stdin.From = append(reader.Stdin.From, c)
			}
		}
	}
}

// reaches reports whether a command's input comes from another one, directly or through others,
// or whether that takes too long to find out.
func reaches(c, source *tree.Command, left *int) bool {
	if *left--; c == source || *left < 0 {
		return true
	}
	for _, from := range c.Stdin.From {
		if reaches(from, source, left) {
			return true
		}
	}
	for _, a := range c.Args {
		for _, from := range a.From() {
			if reaches(from, source, left) {
				return true
			}
		}
	}
	return false
}

// endsWith reports whether a command is the last of a list.
func endsWith(list []*tree.Command, c *tree.Command) bool {
	return len(list) > 0 && list[len(list)-1] == c
}
