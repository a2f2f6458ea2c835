package compile

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/policy/place"
)

// The gate and the judge agree which home a path is in.
func TestHomesOfOthers(t *testing.T) {
	for _, test := range []struct{ path, home string }{
		{"/home/x/.bashrc", "/home/x"},
		{"/home/x/a/b", "/home/x"},
		{"/home/x", ""},
		{"/home", ""},
		{"/homes/x/.bashrc", ""},
		{"/Users/x/Library/LaunchAgents", "/Users/x"},
		{"/root/.ssh", "/root"},
		{"/root", ""},
		{"/rooted/.ssh", ""},
		{"/var/lib/jenkins/.ssh/x", "/var/lib/jenkins"},
		{"/var/lib/dpkg/status", ""},
		{"/usr/home/x/.profile", "/usr/home/x"},
		{"/srv/x/.bashrc", ""},
	} {
		assert.Equal(t, test.home, place.HomeOf(test.path), test.path)
		assert.Equal(t, test.home, test.path[:gate.HomeOf(test.path)], test.path)
	}
}
