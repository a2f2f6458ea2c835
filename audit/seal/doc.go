// Package seal makes it visible if what an audit trail held is changed or removed later.
//
// A seal says how long each file of the trail was, and the SHA-256 of that text. It also has the
// hash of the seal before, so that the last one stands for all of them:
//
//	head, err := seal.Add(dir, uid, time.Now())
//	… // somebody keeps head.Hash where whoever writes the trail cannot change it
//	found, err := seal.Verify(dir, head.Hash)
//
// The seals are lines of JSON in the file seals beside the trail's own. A seal has only the
// files that have grown since the one before. The trail is append-only, so a file's text must begin
// with what was sealed of it, also after it was numbered or compressed.
//
// # Limits
//
// Whoever may write the trail may write seals. A chain proves something against him only together
// with a hash that he could not replace. What was written since the last seal is not sealed. The
// bound on the trail removes the oldest files: a missing one counts as removed by it while nothing
// older is there.
package seal
