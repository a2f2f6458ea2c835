// Package clients holds what is needed to run real coding agents without a model and
// without an account, so that a test can see from outside whether shimgen's refusals hold
// in them.
//
// A [Client] is a row: the npm packages with their pinned versions, the program in them,
// the files and variables that make it use a scripted model, and its command line. The
// row does not say how shimgen is registered: the tests call shimgen hook install, so
// that they test the line that users get.
//
// A client runs in a [cage.Cage], a machine with paths of its own, no network and no
// privileges, and talks to a [model.Server] there. Its packages are in the directory
// [Folder]; this command installs them:
//
//	go run ./clients/install
//
// # Limits
//
// Tests skip a client whose packages are not installed, with that reason.
package clients
