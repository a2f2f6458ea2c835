package policy

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/rules"
)

func TestE1EachProfileIsStricterThanTheOneBefore(t *testing.T) {
	for _, row := range table {
		for i := 1; i < len(columns); i++ {
			assert.LessOrEqual(t, row.actions[i], row.actions[i-1], "%s: %s", row.key, columns[i])
		}
	}
	for i := 1; i < len(profiles); i++ {
		before, now := &profiles[i-1], &profiles[i]
		assert.LessOrEqual(t, now.network, before.network)
		assert.LessOrEqual(t, now.audit, before.audit)
		assert.LessOrEqual(t, now.sandbox, before.sandbox)
		assert.LessOrEqual(t, now.parseError, before.parseError)
		assert.True(t, now.safeOnly || !before.safeOnly)
		assert.True(t, now.read > 0 || before.read == 0)
	}
}

func TestE1EveryClassHasAnAction(t *testing.T) {
	for _, profile := range columns {
		p, err := Builtin(profile)
		require.NoError(t, err)
		assert.Len(t, p.Actions, len(rules.Classes())+1)
		for _, c := range rules.Classes() {
			assert.Contains(t, p.Actions, string(c))
		}
	}
}

func TestE1ProfilesByField(t *testing.T) {
	for _, c := range []struct {
		name     string
		want     Policy
		actions  map[string]rules.Action
		isolated string
	}{
		{
			Open,
			Policy{Network: Network{Mode: Full}, Audit: Audit{Level: gate.Off}, Sandbox: Unconfined, Access: Access{Caches: CachesShared, Reads: ReadsAll}, ScriptsByName: true, ParseError: rules.Allow},
			map[string]rules.Action{"fs.rm-root": rules.Allow, "self.write": rules.Allow, "fs.rm-empty": rules.Allow},
			"disabled",
		},
		{
			Cautious,
			Policy{Network: Network{Mode: Full}, Audit: Audit{Level: gate.Basic}, Sandbox: Auto, Access: Access{Caches: CachesShared, Reads: ReadsAll}, ScriptsByName: true, ParseError: rules.Ask},
			map[string]rules.Action{"fs.rm-root": rules.Block, "self.write": rules.Block, "fs.setid": rules.Ask, "fs.rm-empty": rules.Ask, "git.push": rules.Warn},
			"disabled",
		},
		{
			Guarded,
			Policy{Network: Network{Mode: Localhost}, Audit: Audit{Level: gate.Detailed}, Sandbox: Required, Access: Access{Caches: CachesPrivate, Reads: ReadsAll, Reduced: true}, Limits: Limits{LimitTime: 300_000}, ParseError: rules.Block},
			map[string]rules.Action{"self.write": rules.Block, "fs.setid": rules.Block, "privilege.elevate": rules.Block, "net.host": rules.Ask},
			"localhost_only",
		},
		{
			Paranoid,
			Policy{
				Network: Network{Mode: Offline}, Audit: Audit{Level: gate.Forensic}, Sandbox: Required, Access: Access{Caches: CachesPrivate, Reduced: true}, Limits: Limits{LimitTime: 300_000}, ParseError: rules.Block,
				SafeOnly: true, MaxRead: 1048576, MaxWrite: 10485760,
			},
			map[string]rules.Action{"git.push": rules.Block, "fs.outside-write": rules.Block, "run.opaque": rules.Block},
			"blocked",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Builtin(c.name)
			require.NoError(t, err)
			for id, want := range c.actions {
				assert.Equal(t, want.String(), action(t, p, id), id)
			}
			c.want.Audit.KeepDays, c.want.Audit.KeepMiB = DefaultKeepDays, DefaultKeepMiB
			c.want.Profile, c.want.Actions, c.want.Rules, c.want.Judging, c.want.AskTimeout = c.name, p.Actions, p.Rules, MaxJudging, DefaultAskTimeout
			assert.Equal(t, c.want, *p)
			assert.Equal(t, c.isolated, Profiles()[rank(c.name)].NetworkIsolation)
		})
	}
}

func TestE1UnknownProfileIsAnError(t *testing.T) {
	p, err := Builtin("Open")
	assert.EqualError(t, err, `unknown profile "Open" (did you mean "open"?): the profiles are open, container, cautious, guarded, paranoid`)
	assert.Nil(t, p)
	_, err = Builtin("")
	assert.EqualError(t, err, `unknown profile "": the profiles are open, container, cautious, guarded, paranoid`)
}

