// Package hook speaks the protocols by which coding agents ask before they run
// a tool: what an agent sends on standard input, and the answer it understands.
//
// Read turns a payload into a Call: the commands, paths and URLs in it, whatever
// the tool is called and however the agent spells its keys. Host.Reply turns a
// verdict into what the hook must print and how it must exit.
//
// # Refusals
//
// Agents fail open. Every one that was measured runs the command when its hook
// prints anything but its very own JSON, and most do when a hook exits with
// another status than 2, or says nothing on standard error. So a refusal takes
// the one form that held everywhere: the agent's own JSON and nothing else on
// standard output, the same reason on standard error, exit status 2. Nothing is
// ever said in several agents' forms at once: one unknown key voids an answer.
//
// Silence with exit status 0 is "no opinion": the agent goes on as if there were
// no hook, and asks its user where it would have. That is the answer for what the
// policy allows. An explicit "allow" grants more than that, and is only given
// where the user opted in.
//
// An agent that would run or hang when told to ask is told to refuse, with a
// reason that says whom to ask; so is one in a mode in which it would not ask.
//
// # Registration
//
// Registered says where an agent wants to be told of its hook and in what words;
// Add, Find and Remove work on the text of that file, and leave every byte that is
// not ours. What is registered is a line of shell around shimgen that refuses whatever fails, in a form that the
// file's reader leaves as it is, or a plugin that runs it. Under it the hook is
// Sealed: it ends with statuses of its own, and whatever ends with another one has
// not answered.
//
// # Sources
//
// Hosts says for each agent with which version its row was measured, by running
// the agent itself against every form of failure; rows without a version are from
// that agent's documentation alone.
package hook
