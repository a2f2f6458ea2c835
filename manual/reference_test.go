package manual

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
)

// The page describes each key that the loader of policies takes, and no other.
func TestPageHasEveryKey(t *testing.T) {
	assert.ElementsMatch(t, policy.Keys(), Settings())
	var out bytes.Buffer
	require.NoError(t, WritePolicy(&out, "x", time.Time{}))
	for _, key := range policy.Keys() {
		assert.Contains(t, out.String(), "\n.BR "+escaped(key)+" ", key)
	}
}

// The example of the page is a policy.
func TestPageExampleLoads(t *testing.T) {
	_, err := policy.Load([]policy.Layer{{Name: "p", Kind: policy.System, Data: []byte(policyExample)}}, policy.Flags{})
	require.NoError(t, err)
}

// What the page says about a project's file is what the loader does with it.
func TestPageKnowsProjects(t *testing.T) {
	for _, g := range groups {
		for _, s := range g.settings {
			text, ok := said[s.key]
			if !assert.True(t, ok, "%s: no example of it in this test", s.key) {
				continue
			}
			p, err := policy.Load([]policy.Layer{{Name: "p", Kind: policy.Project, Data: []byte(text)}}, policy.Flags{Profile: policy.Guarded})
			switch s.project {
			case wrong:
				assert.Error(t, err, s.key)
			case ignored:
				if assert.NoError(t, err, s.key) {
					assert.NotEmpty(t, p.Notices, s.key)
				}
			default:
				assert.NoError(t, err, s.key)
			}
		}
	}
}

const rule = "[[rule]]\nid = 'a.b'\nprogram = 'rails'\nsubcommand = ['x']\nclass = 'destructive'\nreason = 'r'\nhint = 'h'\nhits = ['rails x']\nmisses = ['ls']\n"

// said is an example of each key, as a project's file would have it.
var said = map[string]string{
	"profile": "profile = 'paranoid'", "lock": "profile = 'cautious'\nlock = ['profile']", "observe.as": "observe = { as = 'guarded' }",
	"profiles.NAME.base": "[profiles.a]\nbase = 'open'", "profiles.NAME.description": "[profiles.a]\nbase = 'open'", "profiles.NAME.safe_only": "[profiles.a]\nbase = 'open'",
	"profiles.NAME.network": "[profiles.a]\nbase = 'open'", "profiles.NAME.audit": "[profiles.a]\nbase = 'open'", "profiles.NAME.sandbox": "[profiles.a]\nbase = 'open'",
	"profiles.NAME.allowed_paths": "[profiles.a]\nbase = 'open'", "profiles.NAME.actions": "[profiles.a]\nbase = 'open'",
	"paths.blocked": "paths.blocked = ['/x']", "paths.blocked_path_prefixes": "paths.blocked_path_prefixes = ['/x/']", "paths.blocked_home_patterns": "paths.blocked_home_patterns = ['x/']",
	"paths.allowed": "paths.allowed = ['/x']", "paths.allowed[].path": "paths.allowed = [{ path = '/x' }]", "paths.allowed[].override": "paths.allowed = [{ path = '/x', override = true }]",
	"commands.blocked": "commands.blocked = ['x']", "commands.allowed": "commands.allowed = ['x']", "commands.allowed[].command": "commands.allowed = [{ command = 'x' }]",
	"commands.allowed[].override": "commands.allowed = [{ command = 'x', override = true }]", "commands.allowed[].dir": "commands.allowed = [{ command = 'x', dir = '/x' }]",
	"network.mode": "network.mode = 'none'", "network.allowed_domains": "network.allowed_domains = ['x.org']", "network.allowed_requests": "network.allowed_requests = ['GET x.org/**']", "network.max_upload_kib": "network.max_upload_kib = 1",
	"actions.NAME": "actions = { destructive = 'block' }",
	"audit.level":  "audit.level = 'forensic'", "audit.required": "audit.required = true", "audit.keep_days": "audit.keep_days = 1", "audit.keep_mib": "audit.keep_mib = 1",
	"sandbox.mode": "sandbox.mode = 'required'", "sandbox.write": "sandbox.write = ['/x']", "sandbox.write[].path": "sandbox.write = [{ path = '/x' }]", "sandbox.write[].override": "sandbox.write = [{ path = '/x', override = true }]",
	"sandbox.caches": "sandbox.caches = 'none'", "sandbox.reads": "sandbox.reads = 'listed'", "sandbox.read": "sandbox.read = ['/x']", "sandbox.read[].path": "sandbox.read = [{ path = '/x' }]",
	"sandbox.read[].override": "sandbox.read = [{ path = '/x', override = true }]", "sandbox.deny_read": "sandbox.deny_read = ['/x']", "sandbox.env": "sandbox.env = ['X']", "sandbox.sockets": "sandbox.sockets = ['/x']",
	"credentials.NAME.provider": "credentials.a.provider = 'github'", "credentials.NAME.env": "credentials.a = { env = 'X', hosts = 'x.org' }", "credentials.NAME.file": "credentials.a = { file = '~/x', hosts = 'x.org' }",
	"credentials.NAME.hosts": "credentials.a = { env = 'X', hosts = 'x.org' }", "credentials.NAME.headers": "credentials.a = { env = 'X', hosts = 'x.org', headers = 'X-Y' }", "credentials.NAME.query": "credentials.a = { env = 'X', hosts = 'x.org', query = 'k' }",
	"limits.timeout": "limits.timeout = 1", "limits.memory_mib": "limits.memory_mib = 128", "limits.processes": "limits.processes = 1", "limits.file_mib": "limits.file_mib = 1", "limits.output_kib": "limits.output_kib = 1",
	"ask.timeout":  "ask.timeout = \"10s\"",
	"judge.cpu_ms": "judge.cpu_ms = 100",
	"rule[].id":    rule, "rule[].program": rule, "rule[].subcommand": rule, "rule[].any": rule, "rule[].none": rule, "rule[].operand": rule, "rule[].class": rule, "rule[].reason": rule, "rule[].hint": rule, "rule[].hits": rule, "rule[].misses": rule,
}
