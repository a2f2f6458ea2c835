package gate

// AsShim is the first argument of a judge that a shim asks. What follows is the
// name of the program and its arguments.
const AsShim = "--as-shim"

// AsShimFresh is AsShim where the gate has found its table to be in order, so that the
// judge need not look whether it is. It says nothing about the command.
const AsShimFresh = "--as-shim-fresh"

// Fresh reports whether the gate has found that for the command of this process.
func Fresh() bool { return shared.current }

// Environ returns an environment without the variables that the entry has added
// for the Go runtime of this process, which are the last ones.
func Environ(env []string) []string {
	if Light() && len(env) >= added {
		return env[: len(env)-added : len(env)-added]
	}
	return env
}

// Light reports whether the entry has given the runtime of this process variables of
// its own.
func Light() bool { return shared.light }

// added is how many variables a light start has of its own.
const added = 2
