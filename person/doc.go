// Package person finds the terminal of the person who may answer here, and knows where there
// is none.
//
//	tty, err := person.Asker{Root: root, Installed: true, Env: env}.Terminal()
//
// A program that shimgen runs must not answer in a person's place. So nobody is asked below
// another shimgen, or on a terminal that shimgen made for what it runs. Who leaves both its
// parents and its environment behind is not recognised.
package person
