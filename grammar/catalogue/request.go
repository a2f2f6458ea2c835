package catalogue

import "github.com/agent-loop/shimgen/internal/wordlist"

// Client says how a program that sends HTTP requests is told about one. Lists of options are
// separated by blanks.
type Client struct {
	Programs string
	Method   string // options whose value is the method
	Body     string // options whose values are the body, or fields of it
	File     string // options whose value is a file with the body
	Put      string // options that name a file for a PUT
	Query    string // options whose values belong to the query
	Get      string // options with which the body belongs to the query
	Header   string
	URL      string // options whose value is a URL, besides the operands
	Items    bool   // the operands behind the URL are fields of the body, of the query, and headers
	Form     string // options with which such fields are a form, and otherwise JSON
	Sub      string // the subcommand that sends requests, of a client of one service
	Base     string // host and path above the operand, of a client of one service
	Typed    string // options whose values are fields NAME=VALUE of a JSON body, where true, null and numbers are no text
	Texts    string // the same where every value is a text
	Words    bool   // its words are read by their form, as it may have no grammar
	Verb     bool   // the first operand, behind the subcommand, may be the method
	Live     string // options without which the request is a test
	Others   string // more options with a value, of a client whose words are read by their form
	Stdin    bool   // the body may come from the standard input
}

// TakesValue reports whether an option of a client whose words are read by their form has a value.
func (c *Client) TakesValue(option string) bool {
	for _, list := range [...]string{c.Method, c.Body, c.File, c.Query, c.Header, c.URL, c.Typed, c.Texts, c.Others} {
		if wordlist.Among(option, list) {
			return true
		}
	}
	return false
}

// Clients are these programs. Sources: curl(1), wget(1), HTTPie documentation, xh --help, gh
// manual, glab manual; the references of the Stripe CLI, of Heroku's plug-in api, of the Vercel CLI, of the Auth0 CLI, of the
// Databricks CLI, of pscale, of the Buildkite CLI, of the Sentry CLI and of the Sanity CLI, of az rest and oci raw-request.
var Clients = [...]Client{
	{
		Programs: "curl", Method: "-X --request", Body: "-d --data --data-ascii --data-binary --data-raw --data-urlencode --json -F --form --form-string",
		Put: "-T --upload-file", Query: "--url-query", Get: "-G --get", Header: "-H --header", URL: "--url",
	},
	{Programs: "wget", Method: "--method", Body: "--post-data --body-data", File: "--post-file --body-file", Header: "--header"},
	{Programs: "http", Body: "--raw", Items: true, Form: "-f --form --multipart"},
	{Programs: "gh", Sub: "api", Base: "api.github.com/", Method: "-X --method", Header: "-H --header", Typed: "-F --field", Texts: "-f --raw-field", File: "--input"},
	{Programs: "glab", Sub: "api", Base: "gitlab.com/api/v4/", Method: "-X --method", Header: "-H --header", Typed: "-F --field", Texts: "-f --raw-field", File: "--input"},
	{Programs: "stripe", Words: true, Verb: true, Live: "--live", Base: "api.stripe.com/v1/", Body: "-d --data", Others: "-e --expand -i --idempotency --stripe-account -v --stripe-version --api-key --color -p --project-name"},
	{Programs: "heroku", Words: true, Sub: "api", Verb: true, Base: "api.heroku.com/", Body: "-b --body", Stdin: true, Others: "-a --accept-inclusion -v --version"},
	{Programs: "vercel", Words: true, Sub: "api", Base: "api.vercel.com/", Method: "-X --method", Header: "-H --header", Typed: "-F --field", Texts: "-f --raw-field", File: "--input", Others: "-S --scope -T --team -t --token -A --local-config -Q --global-config --cwd"},
	{Programs: "auth0", Words: true, Sub: "api", Verb: true, Base: "tenant.auth0.com/api/v2/", Body: "-d --data", Query: "-q --query", Stdin: true, Others: "--tenant"},
	{Programs: "databricks", Words: true, Sub: "api", Verb: true, Base: "workspace.cloud.databricks.com/", Body: "--json", Others: "-p --profile -t --target -o --output"},
	{Programs: "pscale", Words: true, Sub: "api", Base: "api.planetscale.com/v1/", Method: "-X --method", Header: "-H --header", Typed: "-F --field", File: "-I --input", Query: "-Q --query", Others: "--org --database --branch --api-url --api-token --service-token --service-token-id -f --format --config"},
	{Programs: "bk", Words: true, Sub: "api", Base: "api.buildkite.com/v2/", Method: "-X --method", Header: "-H --headers", Body: "-d --data", File: "-f --file"},
	{Programs: "sentry", Words: true, Sub: "api", Base: "sentry.io/api/0/", Method: "-X --method", Header: "-H --header", Body: "-d --data", Typed: "-F --field", Texts: "-f --raw-field", File: "--input"},
	{Programs: "sanity", Words: true, Sub: "api", Base: "api.sanity.io/", Method: "-X --method", Header: "-H --header", Typed: "-F --field", Texts: "-f --raw-field", File: "--input", Others: "-d --dataset -p --project-id -t --token --api-version"},
	{Programs: "az", Words: true, Sub: "rest", Method: "-m --method", URL: "-u --url --uri", Body: "-b --body", Header: "--headers", Query: "--uri-parameters --url-parameters", Others: "--resource -o --output --query --subscription --output-file"},
	{Programs: "oci", Words: true, Sub: "raw-request", Method: "--http-method", URL: "--target-uri", Body: "--request-body", Header: "--request-headers", Others: "--profile --config-file --region --output --query --auth"},
}

// Overriding are headers and parameters that name the method which the server shall take a POST for.
// Sources: Rack::MethodOverride, method-override of Express, OData 4.01.
const (
	OverridingHeaders    = "x-http-method-override x-http-method x-method-override"
	OverridingParameters = "_method"
)

// Calling are the headers and the parameters that name what the server shall do. Sources: the AWS
// service APIs (X-Amz-Target, Action), JSON-RPC 2.0 (method), Collections API of Solr (action).
const (
	CallingHeaders    = "x-amz-target"
	CallingParameters = "action method cmd command operation"
)

// Stating are the parameters that hold a statement for a database, and Searching are beginnings of
// parts of a path where they are words that somebody looks for. Sources: HTTP interfaces of
// ClickHouse, InfluxDB, QuestDB, CrateDB and Neo4j.
const (
	Stating   = "query q sql stmt statement"
	Searching = "search _search suggest autocomplete find lookup"
)
