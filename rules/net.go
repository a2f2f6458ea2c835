package rules

import "github.com/agent-loop/shimgen/grammar"

// net are the rules about hosts and ports.
var net = []Rule{
	{
		ID: "net.host", Class: Network, Effect: grammar.Connects, Zone: Foreign,
		Reason: "talks to a host that the policy does not allow",
		Hint:   "ask the user to add the host to network.allowed_domains",
	},
	{
		ID: "net.listen", Class: Exposure, Effect: grammar.Listens, Zone: Public,
		Reason: "listens on every interface of the machine",
		Hint:   "listen on 127.0.0.1",
		Hits:   []string{"nc -l 8080", "ncat -lk 9000", "nc -l -p 1", "nc -l 0.0.0.0 80", "ssh -L 0.0.0.0:80:h:80 h", "ssh -D :1080 h"},
		Misses: []string{"nc -l 127.0.0.1 8080", "nc -l localhost 80", "nc h 80", "ssh -L 8080:localhost:80 h", "nc -lU /tmp/s"},
	},
	{
		ID: "net.gateway", Class: Exposure, Program: "ssh", Any: "-g",
		Reason: "lets other machines use the ports it forwards",
		Hint:   "leave -g away",
		Hits:   []string{"ssh -g -L 8080:h:80 h"},
		Misses: []string{"ssh -L 8080:h:80 h", "ssh h ls -g"},
	},
	{
		ID: "net.strict", Class: Network, Floored: true, Least: Block, Strict: true, Program: "ssh scp nc ncat",
		Reason: "is not available in strict mode (AGENT_LOOP_PROXY_MODE)",
		Hint:   "unset AGENT_LOOP_PROXY_MODE, or leave the network alone",
	},
}
