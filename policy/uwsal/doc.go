// Package uwsal says as a policy what the security block of a uwsal.json says, which
// UnifyWeaver's agent loop reads. It decides nothing and opens nothing: text comes in and
// text goes out, with a comment wherever a setting means something else here, or nothing.
//
// What a key becomes is a row of keys. Every entry is tried with the loader of policies,
// and so is the whole, so that what comes out loads.
package uwsal
