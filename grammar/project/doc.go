// Package project knows which files of a project programs run although no word names them: the
// tests that pytest finds, the recipes of a makefile, the scripts of package.json, the programs
// of a virtual environment. It is data, and the questions that can be put to it; package guard
// reads the files.
//
// To teach it a tool, add a row to tools in tool.go.
package project
