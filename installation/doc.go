// Package installation makes, finds, updates and removes an installation of shimgen: the
// shims, the programs behind them with their identity, the default policy, and the lines in
// the shells' start files.
//
// [Make] installs, [Rehash] follows what has come and gone on PATH, [Remove] takes it all
// away but policy, state and audit trail. [Locate] says where the installation of this very
// program is, and [PlanLayout] where Make would put one. [Choose] picks the programs that get
// a shim.
//
//	done, err := installation.Make(installation.Options{Env: os.Environ(), ShellInit: true})
//	…
//	fmt.Println(done.Paths, done.Notes)
//
// # Limits
//
// Make stamps the programs that lie beside the running one (shimgen, shim and, if it was
// built, shimgen-mcp); it builds and fetches nothing. It needs no root and serves one user.
// The hooks in agents' settings are package hook/setup's: take them out before Remove.
package installation
