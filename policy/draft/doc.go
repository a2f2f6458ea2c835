// Package draft builds a policy file while another program's configuration is translated: lines and
// comments by section, and what could not be translated.
//
// Each entry is checked with the policy loader when it is written, and [Draft.Finish] checks the
// whole file, so that the result loads. The package decides nothing and opens no files.
package draft
