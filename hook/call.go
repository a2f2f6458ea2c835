package hook

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxPayload is how long a payload may be, in bytes. Agents send the whole text
// of a file they write.
const MaxPayload = 32 << 20

// Call is what an agent wants to do, as far as there is something to judge.
type Call struct {
	Tool string // its name, as the agent says it
	Dir  string // where it would run, absolute; "" where the agent does not say
	Mode string // how the agent asks its user for permission; "" where it does not say

	Sources []string   // shell source
	Argvs   [][]string // argument vectors
	Reads   []string   // paths of the tools that work on files
	Writes  []string
	Deletes []string
	URLs    []string
}

// The errors of Read that are not about JSON.
var (
	ErrLong    = errors.New("the payload is longer than 32 MiB")
	ErrUTF8    = errors.New("the payload is not UTF-8")
	ErrNoTool  = errors.New("the payload names no tool and holds no command")
	ErrNothing = errors.New("a tool that runs commands came without one")
)

// The spellings of the keys, in the order in which they count.
var (
	toolKeys  = []string{"tool_name", "toolName", "tool", "agent_action_name", "hook_event_name", "hookEventName"}
	inputKeys = []string{"tool_input", "toolInput", "toolArgs", "tool_args", "tool_info", "args", "arguments", "input", "parameters", "params"}
	modeKeys  = []string{"permission_mode", "permissionMode"}
	dirKeys   = []string{"workdir", "working_directory", "workingDirectory", "cwd", "directory"}

	commandKeys = []string{"command", "cmd", "command_line", "commandLine", "commands", "script", "shell_command", "chars"}
	argKeys     = []string{"args", "arguments", "argv"}
	pathKeys    = []string{
		"file_path", "filePath", "path", "absolute_path", "absolutePath", "abs_path", "notebook_path", "target_file", "targetFile",
		"filename", "file", "files", "paths", "file_paths", "filePaths",
	}
	newPathKeys = []string{"new_path", "newPath", "destination", "target_path"}
	urlKeys     = []string{"url", "uri", "urls"}
	contentKeys = []string{
		"content", "contents", "new_string", "newString", "old_string", "oldString", "edits", "file_text", "insert_text", "new_source",
		"new_str", "patch", "diff", "code_edit",
	}
)

// shells are the tools that run what they are given, in lower case; edits and
// views the words that an editing tool takes as its "command".
var (
	shells = []string{
		"bash", "shell", "run_shell_command", "exec_command", "execute_bash", "execute_command", "run_terminal_cmd", "run_in_terminal",
		"runterminalcommand", "terminal", "local_shell", "pre_run_command", "beforeshellexecution", "run_command", "powershell",
	}
	edits    = []string{"create", "str_replace", "insert", "undo_edit", "write", "append"}
	views    = []string{"view", "read", "line", "directory", "search"}
	deleters = []string{"delete_file", "deletefile", "remove_file", "delete", "fs_delete"}
)

// Read takes a payload apart. It is an error if it is no JSON object in UTF-8,
// if it names neither a tool nor anything to judge, and if a tool that runs
// commands comes without one: then the call must be refused.
func Read(payload []byte) (Call, error) {
	if len(payload) > MaxPayload {
		return Call{}, ErrLong
	}
	if !utf8.Valid(payload) {
		return Call{}, ErrUTF8 // to the agent the bytes mean something else than to us
	}
	top, err := parse(payload)
	if err != nil {
		return Call{}, err
	}
	c := Call{Tool: top.text(toolKeys), Mode: top.text(modeKeys)}
	top.unwrap()
	c.Dir = top.dir()
	c.take(top)
	if slices.Contains(shells, strings.ToLower(c.Tool)) && len(c.Sources)+len(c.Argvs) == 0 {
		return c, ErrNothing
	}
	if c.Tool == "" && c.empty() {
		return c, ErrNoTool
	}
	return c, nil
}

// empty reports whether there is nothing to judge.
func (c *Call) empty() bool {
	return len(c.Sources)+len(c.Argvs)+len(c.Reads)+len(c.Writes)+len(c.Deletes)+len(c.URLs) == 0
}

