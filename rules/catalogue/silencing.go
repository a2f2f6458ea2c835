package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// watchers are words for what watches over services, or tells people that one has failed, and watched these and
// words for what they watch.
const (
	watchers = "monitor monitors alert alerts alarm alarms alerting check checks healthcheck healthchecks incident incidents notification notifications " +
		"alert-rule alert-rules alert-policy alert-policies escalation escalations oncall on-call pager detector detectors probe probes synthetic synthetics uptime watchdog watchdogs monitoring"
	watched = watchers + " host hosts service services policy policies rule rules"
)

// pauses are words for a time without alarms.
const pauses = "silence silences silenced downtime downtimes snooze snoozes suppression suppressions muting maintenance maintenance-window maintenance-windows maintenance_window maintenance_windows maintenancewindow mute-rule mute-rules muting-rule muting-rules"

// shortTimes are times for which people silence an alarm while they work on what it watches. Any other may be as
// long as one likes: 8760h, 100000m.
const shortTimes = "5m 10m 15m 20m 30m 45m 60m 90m 120m 1h 1h30m 2h 3h 4h 5h 6h 7h 8h 9h 10h 12h"

// silencing are the rules about what keeps alarms from the people who would act on them.
var silencing = []rules.Rule{
	{
		ID: "monitoring.silence", Class: rules.Destructive, Undone: rules.Tool, NotLocal: true, Certain: true, Effect: grammar.Manages, None: "--dry-run --help -h",
		Sub: "service/disable service/disable/* mute mute/* */mute */mute/* */mute-* */mute_* */snooze */snooze/* *snoozes/create* */silence/* silence/* */silences/create* */silenced/create* *maintenance-window*/create* *maintenance_window*/create* maintenance/create* */maintenance/create* " +
			"*suppression/create* *suppressions/create* */put-alarm-mute-rule *alert-processing-rule/create* monitor/disable* monitors/disable* */monitor*/disable* monitor/pause* */monitor*/pause* alert/disable* alerts/disable* */alert*/disable* */alert*/pause* */alarm*/disable* check/pause* checks/pause* " +
			"incident/resolve* incident/ack* incidents/resolve*",
		Reason: "silences alarms, so that nobody acts on them",
		Hint:   "ask the user to do it",
		Hits:   []string{"pd service disable -n 'Prod API'", "pd service disable --ids P1", "pd incident resolve --me", "gcloud monitoring snoozes create --display-name=x", "az monitor alert-processing-rule create -n x -g g --rule-type RemoveAllActionGroups --scopes s", "oci monitoring alarm-suppression create --display-name x"},
		Misses: []string{"pd service list", "pd incident list --me", "gcloud monitoring snoozes list", "gcloud monitoring snoozes describe s", "az monitor alert-processing-rule list", "gh run list"},
	},
	{
		ID: "monitoring.silence-narrow", Class: rules.Destructive, Undone: rules.Tool, Mild: true, Program: "amtool", Sub: "silence/add* silence/update* silence/import*", None: "--help -h",
		Reason: "silences an alarm, so that nobody acts on it",
		Hint:   "`amtool silence query` shows which there are",
		Hits:   []string{"amtool silence add alertname=Disk instance=a -c x", "amtool --alertmanager.url=https://am.example.com silence add alertname=Disk"},
		Misses: []string{"amtool silence query", "amtool alert query", "amtool check-config a.yml", "amtool silence add --help"},
	},
	{
		ID: "monitoring.silence-long", Class: rules.Destructive, Undone: rules.Tool, Program: "amtool", Sub: "silence/add* silence/update*", None: "--help -h", Certain: true,
		Beside: "-d --duration --duration=*", NotBeside: shortTimes,
		Reason: "silences an alarm for a long time, so that nobody acts on it",
		Hint:   "leave --duration away: the default is one hour",
		Hits:   []string{"amtool silence add alertname=Disk --duration=365d", "amtool silence add alertname=Disk -d 2w", "amtool silence add alertname=Disk -d 8761h", "amtool silence add alertname=Disk --duration=100000m"},
		Misses: []string{"amtool silence add alertname=Disk --duration=30m", "amtool silence add alertname=Disk -d 2h -c '2nd disk'", "amtool silence add alertname=Disk", "amtool silence query"},
	},
	{
		ID: "monitoring.silence-all", Class: rules.Destructive, Undone: rules.Tool, Program: "amtool", Sub: "silence/add* silence/update*", None: "--help -h", Certain: true,
		Operand: "*=~.* *=~\".* *=~'.* *=~^.* *=~*|.*",
		Reason:  "silences every alarm, so that nobody acts on one",
		Hint:    "name the alarm that this is about",
		Hits:    []string{"amtool silence add alertname=~'.+' -c x", "amtool silence add 'alertname=~\".*\"'"},
		Misses:  []string{"amtool silence add alertname=~Disk.*", "amtool silence add alertname=Disk", "amtool silence query alertname=~.+"},
	},
	{
		ID: "unknown.mute", Class: rules.Destructive, Undone: rules.Tool, NoGrammar: true, NotBuiltHere: true, Certain: true, Except: "amtool " + keepers + " " + testers + " " + verbless, None: "--dry-run --dry --help -h",
		Operand: "mute mute-all mute_all mute-* mute_* silence silence-all snooze suppress stop-alerts resolve-all", Beside: watched,
		NotBeside: "list ls show get describe status query search info linter lint eslint",
		Reason:    "silences alarms, so that nobody acts on them",
		Hint:      "ask the user to do it",
		Hits:      []string{"dog monitor mute_all", "dog monitor mute 12345", "frobnicate host mute web1"},
		Misses:    []string{"frobnicate monitor list", "frobnicate mute", "frobnicate monitor unmute 1", "./mon check mute 1", "frobnicate monitor mute --dry-run 1", "amixer set Master mute"},
	},
	{
		ID: "unknown.watch-off", Class: rules.Destructive, Undone: rules.Tool, NoGrammar: true, NotBuiltHere: true, Certain: true, Except: "amtool " + keepers + " " + testers + " " + verbless, None: "--dry-run --dry --help -h",
		Operand: "suspend deactivate disable disable-* pause pause-* pause_*", Beside: watchers,
		NotBeside: "list ls show get describe status query search info linter lint eslint",
		Reason:    "switches off what tells people that a service has failed",
		Hint:      "ask the user to do it",
		Hits:      []string{"frobnicate checks pause 7", "frobnicate alert-rules disable --all", "frobnicate monitor suspend web"},
		Misses:    []string{"frobnicate checks list", "frobnicate rules disable no-console", "frobnicate host disable web1", "frobnicate check enable 1", "./mon check pause 1", "frobnicate monitor pause --dry-run 1"},
	},
	{
		ID: "unknown.downtime", Class: rules.Destructive, Undone: rules.Tool, NoGrammar: true, NotBuiltHere: true, Certain: true, Except: "amtool " + keepers + " " + testers + " " + verbless, None: "--dry-run --dry --help -h",
		Operand: pauses, Beside: "post add create set start new schedule begin enable update", NotBeside: "list ls show get query describe off delete cancel expire git",
		Reason: "silences alarms, so that nobody acts on them",
		Hint:   "ask the user to do it",
		Hits:   []string{"dog downtime post env:prod 1700000000", "sensuctl silenced create --check '*' --reason x", "frobnicate maintenance-window create --all", "frobnicate schedule downtime web1"},
		Misses: []string{"dog downtime show_all", "sensuctl silenced list", "frobnicate downtime cancel 3", "./mon downtime add x", "amixer set Master mute", "frobnicate maintenance run"},
	},
}
