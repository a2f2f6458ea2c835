package snippet

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/internal/yaml"
)

// expression marks what a workflow fills in.
func expression() template { return template{"${{", "}}"} }

// settings are what steps of a workflow share: those of the file, of a job, of a step.
type settings struct {
	shell    *yaml.Node // as the file says
	fallback string     // the shell where it does not say
	dir      string
	vars     *Vars
	on       Machine
}

// below are settings with those of a node on top.
func (s settings) below(n *yaml.Node) settings {
	if shell := n.Get("defaults", "run", "shell"); shell.IsScalar() {
		s.shell = shell
	}
	if dir := n.Get("defaults", "run", "working-directory"); dir.IsScalar() {
		s.dir = dir.Value()
	}
	keys, values := n.Get("env").Pairs()
	for i, k := range keys {
		v := values[i]
		s.vars = s.vars.with(k.Text.String, v.Value(), v.IsScalar() && !strings.Contains(v.Value(), "${{"))
	}
	return s
}

// readWorkflow reads a workflow: the run steps of its jobs. Only GitHub has runners of which
// it is known that they are thrown away.
func readWorkflow(f file) ([]Snippet, error) {
	n, err := parsed(f)
	if err != nil {
		return nil, err
	}
	top := settings{}.below(n)
	var found []Snippet
	names, jobs := n.Get("jobs").Pairs()
	for i, job := range jobs {
		s := top
		s.on, s.fallback = This, "bash"
		if matches(".github/workflows/*", f.path) && isHosted(job) {
			s.on = Throwaway
		}
		if strings.Contains(labels(job.Get("runs-on")), "windows") {
			s.fallback = "pwsh"
		}
		s = s.below(job)
		found = append(found, s.steps(join("jobs", names[i].Text.String, "steps"), job.Get("steps"))...)
	}
	return found, nil
}

// readAction reads an action of GitHub's: the run steps of a composite one.
func readAction(f file) ([]Snippet, error) {
	n, err := parsed(f)
	if err != nil {
		return nil, err
	}
	return settings{on: Throwaway, fallback: "bash"}.steps("runs.steps", n.Get("runs", "steps")), nil
}

// labels are the labels of the runner that a job asks for.
func labels(n *yaml.Node) string {
	text := ""
	for _, l := range append(n.List(), n.Get("labels").List()...) {
		text += " " + l.Value()
	}
	return text
}

// steps are the run steps of a list.
func (s settings) steps(name string, list *yaml.Node) []Snippet {
	var found []Snippet
	for i, step := range list.List() {
		if len(found) > MaxSnippets {
			break
		}
		run := step.Get("run")
		if !run.IsScalar() {
			continue
		}
		own := s.below(step)
		if shell := step.Get("shell"); shell.IsScalar() {
			own.shell = shell
		}
		lang := own.fallback
		if own.shell != nil {
			lang = stepLanguage(own.shell.Value())
		}
		if dir := step.Get("working-directory"); dir.IsScalar() {
			own.dir = dir.Value()
		}
		c := Snippet{Name: join(name, nth(i), "run"), Lang: lang, On: own.on, Vars: own.vars, Dir: own.dir}
		if strings.Contains(own.dir, "${{") {
			c.Dir, c.Base = "", AtNobody
		} else if path.IsAbs(own.dir) {
			c.Base = AtRoot
		}
		c.Text = templated(run.Text, c.Lang, expression(), nil)
		found = append(found, c)
		if own.shell != nil && !isPlainShell(strings.Fields(own.shell.Value())) {
			c.Name, c.Lang = join(name, nth(i), "shell"), "sh"
			c.Text = templated(own.shell.Text, c.Lang, expression(), nil)
			found = append(found, c)
		}
	}
	return found
}

// stepLanguage is the language of a step's shell, which may be a command line with {0} in the
// place of the script.
func stepLanguage(shell string) string {
	if lang := interpreterLanguage(strings.Fields(shell)); lang != "" {
		return lang
	}
	return "bash"
}

// isPlainShell reports whether a command line names a shell and plain options of it alone, so
// that nothing runs but the script that it gets.
func isPlainShell(words []string) bool {
	if len(words) == 0 {
		return true
	}
	for i, w := range words[1:] {
		isOption := len(w) > 1 && strings.IndexByte("-+", w[0]) >= 0 && strings.Trim(w[1:], wordBytes) == ""
		isName := strings.HasSuffix(words[i], "o") && wordlist.Among(w, "pipefail errexit nounset xtrace noglob errtrace")
		if !isOption && !isName && w != "{0}" {
			return false
		}
	}
	return programLanguage(path.Base(words[0])) != "" || len(words) == 1
}
