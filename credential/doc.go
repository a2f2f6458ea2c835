// Package credential makes stand-ins for the credentials that a policy names: texts of the same
// length and shape that are worth nothing. What runs in a sandbox has these in its environment
// and its files; the egress proxy puts the values into requests to the hosts that they are for.
//
// [Open] looks the credentials up: in variables, and in the files of programs whose form is
// known (npmrc, netrc, git-credential-store, gh, the AWS CLI and others). A file is copied with
// stand-ins in the place of what it holds. Where it holds something else that has the shape of a
// credential, it is an error: a copy must be worth nothing as a whole.
//
// A stand-in keeps what programs look at before they send anything: the prefix of a token, its
// length, which characters are letters and digits, and all but the signature of a JSON Web Token
// (RFC 7519), which is worth nothing without.
package credential
