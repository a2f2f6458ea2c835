package termux

import "strings"

// A Danger is a problem that exists on Android only.
type Danger struct {
	Name string // short, stable
	Text string // one line: what happens
	Hint string // one line: what to do about it
}

// Dangers returns the problems that a user of this installation should know. getenv works as
// [os.Getenv].
func (e Env) Dangers(getenv func(string) string) []Danger {
	found := []Danger{
		{
			"system-tools", "/system/bin holds rm, dd, sh and many more, and no shim sees a program named by its path",
			"register the agent's hook (shimgen hook install): the check sees such a path in a command's text",
		}, {
			"no-kernel-sandbox", "Android kills a program that tries Landlock, openat2 or mounts, and has no user namespaces",
			"exec --sandbox supervisor traces what runs instead; proot contains mistakes, not an adversary",
		}, {
			"shared-storage", "~/storage leads to photos and downloads: deleting through it deletes them",
			"work below the home directory itself",
		}, {
			"no-tmp", "/tmp is missing or belongs to the system",
			e.tmpHint(),
		}, {
			"android-shell", "#!/bin/sh is Android's shell when a script is started without termux-exec",
			"write " + e.Shell() + " in scripts",
		},
	}
	if e.SDK == 0 || e.SDK >= 31 {
		found = append(found, Danger{
			"phantom-processes", "Android 12 and later kill background processes beyond 32 for all apps together",
			"start few background jobs",
		})
	}
	if e.LinkerExec {
		found = append(found, Danger{
			"linker-exec", "this build of Termux cannot execute its own files: no proot, and no static programs",
			"install Termux from its releases at github.com/termux or from F-Droid",
		})
	}
	if !strings.Contains(getenv("LD_PRELOAD"), "libtermux-exec") {
		found = append(found, Danger{
			"no-termux-exec", "LD_PRELOAD does not load termux-exec, so scripts with #!/usr/bin/env do not start",
			"start from a Termux shell",
		})
	}
	return found
}

// tmpHint tells how to give /tmp to a program that insists on it.
func (e Env) tmpHint() string {
	if e.LinkerExec {
		return "use " + e.Tmp
	}
	return "use " + e.Tmp + "; for a program that insists on /tmp: proot -b " + e.Tmp + ":/tmp PROGRAM"
}
