// Package clients holds what it takes to run real coding agents without a model
// and without an account, so that a test can see from outside whether shimgen's
// refusals hold in them.
//
// A [Client] is a row: the npm packages with their pinned versions, the program in
// them, the files and variables that make it talk to a scripted model, and its
// command line. How shimgen is registered with it is no part of the row: the tests
// let shimgen hook install do that, so that the line that is tested is the line
// that users get.
//
// A client runs in a [cage.Cage], a machine with places of its own, no network and
// no privileges, and talks to a [model.Server] there. Its packages lie in the
// folder that [Folder] names and are put there by
//
//	go run ./clients/install
//
// A client whose packages are not there is skipped by the tests, with that reason.
package clients
