// Package page serves a small web page for the people of a fleet. It shows which commands
// wait for a yes, recent decisions, and which policy is in force on each machine.
//
//	s := page.Server{JS: js, Names: names, Header: "X-Forwarded-User", Approvers: names, …}
//	err := http.Serve(listener, s.Handler())
//
// A reverse proxy names the person in a header; the server believes it only from the proxy's
// addresses. The people on the list of approvers may answer: the server signs with its own
// key and puts the person's name into the envelope (package ask).
//
// A page loads only its own style sheet, has no script, and cannot be framed: its content
// security policy says so. Hostile commands appear as text, with everything invisible
// escaped. The list refreshes itself. An ask has a page of its own that does not, so no
// button moves while a person clicks. A form has a token for that person and that ask, and
// the server accepts it only from this page's origin.
//
// # Limits
//
// The page believes the proxy. A process that can connect from one of the proxy's addresses
// can name any person, unless the proxy and the server share a secret.
package page
