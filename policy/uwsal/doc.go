// Package uwsal translates the security block of a uwsal.json, which UnifyWeaver's agent loop
// reads, to a policy. It decides nothing and opens no files: it turns text into text, with a
// comment for each setting that has another meaning here, or none.
//
// A key is a row of keys. Every entry is checked with the policy loader, and so is the whole
// file, so that the result loads.
package uwsal
