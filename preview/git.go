package preview

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/gitrepo"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/stash"
	"github.com/agent-loop/shimgen/zone"
)

// git says what a git command would throw away, and reports whether it is one whose losses
// are known.
func (l *look) git(v *grammar.Invocation) bool {
	words, ok := texts(v.Command.Args)
	dir, known := zone.Join(parser.Text(l.dir), v.Command.Dir).Text()
	if v.Name != "git" || !ok || !known || len(words) < 2 {
		return false
	}
	if name := elsewhere(v.Command); name != "" {
		l.say("what git would throw away is not known: " + name + " is set")
		return true
	}
	g := gitLook{look: l}
	if c, ok := stash.Read(words[1:], dir); ok {
		g.command(c)
		return true
	}
	if v.Sub == "push" {
		g.push(v, dir)
	}
	return v.Sub == "push"
}

// elsewhere returns the variable, of the command or of this process, that leads git to another
// repository than that of its directory; "" for none.
func elsewhere(c *parser.Command) string {
	for _, a := range c.Assigns {
		if wordlist.Among(a.Name, gitrepo.ElsewhereVariables) {
			return a.Name
		}
	}
	for name := range strings.FieldsSeq(gitrepo.ElsewhereVariables) {
		if os.Getenv(name) != "" {
			return name
		}
	}
	return ""
}

// texts are words that are all known.
func texts(words []parser.Word) (all []string, ok bool) {
	for _, w := range words {
		text, known := w.Text()
		if !known {
			return nil, false
		}
		all = append(all, text)
	}
	return all, true
}

// gitLook is a look at one git command.
type gitLook struct {
	*look
	repo *repository
	dir  string // where it would run
}

// open finds the repository of a directory.
func (g *gitLook) open(dir string) bool {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	g.dir, g.repo = dir, g.repositoryOf(dir)
	if g.repo != nil && g.repo.err != nil {
		g.unknown(g.repo.err)
	}
	return g.repo != nil && g.repo.err == nil
}

// unknown says that what git would throw away could not be looked at.
func (g *gitLook) unknown(err error) {
	g.say("what git would throw away is not known: " + err.Error())
}

// command says what a command of the table that undo has would throw away.
func (g *gitLook) command(c stash.Command) {
	if !g.open(c.Dir) {
		return
	}
	loses := c.Loses()
	if loses&stash.Work != 0 {
		g.work(c)
	}
	if loses&stash.Head != 0 && len(c.Operands) > 0 {
		if to, ok := g.repo.Resolve(c.Operands[0]); ok {
			g.refs([]string{"HEAD"}, to)
		}
	}
	switch {
	case loses&stash.Heads != 0:
		g.refs(branches(c.Operands))
	case loses&stash.Made != 0:
		g.refs(branches(c.Values()))
	case loses&stash.Refs != 0:
		g.refs(c.Operands)
	case loses&stash.Stashes != 0:
		g.stashes(c)
	case loses&stash.New != 0:
		g.untracked(c)
	}
}

// branches are the full names of some branches.
func branches(names []string) (full []string) {
	for _, name := range names {
		full = append(full, "refs/heads/"+name)
	}
	return full
}

// work says which changes of tracked files no commit has.
func (g *gitLook) work(c stash.Command) {
	names := g.pathspecs(c, g.repo.index)
	var changed []string
	more := false
	for _, name := range names {
		found, err := g.repo.Changed(g.repo.index, name, g.limit)
		if err != nil {
			g.unknown(err)
			return
		}
		changed, more = append(changed, found.Names...), more || found.More
	}
	for i, name := range changed {
		changed[i] = g.shown(filepath.Join(g.repo.Top, name))
	}
	switch many := count(len(changed), "file", "files"); {
	case more && len(changed) == 0:
		g.say("changes may be thrown away: there was no time to look at every file")
	case more:
		g.say("would be thrown away: changes to more than " + many + " that no commit has")
	case len(changed) > 0:
		g.say("would be thrown away: changes to " + many + " that no commit has: " + list(changed))
	default:
		g.say("nothing would be thrown away: a commit has each tracked file as it is")
	}
}

