package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// watched are words for what watches over services, or tells people that one has failed.
const watched = "monitor monitors alert alerts alarm alarms alerting check checks healthcheck healthchecks host hosts service services incident incidents policy policies rule rules notification notifications " +
	"alert-rule alert-rules alert-policy alert-policies escalation escalations oncall on-call pager detector detectors probe probes synthetic synthetics uptime watchdog watchdogs monitoring"

// pauses are words for a time without alarms.
const pauses = "silence silences silenced downtime downtimes snooze snoozes suppression suppressions muting maintenance maintenance-window maintenance-windows maintenance_window maintenance_windows maintenancewindow mute-rule mute-rules muting-rule muting-rules"

// longTimes are times of days and more: 2d, 1w, 365d, 8760h.
const longTimes = "1*d 2*d 3*d 4*d 5*d 6*d 7*d 8*d 9*d 1*w 2*w 3*w 4*w 5*w 6*w 7*w 8*w 9*w 1*y 2*y 3*y 5*y 24h 48h 72h 96h 168h 336h 720h 4380h 8760h 9999h"

// silencing are the rules about what keeps alarms from the people who would act on them.
var silencing = []rules.Rule{
	{
		ID: "monitoring.silence", Class: rules.Destructive, Undone: rules.Tool, NotLocal: true, Certain: true, Effect: grammar.Manages, None: "--dry-run --help -h",
		Sub: "service/disable service/disable/* mute mute/* */mute */mute/* */mute-* */mute_* */snooze */snooze/* *snoozes/create* */silence/* silence/* */silences/create* */silenced/create* *maintenance-window*/create* *maintenance_window*/create* maintenance/create* */maintenance/create* " +
			"*suppression/create* *suppressions/create* */put-alarm-mute-rule *alert-processing-rule/create* monitor/disable* monitors/disable* */monitor*/disable* monitor/pause* */monitor*/pause* alert/disable* alerts/disable* */alert*/disable* */alert*/pause* */alarm*/disable* check/pause* checks/pause* " +
			"incident/resolve* incident/ack* incidents/resolve*",
		Reason: "keeps alarms from those who would act on them",
		Hint:   "ask the user to do it",
		Hits:   []string{"pd service disable -n 'Prod API'", "pd service disable --ids P1", "pd incident resolve --me", "gcloud monitoring snoozes create --display-name=x", "az monitor alert-processing-rule create -n x -g g --rule-type RemoveAllActionGroups --scopes s", "oci monitoring alarm-suppression create --display-name x"},
		Misses: []string{"pd service list", "pd incident list --me", "gcloud monitoring snoozes list", "gcloud monitoring snoozes describe s", "az monitor alert-processing-rule list", "gh run list"},
	},
	{
		ID: "monitoring.silence-narrow", Class: rules.Destructive, Undone: rules.Tool, Mild: true, Program: "amtool", Sub: "silence/add* silence/update* silence/import*", None: "--help -h",
		Reason: "keeps an alarm from those who would act on it",
		Hint:   "`amtool silence query` shows which there are",
		Hits:   []string{"amtool silence add alertname=Disk instance=a -c x", "amtool --alertmanager.url=https://am.example.com silence add alertname=Disk"},
		Misses: []string{"amtool silence query", "amtool alert query", "amtool check-config a.yml", "amtool silence add --help"},
	},
	{
		ID: "monitoring.silence-long", Class: rules.Destructive, Undone: rules.Tool, Program: "amtool", Sub: "silence/add* silence/update*", None: "--help -h", Certain: true,
		Beside: longTimes,
		Reason: "keeps an alarm for days from those who would act on it",
		Hint:   "leave --duration away: the default is one hour",
		Hits:   []string{"amtool silence add alertname=Disk --duration=365d", "amtool silence add alertname=Disk -d 2w"},
		Misses: []string{"amtool silence add alertname=Disk --duration=30m", "amtool silence add alertname=Disk -d 2h", "amtool silence query"},
	},
	{
		ID: "monitoring.silence-all", Class: rules.Destructive, Undone: rules.Tool, Program: "amtool", Sub: "silence/add* silence/update*", None: "--help -h", Certain: true,
		Operand: "*=~.* *=~\".* *=~'.* *=~^.* *=~*|.*",
		Reason:  "keeps every alarm from those who would act on it",
		Hint:    "name the alarm that this is about",
		Hits:    []string{"amtool silence add alertname=~'.+' -c x", "amtool silence add 'alertname=~\".*\"'"},
		Misses:  []string{"amtool silence add alertname=~Disk.*", "amtool silence add alertname=Disk", "amtool silence query alertname=~.+"},
	},
	{
		ID: "unknown.mute", Class: rules.Destructive, Undone: rules.Tool, NoGrammar: true, NotBuiltHere: true, Certain: true, Except: "amtool " + keepers + " " + testers + " " + verbless, None: "--dry-run --dry --help -h",
		Operand: "mute mute-all mute_all mute-* mute_* silence silence-all snooze suppress suspend deactivate disable disable-* pause pause-* pause_* stop-alerts resolve-all", Beside: watched,
		NotBeside: "list ls show get describe status query search info linter lint eslint",
		Reason:    "keeps alarms from those who would act on them",
		Hint:      "ask the user to do it",
		Hits:      []string{"dog monitor mute_all", "dog monitor mute 12345", "frobnicate checks pause 7", "frobnicate alert-rules disable --all", "frobnicate host mute web1"},
		Misses:    []string{"frobnicate monitor list", "frobnicate mute", "frobnicate monitor unmute 1", "./mon check pause 1", "frobnicate monitor mute --dry-run 1", "amixer set Master mute"},
	},
	{
		ID: "unknown.downtime", Class: rules.Destructive, Undone: rules.Tool, NoGrammar: true, NotBuiltHere: true, Certain: true, Except: "amtool " + keepers + " " + testers + " " + verbless, None: "--dry-run --dry --help -h",
		Operand: pauses, Beside: "post add create set start new schedule begin enable update", NotBeside: "list ls show get query describe off delete cancel expire git",
		Reason: "keeps alarms from those who would act on them",
		Hint:   "ask the user to do it",
		Hits:   []string{"dog downtime post env:prod 1700000000", "sensuctl silenced create --check '*' --reason x", "frobnicate maintenance-window create --all", "frobnicate schedule downtime web1"},
		Misses: []string{"dog downtime show_all", "sensuctl silenced list", "frobnicate downtime cancel 3", "./mon downtime add x", "amixer set Master mute", "frobnicate maintenance run"},
	},
}
