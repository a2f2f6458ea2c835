package proot

// LinuxBase is the part of a Linux system that an ordinary program needs: its programs and
// libraries, a few files of /etc and a few devices. It never shows all of /etc, /dev or
// /run, which hold password hashes, host keys, disks and the sockets of daemons.
func LinuxBase() []Bind {
	return []Bind{
		{Host: "/usr"},
		{Host: "/bin"},
		{Host: "/sbin", Optional: true},
		{Host: "/lib"},
		{Host: "/lib64", Optional: true},
		{Host: "/etc/ld.so.cache", Optional: true},
		{Host: "/etc/passwd", Optional: true},
		{Host: "/etc/group", Optional: true},
		{Host: "/etc/nsswitch.conf", Optional: true},
		{Host: "/etc/ssl", Optional: true},
		{Host: "/etc/alternatives", Optional: true},
		{Host: "/etc/localtime", Optional: true},
		{Host: "/dev/null"},
		{Host: "/dev/zero"},
		{Host: "/dev/full", Optional: true},
		{Host: "/dev/random"},
		{Host: "/dev/urandom"},
		{Host: "/dev/tty", Optional: true},
		{Host: "/proc"},
	}
}

// TermuxBase is the same for Termux installed at prefix. Android's linker reads the paths of
// the first part. The prefix also appears as /usr/bin and /bin, so that scripts with
// #!/bin/bash or #!/usr/bin/env run. TermuxBase leaves out /data, the home directory and the
// shared storage. The prefix stays writable.
func TermuxBase(prefix string) []Bind {
	return []Bind{
		{Host: "/system"},
		{Host: "/apex", Optional: true},
		{Host: "/vendor", Optional: true},
		{Host: "/product", Optional: true},
		{Host: "/odm", Optional: true},
		{Host: "/system_ext", Optional: true},
		{Host: "/linkerconfig/ld.config.txt", Optional: true},
		{Host: "/property_contexts", Optional: true},
		{Host: "/dev"}, // all of it: SELinux denies apps the disks in it
		{Host: "/proc"},
		{Host: prefix},
		{Host: prefix + "/bin", Guest: "/usr/bin"},
		{Host: prefix + "/bin", Guest: "/bin"},
	}
}

// TempBinds shows the private directory tmp as the guest's temporary directory: as /tmp and,
// if prefix is not empty, as the one that Termux' programs are built for.
func TempBinds(tmp, prefix string) []Bind {
	binds := []Bind{{Host: tmp, Guest: "/tmp"}}
	if prefix != "" {
		binds = append(binds, Bind{Host: tmp, Guest: prefix + "/tmp"})
	}
	return binds
}

// A Link is a symbolic link to create in the empty root before the start.
type Link struct {
	Name   string // relative to the root
	Target string
}

// LinuxLinks are the links below /dev on every Linux system. They cannot be bound: proot
// would resolve them once, to its own descriptors. Shells need them for process
// substitution.
func LinuxLinks() []Link {
	return []Link{
		{"dev/fd", "/proc/self/fd"},
		{"dev/stdin", "/proc/self/fd/0"},
		{"dev/stdout", "/proc/self/fd/1"},
		{"dev/stderr", "/proc/self/fd/2"},
	}
}
