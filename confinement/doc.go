// Package confinement turns a policy into what one command may touch on this machine: a
// [sandbox.Box] with the places that it may write, those that are hidden from it, and those
// that are kept as they are.
//
// A [Site] holds the policy and what it means here: the homes, the directory, the flags of
// whoever started the first shimgen. It looks which of the policy's places exist, since a
// sandbox can only mount over what is there, and follows every link.
//
//	site := &confinement.Site{Policy: p, Machine: m, Flags: flags, Root: root, Dir: dir, Work: work, …}
//	box, before, err := site.Box(dir, runDirectory, self, gentle)
//	err = site.Adjust(&box, adjustment) // what flags of this one command ask for
//
// A gentle box lets ordinary work go on: temporary files are the machine's, clients read their
// own credentials, git writes what it writes. The names that others run or trust later are kept
// in both; package protect takes new ones away once the command has ended.
//
// A box is a look at one moment. What appears later beside a hidden place is not hidden, unless
// the policy lists what may be read.
package confinement
