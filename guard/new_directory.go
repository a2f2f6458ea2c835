package guard

import (
	"errors"
	"io/fs"

	"github.com/agent-loop/shimgen/grammar"
)

// isMade reports whether the directory that an effect is on was made by the command that asks,
// or by what that started, or is not there.
func (j *judge) isMade(v *grammar.Invocation, e *grammar.Effect) bool {
	file, known := j.zones.File(v, e)
	if !known || j.req.MadeSince == nil {
		return false
	}
	_, err := j.machine.Files.Lstat(file)
	return errors.Is(err, fs.ErrNotExist) || j.req.MadeSince(file)
}
