// Package bundle makes what coding agents install with commands of their own: plug-ins that
// register shimgen's hook. They have no path of one machine in them, so a company can publish them,
// while shimgen hook install writes one user's settings.
//
//	for _, f := range bundle.Files("1.4.0") {
//		// write f.Text to f.Path, which is relative
//	}
//
// The files are a directory for each agent, and the catalogues with which Claude Code and Codex
// find theirs:
//
//	.claude-plugin/marketplace.json      claude plugin marketplace add DIR
//	.agents/plugins/marketplace.json     codex plugin marketplace add DIR
//	claude/ codex/ copilot/ gemini/
//
// The hook's entry and line are those of package hook, but for the program: it is what
// shimgen install made in the home of whoever runs the agent.
//
// # Limits
//
// A plug-in holds no program. Where shimgen is not installed, its line refuses everything and
// says so. Its line only judges: a hook that confines what it allows needs the path of
// its own shimgen in the agent's rules, which shimgen hook install writes.
package bundle
