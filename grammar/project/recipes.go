package project

// Recipes says where a program finds the file with its recipes.
type Recipes struct {
	program string

	// Without are the options under which it runs no recipes, or those of another file.
	Without string

	// Files are the names of the file, the first that is there counts.
	Files string

	// Above says that the file may be in a directory above.
	Above bool
}

var recipes = [...]Recipes{
	{"make", "-f -v -h", "GNUmakefile makefile Makefile", false},
	{"just", "-f -n -l -V -h -s -e --summary --dump --evaluate --init --fmt --variables -c", "justfile Justfile .justfile", true},
}

// RecipesOf returns the row of a program. It reports false for one that runs no recipes.
func RecipesOf(program string) (Recipes, bool) {
	for _, r := range recipes {
		if r.program == program {
			return r, true
		}
	}
	return Recipes{}, false
}
