package hook

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/script"
)

// MaxPayload is the length limit of a payload in bytes. Agents send the whole text of a
// file they write.
const MaxPayload = 32 << 20

// Call is what an agent wants to do, as far as it can be judged.
type Call struct {
	Tool string // the tool's name, in the agent's spelling
	Dir  string // the directory it would run in, absolute; "" if the agent does not say
	Mode string // how the agent asks its user for permission; "" if it does not say

	Session string // the agent's id for its session; "" if it does not say

	Sources []string   // shell source
	Argvs   [][]string // argument vectors
	Reads   []string   // paths of the tools that work on files
	Writes  []string
	Deletes []string
	URLs    []string

	Codes    []Code // in another language, or in an unknown one
	Unparsed bool   // a tool without a row here got text that no reader here can parse

	words int // total length of the argument vectors combined from lists beside several commands
	tried int // bytes of text that isCode has tried to parse

	err error // what makes Read refuse the call
}

// Code is code that a tool would run.
type Code struct {
	Lang []string // the words that would run it, as python3 -c; nil if its language is unknown
	Text string
}

// Read returns these errors besides those about JSON.
var (
	ErrLong    = errors.New("the payload is longer than 32 MiB")
	ErrUTF8    = errors.New("the payload is not UTF-8")
	ErrNoTool  = errors.New("the payload names no tool and holds no command")
	ErrNothing = errors.New("a tool that runs commands came without one")
	ErrMany    = errors.New("the call asks for more than 4096 things at once")
	ErrPatch   = errors.New("a tool that applies patches came without one that can be read")
)

// The spellings of the keys, in order of precedence.
var (
	toolKeys  = []string{"tool_name", "toolName", "tool", "agent_action_name", "hook_event_name", "hookEventName"}
	inputKeys = []string{"tool_input", "toolInput", "toolArgs", "tool_args", "tool_info", "args", "arguments", "input", "parameters", "params"}
	modeKeys  = []string{"permission_mode", "permissionMode"}
	nameKeys  = []string{"session_id", "sessionId", "conversation_id"} // of a session
	dirKeys   = []string{"workdir", "working_directory", "workingDirectory", "cwd", "directory", "dir_path", "dirPath"}

	commandKeys = []string{"command", "cmd", "command_line", "commandLine", "commands", "script", "shell_command", "chars"}
	argKeys     = []string{"args", "arguments", "argv"}
	pathKeys    = []string{
		"file_path", "filePath", "path", "absolute_path", "absolutePath", "abs_path", "notebook_path", "target_file", "targetFile",
		"filename", "file", "files", "paths", "file_paths", "filePaths",
	}
	newPathKeys = []string{"new_path", "newPath", "destination", "target_path", "destination_path", "to_path"}
	oldPathKeys = []string{"path", "file_path", "old_path", "oldPath", "source", "source_path", "from_path", "src"}
	urlKeys     = []string{"url", "uri", "urls"}
	contentKeys = []string{
		"content", "contents", "new_string", "newString", "old_string", "oldString", "edits", "file_text", "insert_text", "new_source",
		"new_str", "patch", "diff", "code_edit", "data", "body", "text",
	}
)

// shells are the tools that run their input, in lower case. edits and views are the words
// that an editing tool takes as its "command".
var (
	shells = []string{
		"bash", "shell", "run_shell_command", "exec_command", "execute_bash", "execute_command", "run_terminal_cmd", "run_in_terminal",
		"runterminalcommand", "terminal", "local_shell", "pre_run_command", "beforeshellexecution", "run_command", "powershell",
	}
	edits = []string{"create", "str_replace", "insert", "undo_edit", "write", "append"}
	views = []string{"view", "read", "line", "directory", "search"}
)

