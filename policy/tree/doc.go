// Package tree reads configuration files into values that know their lines: JSON, TOML, YAML,
// and the calls of Starlark that rules are written in.
//
//	root, err := tree.Read("config.toml", text, tree.TOML)
//	mode, ok := root.Member("sandbox_mode")
//
// Every error begins with the line. What is larger or deeper than settings are is an error.
package tree