func TestE1ProfilesAsJSON(t *testing.T) {
	data, err := json.Marshal(Profiles())
	require.NoError(t, err)
	var all []map[string]any
	require.NoError(t, json.Unmarshal(data, &all))
	require.Len(t, all, 5)
	column := func(key string) (values []any) {
		for _, p := range all {
			values = append(values, p[key])
		}
		return values
	}
	for key, want := range map[string][]any{
		"name":                  {"open", "container", "cautious", "guarded", "paranoid"},
		"path_validation":       {false, true, true, true, true},
		"command_blocklist":     {false, true, true, true, true},
		"allowed_commands_only": {false, false, false, false, true},
		"command_proxying":      {"disabled", "disabled", "disabled", "enabled", "strict"},
		"path_proxying":         {false, false, false, false, false},
		"proot_isolation":       {false, false, false, false, false},
		"audit_logging":         {"disabled", "basic", "basic", "detailed", "forensic"},
		"audit_level":           {"off", "basic", "basic", "detailed", "forensic"},
		"network_isolation":     {"disabled", "disabled", "disabled", "localhost_only", "blocked"},
		"network_mode":          {"full", "full", "full", "localhost", "none"},
		"anomaly_detection":     {false, false, false, false, true},
		"confirm_tools":         {false, true, true, false, true},
		"blocked_network":       {false, false, false, true, true},
		"sandbox":               {"none", "auto", "auto", "required", "required"},
		"parse_error":           {"allow", "ask", "ask", "block", "block"},
		"unlisted":              {"allow", "allow", "allow", "allow", "block"},
		"max_read_bytes":        {0.0, 0.0, 0.0, 0.0, 1048576.0},
		"max_write_bytes":       {0.0, 0.0, 0.0, 0.0, 10485760.0},
	} {
		assert.Equal(t, want, column(key), key)
	}
	for i, count := range []int{0, 0, 0, 10, 0} {
		assert.Len(t, all[i]["blocked_commands"], count)
	}
	assert.Equal(t, "block", all[1]["actions"].(map[string]any)["self.*"])
	assert.Equal(t, "ask", all[1]["actions"].(map[string]any)["escape"])
}

func TestZeroPolicyBlocks(t *testing.T) {
	assert.Equal(t, rules.Block, (&Policy{}).Action(&rules.Rule{ID: "git.push", Class: rules.Hygiene}))
	assert.False(t, (&Policy{}).HostAllowed("localhost"))
	assert.Equal(t, Required, (&Policy{}).Sandbox)
	assert.Equal(t, gate.Forensic, (&Policy{}).Audit.Level)
	assert.Equal(t, Project, Layer{}.Kind)
}

func TestUserRulesAreRulesLikeTheOthers(t *testing.T) {
	p := load(t, Flags{}, user(`
[[rule]]
id = "team.pip"
program = "python3"          # by any name of the program
any = ["-m"]
class = "destructive"
reason = "r"
hits = ["python -m pip"]
misses = ["python x.py"]

[[rule]]
id = "team.stash"
program = "git"
subcommand = ["stash/drop", "stash/clear"]
none = ["-q", "--quiet"]
operand = ["stash@*"]
class = "hygiene"
reason = "r"
hint = "h"
hits = ["git stash drop stash@{1}", "cd x && git -C y stash drop stash@{1}"]
misses = ["git stash pop stash@{1}", "git stash drop -q stash@{1}", "echo git stash drop stash@{1}"]

[actions]
"team.pip" = "warn"
"team.*" = "block"
`[1:]))
	added := slices.Collect(p.Rules.All())[p.Rules.Len()-2:]
	assert.Equal(t, "ask the user", added[0].Hint)
	assert.Equal(t, "stash/drop stash/clear", added[1].Sub)
	assert.Equal(t, "warn", action(t, p, "team.pip"))
	assert.Equal(t, "block", action(t, p, "team.stash"))
}

// A mild rule warns where a profile asks, and nowhere else: not where it blocks,
// and not where somebody chose an action for the rule or its class.
func TestMildRulesWarnWhereAProfileAsks(t *testing.T) {
	mild := &rules.Rule{ID: "x.y", Class: rules.Exposure, Mild: true}
	for name, want := range map[string]rules.Action{Open: rules.Allow, Cautious: rules.Warn, Guarded: rules.Block, Paranoid: rules.Block} {
		p, err := Builtin(name)
		require.NoError(t, err)
		assert.Equal(t, want, p.Action(mild), name)
	}
	for _, key := range []string{"x.y", "x.*", "exposure"} {
		p, err := Builtin(Cautious)
		require.NoError(t, err)
		p.set(key, rules.Ask, setter{})
		assert.Equal(t, rules.Ask, p.Action(mild), key)
		assert.False(t, p.Cause(mild).Floor, key)
	}
}
