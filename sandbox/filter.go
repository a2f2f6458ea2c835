package sandbox

import "errors"

// ErrNoFilter says that Filter does not know the numbers of this machine's system calls.
var ErrNoFilter = errors.New("no filter of system calls for this system")
