package script

import "fmt"

// listeners are the calls that start a command whose standard input the code may write to.
const listeners words = `
	subprocess.Popen os.popen asyncio.create_subprocess_exec asyncio.create_subprocess_shell
	child_process.spawn child_process.exec child_process.execFile cross-spawn execa shelljs.exec Bun.spawn Deno.Command
	IO.popen PTY.spawn Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen2 Open3.popen2e Open3.popen3 Open3.pipeline_w Open3.pipeline_rw open
	popen proc_open`

// maxWritten is how many texts are followed that code writes to what may be a command's input.
const maxWritten = 64

// writes notes a text that the code writes to what may be the input of a command. Which of
// several commands gets it is not followed.
func (r *reading) writes(v value, at span) {
	key := fmt.Sprint("written", at.off, v.str().args())
	if !r.collecting() || len(r.sent) >= maxWritten || !r.spend(len(key)) || r.seen[key] {
		return
	}
	r.seen[key] = true
	r.sent = append(r.sent, v.str())
}

// finished are the acts that were found. A command that the code can write to reads all that
// it writes: in one piece, and, since each text may be for another command, on lines of their own.
func (r *reading) finished() []Act {
	if len(r.sent) == 0 {
		return r.acts
	}
	var acts []Act
	for _, a := range r.acts {
		if a.Kind != Runs && a.Kind != Shell || a.Input != nil || !listeners.has(a.Call) {
			acts = append(acts, a)
			continue
		}
		a.Input = r.together("")
		acts = append(acts, a)
		if len(r.sent) > 1 {
			a.Input = r.together("\n")
			acts = append(acts, a)
		}
	}
	return acts
}

// together is all that the code writes, with something between its texts.
func (r *reading) together(between string) *Input {
	all := r.sent[0]
	for _, v := range r.sent[1:] {
		all = r.operate("+", r.operate("+", all, text(between)), v)
	}
	return &Input{Arg: *one(all)}
}

// inputOf is what a value gives a command as its input, or nil where it is the code's own.
func inputOf(v value) *Input {
	if len(v) == 1 && v[0].kind == ref {
		switch {
		case v[0].text == "None" || v[0].text == "sys.stdin" || v[0].text == "subprocess.PIPE":
			return nil
		case v[0].text == "subprocess.DEVNULL":
			return &Input{Arg: Arg{Text: "/dev/null", Known: true}, File: true}
		case (v[0].text == "open()" || v[0].text == pathClass+".open()") && v[0].of != nil:
			return &Input{Arg: *one(v[0].of), File: true}
		}
	}
	return &Input{}
}

// textOf is a text that a command gets as its input, or what was read of a file.
func textOf(v value) *Input {
	if len(v) == 1 && v[0].kind == ref && v[0].of != nil && (readsFile.has(v[0].text) || filesRead(v[0].text)) {
		return &Input{Arg: *one(v[0].of), File: true}
	}
	return &Input{Arg: *one(v.str())}
}

// filesRead tells whether a result holds what a file holds.
func filesRead(word string) bool {
	switch word {
	case "fs.readFile()", "fs.readFile().toString()", "file_get_contents()", "Deno.readTextFile()":
		return true
	}
	return false
}
