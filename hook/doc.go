// Package hook speaks the protocols by which coding agents ask before they run a tool:
// what an agent sends on standard input, and the answer it expects.
//
// [Read] turns a payload into a [Call]: the commands, paths and URLs in it, whatever the
// tool's name and the agent's spelling of the keys. [Host.Reply] turns a verdict into the
// output and exit status of the hook:
//
//	call, err := hook.Read(payload)
//	…
//	agent, _ := hook.Lookup("claude")
//	reply := agent.Reply(hook.Refuse, "removes every file you can write")
//
// # Refusals
//
// Agents fail open. Every measured agent runs the command when its hook prints anything
// but the agent's own JSON. Most do so when the hook exits with a status other than 2, or
// says nothing on standard error. So a refusal takes the one form that every agent
// honours: the agent's own JSON and nothing else on standard output, the same reason on
// standard error, exit status 2. An answer never mixes several agents' forms: one unknown
// key voids it.
//
// Silence with exit status 0 is "no opinion": the agent goes on as if there were no hook,
// and asks its user where it would have. That is the answer for what the policy allows.
// An explicit "allow" grants more than that, and is given only where the user opted in.
//
// Some agents run the command, or hang, when the answer is "ask". Those get a refusal
// whose reason says whom to ask; so does an agent in a mode in which it would not ask.
//
// # Registration
//
// [RegistrationOf] says in which file an agent expects its hook, and in what form.
// [Registration.Add], [Registration.Find] and [Registration.Remove] edit the text of that
// file and leave every byte that is not ours. They register either a plugin or a line of
// shell; both run shimgen and refuse if it fails. The line contains nothing that the agent
// would expand or unescape when it reads the file. That line has the [SealedFlag]: the hook
// exits with statuses of its own, and a process with any other status has not answered.
//
// # Limits
//
// [Hosts] says with which version each agent's row was measured, by running the agent
// itself against every form of failure. A row without a version rests on that agent's
// documentation alone.
package hook
