// Package shimdir installs, checks and removes the shims: the directory that comes first
// on PATH and holds one symbolic link per watched program, all to one binary.
//
//	ROOT/bin/rm         -> ../libexec/shim
//	ROOT/libexec/shim      the multi-call shim
//	ROOT/libexec/shimgen   the judge that the shim asks
//	ROOT/libexec/shimgen-mcp   the server, if it was built
//	ROOT/libexec/shimgen-tls   what speaks TLS for credentials, likewise
//
// [Layout] says where that is. [Layout.Install], [Layout.Status] and [Layout.Remove] work
// on it:
//
//	changed, err := shimdir.Home(home).Install([]string{"rm", "curl"}, binaries)
//
// [AddShellInit] and [RemoveShellInit] manage the marked block in the shells' start files
// that puts the directory first on PATH.
//
// # Limits
//
// Links are symbolic and never hard, because Android denies link(2) to apps. Every file
// is written under another name and renamed, so each name always means the old file or
// the new one. A file that is already right keeps its inode.
//
// The directories decide what "rm" means to an agent, so the package opens them before it
// trusts them and then works through the open directory: each must be a directory and not
// a link, ours, and writable by nobody else. Files in them that are not ours stay.
package shimdir