// pathspecs are the names of the work tree that a command is limited to; "" is all of it.
func (g *gitLook) pathspecs(c stash.Command, x gitrepo.Index) (names []string) {
	paths := c.Paths
	for _, o := range c.Operands {
		if _, isCommit := g.repo.Resolve(o); !isCommit && len(c.Paths) == 0 {
			paths = append(paths, o)
		}
	}
	for _, p := range paths {
		if !filepath.IsAbs(p) {
			p = filepath.Join(g.dir, p)
		}
		name := below(g.repo.Top, filepath.Clean(p))
		if name != "" && len(x.Below(name)) == 0 {
			return []string{""} // a pattern of git's own
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		names = []string{""}
	}
	return names
}

// refs says which commits nothing leads to any more once some refs are gone, or lead
// elsewhere.
func (g *gitLook) refs(names []string, to ...gitrepo.Hash) {
	current, lost, keep := g.repo.Head(), map[string]bool{}, to
	for _, name := range names {
		lost[name] = true
	}
	lost[current] = lost[current] || lost["HEAD"]
	for other, h := range g.repo.Refs() {
		if !lost[other] && !strings.HasPrefix(other, "refs/shimgen/") {
			keep = append(keep, h)
		}
	}
	if h, ok := g.repo.Ref("HEAD"); ok && !lost["HEAD"] && !lost[current] {
		keep = append(keep, h)
	}
	for _, name := range names {
		label := strings.TrimPrefix(name, "refs/heads/") + ": "
		if name == "HEAD" {
			label = ""
		}
		if from, ok := g.repo.Ref(name); ok {
			g.commits(label, "that no other branch or tag has", from, keep)
		}
	}
}

// commits says which commits would be lost.
func (g *gitLook) commits(label, which string, from gitrepo.Hash, keep []gitrepo.Hash) {
	lost, more, err := g.repo.Only(from, keep, g.limit)
	switch {
	case err != nil:
		g.say("which commits would be thrown away is not known: " + err.Error())
		return
	case more && len(lost) == 0:
		g.say("commits may be thrown away: there was no time to look")
		return
	case len(lost) == 0:
		return
	}
	var names []string
	for _, c := range lost {
		names = append(names, c.Hash.String()[:7]+" "+c.Subject)
	}
	many := count(len(lost), "commit", "commits")
	if more {
		many = "more than " + many
	}
	g.say("would be thrown away: " + label + many + " " + which + ": " + list(names))
}

// stashes says how many there are to be lost.
func (g *gitLook) stashes(c stash.Command) {
	n := g.repo.Stashes()
	if c.Sub == "stash drop" {
		n = min(n, 1)
	}
	if n > 0 {
		g.say("would be thrown away: " + count(n, "stash", "stashes"))
	}
}

// untracked says how many files git does not track. Which of them it ignores only git says.
func (g *gitLook) untracked(c stash.Command) {
	t, walked := &tally{}, &tally{}
	var lost []string
	for _, dir := range g.cleaned(c) {
		for _, name := range g.walk(walked, dir) {
			if g.repo.index.Has(below(g.repo.Top, name)) {
				continue
			}
			if info, err := os.Lstat(name); err == nil {
				t.add(info)
				lost = append(lost, g.shown(name))
			}
		}
	}
	many, which := "up to "+count(len(lost), "file", "files"), "those that git ignores among them"
	if !slices.Contains(c.Options, "-x") && !slices.Contains(c.Options, "-X") {
		which = "but for those that git ignores"
	}
	switch {
	case walked.more:
		many = "more than " + count(len(lost), "file", "files")
	case len(lost) == 0:
		g.say("nothing would be deleted: git has every file")
		return
	}
	g.say("would be deleted: " + many + " that git does not have, " + size(t.bytes) + ", " + which + ": " + list(lost))
}

// cleaned are the directories and files that git clean would look at.
func (g *gitLook) cleaned(c stash.Command) (all []string) {
	for _, p := range append(slices.Clone(c.Operands), c.Paths...) {
		if !filepath.IsAbs(p) {
			p = filepath.Join(g.dir, p)
		}
		all = append(all, filepath.Clean(p))
	}
	if len(all) == 0 {
		all = []string{g.dir}
	}
	return all
}

// push says which commits of the other side a forced push would drop, as far as they were
// ever fetched.
func (g *gitLook) push(v *grammar.Invocation, dir string) {
	if !g.open(dir) {
		return
	}
	remote, branch := "origin", strings.TrimPrefix(g.repo.Head(), "refs/heads/")
	var names []string
	for _, o := range v.Operands {
		text, known := o.Word.Text()
		if !known {
			return
		}
		names = append(names, text)
	}
	if len(names) > 0 {
		remote = names[0]
	}
	if len(names) > 1 {
		branch = strings.TrimPrefix(names[1], "+")
	}
	from, to, renamed := strings.Cut(branch, ":")
	if !renamed {
		to = from
	}
	there, ok := g.repo.Ref("refs/remotes/" + remote + "/" + strings.TrimPrefix(to, "refs/heads/"))
	if !ok || to == "" {
		return
	}
	if from == "" {
		g.commits(remote+" "+to+": ", "as last fetched", there, nil)
		return
	}
	if here, ok := g.repo.Resolve(from); ok {
		g.commits(remote+" "+to+": ", "fetched from there and not in "+from, there, []gitrepo.Hash{here})
	}
}
