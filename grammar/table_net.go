package grammar

// sshOptions are those of ssh; the value of -o is a line of its
// configuration.
var sshOptions = []Option{
	{Names: "-4"}, {Names: "-6"}, {Names: "-A"}, {Names: "-a"}, {Names: "-C"}, {Names: "-f"}, {Names: "-G"}, {Names: "-g"},
	{Names: "-K"}, {Names: "-k"}, {Names: "-M"}, {Names: "-N"}, {Names: "-n"}, {Names: "-q"}, {Names: "-s"}, {Names: "-T"},
	{Names: "-t"}, {Names: "-V"}, {Names: "-v"}, {Names: "-X"}, {Names: "-x"}, {Names: "-Y"}, {Names: "-y"},
	{Names: "-B", Arg: Required}, {Names: "-b", Arg: Required}, {Names: "-c", Arg: Required},
	{Names: "-D", Arg: Required, Role: Listen},
	{Names: "-E", Arg: Required, Role: Write},
	{Names: "-e", Arg: Required},
	{Names: "-F", Arg: Required, Role: File},
	{Names: "-I", Arg: Required, Role: Helper},
	{Names: "-i", Arg: Required}, // the key that ssh itself is there to read
	{Names: "-J", Arg: Required, Role: Host},
	{Names: "-L", Arg: Required, Role: Listen},
	{Names: "-l", Arg: Required}, {Names: "-m", Arg: Required}, {Names: "-O", Arg: Required},
	{Names: "-o", Arg: Required, Role: Setting},
	{Names: "-p", Arg: Required}, {Names: "-P", Arg: Required}, {Names: "-Q", Arg: Required},
	{Names: "-R", Arg: Required}, // listens on the other side
	{Names: "-S", Arg: Required, Role: File},
	{Names: "-W", Arg: Required, Role: Host},
	{Names: "-w", Arg: Required},
}

// scpOptions are those of scp and, but for some letters, of sftp.
var scpOptions = []Option{
	{Names: "-1"}, {Names: "-2"}, {Names: "-3"}, {Names: "-4"}, {Names: "-6"}, {Names: "-A"}, {Names: "-B"}, {Names: "-C"},
	{Names: "-O"}, {Names: "-p"}, {Names: "-q"}, {Names: "-R"}, {Names: "-r"}, {Names: "-s"}, {Names: "-T"}, {Names: "-v"},
	{Names: "-c", Arg: Required},
	{Names: "-D", Arg: Required, Role: Helper},
	{Names: "-F", Arg: Required, Role: File},
	{Names: "-i", Arg: Required},
	{Names: "-J", Arg: Required, Role: Host},
	{Names: "-l", Arg: Required},
	{Names: "-o", Arg: Required, Role: Setting},
	{Names: "-P", Arg: Required},
	{Names: "-S", Arg: Required, Role: Helper},
	{Names: "-X", Arg: Required},
}

// listening turns the operands of netcat into what it listens on.
var listening = Case{With: "-l --listen", Operands: Operands{Rest: Listen}}

