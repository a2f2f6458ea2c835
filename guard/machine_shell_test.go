package guard_test

import (
	"testing"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What a shell in a virtual machine is given is judged by what is inside, as ssh's is.
func TestShellsInVirtualMachines(t *testing.T) {
	const root = "fs.rm-root"
	runRows(t, builtin(t, policy.Cautious), []row{
		{"podman's machine", "podman machine ssh 'rm -rf /'", rules.Block, root},
		{"a named machine", "podman machine ssh vm sudo rm -rf /", rules.Block, root},
		{"as a user", "podman machine ssh --username root vm rm -rf /", rules.Block, root},
		{"minikube's node", "minikube ssh -- sudo rm -rf /", rules.Block, root},
		{"in one word", "minikube ssh -n m02 'sudo rm -rf /'", rules.Block, root},
		{"multipass", "multipass exec vm -- sudo rm -rf /", rules.Ask, root},
		{"lima", "limactl shell default rm -rf /", rules.Ask, root},
		{"colima", "colima ssh -- rm -rf /", rules.Block, root},
		{"vagrant", "vagrant ssh -c 'rm -rf /'", rules.Block, root},

		{"a listing in podman's machine", "podman machine ssh vm ls /", rules.Allow, ""},
		{"the machines", "podman machine ls", rules.Allow, ""},
		{"a listing in minikube's node", "minikube ssh -- ls /var/lib", rules.Allow, ""},
		{"a session", "minikube ssh", rules.Allow, ""},
	})
}

// A cd in text for another machine counts there, and nowhere else.
func TestCdElsewhere(t *testing.T) {
	runRows(t, builtin(t, policy.Cautious), []row{
		{"all of the root", "ssh h 'cd / && rm -rf *'", rules.Block, "fs.rm-root"},
		{"all of a home", "ssh h 'cd ~ && rm -rf *'", rules.Block, "fs.rm-home"},
		{"a directory of the system", "ssh h 'cd /usr; rm -rf .'", rules.Block, "fs.rm-system"},
		{"one by its name", "ssh h 'cd / && rm -rf etc'", rules.Block, "fs.rm-system"},
		{"back to the root", "ssh h 'cd /home/u && rm -rf ../../*'", rules.Block, "fs.rm-root"},
		{"in a container", "docker exec c sh -c 'cd / && rm -rf *'", rules.Block, "fs.rm-root"},
		{"in a pod", "kubectl exec p -- sh -c 'cd / && rm -rf ./*'", rules.Block, "fs.rm-root"},
		{"in a virtual machine", "vagrant ssh -c 'cd / && sudo rm -rf *'", rules.Block, "fs.rm-root"},

		{"a place of an application", "ssh h 'cd /srv/app && rm -rf node_modules'", rules.Allow, ""},
		{"a directory in a home", "ssh h 'cd ~ && rm -rf build'", rules.Allow, ""},
		{"a cd here", "cd / && ssh h 'rm -rf build'", rules.Allow, ""},
		{"a cd there, a command here", "ssh h 'cd / && ls *'; rm -rf build", rules.Allow, ""},
		{"a listing", "ssh h 'cd /etc && cat passwd'", rules.Allow, ""},
	})
}
