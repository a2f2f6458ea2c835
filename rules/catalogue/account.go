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
			"useradd -m bob", "sudo usermod -aG docker me", "userdel -r bob", "groupadd dev", "sudo adduser bob sudo", "chpasswd < list", "docker exec web useradd dev", "docker run --rm -v /srv:/srv ubuntu useradd dev", "docker run --rm --privileged ubuntu useradd dev", "docker run --rm $IMAGE useradd dev",
		},
		Misses: []string{"docker run --rm ubuntu useradd dev", "id bob", "getent passwd bob", "useradd -D", "grep useradd Dockerfile"},
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
	{
		ID: "account.authselect", Class: rules.SystemWrite, Local: true, Program: "authselect", None: "-h --help",
		Operand: "select apply-changes enable-feature disable-feature uninstall backup-remove backup-restore opt-out",
		Reason:  "changes how the machine checks passwords",
		Hint:    "`authselect current` shows how it is",
		Hits:    []string{"authselect select minimal --force", "authselect disable-feature with-faillock"},
		Misses:  []string{"authselect current", "authselect list"},
	},
	{
		ID: "account.shadow", Class: rules.SystemWrite, Local: true, Program: "pwunconv grpunconv pwconv grpconv", None: "-h --help",
		Reason: "moves all passwords of the machine to another file",
		Hint:   "ask the user to do it",
		Hits:   []string{"pwunconv", "sudo grpunconv"},
		Misses: []string{"pwck -r", "pwunconv --help"},
	},
	{
		ID: "account.samba", Class: rules.Persistence, Local: true, Program: "smbpasswd pdbedit", Any: "-a -x -d -e -n -m -r -s -u -c -I", None: "-h --help -L --list",
		Reason: "changes who can log in to the machine's shares",
		Hint:   "`pdbedit -L` lists the accounts",
		Hits:   []string{"smbpasswd -x bob", "pdbedit -x -u bob"},
		Misses: []string{"pdbedit -L", "smbclient -L h"},
	},
	{
		ID: "account.directory", Class: rules.Destructive, Program: "ldapdelete ldapmodify ldapadd ldapmodrdn ldappasswd dsidm", None: "-n --help -VV",
		Reason: "changes the directory of a whole organization",
		Hint:   "ldapsearch looks only; -n shows what would be done",
		Hits:   []string{"ldapdelete -x -D cn=admin uid=bob,dc=x", "ldapmodify -f x.ldif", "ldapdelete -h ldap.example.com uid=bob,dc=x"},
		Misses: []string{"ldapsearch -x uid=bob", "ldapmodify -n -f x.ldif"},
	},
	{
		ID: "account.kerberos", Class: rules.Destructive, Program: "kadmin kadmin.local kdb5_util", Operand: "delprinc* delete_principal* cpw* change_password* ktrem* delpol* delete_policy* modprinc* modify_principal* destroy load",
		Reason: "changes or deletes who may log in to the realm",
		Hint:   "kadmin -q listprincs lists them",
		Hits:   []string{"kadmin.local -q 'delprinc -force bob'", "kdb5_util destroy -f"},
		Misses: []string{"kadmin -q listprincs", "kadmin.local -q 'getprinc bob'"},
	},
}
