// Package userterminal finds the terminal of the person who may answer a question, or finds
// that there is none.
//
//	tty, err := userterminal.Finder{Root: root, Installed: true, Env: env}.Open()
//
// A program that shimgen runs must not answer in a person's place. So shimgen asks nobody
// below another shimgen, or on a terminal that shimgen made for a program. A process that
// leaves both its parents and its environment behind is not recognised.
package userterminal
