// Package setup registers shimgen's hook in agents' settings, removes it, and reports its
// state.
//
// A [Site] is an installation, a home and a project. [Site.Install] and [Site.Uninstall]
// change settings files and return what to tell the user; [Site.Status] reads them.
// Package hook knows each agent's protocol and the text to register; this package knows
// the files.
//
//	site, err := setup.New(os.Environ())
//	…
//	report, err := site.Install(setup.Scope{Agents: []string{"claude"}}, setup.Confinement{})
//	fmt.Println(strings.Join(report, "\n"))
//
// # Backups
//
// Before Install changes a file, it saves the text below the installation's state/hooks,
// with a record of the directories it made. Uninstall restores every byte of a file that
// nobody has changed since. From a changed file it removes only our own entry.
//
// # Limits
//
// Install leaves a file alone, with an error, if the file cannot be parsed, is not a
// regular file, or has hooks in a form that the agent does not use. For agents without a
// settings file, Install tells the user how to register the hook by hand. Whether an
// agent calls its hook is not checked here; package doctor runs the hook.
package setup
