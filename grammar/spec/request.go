package spec

// Asking are the options with which a request may be more than a plain fetch of a URL.
const Asking = "--request --data --data-ascii --data-binary --data-raw --data-urlencode --json --form --form-string --upload-file --url-query --get " +
	"--method --post-data --post-file --body-data --body-file --raw"
