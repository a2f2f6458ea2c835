// Package mongo reads code for the shell of MongoDB by the calls of methods on the database. [Read]
// is its reader. It knows JavaScript no further than its tokens and constants.
package mongo
