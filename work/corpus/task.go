package corpus

import (
	"embed"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Task is one piece of work.
type Task struct {
	Name   string // CORPUS/SCRIPT
	Setup  string // shell source, done before without shims
	Script string // shell source
	Needs  []string
	Limit  time.Duration
	Sample bool // quick, with a cause of its own
	Paths  bool // it records where it finds programs, which is the shims' directory
}

// Row is a script of our own, rows/NAME.sh.
type Row struct {
	Name   string
	Needs  string // programs, separated by spaces
	Source string // of Sources, "" for none
	Sample bool
}

//go:embed rows/*.sh
var scripts embed.FS

// begin runs before each of our scripts.
const begin = `git config --global user.name Agent
git config --global user.email agent@example.com
git config --global init.defaultBranch main
`

// Own returns the tasks of our own.
func Own() []Task {
	var tasks []Task
	for _, r := range rows {
		text, err := scripts.ReadFile("rows/" + r.Name + ".sh")
		if err != nil {
			panic(err) // a test reads them all
		}
		t := Task{Name: "own/" + r.Name, Setup: begin, Script: string(text), Needs: strings.Fields(r.Needs), Limit: 5 * time.Minute, Sample: r.Sample}
		if r.Source != "" {
			t.Needs = append(t.Needs, Tree(r.Source))
		}
		tasks = append(tasks, t)
	}
	return tasks
}

// Adhoc is a task for somebody who looks for a cause.
func Adhoc(script string) Task {
	return Task{Name: "script", Setup: begin, Script: script, Limit: 5 * time.Minute}
}

// Tree is the path inside of the source of this name.
func Tree(name string) string { return "/home/src/" + name }

// Tasks returns the tasks of a suite whose tree is in dir outside.
func (s Suite) Tasks(dir string) ([]Task, error) {
	var tasks []Task
	for pattern := range strings.FieldsSeq(s.Scripts) {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			script, err := filepath.Rel(dir, name)
			if err != nil {
				return nil, err
			}
			if !s.leaves(script) {
				tasks = append(tasks, s.task(script, strings.Contains(path.Dir(pattern), "*")))
			}
		}
	}
	return tasks, nil
}

// task returns a script's task. If scripts are in more than one directory, its name
// includes the directory.
func (s Suite) task(script string, inDirs bool) Task {
	base := strings.TrimSuffix(path.Base(script), path.Ext(script))
	about := strings.NewReplacer("{tree}", Tree(s.Name), "{script}", script, "{base}", base, "{dir}", path.Dir(script))
	name := base
	if inDirs {
		name = path.Base(path.Dir(script)) + "-" + base
	}
	return Task{
		Name: s.Name + "/" + name, Setup: about.Replace(s.Setup), Script: about.Replace(s.Run),
		Limit: 10 * time.Minute, Sample: slices.Contains(strings.Fields(s.Sample), base), Paths: s.Paths,
	}
}

// leaves reports whether a script is not run.
func (s Suite) leaves(script string) bool {
	for pattern := range strings.FieldsSeq(s.Leave) {
		if ok, _ := path.Match(pattern, script); ok {
			return true
		}
	}
	return false
}
