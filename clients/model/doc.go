// Package model is a scripted language model: an HTTP handler that speaks the four
// wire APIs in which coding agents talk to theirs, and says what a list of steps
// tells it to. It keeps no conversation. Every request carries the whole of it, and
// the number of tool results in it is the number of the next step; so requests may
// come again, out of order or beside others.
//
// A [Step] is a shell command or a call of a tool by name. The handler takes the
// shell tool from those that the request offers and fills in what its schema
// requires. A request that offers no such tool, as agents make for titles and
// summaries, is answered with words, and so is what comes after the last step.
//
//	POST /v1/messages                                 Anthropic Messages
//	POST /v1/responses                                OpenAI Responses
//	POST /v1/chat/completions                         OpenAI chat completions
//	POST /v1beta/models/M:generateContent and         Gemini
//	     /v1beta/models/M:streamGenerateContent
//
// Each answers as server-sent events where the request asks for a stream, and as one
// JSON object otherwise. What reached the model is kept: see [Server.Heard].
package model
