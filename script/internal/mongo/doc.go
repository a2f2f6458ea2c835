// Package mongo reads code for the MongoDB shell by its method calls on the database. [Read] is
// its entry point. It knows only JavaScript's tokens and constants.
package mongo
