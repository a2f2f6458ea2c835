package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// service are the rules about services, power and processes, and about commands that run later.
var service = []rules.Rule{
	{
		ID: "service.stop", Class: rules.Destructive, Undone: rules.Tool, Local: true, Program: "systemctl", Sub: "stop disable mask kill isolate clean freeze revert", None: "--user",
		Reason: "stops or disables a service that others may use",
		Hint:   "`systemctl status` shows what it does",
		Hits:   []string{"systemctl stop nginx", "sudo systemctl disable --now docker", "systemctl mask ssh.service", "systemctl --no-block stop db"},
		Misses: []string{"systemctl status nginx", "systemctl restart nginx", "systemctl is-active nginx", "systemctl --user stop app", "echo systemctl stop nginx"},
	},
	{
		ID: "service.stop-script", Class: rules.Destructive, Undone: rules.Tool, Local: true, Program: "service", Any: "stop",
		Reason: "stops a service that others may use",
		Hint:   "`service NAME status` shows its state",
		Hits:   []string{"service nginx stop", "sudo rc-service sshd stop"},
		Misses: []string{"service nginx status", "service nginx reload", "service --status-all"},
	},
	{
		ID: "service.stop-filter", Class: rules.SystemWrite, Local: true, Program: "systemctl", Sub: "stop disable mask kill", Operand: packetFilters,
		Reason: "turns off the packet filter",
		Hint:   "`systemctl status` shows what it does",
		Hits:   []string{"systemctl stop ufw", "sudo systemctl disable --now firewalld.service"},
		Misses: []string{"systemctl status ufw", "systemctl restart nftables"},
	},
	{
		ID: "service.stop-filter-script", Class: rules.SystemWrite, Local: true, Program: "service", Any: "stop", Operand: packetFilters,
		Reason: "turns off the packet filter",
		Hint:   "`service NAME status` shows its state",
		Hits:   []string{"service ufw stop", "rc-service iptables stop"},
		Misses: []string{"service ufw status"},
	},
	{
		ID: "service.login", Class: rules.Exposure, Program: "systemctl", Sub: "start", Operand: loginServices,
		Reason: "lets others log in to this machine",
		Hint:   "ask the user to start it",
		Hits:   []string{"systemctl start sshd", "sudo systemctl start ssh.service"},
		Misses: []string{"systemctl status sshd", "systemctl restart sshd", "systemctl start nginx"},
	},
	{
		ID: "service.login-script", Class: rules.Exposure, Program: "service", Any: "start", Operand: loginServices,
		Reason: "lets others log in to this machine",
		Hint:   "ask the user to start it",
		Hits:   []string{"service ssh start", "rc-service sshd start"},
		Misses: []string{"service ssh restart", "service nginx start"},
	},
	{
		ID: "service.enable", Class: rules.Persistence, Local: true, Program: "systemctl",
		Sub:    "enable reenable preset preset-all link edit set-default add-wants add-requires set-environment import-environment",
		Reason: "changes what the machine starts by itself",
		Hint:   "`systemctl start` runs it until the next boot",
		Hits:   []string{"systemctl enable backup.timer", "systemctl --user enable --now sync", "systemctl edit nginx"},
		Misses: []string{"systemctl start nginx", "systemctl is-enabled nginx", "systemctl list-unit-files"},
	},
	{
		ID: "service.launchctl", Class: rules.Persistence, Program: "launchctl", Sub: "load bootstrap submit enable setenv",
		Reason: "changes what the machine starts by itself",
		Hint:   "run the program itself",
		Hits:   []string{"launchctl load -w x.plist", "launchctl bootstrap gui/501 x.plist"},
		Misses: []string{"launchctl list", "launchctl print system"},
	},
	{
		ID: "service.launchctl-stop", Class: rules.Destructive, Undone: rules.Tool, Program: "launchctl", Sub: "unload bootout remove stop kill disable",
		Reason: "stops a service that others may use",
		Hint:   "`launchctl print` shows its state",
		Hits:   []string{"launchctl unload x.plist", "launchctl bootout system/com.example.x"},
		Misses: []string{"launchctl list"},
	},
	{
		ID: "power.off", Class: rules.SystemWrite, Program: "shutdown reboot", None: "--help -c -k --show -w --wtmp-only",
		Reason: "turns the machine off or starts it again",
		Hint:   "ask the user to do it",
		Hits: []string{
			"shutdown -r now", "shutdown -h +5", "reboot", "sudo poweroff -f", "halt", "/sbin/reboot",
		},
		Misses: []string{"shutdown -c", "man shutdown", "reboot --help", "sed -n 1,5p shutdown.txt", "last reboot"},
	},
	{
		ID: "power.runlevel", Class: rules.SystemWrite, Program: "init", Operand: "0 1 6 s S",
		Reason: "turns the machine off or starts it again",
		Hint:   "ask the user to do it",
		Hits:   []string{"init 0", "telinit 6", "sudo init 6"},
		Misses: []string{"git init", "npm init 0", "init q"},
	},
	{
		ID: "power.systemd", Class: rules.SystemWrite, Program: "systemctl",
		Sub:    "poweroff reboot halt kexec soft-reboot rescue emergency suspend hibernate hybrid-sleep suspend-then-hibernate sleep exit switch-root",
		Reason: "turns the machine off, starts it again or takes it down",
		Hint:   "ask the user to do it",
		Hits:   []string{"systemctl reboot", "sudo systemctl poweroff -i", "systemctl emergency"},
		Misses: []string{"systemctl list-jobs", "systemctl cat reboot.target"},
	},
	{
		ID: "process.kill-all", Class: rules.Destructive, Local: true, Program: "kill", Operand: "-1", ExceptPicked: true, None: "-l --list -0 -s=0 -n=0",
		Reason: "ends every process you may end",
		Hint:   "name the process",
		Hits:   []string{"kill -9 -1", "kill -KILL -1", "kill -s TERM -- -1", "kill -- -1"},
		Misses: []string{"kill -9 1234", "kill -1 1234", "kill %1", "kill -l", "kill -0 -1", "kill -s 0 -- -1", "sleep 9 & kill $!", "sleep 9 & p=$!; kill -- -$p", "kill $(lsof -ti:3000)", "pgrep -f x | xargs -r kill -9", "kill $(pidof node)", "kill $(jobs -p)"},
	},
	{
		ID: "process.kill-init", Class: rules.SystemWrite, NotContained: true, Program: "kill", Operand: "1", ExceptPicked: true, None: "-l --list -HUP -SIGHUP -s=HUP -s=SIGHUP",
		Reason: "signals the machine's first process",
		Hint:   "name the process you mean",
		Hits:   []string{"kill -9 1", "kill 1", "docker run --pid=host alpine kill 1", "ssh h kill 1", "docker -H ssh://h exec web kill 1"},
		Misses: []string{"docker exec web kill -TERM 1", "docker compose exec web sh -c 'kill -USR1 1'", "kill -1 1234", "kill %1", "kill 12", "kill -HUP 1", "sleep 9 & kill -9 $!", "kill $(pgrep -f server.py | head -n 1)"},
	},
	{
		ID: "process.kill-any", Class: rules.Destructive, Local: true, Program: "pkill killall", Operand: ". ^ .+ .* ^.* -",
		Reason: "ends every process whose name fits, and any does",
		Hint:   "name the program",
		Hits:   []string{"pkill -f ''", "pkill -f '.*'", "pkill -9 .", "killall -r ^"},
		Misses: []string{"pkill -f server.py", "killall node", "pgrep -f web"},
	},
	{
		ID: "process.kill-others", Class: rules.Destructive, Local: true, Program: "pkill", Any: "-v --inverse",
		Reason: "ends every process but those named",
		Hint:   "name the program that is to end",
		Hits:   []string{"pkill --inverse node", "pkill -u me --inverse -f vite"},
		Misses: []string{"pkill node", "pgrep -v node"},
	},
	{
		ID: "process.kill-listed", Class: rules.Destructive, Local: true, Program: "kill", EveryProcess: true, None: "-l --list -L --table -0",
		Reason: "ends every process of a list that nothing was picked from",
		Hint:   "`pgrep -a NAME` shows those of one program",
		Hits: []string{
			"kill -9 $(ps aux | awk '{print $2}')", "ps -e -o pid= | xargs kill", "for p in $(ps -eo pid=); do kill -9 $p; done", "pgrep . | xargs -n1 kill -9", "kill $(pgrep -u me)",
			"ls /proc | grep -E '^[0-9]+$' | xargs kill -9", `for p in /proc/[0-9]*; do kill -9 "${p#/proc/}"; done`, "ps -ef | grep -v grep | tail -n +2 | awk '{print $2}' | xargs -r kill -KILL",
			"ps ax -o pid= | while read -r p; do kill $p; done", `kill -STOP $(find /proc -maxdepth 1 -name '[0-9]*' -printf '%f ')`,
		},
		Misses: []string{
			"kill $(ps aux | grep node | awk '{print $2}')", "kill $(ps aux | awk '/node/ {print $2}')", "pgrep -f web | xargs kill", "kill $(pgrep -u me node)", "kill $(ps -o pid= --ppid $$)", "kill $(jobs -p)",
			"ps -ef | awk '$8 == 1 {print $2}' | xargs kill", "ps -C node -o pid= | xargs kill", "kill -0 $(ps -eo pid=)", "ps aux | wc -l", "kill $(cat server.pid)", "kill $(lsof -ti :3000)", "ps aux | head -2 | awk '{print $2}' | xargs kill",
		},
	},
	{
		ID: "process.kill-session", Class: rules.Destructive, Local: true, Program: "pkill killall", Operand: "systemd init sshd dbus-daemon dbus-broker Xorg login NetworkManager", None: "-0 -HUP -USR1 -USR2 -l --list",
		Reason: "ends what the machine or the session lives by",
		Hint:   "`systemctl reload UNIT` has it read its settings again",
		Hits:   []string{"pkill -9 systemd", "killall sshd", "killall -KILL dbus-daemon"},
		Misses: []string{"pkill -HUP sshd", "pkill -f sshd_test", "killall node", "pgrep sshd"},
	},
	{
		ID: "persistence.crontab-remove", Former: "persist.crontab-remove", Class: rules.Destructive, Local: true, Program: "crontab fcrontab incrontab", Any: "-r --remove",
		Reason: "deletes all of a user's scheduled commands",
		Hint:   "`crontab -l` lists them",
		Hits:   []string{"crontab -r", "crontab -u www -r", "crontab -ir", "fcrontab -r"},
		Misses: []string{"crontab -l", "ls -r crontab"},
	},
	{
		ID: "persistence.at-remove", Former: "persist.at-remove", Class: rules.Destructive, Local: true, Program: "atrm",
		Reason: "deletes what a user has put off",
		Hint:   "`atq` lists it",
		Hits:   []string{"atrm 1 2", "atq | cut -f1 | xargs atrm"},
		Misses: []string{"atq", "at -c 3"},
	},
	{
		ID: "persistence.at-delete", Former: "persist.at-delete", Class: rules.Destructive, Local: true, Program: "at", Any: "-r -d",
		Reason: "deletes what a user has put off",
		Hint:   "`atq` lists it",
		Hits:   []string{"at -r 1", "at -d 3"},
		Misses: []string{"at -l", "at -c 3"},
	},
	{
		ID: "persistence.crontab", Former: "persist.crontab", Class: rules.Persistence, Local: true, Program: "crontab", Effect: grammar.Evaluates | grammar.Runs, None: "-l -r -T",
		Reason: "replaces the commands that run by the clock",
		Hint:   "`crontab -l` lists them",
		Hits:   []string{"crontab jobs.txt", "echo '* * * * * ls' | crontab -", "crontab - < jobs.txt", "crontab <<< '@reboot ls'"},
		Misses: []string{"crontab -l", "crontab -l | grep backup", "crontab -r"},
	},
	{
		ID: "persistence.crontab-edit", Former: "persist.crontab-edit", Class: rules.Persistence, Local: true, Program: "crontab", Any: "-e",
		Reason: "changes the commands that run by the clock",
		Hint:   "`crontab -l` lists them",
		Hits:   []string{"crontab -e", "EDITOR=vim crontab -e"},
		Misses: []string{"crontab -l", "grep -e crontab README"},
	},
	{
		ID: "persistence.at", Former: "persist.at", Class: rules.Persistence, Local: true, Program: "at", None: "-l -r -d -c -V -b",
		Reason: "runs commands later, when nobody looks",
		Hint:   "run them now",
		Hits:   []string{"echo ls | at now + 1 hour", "at -f job.sh midnight", "batch <<< ls"},
		Misses: []string{"atq", "at -l", "at -c 3", "look at this"},
	},
	{
		ID: "persistence.systemd-run", Former: "persist.systemd-run", Class: rules.Persistence, Local: true, Program: "systemd-run",
		Any:    "--on-active --on-boot --on-startup --on-unit-active --on-unit-inactive --on-calendar --path-property --socket-property",
		Reason: "runs a command later, when nobody looks",
		Hint:   "run it now",
		Hits:   []string{"systemd-run --on-calendar=daily ls", "systemd-run --user --on-active 30 ls"},
		Misses: []string{"systemd-run --user --scope ls", "systemctl list-timers"},
	},
	{
		ID: "service.limit", Class: rules.Destructive, Undone: rules.Tool, Local: true, Program: "systemctl", Sub: "set-property set-property/*", None: "--user --help",
		Operand: "CPUQuota=* MemoryMax=* MemoryHigh=* MemoryLimit=* MemorySwapMax=* TasksMax=* IPAddressDeny=* IPAddressAllow=* IOReadBandwidthMax=* IOWriteBandwidthMax=* IOReadIOPSMax=* IOWriteIOPSMax=* BlockIO* AllowedCPUs=* DeviceAllow=* DevicePolicy=* SocketBindDeny=* RestrictNetworkInterfaces=* ManagedOOM*", NotOperand: "*=infinity *=",
		Reason: "limits what a service or a whole slice may use, so that it may no longer answer",
		Hint:   "`systemctl show NAME` shows its limits; `systemd-run --user -p MemoryMax=1G COMMAND` limits a command of your own",
		Hits:   []string{"sudo systemctl set-property user.slice MemoryMax=50M", "systemctl set-property --runtime sshd.service TasksMax=1", "systemctl set-property nginx.service CPUQuota=1%", "systemctl set-property system.slice IPAddressDeny=any"},
		Misses: []string{"systemctl show nginx -p MemoryMax", "systemctl --user set-property app.slice MemoryMax=4G", "systemctl set-property nginx.service MemoryMax=infinity", "systemd-run --user -p MemoryMax=1G make"},
	},
}

// packetFilters are the services that maintain the packet filter.
const packetFilters = "ufw ufw.service firewalld firewalld.service iptables iptables.service ip6tables ip6tables.service nftables nftables.service netfilter-persistent netfilter-persistent.service " +
	"shorewall shorewall.service pf"

// loginServices are the services that let users log in to a machine.
const loginServices = "ssh ssh.service ssh.socket sshd sshd.service sshd.socket dropbear dropbear.service telnet.socket telnetd inetd xinetd xrdp xrdp.service vsftpd vsftpd.service proftpd proftpd.service"
