package spelling

import (
	"slices"
	"strings"
)

// names are the ways to write a program's name.
var names = []Family{
	{Name: "a name in double quotes", needs: named, name: double},
	{Name: "a name in single quotes", needs: named, name: single},
	{Name: "a name in parts", needs: named, name: parted},
	{Name: "empty quotes in a name", needs: named, name: hollow},
	{Name: "an escaped name", needs: named, before: `\`},
	{Name: "a name escaped throughout", needs: named, name: escaped},
	{Name: "a name in $''", needs: named, name: ansiPlain},
	{Name: "a name in hexadecimal", needs: named, name: hexadecimal},
	{Name: "a name in octal", needs: named, name: octal},
	{Name: "a name in code points", needs: named, name: unicode},
	{Name: `a name in $""`, needs: named, name: localized},
	{Name: "a name in a variable", needs: named, name: func(n string) string { return "zz=" + n + "; $zz" }},
	{Name: "a name in an exported variable", needs: named, name: func(n string) string { return "export zz=" + n + "; ${zz}" }},
	{Name: "a name in two variables", needs: named, name: func(n string) string { return "y=" + n[:1] + " z=" + n[1:] + "; $y$z" }},
	{Name: "a name appended to", needs: named, name: func(n string) string { return "zz=" + n[:1] + "; zz+=" + n[1:] + "; $zz" }},
	{Name: "a name in an array", needs: named, name: func(n string) string { return "zz=(x " + n + "); ${zz[1]}" }},
	{Name: "a name as a default", needs: named, name: func(n string) string { return "${zz:-" + n + "}" }},
	{Name: "a name assigned by default", needs: named, name: func(n string) string { return "${zz:=" + n + "}" }},
	{Name: "a name as an alternative", needs: named, name: func(n string) string { return "zz=1; ${zz:+" + n + "}" }},
	{Name: "a name with its end taken off", needs: named, name: func(n string) string { return "zz=" + n + ".x; ${zz%.x}" }},
	{Name: "a name with its beginning taken off", needs: named, name: func(n string) string { return "zz=x." + n + "; ${zz#x.}" }},
	{Name: "a name cut out", needs: named, name: cutOut},
	{Name: "a name in other letters", needs: named, name: lowered},
	{Name: "a name by reference", needs: named, name: func(n string) string { return "y=" + n + "; z=y; ${!z}" }},
	{Name: "a name by echo", needs: named, name: func(n string) string { return "$(echo " + n + ")" }},
	{Name: "a name by printf", needs: named, name: func(n string) string { return "$(printf '%s%s' " + n[:1] + " '" + n[1:] + "')" }},
	{Name: "a name by echo, in backquotes", needs: named, name: func(n string) string { return "`echo " + n + "`" }},
	{Name: "a name read", needs: named, name: func(n string) string { return "read -r zz <<< " + n + "; $zz" }},
	{Name: "a name broken by a line", needs: named, name: func(n string) string { return n[:1] + "\\\n" + n[1:] }},
	{Name: "a line broken after the name", needs: named, name: func(n string) string { return n + " \\\n" }},
	{Name: "a tab after the name", needs: named, name: func(n string) string { return n + "\t" }},
	{Name: "a word before that is nothing", needs: named, before: "zz=; $zz "},
	{Name: "a path for a name", needs: external, before: "/usr/bin/"},
	{Name: "a path by default", needs: external, before: "/bin/"},
	{Name: "a roundabout path", needs: external, before: "/usr/bin/../bin/"},
	{Name: "a path with needless parts", needs: external, before: "//usr/.//bin/"},
	{Name: "a path in a variable", needs: external, before: "zz=/usr/bin; $zz/"},
}

// cutOut writes a name as a substring of a longer one.
func cutOut(n string) string { return "zz=xx" + n + "yy; ${zz:2:-2}" }

// lowered writes a name in capitals and converts it back.
func lowered(n string) string {
	if strings.ToLower(n) != n || strings.ToUpper(n) == n {
		return ""
	}
	return "zz=" + strings.ToUpper(n) + "; ${zz,,}"
}

// wrappers are programs that run another.
var wrappers = []Family{
	{Name: "a variable before", needs: named, before: "ZZ=1 "},
	{Name: "env", needs: external, before: "env "},
	{Name: "env with a variable", needs: external, before: "env ZZ=1 "},
	{Name: "env with options", needs: external, before: "env -u ZZ -- "},
	{Name: "env emptied", needs: external, before: "env -i "},
	{Name: "command", needs: named, before: "command "},
	{Name: "command --", needs: named, before: "command -- "},
	{Name: "command -p", needs: external, before: "command -p "},
	{Name: "exec", needs: external, before: "exec "},
	{Name: "exec -a", needs: external, before: "exec -a zz "},
	{Name: "nice", needs: external, before: "nice "},
	{Name: "nice -n", needs: external, before: "nice -n 5 "},
	{Name: "nice -NUM", needs: external, before: "nice -19 "},
	{Name: "ionice", needs: external, before: "ionice -c 3 "},
	{Name: "nohup", needs: external, before: "nohup "},
	{Name: "timeout", needs: external, before: "timeout 9 "},
	{Name: "timeout with options", needs: external, before: "timeout -k 1 --signal=KILL 9m "},
	{Name: "setsid", needs: external, before: "setsid -w "},
	{Name: "stdbuf", needs: external, before: "stdbuf -oL -e0 "},
	{Name: "time", needs: named, before: "time "},
	{Name: "time -p", needs: named, before: "time -p "},
	{Name: "time, the program", needs: external, before: "/usr/bin/time -v "},
	{Name: "chrt", needs: external, before: "chrt -o 0 "},
	{Name: "taskset", needs: external, before: "taskset -c 0 "},
	{Name: "prlimit", needs: external, before: "prlimit --nofile=64 "},
	{Name: "strace", needs: external, before: "strace -f -o /dev/null "},
	{Name: "flock", needs: external, before: "flock -n /tmp/lock "},
	{Name: "sudo", needs: external, before: "sudo "},
	{Name: "sudo with options", needs: external, before: "sudo -n -u root -- "},
	{Name: "sudo with a variable", needs: external, before: "sudo -E ZZ=1 "},
	{Name: "doas", needs: external, before: "doas -u root "},
	{Name: "wrappers in wrappers", needs: external, before: "sudo env ZZ=1 nice -n 5 timeout -k 1 9 nohup "},
	{Name: "busybox", needs: external, name: applet},
	{Name: "xargs", needs: external | literal, before: "echo | xargs "},
	{Name: "xargs with options", needs: external | literal, before: "echo | xargs -n 9 -P 2 "},
	{Name: "find -exec", needs: external | literal, before: "find . -maxdepth 0 -exec ", after: ` \;`, text: unmarked},
}

// applet runs a program of busybox through busybox.
func applet(n string) string {
	if !slices.Contains([]string{
		"rm", "rmdir", "unlink", "chmod", "chown", "chgrp", "dd", "tee", "cp", "mv", "ln", "cat", "find", "wget", "nc", "tar",
		"truncate", "shred", "sed", "awk", "kill", "killall", "pkill", "mount", "umount", "crontab", "reboot", "poweroff", "halt",
	}, n) {
		return ""
	}
	return "busybox " + n
}

// unmarked removes the marker that find replaces by a path.
func unmarked(t string) string {
	if strings.Contains(t, "{}") {
		return ""
	}
	return t
}
