package snippet

// readPackage reads a package of npm's: its scripts, and what tools for git's hooks have there.
func readPackage(f file) ([]Snippet, error) {
	n, err := parsed(f)
	if err != nil {
		return nil, err
	}
	var found []Snippet
	for _, at := range [...][]string{{"scripts"}, {"husky", "hooks"}, {"simple-git-hooks"}, {"gitHooks"}} {
		names, values := n.Get(at...).Pairs()
		for i, v := range values {
			if v.IsScalar() {
				found = append(found, Snippet{Name: join(append(at, names[i].Text.String)...), Text: v.Text, Lang: "sh", Base: AtFile})
			}
		}
	}
	return found, nil
}
