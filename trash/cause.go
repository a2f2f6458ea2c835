package trash

// Cause says why something was kept: the command that would have lost it, and for whom it
// ran.
type Cause struct {
	Decision string `json:"decision,omitempty"` // its id in the audit trail
	Command  string `json:"command,omitempty"`
	Agent    string `json:"agent,omitempty"`   // the agent's own word
	Session  string `json:"session,omitempty"` // likewise
}

// Text formats a cause for the end of a line. Anybody may have chosen its text: escape it
// before it reaches a terminal.
func (c Cause) Text() (text string) {
	if c.Command != "" {
		text = "  (" + c.Command + ")"
	}
	if c.Session != "" {
		text += "  " + c.Agent + ", session " + c.Session
	}
	return text
}
