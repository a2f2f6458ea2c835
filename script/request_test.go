package script

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// requestCases are calls that make a web request, by the way in which they give its method, URL and body; want is
// the last request.
var requestCases = []struct{ reason, lang, code, want string }{
	{"a form", "python", `import requests; requests.post('https://h/a', data={'b': 1, 'c': 'd'})`, `asks requests.post "POST" "https://h/a" "b=1&c=d" ""`},
	{"JSON", "python", `import requests; requests.post('https://h/a', json={'b': False, 'c': [1, None], 'd': {'e': '"'}})`, `asks requests.post "POST" "https://h/a" "{\"b\":false,\"c\":[1,null],\"d\":{\"e\":\"\\\"\"}}" ""`},
	{"encoded JSON", "python", `import requests, json; requests.put('https://h/a', json.dumps({'b': 1}).encode())`, `asks requests.put "PUT" "https://h/a" "{\"b\":1}" ""`},
	{"an unknown value in JSON", "python", `import requests; requests.post('https://h/a', json={'b': x, 'c': 1})`, `asks requests.post "POST" "https://h/a" {"b":… ""`},
	{"a method as an argument", "python", `import requests; requests.request('PATCH', 'https://h/a', json={})`, `asks requests.request "PATCH" "https://h/a" "{}" ""`},
	{"a query", "python", `import requests; requests.get('https://h/a', params={'b': 'c'})`, `asks requests.get "GET" "https://h/a" "" "b=c"`},
	{"a header that names the method", "python", `import requests; requests.post('https://h/a', headers={'X-HTTP-Method-Override': 'DELETE', 'Accept': 'b'})`, `asks requests.post "POST" "https://h/a" "" "" "X-HTTP-Method-Override: DELETE"`},
	{"a base", "python", `import httpx; httpx.Client(base_url='https://h/v1/').post('/a', content='b')`, `asks httpx.Client().post "POST" "https://h/v1/a" "b" ""`},
	{"a host", "python", `import http.client as c; c.HTTPSConnection('h').request('PUT', '/a', 'b')`, `asks http.client.HTTPSConnection().request "PUT" "h/a" "b" ""`},
	{"data makes it a POST", "python", `import urllib.request as u; u.urlopen('https://h/a', b'c')`, `asks urllib.request.urlopen "POST" "https://h/a" "c" ""`},
	{"a handle of curl", "python", `import pycurl; c = pycurl.Curl(); c.setopt(pycurl.URL, 'https://h/a'); c.setopt(c.POSTFIELDS, 'b=1'); c.perform()`, `asks pycurl.Curl().perform "POST" "https://h/a" "b=1" ""`},
	{"options of fetch", "javascript", `fetch('https://h/a', {method: 'PUT', body: JSON.stringify({b: false})})`, `asks fetch "PUT" "https://h/a" "{\"b\":false}" ""`},
	{"a form of URLSearchParams", "javascript", `fetch('https://h/a', {method: 'POST', body: new URLSearchParams({b: 1})})`, `asks fetch "POST" "https://h/a" "b=1" ""`},
	{"an object is JSON", "javascript", `require('axios').post('https://h/a', {url: 'b', data: 1})`, `asks axios.post "POST" "https://h/a" "{\"url\":\"b\",\"data\":1}" ""`},
	{"all in options", "javascript", `require('axios')({method: 'patch', url: 'https://h/a', data: {b: 1}})`, `asks axios "patch" "https://h/a" "{\"b\":1}" ""`},
	{"a body that is written later", "javascript", `const r = require('https').request({hostname: 'h', path: '/a', method: 'PUT'}); r.end('b')`, `asks http.request().end "PUT" "h/a" "b" ""`},
	{"a body that is sent later", "javascript", `require('superagent').patch('https://h/a').set('c', 'd').send({b: 1})`, `asks superagent.patch().set().send "PATCH" "https://h/a" "{\"b\":1}" ""`},
	{"a pair of JSON", "ruby", `Net::HTTP.post(URI("https://h/a"), {b: false}.to_json)`, `asks Net::HTTP.post "POST" "https://h/a" "{\"b\":false}" ""`},
	{"pairs as a form", "ruby", `Net::HTTP.post_form(URI("https://h/a"), "b" => "c")`, `asks Net::HTTP.post_form "POST" "https://h/a" "b=c" ""`},
	{"a request that is sent later", "ruby", `r = Net::HTTP::Patch.new("/a"); r.body = "b"; Net::HTTP.new("h").request(r)`, `asks Net::HTTP.new().request "PATCH" "h/a" "b" ""`},
	{"an option", "ruby", `HTTParty.post("https://h/a", body: {b: 1})`, `asks HTTParty.post "POST" "https://h/a" "b=1" ""`},
	{"a form in braces", "perl", `LWP::UserAgent->new->post("https://h/a", {b => 1, c => "d"})`, `asks LWP::UserAgent.new().post "POST" "https://h/a" "b=1&c=d" ""`},
	{"content among options", "perl", `HTTP::Tiny->new->request("PUT", "https://h/a", {headers => {c => "d"}, content => "b"})`, `asks HTTP::Tiny.new().request "PUT" "https://h/a" "b" ""`},
	{"content behind headers", "perl", `HTTP::Request->new(PUT => "https://h/a", [c => "d"], "b")`, `asks HTTP::Request.new "PUT" "https://h/a" "b" ""`},
	{"a context", "php", `file_get_contents("https://h/a", false, stream_context_create(["http" => ["method" => "PUT", "content" => "b"]]));`, `asks file_get_contents "PUT" "https://h/a" "b" ""`},
	{"a list of options of curl", "php", `$c = curl_init(); curl_setopt_array($c, [CURLOPT_URL => "https://h/a", CURLOPT_CUSTOMREQUEST => "PUT", CURLOPT_POSTFIELDS => "b"]); curl_exec($c);`, `asks curl_exec "PUT" "https://h/a" "b" ""`},
	{"options of Guzzle", "php", `(new GuzzleHttp\Client(["base_uri" => "https://h"]))->post("/a", ["json" => ["b" => true]]);`, `asks guzzlehttp\client().post "POST" "https://h/a" "{\"b\":true}" ""`},
}

