// Package protect holds names that others run or trust later, below directories that a
// command may write to, where no mount can: names that are not there yet.
//
// [Look] finds out, before a command, what is there, in one walk. [Record.Check] says, once
// all of its processes have ended, which protected names are new or not what they were: it
// reads only directories that have changed since. A repository of git's that the command
// made is ordinary work: what is in it is judged by content, and what came with a clone is
// told and left. All else goes into a [Quarantine], and what was there before is put back.
//
// Everything is found by descriptor and through no link, and nothing but a regular file is
// opened to be read. What cannot be looked at, for there is too much of it, is said.
//
// The package sees no policy and no sandbox: [Names] says what names mean, and whoever
// confines a command says whether existing names were held ([Options]).
package protect
