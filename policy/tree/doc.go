// Package tree reads configuration files into values with line numbers: JSON, TOML, YAML, and
// files of Starlark calls.
//
//	root, err := tree.Read("config.toml", text, tree.TOML)
//	mode, ok := root.Member("sandbox_mode")
//
// Every error begins with the line. A file that is larger or deeper than settings are is an error.
package tree
