package share

// class says what kind of information a field holds.
type class uint8

const (
	stays class = iota // stays on the machine, at any level
	says               // the decision, and whom it concerns
	text               // the judged text: commands, paths, hosts
)

// classOf returns the class of an event's field.
func classOf(event, field string) class {
	switch event + "." + field {
	case "path_proxy.command": // the name of a program that has a shim
		return says
	case "network.host": // in other events it is the machine's name
		return text
	case "consent.code": // lets a person of that machine answer
		return stays
	}
	switch field {
	case "ts", "event", "from", "run", "cut", "id", "source", "agent", "session", "host", "uid", "profile", "policy", "pid", "ppid",
		"action", "allowed", "rules", "ring", "findings", "changed", "would",
		"end", "shim", "times", "step", "until", "sha256", "by", "machine",
		"exit", "signal", "timeout", "ms", "sandbox", "stdout_bytes", "stderr_bytes", "violations", "withheld", "cpu_ms", "rss_kib",
		"operation", "bytes", "port", "method", "count", "tool", "success", "backend", "model", "tokens", "cost",
		"session_id", "user_id", "security_profile":
		return says
	case "command", "argv", "path", "cwd", "dir", "reason", "fix", "entry", "args":
		return text
	}
	return stays // this includes the output of programs
}