// Read parses a payload. It returns an error for a payload that is no JSON object in
// UTF-8, that names neither a tool nor anything to judge, or whose tool runs commands but
// has none. The caller must refuse a call with an error.
func Read(payload []byte) (Call, error) {
	if len(payload) > MaxPayload {
		return Call{}, ErrLong
	}
	if !utf8.Valid(payload) {
		return Call{}, ErrUTF8 // the agent would read other bytes than we judge
	}
	left := maxValues
	top, err := parse(payload, &left)
	if err != nil {
		return Call{}, err
	}
	c := Call{Tool: top.text(toolKeys), Mode: top.text(modeKeys), Session: top.text(nameKeys)}
	if err := top.unwrap(&left); err != nil {
		return Call{}, err
	}
	if c.Dir, err = top.dir(); err != nil {
		return Call{}, err
	}
	c.take(top, false)
	if c.words, c.tried = 0, 0; c.uses() > maxUses {
		return c, ErrMany
	}
	if c.err != nil {
		return c, c.err
	}
	if slices.Contains(shells, strings.ToLower(c.Tool)) && len(c.Sources)+len(c.Argvs) == 0 {
		return c, ErrNothing
	}
	if says(c.Tool, patchWords) && c.empty() {
		return c, ErrPatch
	}
	if c.Tool == "" && c.empty() {
		return c, ErrNoTool
	}
	return c, nil
}

// maxUses limits how many things one call may ask for: each one is judged and recorded.
const maxUses = 4096

// uses counts the things to judge.
func (c *Call) uses() int {
	return len(c.Sources) + len(c.Argvs) + len(c.Reads) + len(c.Writes) + len(c.Deletes) + len(c.URLs) + len(c.Codes)
}

// empty reports whether there is nothing to judge.
func (c *Call) empty() bool { return c.uses() == 0 }

// dir returns the directory of the call. A tool's own directory takes precedence over the
// agent's, and is relative to it.
func (v *value) dir() (string, error) {
	dir, err := directoryOf(v.text([]string{"cwd"}))
	for _, in := range v.inputs() {
		own, bad := directoryOf(in.text(dirKeys))
		err = errors.Join(err, bad)
		switch {
		case own == "":
		case filepath.IsAbs(own) || dir == "":
			dir = own
		default:
			dir = filepath.Join(dir, own)
		}
	}
	return dir, err
}

// take collects what one object of a payload, and every object inside it, asks for. own says
// that the object is part of the tool's arguments.
func (c *Call) take(in *value, own bool) {
	program := in.program()
	if own && program != "" {
		c.arguments(in, program)
	}
	for _, f := range in.fields {
		if c.uses() > maxUses {
			return
		}
		switch {
		case !own && f.key == "mcp_context":
			continue // how the agent reached the tool's server, which already runs
		case own && f.key == "script" && strings.EqualFold(c.Tool, "workflow"):
			c.Codes = append(c.Codes, Code{[]string{"node", "-e"}, f.value.string}) // Claude Code's, in JavaScript
		case own && slices.Contains(oldPathKeys, f.key) && in.has(newPathKeys) && says(c.Tool, writes):
			c.moved(f.value.texts())
		case slices.Contains(commandKeys, f.key):
			c.command(in, f.key, f.value)
		case slices.Contains(urlKeys, f.key):
			c.fetch(in, f.value.texts())
		case slices.Contains(pathKeys, f.key):
			c.path(in, f.value.texts())
		case slices.Contains(newPathKeys, f.key):
			c.Writes = append(c.Writes, c.files(f.value.texts())...)
		case (f.value.kind == str || f.value.kind == list) && slices.Contains(inputKeys, f.key) && !in.has(commandKeys):
			c.bare(in, f.key, f.value, own)
		case slices.Contains(dirKeys, f.key):
			if own && says(c.Tool, append(deletes, writes...)) {
				c.path(in, f.value.texts())
			}
		case (f.key == "patch" || f.key == "diff") && !c.executes():
			c.diff(f.value.texts())
		case slices.Contains(contentKeys, f.key) && in.hasAny(pathKeys, newPathKeys) && !c.executes():
			// the content of the file that another key names
		case (slices.Contains(argKeys, f.key) || f.value.kind == list && says(f.key, listWords)) && (in.has(commandKeys) || own && program != ""):
			// command or arguments has combined them with the program
		case own:
			c.unknown(in, f.key, f.value)
		}
		for _, inner := range f.value.objects() {
			c.take(inner, own || slices.Contains(inputKeys, f.key))
		}
	}
}

// bare handles a tool whose arguments are a plain text instead of an object, and a text
// among the arguments under such a key.
func (c *Call) bare(in *value, key string, v *value, own bool) {
	switch {
	case slices.Contains(shells, strings.ToLower(c.Tool)) && v.kind == str:
		c.Sources = append(c.Sources, v.string)
	case own:
		c.unknown(in, key, v)
	default:
		c.unknown(nil, key, v)
	}
}

