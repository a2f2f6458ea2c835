// Package setup registers shimgen's hook in agents' own settings, takes it out again, and
// says how things stand.
//
// A [Site] is where that happens: an installation, a home, a project. [Site.Install] and
// [Site.Uninstall] change settings files and return what there is to tell the user;
// [Site.Status] reads them. Package hook knows each agent's protocol and the text that is
// registered; this package knows the files.
//
//	site, err := setup.New(os.Environ())
//	…
//	report, err := site.Install(setup.Scope{Agents: []string{"claude"}}, setup.Confinement{})
//	fmt.Println(strings.Join(report, "\n"))
//
// # What is kept
//
// Before a file is changed, its text goes below the installation's state/hooks, with a
// record of what was made for it. Uninstall restores every byte of a file that nobody has
// changed since. Of one that somebody has, it takes out our own entry alone.
//
// # Limits
//
// A file that cannot be read as what it is to be, that is no regular file, or that has
// hooks in another form than the agent's is left alone, with an error. Agents that have no
// file of settings are registered by hand: Install says how. Whether an agent calls its hook
// is not seen here; package doctor asks it.
package setup
