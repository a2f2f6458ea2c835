// Package shimdir installs, checks and removes the shims: the directory that
// stands first on PATH and holds one symbolic link per watched program, all of
// them to one binary.
//
//	ROOT/bin/rm         -> ../libexec/shim
//	ROOT/libexec/shim      the multi-call shim
//	ROOT/libexec/shimgen   the judge the shim turns to
//	ROOT/libexec/shimgen-mcp   the server, where one was built
//
// Links are symbolic and never hard, because Android denies link(2) to apps.
// Whatever is written is written under another name and renamed, so that at
// every moment each name means the old file or the new one. What is right
// already is not touched and keeps its inode.
//
// The directories decide what "rm" means to an agent, so they are opened
// before they are trusted and used through the open directory afterwards: each
// must be a directory and no link, ours, and writable by nobody else. What lies
// in them and is not ours stays as it is.
//
// The package also keeps the marked block in the shells' start files that puts
// the directory first on PATH.
package shimdir
