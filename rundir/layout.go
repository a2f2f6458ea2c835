package rundir

import (
	"path/filepath"
	"strconv"
	"strings"
)

// The names in a run's directory.
const (
	Temp   = "tmp"   // the command's temporary files
	Spool  = "spool" // what shims record in the sandbox
	Covers = "runs"  // empty: it covers the directory of all runs, so that no run sees the others
	Empty  = "empty" // an empty file that nobody may read; it covers hidden files

	// For proot alone.
	Root  = "root"  // the command's root directory, into which proot puts what it shows
	Void  = "void"  // an empty directory, which covers hidden ones
	Proot = "proot" // proot's own temporary files

	lockName    = "lock"
	cachesName  = "caches" // in the directory of all runs
	cachePrefix = "cache-"
)

// Cache returns the name of the directory that replaces the cache of index i.
func Cache(i int) string { return cachePrefix + strconv.Itoa(i) }

// IsCache reports whether a path is that of a directory that replaces a cache.
func IsCache(path string) bool { return strings.HasPrefix(filepath.Base(path), cachePrefix) }
