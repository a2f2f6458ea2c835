// Package notice collects the lines that a user should see, and tells which of them were
// seen before.
//
// A [List] holds each line once, for one process. [Marks] remember in files what was said in
// a session (setsid(2)): what is true of all its commands is said with the first of them.
//
//	var l notice.List
//	if marks.First(notice.SessionName(), text) {
//		l.Add("%s", text)
//	}
//
// Marks only keep words back: whoever can write to their directory can silence a line, and
// nothing else. They are forgotten after a day.
package notice