// network are the programs that connect.
var network = []Program{
	{
		Names: "ssh", Source: "ssh(1), ssh_config(5)", Env: "SSH_ASKPASS SSH_ASKPASS_REQUIRE SSH_AUTH_SOCK SSH_SK_PROVIDER LD_*",
		Syntax: Syntax{
			Style: Permute | Bundle, Options: sshOptions, Operands: Operands{First: []Role{Host}, Rest: Words}, Away: true,
		},
	},
	{
		Names: "scp", Source: "scp(1)", Env: "SSH_ASKPASS SSH_ASKPASS_REQUIRE SSH_AUTH_SOCK SSH_SK_PROVIDER LD_*",
		Syntax: Syntax{
			Style: Permute | Bundle, Options: scpOptions, Operands: Operands{Rest: Remote},
		},
	},
	{
		Names: "nc netcat", Source: "nc(1) of OpenBSD, nc(1) of netcat-traditional",
		Syntax: Syntax{
			Style: Permute | Bundle,
			Options: []Option{
				{Names: "-4"}, {Names: "-6"}, {Names: "-b"}, {Names: "-C --crlf"}, {Names: "-D"}, {Names: "-d"}, {Names: "-F"},
				{Names: "-h --help"}, {Names: "-k --keep-open"}, {Names: "-N"}, {Names: "-n --nodns"}, {Names: "-r"}, {Names: "-S"},
				{Names: "-t --telnet"}, {Names: "-U --unixsock"}, {Names: "-u --udp"}, {Names: "-v --verbose"}, {Names: "-Z"}, {Names: "-z"},
				{Names: "-l --listen", Role: Listen},
				{Names: "-c --sh-exec", Arg: Required, Role: Shell},
				{Names: "-e --exec", Arg: Required, Role: Shell},
				{Names: "-g", Arg: Required}, {Names: "-G", Arg: Required}, {Names: "-I", Arg: Required}, {Names: "-i", Arg: Required},
				{Names: "-M", Arg: Required}, {Names: "-m", Arg: Required}, {Names: "-O", Arg: Required},
				{Names: "-o --output", Arg: Required, Role: Write},
				{Names: "-P", Arg: Required}, {Names: "-p --source-port", Arg: Required}, {Names: "-q", Arg: Required},
				{Names: "-s --source", Arg: Required}, {Names: "-T", Arg: Required}, {Names: "-V", Arg: Required},
				{Names: "-W", Arg: Required}, {Names: "-w --wait", Arg: Required}, {Names: "-X", Arg: Required},
				{Names: "-x", Arg: Required, Role: Host},
			},
			Operands: Operands{First: []Role{Host}},
			Cases:    []Case{listening},
		},
	},
	{
		Names: "ncat", Source: "ncat(1), ncat --help",
		Syntax: Syntax{
			Style: GNU,
			Options: []Option{
				{Names: "-4"}, {Names: "-6"}, {Names: "-U --unixsock"}, {Names: "--vsock"}, {Names: "-C --crlf"},
				{Names: "-c --sh-exec", Arg: Required, Role: Shell},
				{Names: "-e --exec", Arg: Required, Role: Shell},
				{Names: "--lua-exec", Arg: Required, Role: Script},
				{Names: "-g", Arg: Required}, {Names: "-G", Arg: Required}, {Names: "-m --max-conns", Arg: Required},
				{Names: "-h --help"}, {Names: "-d --delay", Arg: Required},
				{Names: "-o --output", Arg: Required, Role: Write},
				{Names: "-x --hex-dump", Arg: Required, Role: Write},
				{Names: "-i --idle-timeout", Arg: Required}, {Names: "-p --source-port", Arg: Required},
				{Names: "-s --source", Arg: Required},
				{Names: "-l --listen", Role: Listen},
				{Names: "-k --keep-open"}, {Names: "-n --nodns"}, {Names: "-t --telnet"}, {Names: "-u --udp"}, {Names: "--sctp"},
				{Names: "-v --verbose"}, {Names: "-w --wait", Arg: Required}, {Names: "-z"}, {Names: "--append-output"},
				{Names: "--send-only"}, {Names: "--recv-only"}, {Names: "--no-shutdown"}, {Names: "--allow", Arg: Required},
				{Names: "--allowfile", Arg: Required, Role: File},
				{Names: "--deny", Arg: Required},
				{Names: "--denyfile", Arg: Required, Role: File},
				{Names: "--broker"}, {Names: "--chat"},
				{Names: "--proxy", Arg: Required, Role: Host},
				{Names: "--proxy-type", Arg: Required}, {Names: "--proxy-auth", Arg: Required}, {Names: "--proxy-dns", Arg: Required},
				{Names: "--ssl"},
				{Names: "--ssl-cert", Arg: Required, Role: File},
				{Names: "--ssl-key", Arg: Required, Role: File},
				{Names: "--ssl-verify"},
				{Names: "--ssl-trustfile", Arg: Required, Role: File},
				{Names: "--ssl-ciphers", Arg: Required}, {Names: "--ssl-servername", Arg: Required}, {Names: "--ssl-alpn", Arg: Required},
				{Names: "--version"},
			},
			Operands: Operands{First: []Role{Host}},
			Cases:    []Case{listening},
			Lang:     "lua",
		},
	},
}
