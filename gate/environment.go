package gate

// environment decides about the variables: the gate's own, the table's, and
// HOME, which must be the recorded one wherever it is set.
func (c *subject) environment() Reason {
	paths := 0
	for i := 0; element(c.envp, i) != nil; i++ {
		s := view(element(c.envp, i))
		if value, ok := valueOf(s, "AGENT_LOOP_PROXY_MODE"); ok && value != "" && !same(value, "enabled") {
			return StrictMode
		}
		if _, ok := valueOf(s, "AGENT_LOOP_AUDIT_LOG"); ok {
			return AuditCopy
		}
		if value, ok := valueOf(s, "HOME"); ok && !same(value, c.id.home) {
			return Environment
		}
		if _, ok := valueOf(s, "PATH"); ok {
			paths++
		}
		if c.matters(s) && !c.id.records(s) {
			return Environment
		}
	}
	if paths > 1 {
		return Environment // programs differ in which one they use
	}
	return Clear
}

// matters reports whether the table names this variable.
func (c *subject) matters(variable string) bool {
	at, count := c.table.list(secVariable)
	for ; count > 0; count-- {
		name := c.table.text(at)
		if prefixed(variable, name) {
			rest := len(name)
			if c.table.u32(at+8)&flagPrefix != 0 || rest == len(variable) || variable[rest] == '=' {
				return true
			}
		}
		at += 16
	}
	return false
}

// valueOf returns the value if the variable has this name.
func valueOf(variable, name string) (string, bool) {
	if len(variable) <= len(name) || variable[len(name)] != '=' || !prefixed(variable, name) {
		return "", false
	}
	return variable[len(name)+1:], true
}
