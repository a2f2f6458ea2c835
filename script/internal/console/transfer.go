package console

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// transfer reads commands of sftp(1), ftp(1) and lftp(1), from the first to the last. Of what happens on the
// other side it tells what is written there, and what is deleted with all that is in it.
type transfer struct {
	dir string // on the other side, from the home of the user there
}

// line reads a line of commands.
func (t *transfer) line(line string) []effect.Act {
	if cmd, ok := strings.CutPrefix(strings.TrimPrefix(line, "-"), "!"); ok {
		return effect.ShellLine("!", cmd)
	}
	var acts []effect.Act
	for part := range strings.SplitSeq(line, ";") {
		acts = append(acts, t.command(strings.Fields(strings.TrimPrefix(strings.TrimSpace(part), "-")))...)
	}
	return acts
}

// isEverything reports whether a pattern matches all files of a directory.
func isEverything(name string) bool {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	return name == "*" || name == "*.*"
}

// command reads the words of a command.
func (t *transfer) command(words []string) []effect.Act {
	if len(words) == 0 {
		return nil
	}
	var files []string
	for _, w := range words[1:] {
		if !strings.HasPrefix(w, "-") {
			files = append(files, strings.Trim(w, `'"`))
		}
	}
	act := func(k effect.Kind, name string) effect.Act {
		return effect.Act{Kind: k, Call: words[0], Args: []effect.Arg{{Text: name, Known: true}}}
	}
	var acts []effect.Act
	switch words[0] {
	case "glob", "queue", "repeat", "command", "module", "at": // of lftp, before another command
		rest := words[1:]
		for len(rest) > 0 && strings.HasPrefix(rest[0], "-") {
			rest = rest[1:]
		}
		return append(acts, t.command(rest)...)
	case "rm", "mrm", "rmdir", "rmd", "mdelete", "delete", "deltree":
		if strings.Contains(strings.Join(words[1:], " "), "-r") || words[0] == "mrm" || words[0] == "mdelete" || words[0] == "deltree" || slices.ContainsFunc(files, isEverything) {
			return []effect.Act{{Kind: effect.Alters, Call: "drop-remote", Args: []effect.Arg{{Text: strings.Join(files, " "), Known: true}}}}
		}
	case "cd":
		t.dir = t.at(strings.Join(files, " "))
	case "put", "reput", "send", "append", "mput":
		return t.sent(words)
	case "mirror":
		return t.mirror(words[1:], files)
	case "get", "reget", "recv", "mget", "pget":
		if len(files) == 2 && words[0] != "mget" {
			return append(acts, act(effect.Writes, files[1]))
		}
		for _, f := range files {
			acts = append(acts, act(effect.Writes, f[strings.LastIndexByte(f, '/')+1:]))
		}
	case "lmkdir":
		for _, f := range files {
			acts = append(acts, act(effect.Writes, f))
		}
	}
	return acts
}

// at returns a path on the other side.
func (t *transfer) at(name string) string {
	if strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~") || t.dir == "" {
		return name
	}
	return t.dir + "/" + name
}

// written returns the write of a path on the other side.
func (t *transfer) written(call, name string) effect.Act {
	return effect.Act{Kind: effect.Writes, Call: call, Away: true, Args: []effect.Arg{{Text: t.at(name), Known: true}}}
}

// sent reads the words of a command that sends files. The second name is where the first one arrives; lftp(1)
// says that by -o, and by -O the directory.
func (t *transfer) sent(words []string) (acts []effect.Act) {
	several, to, into := words[0] == "mput", "", ""
	var files []string
	for rest := words[1:]; len(rest) > 0; rest = rest[1:] {
		switch name := strings.Trim(rest[0], `'"`); {
		case name == "-o" && len(rest) > 1:
			rest = rest[1:]
			to = strings.Trim(rest[0], `'"`)
		case name == "-O" && len(rest) > 1:
			rest = rest[1:]
			into = strings.Trim(rest[0], `'"`) + "/"
		case !strings.HasPrefix(name, "-"):
			files = append(files, name)
		}
	}
	if !several && len(files) > 1 && to == "" && into == "" {
		to = files[1]
	}
	if !several {
		files = files[:min(1, len(files))]
	}
	for _, f := range files {
		acts = append(acts, effect.Act{Kind: effect.Reads, Call: words[0], Args: []effect.Arg{{Text: f, Known: true}}})
		switch name := path.Base(f); {
		case to == "" || strings.HasSuffix(to, "/"):
			acts = append(acts, t.written(words[0], into+to+name))
		default:
			acts = append(acts, t.written(words[0], into+to))
		}
	}
	return acts
}

// mirror reads the words of lftp's mirror: it downloads, or uploads with -R. --delete removes
// files that only the target has.
func (t *transfer) mirror(words, files []string) []effect.Act {
	reverse, deletes := false, false
	for _, w := range words {
		short := strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--")
		reverse = reverse || w == "--reverse" || short && strings.Contains(w, "R")
		deletes = deletes || w == "--delete" || w == "--delete-first" || short && strings.Contains(w, "e")
	}
	here := "."
	switch {
	case reverse && len(files) > 0:
		here = files[0]
	case len(files) > 1:
		here = files[1]
	}
	act := effect.Act{Kind: effect.Writes, Call: "mirror", Args: []effect.Arg{{Text: here, Known: true}}}
	if reverse && len(files) > 1 && !deletes {
		act.Kind = effect.Reads
		return []effect.Act{act, t.written("mirror", files[1])}
	}
	switch {
	case reverse && deletes:
		return []effect.Act{{Kind: effect.Reads, Call: "mirror", Args: act.Args}, {Kind: effect.Alters, Call: "drop-remote", Args: act.Args}}
	case reverse:
		act.Kind = effect.Reads
	case deletes:
		act.Kind, act.Tree = effect.Deletes, true
	}
	return []effect.Act{act}
}
