package sandbox

import "errors"

// ErrNoFilter says that this machine's system calls are not known by number.
var ErrNoFilter = errors.New("no filter of system calls for this system")
