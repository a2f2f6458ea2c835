package spec

// Askers are the programs whose requests rules look at, and Asking are their options with which a
// request may be more than a plain fetch of a URL. The gate's URLs have no query.
const Askers = "curl wget http"

// Asking: see Askers.
const Asking = "--request --data --data-ascii --data-binary --data-raw --data-urlencode --json --form --form-string --upload-file --url-query " +
	"--method --post-data --post-file --body-data --body-file"