// dir returns the directory of the call: a tool's own counts for more than the
// agent's, and is relative to it.
func (v *value) dir() string {
	dir := v.text([]string{"cwd"})
	for _, in := range v.inputs() {
		own := in.text(dirKeys)
		switch {
		case own == "":
		case filepath.IsAbs(own) || dir == "":
			dir = own
		default:
			dir = filepath.Join(dir, own)
		}
	}
	return dir
}

// take notes what one object of a payload asks for, and what the objects inside
// it do.
func (c *Call) take(in *value) {
	for _, f := range in.fields {
		switch {
		case slices.Contains(commandKeys, f.key):
			c.command(in, f.key, f.value)
		case slices.Contains(urlKeys, f.key):
			c.fetch(f.value.texts())
		case slices.Contains(pathKeys, f.key):
			c.path(in, f.value.texts())
		case slices.Contains(newPathKeys, f.key):
			c.Writes = append(c.Writes, f.value.texts()...)
		case f.value.kind == str && (f.key == "patch" || slices.Contains(inputKeys, f.key)):
			c.bare(f.value)
		}
		for _, inner := range f.value.objects() {
			c.take(inner)
		}
	}
}

// bare notes the arguments of a tool that takes a text instead of an object.
func (c *Call) bare(v *value) {
	switch {
	case isPatch(v.string):
		c.patch(v.string)
	case slices.Contains(shells, strings.ToLower(c.Tool)):
		c.Sources = append(c.Sources, v.string)
	}
}

// command notes a command: a text is shell source, a list of texts an argument
// vector, and so is a text with a list of arguments beside it.
func (c *Call) command(in *value, key string, v *value) {
	if v.kind == list {
		texts := v.texts()
		if key == "commands" {
			c.Sources = append(c.Sources, texts...)
		} else if len(texts) > 0 && len(texts) == len(v.items) {
			c.Argvs = append(c.Argvs, texts)
		}
		return
	}
	if v.kind != str || in.has(pathKeys) && (slices.Contains(edits, v.string) || slices.Contains(views, v.string)) {
		return
	}
	if isPatch(v.string) {
		c.patch(v.string)
		if strings.ToLower(c.Tool) == "apply_patch" {
			return
		}
	}
	c.Sources = append(c.Sources, v.string)
	for _, f := range in.fields {
		if f.value.kind == list && slices.Contains(argKeys, f.key) {
			c.Argvs = append(c.Argvs, append([]string{v.string}, f.value.texts()...))
		}
	}
}

// fetch notes URLs; one of a file is a path that is read, and what has another
// scheme is for the agent's own use.
func (c *Call) fetch(urls []string) {
	for _, url := range urls {
		scheme, rest, ok := strings.Cut(url, "://")
		switch scheme = strings.ToLower(scheme); {
		case !ok, scheme == "http", scheme == "https", scheme == "ftp":
			c.URLs = append(c.URLs, url)
		case scheme == "file":
			c.Reads = append(c.Reads, rest)
		}
	}
}

// path notes the paths of a tool that works on files. What comes with new content
// is written, and where there is doubt too.
func (c *Call) path(in *value, paths []string) {
	tool, word := strings.ToLower(c.Tool), in.text([]string{"command", "mode"})
	list := &c.Reads
	switch {
	case slices.Contains(deleters, tool):
		list = &c.Deletes
	case in.has(contentKeys):
		list = &c.Writes
	case slices.Contains(views, strings.ToLower(word)):
	case slices.Contains(edits, word), strings.Contains(tool, "write"), strings.Contains(tool, "edit"):
		list = &c.Writes
	}
	for _, p := range paths {
		*list = append(*list, strings.TrimPrefix(p, "file://"))
	}
}

func isPatch(s string) bool { return strings.HasPrefix(strings.TrimSpace(s), "*** Begin Patch") }

// patch notes the files of a patch in the form that apply_patch reads.
func (c *Call) patch(text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		for _, head := range []string{"*** Add File: ", "*** Update File: ", "*** Move to: "} {
			if name, ok := strings.CutPrefix(line, head); ok {
				c.Writes = append(c.Writes, name)
			}
		}
		if name, ok := strings.CutPrefix(line, "*** Delete File: "); ok {
			c.Deletes = append(c.Deletes, name)
		}
	}
}
