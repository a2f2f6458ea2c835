package main

// commands is the command line. Its help texts are the manual's short form.
type commands struct {
	Install   installCmd   `cmd:"" help:"Install the shims and a default policy."`
	Uninstall uninstallCmd `cmd:"" help:"Remove the shims; policy and audit trail stay."`
	Rehash    rehashCmd    `cmd:"" help:"Update the shims to the programs that are on PATH now."`
	Status    statusCmd    `cmd:"" help:"Show what is installed."`
	Doctor    doctorCmd    `cmd:"" help:"Check the installation and say how to fix it."`
	Env       envCmd       `cmd:"" help:"Print the lines that put the shims first on PATH."`

	Check   checkCmd   `cmd:"" help:"Judge a command: shell source, or an argument vector."`
	Scan    scanCmd    `cmd:"" help:"Judge the commands that a repository's files hold."`
	Explain explainCmd `cmd:"" help:"Show why a command is judged as it is."`
	Path    pathCmd    `cmd:"" help:"Judge a path."`
	URL     urlCmd     `cmd:"" name:"url" help:"Judge a URL."`
	Exec    execCmd    `cmd:"" help:"Decide, then run a command under shims and limits."`
	Run     runCmd     `cmd:"" help:"Run an interactive program, such as an agent, as exec would, on a terminal of its own."`
	Inline  inlineCmd  `cmd:"" help:"Decide, then run a script given as text, in a sandbox with an empty environment and home."`
	Hook    hookVerbs  `cmd:"" help:"Answer an agent that asks before it runs a tool; register that hook with the agent."`

	Sandbox    sandboxCmd    `cmd:"" help:"Show what can confine a command here."`
	Quarantine quarantineCmd `cmd:"" help:"List, restore or remove quarantined files, which confined commands made for others to run."`

	Undo  undoCmd  `cmd:"" help:"List or put back what shims have kept: what rm removed, what git threw away."`
	Trash trashCmd `cmd:"" help:"Delete what is in the trash."`

	Pending pendingCmd `cmd:"" help:"List the commands that were asked about where nobody could answer."`
	Approve approveCmd `cmd:"" help:"Let such a command run, once or for a time."`
	Grants  grantsCmd  `cmd:"" help:"List what was approved and has not been used up."`
	Revoke  revokeCmd  `cmd:"" help:"Take an approval back, or decline what waits for one."`

	Attempts attemptsCmd `cmd:"" help:"List what agents' sessions tried and were refused, or release one that is held."`

	Appeal appealCmd `cmd:"" help:"Ask the user to allow a refused command from now on; list, accept or reject what was asked for so."`

	MCP    mcpCmd    `cmd:"" name:"mcp" help:"Serve execute and check to an agent, over MCP on standard input and output."`
	Prompt promptCmd `cmd:"" help:"Print the description of the tool that runs a model's commands."`

	Policy   policyCmd   `cmd:"" help:"Make, show, compare, test or change a policy."`
	Suggest  suggestCmd  `cmd:"" help:"Print lines for the policy that the audit trail suggests, with the evidence."`
	Profiles profilesCmd `cmd:"" help:"List the profiles."`
	Trust    trustCmd    `cmd:"" help:"Let a project's policy file lift asks, as long as it stays as it is."`
	Untrust  untrustCmd  `cmd:"" help:"Let a project's policy file only tighten, as before it was trusted."`
	Rules    rulesCmd    `cmd:"" help:"List, show or test the rules."`
	Audit    auditCmd    `cmd:"" help:"Read the audit trail, or add to it."`

	Completion completionCmd `cmd:"" help:"Print a shell's completion script."`
	Manual     manualCmd     `cmd:"" help:"Print a manual page: shimgen(1), shim(1) or agent-loop-policy(5)."`
	Version    versionCmd    `cmd:"" help:"Print the version."`
}
