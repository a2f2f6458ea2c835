// Package model is a scripted language model: an HTTP handler that speaks the four wire
// APIs of coding agents and follows a list of steps. It keeps no conversation. Every
// request carries all of it, and the number of tool results in it is the number of the
// next step; so requests may be repeated, reordered or concurrent.
//
// A [Step] is a shell command or a call of a tool by name. The handler takes the shell
// tool from those that the request offers and fills in what its schema requires. If a
// request offers no such tool, as agents' requests for titles and summaries do, the
// answer is text; so is the answer after the last step.
//
//	POST /v1/messages                                 Anthropic Messages
//	POST /v1/responses                                OpenAI Responses
//	POST /v1/chat/completions                         OpenAI chat completions
//	POST /v1beta/models/M:generateContent and         Gemini
//	     /v1beta/models/M:streamGenerateContent
//
// Each answers with server-sent events if the request asks for a stream, and with one
// JSON object otherwise. [Server.Heard] returns what reached the model.
package model
