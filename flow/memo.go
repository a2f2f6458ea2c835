package flow

import "github.com/agent-loop/shimgen/parser"

// asked is a question about the commands that write an input, or about one command, and how far it is
// followed.
type asked struct {
	question string
	about    any // the first of a list of commands as **parser.Command, or a *parser.Command
	many     int // how many are in the list
	left     int
}

// aboutAll answers a question about a list of commands once. All commands of a stage of a pipe have the
// same list, so that a question which goes from stage to stage would otherwise be asked as often as there
// are ways through the pipe.
func (g *Graph) aboutAll(question string, from []*parser.Command, left int, answer func() bool) bool {
	if len(from) == 0 {
		return answer()
	}
	return g.once(asked{question, &from[0], len(from), left}, answer)
}

// aboutOne is aboutAll for one command.
func (g *Graph) aboutOne(question string, c *parser.Command, left int, answer func() bool) bool {
	return g.once(asked{question, c, 1, left}, answer)
}

func (g *Graph) once(q asked, answer func() bool) bool {
	if known, done := g.answers[q]; done {
		return known
	}
	if g.answers == nil {
		g.answers = map[asked]bool{}
	}
	a := answer()
	g.answers[q] = a
	return a
}
