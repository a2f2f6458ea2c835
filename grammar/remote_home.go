package grammar

// AwayHome stands for the home directory of whoever a command runs as on
// another machine or in another root: that it is a home is all that is known.
const AwayHome = "/home/~"

// awayVars are the variables that are known of a shell elsewhere.
func awayVars(name string) (string, bool) { return AwayHome, name == "HOME" }

// awayHomes returns the home of a named user elsewhere, by hier(7).
func awayHomes(user string) (string, bool) {
	if user == "root" {
		return "/root", true
	}
	return "/home/" + user, true
}
