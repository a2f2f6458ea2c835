// Package answer answers an agent that asks before it runs a tool.
//
// [Call] reads what the agent sent, judges everything the call would do, records that,
// and returns what the hook has to print and its exit status:
//
//	agent, _ := hook.Lookup("claude")
//	reply := answer.Call(answer.Options{Agent: agent, Open: open}, os.Stdin)
//	fmt.Print(reply.Stdout)
//
// The strictest decision about any part of the call counts. [Verdict] translates a
// decision into the agent's terms. Where the registered line confines commands, Call
// replaces an allowed command by one that runs it in a sandbox.
//
// # Limits
//
// Every failure is a refusal in the agent's own form: an unreadable payload, a policy
// that cannot be opened, a panic. Package answer judges a tool's input alone; it does not
// see what the tool does besides (a server of its own, a hidden file). The tests of
// package clients measure whether an agent obeys the reply.
package answer