// command collects a command: a text is shell source; a list of texts, or a text with a
// list of arguments beside it, is an argument vector.
func (c *Call) command(in *value, key string, v *value) {
	if v.kind == list {
		c.vectors(key, v)
		return
	}
	c.listed(key, v.string)
	if v.kind != str || in.has(pathKeys) && (slices.Contains(edits, v.string) || slices.Contains(views, v.string)) {
		return
	}
	if strings.Contains(v.string, patchBegin) && says(c.Tool, patchWords) {
		c.patch(v.string)
		return
	}
	if !slices.Contains(shells, strings.ToLower(c.Tool)) {
		if said := languageOf(in.text(languageKeys)); said != nil {
			c.Codes = append(c.Codes, Code{Lang: said, Text: v.string})
			return
		}
		if c.isCode(v.string) {
			c.Codes = append(c.Codes, Code{Text: v.string}) // package answer judges it as shell source too
			return
		}
	}
	c.Sources = append(c.Sources, v.string)
	c.arguments(in, v.string)
}

// listed collects the argument vectors in a text that is a JSON list. A tool may pass that list
// on, or give the text to a shell, to which ["$(cmd)"] is a word that runs cmd, so the caller
// judges the text as source too.
func (c *Call) listed(key, text string) {
	if !strings.HasPrefix(strings.TrimSpace(text), "[") {
		return
	}
	left := maxValues
	if inner, err := parse([]byte(`{"x":`+text+`}`), &left); err == nil && len(inner.fields) == 1 {
		c.vectors(key, inner.fields[0].value)
	}
}

// fetch collects URLs. One that names a file counts as that path. The agent itself handles every
// scheme but these.
func (c *Call) fetch(in *value, urls []string) {
	for _, url := range urls {
		scheme, _, ok := strings.Cut(url, "://")
		switch scheme = strings.ToLower(scheme); {
		case namesFile(url):
			c.path(in, []string{url})
		case !ok, scheme == "http", scheme == "https", scheme == "ftp":
			c.URLs = append(c.URLs, url)
		}
	}
}

// path collects the paths of a tool that works on files. A path with new content beside
// it is written; so is a path whose use is in doubt.
func (c *Call) path(in *value, paths []string) {
	tool, word := strings.ToLower(c.Tool), ""
	content := false
	if in != nil {
		word = in.text([]string{"command", "mode"})
		content = in.has(contentKeys)
	}
	list := &c.Reads
	switch {
	case says(c.Tool, deletes):
		list = &c.Deletes
	case content:
		list = &c.Writes
	case slices.Contains(views, strings.ToLower(word)):
	case slices.Contains(edits, word), strings.Contains(tool, "write"), strings.Contains(tool, "edit"), says(c.Tool, writes):
		list = &c.Writes
	case says(c.Tool, reads), slices.Contains(quiet, tool):
	case in != nil && !in.known().explained:
		list = &c.Writes // a text beside it may be the content to write
	}
	*list = append(*list, c.files(paths)...)
}

// moved collects the source paths of a move, copy or link.
func (c *Call) moved(paths []string) {
	if says(c.Tool, []string{"copy", "link", "symlink"}) {
		c.Reads = append(c.Reads, c.files(paths)...)
	} else {
		c.Deletes = append(c.Deletes, c.files(paths)...)
	}
}

// patchBegin occurs in every patch in the agents' own format.
const patchBegin = "*** Begin Patch"

// diff collects the files of patches in any format. A patch that names no file makes the
// call Unparsed.
func (c *Call) diff(texts []string) {
	for _, text := range texts {
		if !c.patch(text) && len(c.Writes) == 0 {
			c.Unparsed = true
		}
	}
}

// patch collects the files of a patch, read as agents read it, and reports whether it
// names any.
func (c *Call) patch(text string) bool {
	acts, _ := script.Read(script.PatchLang, text) // a patch without a header yields no acts, so the call is refused as one without a patch
	for _, a := range acts {
		if a.Kind == script.Deletes {
			c.Deletes = append(c.Deletes, a.Args[0].Text)
		} else {
			c.Writes = append(c.Writes, a.Args[0].Text)
		}
	}
	return len(acts) > 0
}
