package review

import (
	"syscall"
	"time"
)

// ctime is when a file was last changed in any way.
func ctime(st *syscall.Stat_t) time.Time { return time.Unix(st.Ctim.Unix()) }
