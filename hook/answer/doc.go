// Package answer answers an agent that asks before it runs a tool.
//
// [Call] reads what the agent sent, judges all that the call would do, records that, and
// returns what the hook has to print and how it has to end:
//
//	agent, _ := hook.Lookup("claude")
//	reply := answer.Call(answer.Options{Agent: agent, Open: open}, os.Stdin)
//	fmt.Print(reply.Stdout)
//
// The worst decision about any part of the call counts. [Verdict] is how a decision is
// told to an agent. Where the registered line confines, an allowed command is replaced by
// one that carries the decision out in a sandbox.
//
// # Limits
//
// It fails into a refusal: an unreadable payload, a policy that cannot be opened and a
// crash of our own are all refused, in the agent's own form. What a tool does besides its
// input (a server of its own, a hidden file) is not seen. Whether the agent obeys the reply
// is measured by the tests of package clients, not here.
package answer
