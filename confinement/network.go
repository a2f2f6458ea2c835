package confinement

import (
	"slices"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox"
)

// networkOf returns the network access of a command in a sandbox, by the policy's mode.
func networkOf(m policy.Mode) sandbox.Network {
	switch m {
	case policy.Full:
		return sandbox.Full
	case policy.AllowList:
		return sandbox.Egress
	}
	return sandbox.Loopback
}

// resolvers are sockets of name services. In a sandbox with a list of hosts, their answers are
// addresses that cannot be reached.
var resolvers = [...]string{
	"/run/systemd/resolve/io.systemd.Resolve", "/run/nscd/socket", "/var/run/nscd/socket", "/run/avahi-daemon/socket", "/var/lib/sss/pipes/nss",
}

// hideResolvers hides them, so that programs resolve names as if there were no such service.
func hideResolvers(b *sandbox.Box) {
	for _, name := range resolvers {
		if real, exists := host.Target(name); exists && opens(real) && !slices.Contains(b.Hide, real) {
			b.Hide = append(b.Hide, real)
		}
	}
}
