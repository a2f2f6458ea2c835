// Package authority finds the certificate authorities that programs of this machine believe,
// and has them believe one more.
//
// Programs read a bundle in PEM that the system has, or one that a variable names; Java reads
// a store of its own. The sandbox lends its commands files in the place of those.
//
//	pem, err := authority.Bundle(env)          // what the caller's programs believe
//	store := authority.JavaStore(string(pem))  // the same for Java
//	env = authority.Trusting(env)              // every program reads the system's bundle
//
// Programs with authorities compiled in, or with a file that no variable names, are not reached.
package authority
