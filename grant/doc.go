// Package grant carries a person's yes from the shimgen that asked to the shims that the
// command meets, for one run.
//
// A person says yes to a text; what its commands start is judged again by their shims. So
// the commands that were shown are kept as [Commands], each with the rule that asked about
// it, and a shim that would ask about exactly that lets it run.
//
//	yes := grant.Of(d, in)          // what was shown
//	err := yes.Write(runDirectory)  // in a sandbox: a file that the sandbox shows, read-only
//	end := grant.Hold(yes)          // without one: this process answers over a socket
//	d = grant.Apply(root, dir, d, argv) // in the shim
//
// Neither way believes a name. The file counts where the sandbox has mounted it, and the two
// ends of the socket ask the kernel who the other is; without a sandbox that works on Linux
// alone, and elsewhere shims refuse. Yeses that are kept for later are package approval's.
package grant
