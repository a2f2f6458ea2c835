package runner

import "github.com/agent-loop/shimgen/shellscript"

// OpenScript finds the script that a shell of that name would run with these arguments in the
// session's directory: see [shellscript.Finder].
func (s *Session) OpenScript(name string, args []string) (shellscript.Script, error) {
	return shellscript.Finder{Dir: s.Dir, Path: s.env.value("PATH"), ByName: s.Policy.ScriptsByName && !s.Policy.Strict}.Find(name, args)
}
