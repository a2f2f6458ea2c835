package gate

// AsShim is the first argument of a judge that a shim starts. The name of the program and
// its arguments follow.
const AsShim = "--as-shim"

// AsShimFresh is AsShim if the gate has found its table up to date, so that the judge
// need not check. It says nothing about the command.
const AsShimFresh = "--as-shim-fresh"

// Fresh reports whether the gate found its table up to date for this process' command.
func Fresh() bool { return shared.current }

// Environ returns an environment without the variables that the entry added for this
// process' Go runtime, which are the last ones.
func Environ(env []string) []string {
	if Light() && len(env) >= added {
		return env[: len(env)-added : len(env)-added]
	}
	return env
}

// Light reports whether the entry added variables for the runtime of this process.
func Light() bool { return shared.light }

// added is how many variables a light start adds.
const added = 2
