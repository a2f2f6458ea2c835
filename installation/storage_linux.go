package installation

import "golang.org/x/sys/unix"

// fileSystem returns the kind of the file system of a directory (statfs(2)), 0 if nobody
// knows.
func fileSystem(dir string) int64 {
	var st unix.Statfs_t
	if unix.Statfs(dir, &st) != nil {
		return 0
	}
	return int64(st.Type)
}
