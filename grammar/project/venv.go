package project

import "github.com/agent-loop/shimgen/internal/wordlist"

// venvPrograms are the files that venv and virtualenv write into the folder of programs of an
// environment (Python's library reference, venv; virtualenv's activation scripts).
const venvPrograms = "activate activate.fish activate.csh activate.nu activate_this.py pip pip3 python python3"

// IsVenvProgram reports whether a virtual environment of Python begins with a file of that name in
// its folder bin.
func IsVenvProgram(name string) bool { return wordlist.Among(name, venvPrograms) }

// MakesVenv reports whether a program makes a virtual environment in each directory that its
// operands name, and returns the directory in which it makes one without operands ("" for none).
func MakesVenv(program, sub string) (otherwise string, makes bool) {
	switch {
	case program == "uv" && sub == "venv":
		return ".venv", true // uv help venv
	case program == "venv", program == "virtualenv":
		return "", true
	}
	return "", false
}
