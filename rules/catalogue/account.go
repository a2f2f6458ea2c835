package catalogue

import "github.com/agent-loop/shimgen/rules"

// account are the rules about users, groups and the shell's history. A new or changed account is
// persistence (MITRE ATT&CK T1098, T1136): it can be undone, so the rule asks. Changes of who may
// become root count as changes of the system.
var account = []rules.Rule{
	{
		ID: "account.users", Class: rules.Persistence, Local: true, Program: "useradd usermod userdel groupadd gpasswd chpasswd", None: "-h --help -D --defaults",
		Reason: "changes the machine's users and groups",
		Hint:   "`id` and getent look at them",
		Hits: []string{
			"useradd -m bob", "sudo usermod -aG docker me", "userdel -r bob", "groupadd dev", "sudo adduser bob sudo", "chpasswd < list",
		},
		Misses: []string{"id bob", "getent passwd bob", "useradd -D", "grep useradd Dockerfile"},
	},
	{
		ID: "account.sysusers", Class: rules.Persistence, Local: true, Program: "systemd-sysusers", Count: 1, None: "-h --help --version --dry-run --cat-config --tldr",
		Reason: "makes the users and groups of lines that no package of the system has",
		Hint:   "`systemd-sysusers --dry-run` shows what it would do",
		Hits:   []string{"systemd-sysusers --inline 'u x -'", "sudo systemd-sysusers x.conf"},
		Misses: []string{"systemd-sysusers", "systemd-sysusers --cat-config", "systemd-sysusers --dry-run x.conf"},
	},
	{
		ID: "account.password", Class: rules.Persistence, Local: true, Program: "passwd", None: "-S --status -h --help",
		Reason: "changes a password or locks an account",
		Hint:   "ask the user to type it",
		Hits:   []string{"passwd root", "sudo passwd -l bob", "passwd -d root"},
		Misses: []string{"passwd -S", "cat /etc/passwd", "openssl passwd -6 x"},
	},
	{
		ID: "account.login", Class: rules.Persistence, Local: true, Program: "chsh chage", None: "-l --list --list-shells -h --help -v --version",
		Reason: "changes how somebody logs in",
		Hint:   "ask the user to do it",
		Hits:   []string{"chsh -s /bin/zsh", "chage -E 0 bob"},
		Misses: []string{"chsh -l", "chage -l me"},
	},
	{
		ID: "account.sudoers", Class: rules.SystemWrite, Local: true, Program: "visudo", None: "-c --check -h --help -V --version",
		Reason: "changes who may become root",
		Hint:   "`visudo -c` checks the file",
		Hits:   []string{"visudo", "sudo visudo -f /etc/sudoers.d/x", "EDITOR=vim vipw"},
		Misses: []string{"visudo -c", "sudo -l"},
	},
	{
		ID: "account.history", Class: rules.Destructive, Local: true, Program: "history", Any: "-c",
		Reason: "erases the record of what was typed",
		Hint:   "leave the history as it is",
		Hits:   []string{"history -c", "history -cw"},
		Misses: []string{"history", "history 20", "history -d 5", "history | grep rm", "git log --history -c"},
	},
}
