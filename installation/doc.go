// Package installation makes, finds, updates and removes an installation of shimgen: the
// shims, the stamped programs behind them, the default policy, and the lines in the
// shells' start files.
//
// [Make] installs. [Rehash] updates the shims to the programs on PATH. [Remove] removes
// everything but policy, state and audit trail. [Locate] finds the installation of the
// running program, and [PlanLayout] says where Make would put one. [Choose] picks the
// programs that get a shim.
//
//	done, err := installation.Make(installation.Options{Env: os.Environ(), ShellInit: true})
//	…
//	fmt.Println(done.Paths, done.Notes)
//
// # Limits
//
// Make stamps the programs beside the running one (shimgen, shim and, if it was built,
// shimgen-mcp); it neither builds nor downloads anything. It needs no root and serves one
// user. Package hook/setup manages the hooks in agents' settings: remove them before
// Remove.
package installation
