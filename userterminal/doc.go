// Package userterminal finds the terminal of the person who may answer here, and knows where there
// is none.
//
//	tty, err := userterminal.Finder{Root: root, Installed: true, Env: env}.Open()
//
// A program that shimgen runs must not answer in a person's place. So nobody is asked below
// another shimgen, or on a terminal that shimgen made for what it runs. Who leaves both its
// parents and its environment behind is not recognised.
package userterminal
