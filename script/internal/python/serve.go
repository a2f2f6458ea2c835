package python

import (
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// filesHandler is the class that answers requests with the files of a directory: http.server. An atom with
// its name has the directory that a partial application gives it.
const filesHandler = "http.server.SimpleHTTPRequestHandler"

// handlerOf returns the handler of requests that functools.partial(HANDLER, directory=DIR) makes.
func handlerOf(name string, args absval.Arguments) (absval.Value, bool) {
	if name != "functools.partial" || len(args.Pos) == 0 || len(args.Pos[0]) != 1 || args.Pos[0][0].Text != filesHandler {
		return nil, false
	}
	dir, given := args.Get(-1, "directory")
	return absval.Instance(filesHandler, dir), given
}

// serves emits that a server answers with the files of a directory as the command that does the same.
func (r *interp) serves(kind effect.Kind, address absval.Value, args absval.Arguments, at lex.Span) {
	handler, _ := args.Get(1, "RequestHandlerClass")
	if kind != effect.Listens || len(handler) != 1 || handler[0].Kind != absval.Ref || handler[0].Text != filesHandler {
		return
	}
	argv := []absval.Value{absval.Text("python3"), absval.Text("-m"), absval.Text("http.server")}
	if handler[0].Of != nil {
		argv = append(argv, absval.Text("--directory"), handler[0].Of)
	}
	for _, h := range hosts(address) {
		if h.Known && h.Text != "" {
			argv = append(argv, absval.Text("--bind"), absval.Text(h.Text))
		}
	}
	r.EmitArgv(effect.Act{Kind: effect.Runs, Call: filesHandler}, argv, at)
}
