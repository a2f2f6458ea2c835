package main

import (
	"os"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func main() {
	for _, s := range os.Args[1:] {
		f, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(s), "")
		if err != nil {
			println(s, err.Error())
			continue
		}
		syntax.DebugPrint(os.Stdout, f.Stmts[0].Cmd.(*syntax.CallExpr).Args[1])
		println()
	}
}
