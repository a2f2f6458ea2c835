package catalogue

import "github.com/agent-loop/shimgen/rules"

// firewall are the rules about the packet filter, network settings and the kernel.
var firewall = []rules.Rule{
	{
		ID: "firewall.iptables", Class: rules.SystemWrite, Local: true, Program: "iptables",
		Any: "-F --flush -X --delete-chain -P --policy -A --append -I --insert -D --delete -R --replace -N --new-chain -E --rename-chain " +
			"-Z --zero",
		Reason: "changes the packet filter",
		Hint:   "`iptables -S` lists its rules",
		Hits:   []string{"iptables -F", "sudo iptables -t nat -F", "iptables -P INPUT ACCEPT", "ip6tables -A INPUT -j DROP", "iptables --flu"},
		Misses: []string{"iptables -L -n -v", "iptables -S", "iptables -t nat -L", "iptables -C INPUT -j DROP", "man iptables"},
	},
	{
		ID: "firewall.restore", Class: rules.SystemWrite, Local: true, Program: "iptables-restore", None: "-t --test -h --help -V --version",
		Reason: "replaces the packet filter",
		Hint:   "iptables-restore --test checks the file",
		Hits:   []string{"iptables-restore rules.v4", "iptables-restore < rules.v4"},
		Misses: []string{"iptables-restore --test rules.v4", "iptables-save"},
	},
	{
		ID: "firewall.nft", Class: rules.SystemWrite, Local: true, Program: "nft", None: "list monitor describe -c --check",
		Operand: "flush* add* delete* insert* replace* create* rename* reset* destroy* import*",
		Reason:  "changes the packet filter",
		Hint:    "`nft list ruleset` shows it",
		Hits:    []string{"nft flush ruleset", "sudo nft 'flush ruleset'", "nft add rule inet filter input drop", "nft delete table inet t"},
		Misses:  []string{"nft list ruleset", "nft -j list tables", "nft -c add table t", "nft monitor"},
	},
	{
		ID: "firewall.nft-file", Class: rules.SystemWrite, Local: true, Program: "nft", Any: "-f --file", None: "-c --check",
		Reason: "changes the packet filter",
		Hint:   "`nft -c -f FILE` checks it",
		Hits:   []string{"nft -f rules.nft"},
		Misses: []string{"nft -c -f rules.nft", "nft list ruleset"},
	},
	{
		ID: "firewall.ufw", Class: rules.SystemWrite, Local: true, Program: "ufw", None: "--dry-run -h --help",
		Sub:    "enable disable reload reset default logging allow deny reject limit delete insert prepend route",
		Reason: "changes the packet filter",
		Hint:   "`ufw status` shows it",
		Hits:   []string{"ufw disable", "sudo ufw allow 22/tcp", "ufw --force reset", "ufw default deny incoming"},
		Misses: []string{"ufw status verbose", "ufw show listening", "ufw --dry-run enable"},
	},
	{
		ID: "firewall.firewalld", Class: rules.SystemWrite, Local: true, Program: "firewall-cmd",
		Any: "--set-default-zone --set-target --new-zone --delete-zone --add-service --remove-service --add-port --remove-port --add-source " +
			"--remove-source --add-interface --change-interface --remove-interface --add-rich-rule --remove-rich-rule --add-forward-port " +
			"--remove-forward-port --add-masquerade --remove-masquerade --panic-on --panic-off --complete-reload",
		Reason: "changes the packet filter",
		Hint:   "firewall-cmd --list-all shows it",
		Hits:   []string{"firewall-cmd --permanent --add-port=80/tcp", "firewall-cmd --panic-on"},
		Misses: []string{"firewall-cmd --list-all", "firewall-cmd --state", "firewall-cmd --query-service=ssh"},
	},
	{
		ID: "firewall.ip", Class: rules.SystemWrite, Local: true, Program: "ip",
		Sub: "link/add link/del link/delete link/change addr/add address/add address/del address/delete address/flush address/replace address/change " +
			"route/del route/delete route/flush route/replace route/change route/append route/restore rule/add rule/del rule/delete rule/flush " +
			"neighbour/add neighbour/del neighbour/delete neighbour/flush neighbour/replace xfrm/flush netns/delete",
		Reason: "changes the machine's network",
		Hint:   "`ip addr` and `ip route` look at it",
		Hits: []string{
			"ip link del eth0", "sudo ip route flush table main", "ip addr add 10.0.0.2/24 dev eth0", "ip r del default", "ip -6 addr flush dev eth0",
		},
		Misses: []string{"ip addr show eth0", "ip a", "ip route get 10.0.0.1", "ip -br link", "ip link show eth0", "pip install ip"},
	},
	{
		ID: "firewall.ip-link", Class: rules.SystemWrite, Local: true, Program: "ip", Sub: "link/set", Operand: linkSettings,
		Reason: "changes the machine's network",
		Hint:   "`ip link` looks at it",
		Hits:   []string{"ip link set eth0 down", "ip link set dev eth0 mtu 9000", "ip l set eth0 up netns x", "ip link set eth0 name x"},
		Misses: []string{"ip link set eth0 up", "ip link show eth0"},
	},
	{
		ID: "firewall.ip-up", Class: rules.Hygiene, Program: "ip", Sub: "link/set route/add",
		Reason: "adds to the machine's network",
		Hint:   "`ip addr` and `ip route` look at it",
		Hits:   []string{"ip link set eth0 up", "ip route add 10.0.0.0/8 via 10.0.0.1"},
		Misses: []string{"ip route", "ip link"},
	},
	{
		ID: "firewall.ifconfig", Class: rules.SystemWrite, Local: true, Program: "ifconfig",
		Any:    "down netmask add del delete hw ether mtu promisc -promisc inet broadcast alias",
		Reason: "changes a network interface",
		Hint:   "`ifconfig` without more shows it",
		Hits:   []string{"ifconfig eth0 down", "sudo ifconfig eth0 10.0.0.2 netmask 255.255.255.0", "ifconfig eth0 mtu 9000"},
		Misses: []string{"ifconfig", "ifconfig eth0", "ifconfig -a"},
	},
	{
		ID: "firewall.ifconfig-address", Class: rules.SystemWrite, Local: true, Program: "ifconfig", Count: 2,
		Reason: "changes a network interface",
		Hint:   "`ifconfig` without more shows it",
		Hits:   []string{"ifconfig eth0 10.0.0.2", "ifconfig eth0 0.0.0.0 up"},
		Misses: []string{"ifconfig", "ifconfig eth0", "ifconfig eth0 up"},
	},
	{
		ID: "firewall.up", Class: rules.Hygiene, Program: "ifconfig", Any: "up",
		Reason: "takes a connection of the machine up",
		Hint:   "`ifconfig` without more shows it",
		Hits:   []string{"ifconfig eth0 up"},
		Misses: []string{"ifconfig eth0"},
	},
	{
		ID: "firewall.ifup", Class: rules.Hygiene, Program: "ifup", None: "-h --help --version",
		Reason: "takes a connection of the machine up",
		Hint:   "`ip addr` shows them",
		Hits:   []string{"ifup eth0"},
		Misses: []string{"ifup --help", "ifdown --help"},
	},
	{
		ID: "firewall.route", Class: rules.SystemWrite, Local: true, Program: "route", Sub: "del delete flush change",
		Reason: "changes the machine's routes",
		Hint:   "`route -n` shows them",
		Hits:   []string{"sudo route -n flush", "route del default", "route delete default"},
		Misses: []string{"route", "route -n", "traceroute example.com", "ip route"},
	},
	{
		ID: "firewall.route-add", Class: rules.Hygiene, Program: "route", Sub: "add",
		Reason: "adds a route to the machine's network",
		Hint:   "`route -n` shows what there is",
		Hits:   []string{"route add default gw 10.0.0.1"},
		Misses: []string{"route -n", "git remote add x y"},
	},
	{
		ID: "system.sysctl", Class: rules.SystemWrite, Program: "sysctl", Operand: "*=*", None: "--dry-run",
		Reason: "changes how the kernel works",
		Hint:   "`sysctl NAME` reads it",
		Hits:   []string{"sysctl -w net.ipv4.ip_forward=1", "sudo sysctl vm.swappiness=10", "sysctl kernel.core_pattern='|x'"},
		Misses: []string{"sysctl -a", "sysctl net.ipv4.ip_forward", "sysctl -n kernel.ostype"},
	},
	{
		ID: "system.sysctl-load", Class: rules.SystemWrite, Program: "sysctl", Any: "-p -f --load --system", None: "--dry-run",
		Reason: "changes how the kernel works",
		Hint:   "`sysctl --dry-run --system` shows what it would set",
		Hits:   []string{"sysctl -p", "sysctl --system", "sysctl -pmine.conf"},
		Misses: []string{"sysctl -a", "sysctl --dry-run --system"},
	},
	{
		ID: "system.module", Class: rules.Escape, Program: "modprobe insmod rmmod",
		None:   "-n --dry-run -c --showconfig -D --show-depends --show-modversions -R --resolve-alias -V --version -h --help",
		Reason: "loads or removes code of the kernel",
		Hint:   "`lsmod` and modprobe -n look first",
		Hits:   []string{"insmod ./x.ko", "sudo modprobe vfio", "rmmod kvm", "modprobe -r kvm"},
		Misses: []string{"modprobe -n vfio", "lsmod", "modprobe --show-depends vfio"},
	},
	{
		ID: "system.date", Class: rules.SystemWrite, Program: "date", Any: "-s --set",
		Reason: "sets the machine's clock",
		Hint:   "`date -d` prints another time",
		Hits:   []string{"date -s 2020-01-01", "date -us 2020-01-01", "date --set=12:00"},
		Misses: []string{"date -d yesterday", "date +%s", "date -u"},
	},
	{
		ID: "firewall.ipset", Class: rules.SystemWrite, Local: true, Program: "ipset", Operand: "flush destroy del swap rename restore f x add", None: "-h --help",
		Reason: "changes what the firewall lets in",
		Hint:   "`ipset list` shows the sets",
		Hits:   []string{"ipset flush blocklist", "ipset destroy", "ipset del blocklist 192.0.2.1"},
		Misses: []string{"ipset list", "ipset test blocklist 192.0.2.1"},
	},
	{
		ID: "firewall.ipset-option", Class: rules.SystemWrite, Local: true, Program: "ipset", Any: "-F -X -D -R -W --flush --destroy --del --restore --swap",
		Reason: "changes what the firewall lets in",
		Hint:   "`ipset list` shows the sets",
		Hits:   []string{"ipset -F", "ipset -X blocklist"},
		Misses: []string{"ipset -L", "ipset list"},
	},
	{
		ID: "firewall.fail2ban", Class: rules.SystemWrite, Local: true, Program: "fail2ban-client cscli", Operand: "unban unbanip stop addignoreip delignoreip delete remove",
		Reason: "lets in whom the machine keeps out",
		Hint:   "`fail2ban-client status` and cscli decisions list show whom",
		Hits:   []string{"fail2ban-client unban --all", "fail2ban-client set sshd unbanip 192.0.2.1", "cscli decisions delete --all"},
		Misses: []string{"fail2ban-client status sshd", "cscli decisions list"},
	},
	{
		ID: "firewall.selinux-boolean", Class: rules.SystemWrite, Local: true, Program: "setsebool", Count: 1, None: "-h --help",
		Reason: "changes what the system lets programs do",
		Hint:   "`getsebool -a` shows how it is",
		Hits:   []string{"setsebool -P httpd_can_network_connect 1"},
		Misses: []string{"getsebool -a", "setsebool"},
	},
}

// linkSettings are the settings of a device in ip-link(8), except up.
const linkSettings = "down arp dynamic multicast allmulticast promisc protodown protodown_reason trailers txqueuelen txqlen qlen name address addr broadcast brd peer mtu netns " +
	"link-netnsid alias group vf xdp xdpgeneric xdpdrv xdpoffload master nomaster vrf addrgenmode macaddr carrier type index gso_max_size gso_max_segs gro_max_size"