func TestRequests(t *testing.T) {
	for _, c := range requestCases {
		acts, err := Read(c.lang, c.code)
		require.NoError(t, err, c.code)
		acts = slices.DeleteFunc(acts, func(a Act) bool { return a.Kind != Asks })
		require.NotEmpty(t, acts, c.code)
		assert.Equal(t, c.want, show(acts[len(acts)-1:]), "%s: %s", c.reason, c.code)
	}
}

// fetches are calls without a request that could change something.
var fetches = []struct{ reason, lang, code string }{
	{"a page", "python", `import requests; requests.get('https://h/a', headers={'X-A': 'b'})`},
	{"a path on no server", "javascript", `fetch('/a', {method: 'POST', body: 'b'})`},
	{"a server of this machine", "python", `import httpx; httpx.Client(base_url='http://localhost:1').post('/a', json={'b': 1})`},
	{"a test client", "python", `from app import client; client.post('/a', json={'b': 1})`},
	{"a file", "php", `file_get_contents("a.json"); fopen("b", "w");`},
	{"a server's answer", "javascript", `require('http').createServer((q, r) => { r.write('a'); r.end('b') })`},
	{"a client alone", "ruby", `Net::HTTP.new("h", 443)`},
	{"a mapping", "perl", `encode_json({b => 1})`},
}

func TestNoRequests(t *testing.T) {
	for _, c := range fetches {
		acts, err := Read(c.lang, c.code)
		require.NoError(t, err, c.code)
		for _, a := range acts {
			assert.NotEqual(t, Asks, a.Kind, "%s: %s", c.reason, c.code)
		}
	}
}
