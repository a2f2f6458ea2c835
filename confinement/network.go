package confinement

import (
	"slices"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox"
)

// networkOf is what a command in a sandbox reaches in a mode of the policy's.
func networkOf(m policy.Mode) sandbox.Network {
	switch m {
	case policy.Full:
		return sandbox.Full
	case policy.AllowList:
		return sandbox.Egress
	}
	return sandbox.Loopback
}

// resolvers are sockets of services that look names up for programs. What they answer are
// addresses that lead nowhere in a sandbox with a list of hosts.
var resolvers = [...]string{
	"/run/systemd/resolve/io.systemd.Resolve", "/run/nscd/socket", "/var/run/nscd/socket", "/run/avahi-daemon/socket", "/var/lib/sss/pipes/nss",
}

// hideResolvers has programs ask for names as they do where there is no such service.
func hideResolvers(b *sandbox.Box) {
	for _, name := range resolvers {
		if real, err := host.Canonical(name); err == nil && host.Exists(real) && opens(real) && !slices.Contains(b.Hide, real) {
			b.Hide = append(b.Hide, real)
		}
	}
}
