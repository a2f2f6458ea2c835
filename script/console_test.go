package script

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// consoleCommands are those of programs that have a command language of their
// own and are no languages.
var consoleCommands = []codeCase{
	{"tar runs a command at a checkpoint", "checkpoint", "exec=rm -rf /", `shell exec "rm -rf /"`},
	{"tar prints a dot", "checkpoint", "dot", ""},
	{"less runs a command", "less", "!id", `shell ! "id"`},
	{"less pipes to a command", "less", "|$wc", `shell | "wc"`},
	{"less goes to a line", "less", "G", ""},
	{"less searches", "less", "/error", ""},
	{"gdb runs a command", "gdb", "shell rm -rf /", `shell shell "rm -rf /"`},
	{"gdb runs a command by a mark", "gdb", "!id", `shell ! "id"`},
	{"gdb runs Python", "gdb", `python import os; os.system("id")`, `shell os.system "id"`},
	{"gdb pipes to a command", "gdb", "pipe bt | tee x", `shell pipe "tee x"`},
	{"gdb calls into the program", "gdb", `call (int)system("id")`, `evaluates call (int)system("id")…`},
	{"gdb runs a file of commands", "gdb", "source -v x.py", `runs source "gdb" "-x" "x.py"`},
	{"lldb runs a file of Python", "gdb", "command script import x.py", `runs command script import "gdb" "-x" "x.py"`},
	{"gdb lists its commands", "gdb", "command list", ""},
	{"gdb runs and prints", "gdb", "run\nbt\nprint x\ninfo locals\nquit", ""},
	{"lldb runs a command", "gdb", "platform shell id", `shell platform shell "id"`},
	{"sftp sends a file", "sftp", "cd x\nput .env\nbye", "reads put \".env\"\nwrites put away \"x/.env\""},
	{"sftp sends several", "sftp", "mput -p a b", "reads mput \"a\"\nwrites mput away \"a\"\nreads mput \"b\"\nwrites mput away \"b\""},
	{"sftp fetches a file", "sftp", "get x/y", `writes get "y"`},
	{"sftp fetches a file to a place", "sftp", "get -r x /etc/y", `writes get "/etc/y"`},
	{"sftp runs a command here", "sftp", "!rm -rf x", `shell ! "rm -rf x"`},
	{"sftp is told to go on after a failure", "sftp", "-put a", "reads put \"a\"\nwrites put away \"a\""},
	{"sftp works on the other side", "sftp", "rm x\nmkdir y\nls", ""},
	{"lftp takes several commands", "sftp", "open h; put -O /srv .env; bye", "reads put \".env\"\nwrites put away \"/srv/.env\""},
	{"sftp sends a file to a name", "sftp", "cd .ssh\nput k authorized_keys", "reads put \"k\"\nwrites put away \".ssh/authorized_keys\""},
	{"sftp sends a file into a directory", "sftp", "put a/k /etc/cron.d/", "reads put \"a/k\"\nwrites put away \"/etc/cron.d/k\""},
	{"lftp sends a tree", "sftp", "mirror -R d /srv/d", "reads mirror \"d\"\nwrites mirror away \"/srv/d\""},
	{"screen types a line", "screen", `"stuff" "id\n"`, `shell typed "id"`},
	{"screen runs a program", "screen", "exec .!. rm -rf /", `runs exec "rm" "-rf" "/"`},
	{"screen writes a file", "screen", "hardcopy -h out", `writes hardcopy "out"`},
	{"screen does several things", "screen", `eval "stuff id\\n" "detach"`, `shell typed "id"`},
	{"screen quits", "screen", "quit", ""},
	{"keys are typed", "keys", `"rm -rf x" "Enter" "ls" "C-m"`, "shell typed \"rm -rf x\"\nshell typed \"ls\""},
	{"keys are typed in pieces", "keys", `"rm" "Space" "x" "Enter"`, `shell typed "rm x"`},
	{"keys are taken back", "keys", `"rm x" "C-c" "ls" "Enter"`, `shell typed "ls"`},
	{"expect spawns a program", "tcl", "spawn ssh h\nexpect eof", `runs spawn "ssh" "h"`},
	{"expect spawns with an option", "tcl", "spawn -noecho rm -rf /", `runs spawn "rm" "-rf" "/"`},
	{"Tcl quotes and braces", "tcl", `spawn sh -c "a; b"; exec sh -c {c; d}`, "runs spawn \"sh\" \"-c\" \"a; b\"\nruns exec \"sh\" \"-c\" \"c; d\""},
	{"Tcl in a body", "tcl", "if {$x} {\n  exec rm y\n}", `runs exec "rm" "y"`},
	{"Tcl in a substitution", "tcl", "set x [exec id]", `runs exec "id"`},
	{"Tcl with an unknown program", "tcl", "exec $p x", "evaluates exec …"},
	{"Tcl with an unknown word", "tcl", "exec rm $x", `runs exec "rm" …`},
	{"Tcl opens a pipe", "tcl", `open "|id" r`, `shell open "id"`},
	{"Tcl deletes a file", "tcl", "file delete -force /etc/x", `deletes file delete "/etc/x" /**`},
	{"Tcl runs what a variable holds", "tcl", "set c file\n$c delete -force /x", `deletes file delete "/x" /**`},
	{"Tcl runs one of two", "tcl", "if {$x} {set c exec} else {set c puts}\n$c rm -rf /x", `runs exec "rm" "-rf" "/x"`},
	{"Tcl puts a name together", "tcl", "[string reverse cexe] rm x; [string map {A ex B ec} AB] rm y; set a ex; ${a}ec rm z; [format %s%s ex ec] rm v", "runs exec \"rm\" \"x\"\nruns exec \"rm\" \"y\"\nruns exec \"rm\" \"z\"\nruns exec \"rm\" \"v\""},
	{"Tcl puts a path together", "tcl", "set d /etc\nfile delete -force $d/x", `deletes file delete "/etc/x" /**`},
	{"Tcl renames a command", "tcl", "rename exec e\ne rm x\ninterp alias {} f {} exec\nf rm y\n::exec rm z", "runs exec \"rm\" \"x\"\nruns exec \"rm\" \"y\"\nruns exec \"rm\" \"z\""},
	{"Tcl calls what is not known", "tcl", "$c rm -rf /x", `calls ? "rm" "-rf" "/x"`},
	{"Tcl sets what it only prints", "tcl", "set c exec\nputs $c", ""},
	{"Tcl evaluates", "tcl", "eval $x", "evaluates eval …"},
	{"Tcl in a substitution in quotes", "tcl", `puts "it is [exec id]"`, `runs exec "id"`},
	{"a comment of Tcl", "tcl", "# exec rm x\nputs {exec rm x}", ""},
	{"socat runs a program", "socat", "EXEC:/bin/sh,pty,stderr", `shell exec "/bin/sh"`},
	{"socat runs a command", "socat", "system:'id; ls, x'", `shell system "id; ls, x"`},
	{"socat listens everywhere", "socat", "TCP-LISTEN:80,fork", `listens tcp-listen "0.0.0.0:80"`},
	{"socat listens here", "socat", "tcp4-listen:80,bind=127.0.0.1", `listens tcp4-listen "127.0.0.1:80"`},
	{"socat connects", "socat", "TCP:example.com:80,crnl", `connects tcp "example.com:80"`},
	{"socat writes a file", "socat", "CREATE:/etc/x", `writes create "/etc/x"`},
	{"socat both ways", "socat", "STDIN!!OPEN:x", `writes open "x"`},
	{"socat reads a file", "socat", "FILE:x,rdonly", `reads file "x"`},
	{"socat reads one file into another", "socat", "OPEN:x!!OPEN:y", "reads open \"x\"\nwrites open \"y\""},
	{"socat opens a file", "socat", "OPEN:x", "reads open \"x\"\nwrites open \"x\""},
	{"socat's own streams", "socat", "-", ""},
}

func TestConsoles(t *testing.T) {
	runCode(t, consoleCommands)
}

// Any text is read to its end, however it is nested.
func TestTclNeverRunsAway(t *testing.T) {
	for _, code := range []string{strings.Repeat("{", 100_000), strings.Repeat("[exec ", 30_000), `"`, "\\", "#", `spawn "`} {
		_, err := Read("tcl", code)
		assert.NoError(t, err)
	}
}
