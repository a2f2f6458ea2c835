package catalogue

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
}

// Clients are these programs. Sources: curl(1), wget(1), HTTPie documentation, xh --help, gh
// manual, glab manual.
var Clients = [...]Client{
	{
		Programs: "curl", Method: "-X --request", Body: "-d --data --data-ascii --data-binary --data-raw --data-urlencode --json -F --form --form-string",
		Put: "-T --upload-file", Query: "--url-query", Get: "-G --get", Header: "-H --header", URL: "--url",
	},
	{Programs: "wget", Method: "--method", Body: "--post-data --body-data", File: "--post-file --body-file", Header: "--header"},
	{Programs: "http", Body: "--raw", Items: true, Form: "-f --form --multipart"},
	{Programs: "gh", Sub: "api", Base: "api.github.com/", Method: "-X --method", Header: "-H --header", Typed: "-F --field", Texts: "-f --raw-field", File: "--input"},
	{Programs: "glab", Sub: "api", Base: "gitlab.com/api/v4/", Method: "-X --method", Header: "-H --header", Typed: "-F --field", Texts: "-f --raw-field", File: "--input"},
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
