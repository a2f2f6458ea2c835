// Package page serves a small web page for the people of a fleet: what waits for a yes, what
// was decided of late, and which policy is in force where.
//
//	s := page.Server{JS: js, Names: names, Header: "X-Forwarded-User", Approvers: names, …}
//	err := http.Serve(listener, s.Handler())
//
// Who somebody is, a reverse proxy says in a header; it is believed from the proxy's addresses
// alone. Whoever is on the list may answer: the server signs with its own key and puts the
// person's name into the envelope (package ask).
//
// A page loads nothing but its own style sheet, has no script, and is framed by nobody: its
// content security policy says so. What hostile commands contain is text, with everything
// invisible escaped. The list refreshes itself; an ask has a page of its own that does not, so
// that no button moves under a finger. A form has a token, which is for that person and that
// very ask, and is accepted from this page's origin only.
//
// # Limits
//
// The page believes the proxy. Any process that can connect from one of its addresses can name
// any person, unless there is a secret between the two.
package page
