// Package confinement turns a policy into what one command may touch on this machine: a
// [sandbox.Box] with the writable places, the hidden ones, and the protected ones.
//
// A [Site] holds the policy and the facts it depends on here: the homes, the directory, the flags
// of whoever started the first shimgen. It determines which of the policy's places exist, since a
// sandbox can only mount over existing files, and follows every link.
//
//	site := &confinement.Site{Policy: p, Machine: m, Flags: flags, Root: root, Dir: dir, Work: work, …}
//	box, before, err := site.Box(dir, runDirectory, self, lenient)
//	err = site.Adjust(&box, adjustment) // the flags of this one command
//
// A lenient box lets ordinary work go on: temporary files are the machine's, clients read their
// own credentials, git writes its files. Both kinds of box protect existing names that others run
// or trust later; package protect removes new ones once the command has ended.
//
// A box reflects one moment. A secret that appears later in an unhidden place is not hidden,
// unless the policy lists what may be read.
package confinement
