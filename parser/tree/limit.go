package tree

// GivenUp returns the limit past which words of the command, or of one that runs it, may be
// unknown that the source says, or nil.
func (c *Command) GivenUp() *LimitError {
	for ; c != nil; c = c.Outer {
		if c.Limit != nil {
			return c.Limit
		}
	}
	return nil
}

// InFile tells whether a source, or one that runs it, was read from a file.
func (s *Source) InFile() bool { return s.Name != "" || s.Outer.File() != "" }

// File is the name of the file that a command stands in, the innermost of several, or ""
// if it stands in the text that was given. A nil command stands in none.
func (c *Command) File() string {
	for ; c != nil; c = c.Outer {
		if c.Source != nil && c.Source.Name != "" {
			return c.Source.Name
		}
	}
	return ""
}
