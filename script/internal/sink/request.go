package sink

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Encodings of a mapping as the body of a request.
const (
	// JSONEncoders return the JSON text of what they got.
	JSONEncoders lex.Words = "JSON.stringify json.dumps ujson.dumps orjson.dumps simplejson.dumps json_encode encode_json to_json JSON.generate JSON.dump"

	// FormEncoders return it as the parameters of a form.
	FormEncoders lex.Words = "urllib.parse.urlencode urllib.urlencode URLSearchParams querystring.stringify qs.stringify http_build_query URI.encode_www_form"
)

// bodyFollows are the libraries whose methods named after HTTP's get the body behind the URL, also if it is an
// object; those of the others get options there.
const bodyFollows lex.Words = "requests niquests treq urllib.request urllib2 axios needle superagent Faraday RestClient Net::HTTP HTTPClient Curl Mechanize LWP WWW::Mechanize REST::Client http"

// BodyFollows reports whether the argument behind the URL is the body of a request, and no options.
func (c *Client) BodyFollows() bool { return c != nil && bodyFollows.Has(c.Name) }

// SendsJSON reports whether an object that is given as the body is sent as JSON, unlike with the language's other
// libraries: Laravel's.
func (c *Client) SendsJSON() bool { return c != nil && c.Name == "http" }

// Any is the method of a request whose arguments name the method, or imply one.
const Any = "*"

// MethodOf returns the method of the request that a function makes, by its full name: Any, or "" if it makes none.
func MethodOf(full string) string {
	name := lastPart(full)
	if name == "new" || name == "default" {
		name = lastPart(strings.TrimSuffix(full, "."+name))
	}
	switch squash(name) {
	case "get", "geturl", "getasync":
		return "GET"
	case "head":
		return "HEAD"
	case "options":
		return "OPTIONS"
	case "delete", "del":
		return "DELETE"
	case "post", "postform", "postjson", "postasync", "posturl", "postcontent", "postmultipart":
		return "POST"
	case "put", "putasync", "putcontent":
		return "PUT"
	case "patch", "patchasync":
		return "PATCH"
	case "request", "requestasync", "urlopen", "fetch", "send", "sendasync", "stream", "simplerequest", "runrequest", "execute", "open",
		"axios", "got", "ky", "needle", "superagent", "phin", "requestpromise", "requestpromisenative":
		return Any
	}
	return ""
}

// AddsBody reports whether a method of a request that is being made gives it a body.
func AddsBody(method string) bool {
	const adding lex.Words = "body= form_data= set_form_data send write end content"
	return adding.Has(method)
}

// OpensStreams reports whether a function opens a file or a URL.
func OpensStreams(function string) bool {
	const functions lex.Words = "file_get_contents fopen"
	return functions.Has(function)
}

// Part is a part of a request.
type Part uint8

// The parts of a request that options give.
const (
	Method Part = iota + 1
	URL
	Base // a host, or what comes before the URL
	JSONBody
	FormBody
	Body // an object in it becomes what the language's clients make of one
	Query
	Headers
	Header
	Nested // options of a scheme
	Posts  // makes it a POST
)

// PartOf returns the part of a request that an option gives, by its name, or 0.
func PartOf(option string) Part {
	name := strings.ToLower(option)
	switch strings.ReplaceAll(name, "_", "") {
	case "method", "verb", "httpmethod", "customrequest":
		return Method
	case "url", "uri", "href", "path", "pathname":
		return URL
	case "host", "hostname", "baseurl", "baseuri", "prefixurl", "base":
		return Base
	case "json":
		return JSONBody
	case "form", "formparams", "fields":
		return FormBody
	case "data", "body", "content", "payload", "postfields", "multipart", "formdata":
		return Body
	case "params", "query", "searchparams", "qs":
		return Query
	case "headers", "httpheader", "header":
		return Headers
	case "http", "https":
		return Nested
	case "post":
		return Posts
	}
	if strings.HasPrefix(name, "x-") {
		return Header
	}
	return 0
}

// IsMethod reports whether a text is the name of a method of HTTP.
func IsMethod(text string) bool {
	const methods lex.Words = "GET HEAD POST PUT PATCH DELETE OPTIONS"
	return len(text) > 2 && methods.Has(strings.ToUpper(strings.TrimPrefix(text, "&:")))
}

// HandleOption returns the option of a handle of curl, by the name of its constant: "curlopt_url" and "pycurl.URL"
// are "url".
func HandleOption(constant string) string {
	name := strings.ToLower(lastPart(constant))
	return strings.TrimPrefix(name, "curlopt_")
}
