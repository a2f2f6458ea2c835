// Package prompt writes the description and schema, in the formats of the model
// interfaces, of the tool that runs a model's commands.
//
//	tool := loop.Execute(prompt.MCP.Limit())
//	text, err := tool.Print(prompt.MCP)
//
// Every statement is true of the policy in force. None is hard-coded: each one has
// example commands, [Loop].Judge decides about them, and the decision says where the
// statement goes. If the commands of a topic get different decisions, they are listed one
// by one.
//
// # Limits
//
// The text is ASCII and bounded in length; if it is too long, lists lose their last items
// first. It repeats nothing that an untrusted project's file could have written, for a
// model would take that for instructions: it only says how many such entries there are.
package prompt
