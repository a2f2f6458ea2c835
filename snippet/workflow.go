package snippet

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/yaml"
)

// expression marks what a workflow fills in.
func expression() template { return template{"${{", "}}"} }

// settings are what steps of a workflow share: those of the file, of a job, of a step.
type settings struct {
	shell, dir string
	vars       map[string]string
	on         Machine
}

// below are settings with those of a node on top.
func (s settings) below(n *yaml.Node) settings {
	if shell := n.Get("defaults", "run", "shell"); shell.IsScalar() {
		s.shell = shell.Value()
	}
	if dir := n.Get("defaults", "run", "working-directory"); dir.IsScalar() {
		s.dir = dir.Value()
	}
	vars := map[string]string{}
	for name, value := range s.vars {
		vars[name] = value
	}
	keys, values := n.Get("env").Pairs()
	for i, k := range keys {
		delete(vars, k.Text.String)
		if v := values[i]; v.IsScalar() && !strings.Contains(v.Value(), "${{") {
			vars[k.Text.String] = v.Value()
		}
	}
	s.vars = vars
	return s
}

// readWorkflow reads a workflow of GitHub's: the run steps of its jobs.
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
		s.shell, s.on = "bash", runsOn(job.Get("runs-on"))
		if strings.Contains(labels(job.Get("runs-on")), "windows") {
			s.shell = "pwsh"
		}
		if top.shell != "" {
			s.shell = top.shell
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
	return settings{on: Throwaway}.steps("runs.steps", n.Get("runs", "steps")), nil
}

// labels are the labels of the runner that a job asks for.
func labels(n *yaml.Node) string {
	text := ""
	for _, l := range append(n.List(), n.Get("labels").List()...) {
		text += " " + l.Value()
	}
	return text
}

// runsOn is the machine that a job runs on: GitHub's own runners are thrown away after it. A
// runner of somebody's own, or one that only an expression names, may not be.
func runsOn(n *yaml.Node) Machine {
	text := labels(n)
	if strings.Contains(text, "self-hosted") || n.Get("group") != nil {
		return This
	}
	for label := range strings.FieldsSeq(text) {
		if strings.HasPrefix(label, "ubuntu-") || strings.HasPrefix(label, "macos-") || strings.HasPrefix(label, "windows-") || strings.HasPrefix(label, "${{") && strings.Contains(text, "matrix.") {
			return Throwaway
		}
	}
	return This
}

// steps are the run steps of a list.
func (s settings) steps(name string, list *yaml.Node) []Snippet {
	var found []Snippet
	for i, step := range list.List() {
		run := step.Get("run")
		if !run.IsScalar() {
			continue
		}
		own := s.below(step)
		if shell := step.Get("shell"); shell.IsScalar() {
			own.shell = shell.Value()
		}
		if dir := step.Get("working-directory"); dir.IsScalar() {
			own.dir = dir.Value()
		}
		c := Snippet{Name: join(name, nth(i), "run"), Lang: stepLanguage(own.shell), On: own.on, Vars: own.vars, Dir: own.dir}
		if strings.Contains(own.dir, "${{") {
			c.Dir, c.Base = "", AtNobody
		} else if path.IsAbs(own.dir) {
			c.Base = AtRoot
		}
		c.Text = templated(run.Text, c.Lang, expression(), nil)
		found = append(found, c)
	}
	return found
}

// stepLanguage is the language of a step's shell, which may be a command line with {0} in the
// place of the script.
func stepLanguage(shell string) string {
	program, _, _ := strings.Cut(strings.TrimSpace(shell), " ")
	if program == "" {
		return "bash"
	}
	if lang := programLanguage(path.Base(program)); lang != "" {
		return lang
	}
	return path.Base(program)
}
