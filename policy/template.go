package policy

import (
	"fmt"
	"strings"
)

// Template returns a user's policy file that sets a profile and shows every other setting in a
// comment. It loads as it is, and with any of its examples uncommented. An unknown profile is
// replaced by the default one.
func Template(profile string) string {
	if rank(profile) < 0 {
		profile = Default
	}
	return fmt.Sprintf(template, profile, strings.Join(columns[:], ", "), strings.Join(classNames(), ", "), MinJudging.Milliseconds(), MaxJudging.Milliseconds(), strings.Join(SocketNames(), ", "))
}

// template is the text of Template. A line that begins with "#:" is a setting in a comment; one
// with "# " is prose.
const template = `# What commands may do. "shimgen policy validate" reads this file and says
# which line is wrong; a file with an error stops everything, and never opens
# anything.

# Where to begin: %[2]s, loosest first.
profile = "%[1]s"

# observe judges as another profile would, refuses nothing, and records what would have been.
#:observe = { as = "guarded" }

# One of your own, to be named above: one of those to begin with, and what is
# other in it. It may also set network, audit, sandbox, safe_only and
# allowed_paths.
#:[profiles.team]
#:base = "guarded"
#:description = "what our agents may do"
#:actions = { opaque = "allow", "git.push" = "block" }

[paths]
# Added to the built-in places; with everything below them. Absolute, from ~,
# or from the work directory.
#:blocked = ["/data/production"]
# The same, and names below every home directory.
#:blocked_path_prefixes = ["/mnt/backup/"]
#:blocked_home_patterns = [".vault/"]
# Exceptions, which come first. Credentials, and what would be catastrophic,
# need { path = "…", override = true }.
#:allowed = ["/etc/nginx/conf.d"]

[commands]
# One whole simple command each, options in any order and spelling; * at the
# end admits anything more; re: begins a regular expression (RE2), which tells
# upper case from lower unless it begins with (?i).
#:blocked = ["systemctl *", 're:(?i)\bdrop\s+database\b']
# Exceptions, which come first. They never cover a second command, a
# redirection or an assignment; what would be catastrophic needs
# { command = "…", override = true }.
#:allowed = ["rm -rf ./build", "git push origin main"]

[network]
# full, allowlist, localhost or none.
#:mode = "allowlist"
# Exact names, or *.NAME for all below it; the ports 22, 80 and 443, or NAME:PORT.
# With a list, no other host may be reached.
#:allowed_domains = ["github.com", "*.example.org"]
# What may be requested of some of them, in a sandbox; of others anything (docs/network.md).
#:allowed_requests = ["READ api.github.com/**", "POST api.github.com/graphql query"]
# KiB that the body of a request may have; 0 is any number.
#:max_upload_kib = 0

[actions]
# allow, warn, ask or block, for a class: %[3]s;
#:destructive = "block"
# for a pack of rules, or for one rule, which wins ("shimgen rules list").
#:"git.*" = "ask"
#:"git.push" = "allow"

[audit]
# off, basic, detailed or forensic, which also keeps the beginning of what an MCP
# client's commands printed.
#:level = "detailed"
# Whether a command that cannot be recorded is refused.
#:required = true
# How much of the trail is kept, in days and in MiB; 0 is no bound.
#:keep_days = 30
#:keep_mib = 512

[sandbox]
# Whether exec and the MCP server confine what they start: required, which refuses where
# nothing can; auto, where something can; or none.
#:mode = "required"
# Directories that may be written beside the work directory and temporary files. What
# holds credentials or is run later needs { path = "…", override = true }.
#:write = ["~/.local/state/tool"]
# The caches of package managers and compilers (docs/sandbox.md has the list): shared,
# which may be written; private, empty ones where a tool needs to write; or none.
#:caches = "private"
# What may be read: all but credentials, or listed: of homes and data the work directory
# and what docs/sandbox.md lists.
#:reads = "all"
# Credentials that what is confined may read, and what is hidden beside the built-in places.
#:read = ["~/.config/gh"]
#:deny_read = ["~/letters"]
# Variables that guarded and paranoid leave in the environment though they are named like
# credentials, and Unix sockets that they let in: %[6]s, or a path.
#:env = ["CI_JOB_TOKEN", "ACME_*"]
#:sockets = ["ssh-agent"]

# Secrets that commands in a sandbox have a stand-in of, where network.mode is "allowlist": the
# proxy puts the value into requests to their hosts (docs/network.md has the providers).
#:[credentials.github]
#:provider = "github"
#:[credentials.mine]
#:env = "MY_TOKEN"
#:hosts = ["api.example.com"]

[limits]
# For one command of exec and of the MCP server; 0 is no limit. A time is a number of seconds
# or as "90s"; guarded and paranoid have 5 minutes.
#:timeout = "5m"
# In MiB, of each process and of all that the command starts together; how many processes
# it may be; in MiB, of one file; in KiB, of each stream of output that is kept.
#:memory_mib = 4096
#:processes = 500
#:file_mib = 1024
#:output_kib = 1024

[ask]
# How long a question at a terminal waits; then it is a no, and nothing runs.
#:timeout = "5m"

[judge]
# Milliseconds of processor time for one decision, %[4]d to %[5]d; what takes more is blocked.
#:cpu_ms = 500

# Rules of your own. The examples are checked whenever this file is read.
#:[[rule]]
#:id = "team.no-migrate"
#:program = "rails"
#:subcommand = ["db:migrate"]
#:class = "destructive"
#:reason = "migrates a database, which is for CI to do"
#:hint = "open a merge request"
#:hits = ["rails db:migrate"]
#:misses = ["rails db:status"]
`
