// Package spec has the types for the grammars of programs: [Row] names the program, [Syntax] says
// how it reads its words, and each [Option] and operand has a [Role], the meaning of its value to
// the program. Package catalogue holds the rows, and package grammar reads commands by them.
//
//	spec.Row{
//		Names: "touch", Source: "touch(1)",
//		Syntax: func() spec.Syntax {
//			return spec.Syntax{
//				Style:    spec.GNU,
//				Options:  []spec.Option{{Names: "-r --reference", Arg: spec.Required, Role: spec.File}},
//				Operands: spec.Operands{Rest: spec.Write},
//			}
//		},
//	}
//
// Lists of names are strings with blanks between the names, which cost nothing at start. Package
// wordlist reads them.
package spec
