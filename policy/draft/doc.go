// Package draft is a policy file in the making, while another program's configuration is
// translated into it: lines and comments by section, and what could not be carried over.
//
// Each entry is tried with the loader of policies when it is written, and [Draft.Finish] tries
// the whole, so that what comes out loads. Nothing here decides or opens anything.
package draft
