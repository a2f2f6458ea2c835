package main

// rehashCmd brings the shims up to date with what is on PATH.
type rehashCmd struct{}

// Run makes and removes shims.
func (c *rehashCmd) Run(a *app) error {
	done, err := rehash(a.env)
	a.changed(done.paths)
	a.notices(done.notes)
	return err
}
