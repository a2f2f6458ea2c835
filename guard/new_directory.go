package guard

import (
	"errors"
	"io/fs"

	"github.com/agent-loop/shimgen/grammar"
)

// isMade reports whether the directory of an effect does not exist, or the running command, or
// a process that it started, created it.
func (j *judge) isMade(v *grammar.Invocation, e *grammar.Effect) bool {
	file, known := j.zones.File(v, e)
	if !known || j.req.MadeSince == nil {
		return false
	}
	_, err := j.machine.Files.Lstat(file)
	return errors.Is(err, fs.ErrNotExist) || j.req.MadeSince(file)
}
