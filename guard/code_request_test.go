package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// codeRequests are web requests of inline code about which a request by curl is asked, by the library that sends
// them.
var codeRequests = []struct {
	reason  string
	sources []string
}{
	{"requests", []string{
		`python3 -c "import requests; requests.post('https://api.stripe.com/v1/payouts', data={'amount': 5000})"`,
		`python3 -c "import requests; requests.post('https://api.stripe.com/v1/payouts', json={'amount': 5000})"`,
		`python3 -c "import requests; requests.request('PATCH', 'https://api.github.com/repos/o/r', json={'private': False})"`,
		`python3 -c "import requests; requests.patch('https://api.github.com/repos/o/r', json={'private': False}, headers={'Authorization': 'x'})"`,
		`python3 -c "import requests; s = requests.Session(); s.headers['a'] = 'b'; s.post('https://api.github.com/repos/o/r/transfer', json={'new_owner': 'bob'})"`,
		`python3 -c "import requests, os; o = 'acme'; requests.post(f'https://api.github.com/repos/{o}/shop/transfer', json={'new_owner': 'bob'}, headers={'Authorization': 'Bearer ' + os.environ['T']})"`,
		`python3 -c "import requests; requests.put('https://acme.okta.com/api/v1/policies/1', json={'type': 'MFA_ENROLL', 'status': 'INACTIVE'})"`,
		`python3 -c "import requests; requests.post('http://es.example.com:9200/orders/_delete_by_query', json={'query': {'match_all': {}}})"`,
		`python3 -c "import requests; requests.post('https://slack.com/api/chat.postMessage', data={'channel': 'C1', 'text': 'hi'})"`,
		`python3 -c "import requests; requests.post('https://api.digitalocean.com/v2/droplets/1/actions', json={'type': 'rebuild', 'image': 1})"`,
		`python3 -c "import requests, json; requests.patch('https://api.github.com/repos/o/r', data=json.dumps({'private': False}))"`,
		"python3 -c \"import requests\ndef f(s):\n    s.post('https://api.stripe.com/v1/payouts', data={'amount': 1})\nf(requests.Session())\"",
		"python3 -c \"import requests\nbody = {'amount': 1}\nbody['currency'] = 'usd'\nr = requests.post('https://api.stripe.com/v1/payouts', data=body)\nprint(r.json())\"",
		`python3 -c "import requests; requests.get('https://api.telegram.org/bot1:a/sendMessage', params={'chat_id': 1, 'text': 'hi'})"`,
		`python3 -c "import requests; requests.post('https://api.example.com/graphql', json={'query': 'mutation { issueDelete(id: 1) { success } }'})"`,
		`python3 -c "import requests; requests.post('https://api.cloudflare.com/client/v4/zones/1/purge_cache', json={'purge_everything': True})"`,
		`python3 -c "import requests; requests.post('https://events.pagerduty.com/v2/enqueue', json={'event_action': 'trigger'})"`,
		`python3 -c "import requests; requests.post('https://api.example.com/users/1', headers={'X-HTTP-Method-Override': 'DELETE'})"`,
	}},
	{"httpx", []string{
		`python3 -c "import httpx; httpx.patch('https://api.github.com/repos/o/r', json={'private': False})"`,
		`python3 -c "import httpx; httpx.Client(base_url='https://api.github.com').patch('/repos/o/r', json={'private': False})"`,
	}},
	{"urllib", []string{
		`python3 -c "import urllib.request as u; u.urlopen(u.Request('https://api.github.com/repos/o/r', data=b'{\"private\": false}', method='PATCH'))"`,
		`python3 -c "import urllib.request; urllib.request.urlopen('https://slack.com/api/chat.postMessage', b'channel=C1&text=hi')"`,
		`python3 -c "import urllib.request, urllib.parse; urllib.request.urlopen('https://api.stripe.com/v1/refunds', data=urllib.parse.urlencode({'charge': 'ch_1'}).encode())"`,
		`python3 -c "import urllib.request, json; urllib.request.urlopen(urllib.request.Request('https://api.github.com/repos/o/r', json.dumps({'private': False}).encode(), method='PATCH'))"`,
	}},
	{"http.client", []string{
		`python3 -c "import http.client; c = http.client.HTTPSConnection('api.stripe.com'); c.request('POST', '/v1/payouts', 'amount=5000')"`,
		`python3 -c "import http.client, json; c = http.client.HTTPSConnection('api.github.com'); c.request('PATCH', '/repos/o/r', json.dumps({'private': False}), {'Authorization': 'x'})"`,
	}},
	{"aiohttp", []string{
		"python3 -c \"import aiohttp, asyncio\nasync def main():\n    async with aiohttp.ClientSession() as s:\n        await s.post('https://api.stripe.com/v1/payouts', data={'amount': '1'})\nasyncio.run(main())\"",
	}},
	{"urllib3", []string{
		`python3 -c "import urllib3; urllib3.PoolManager().request('POST', 'https://api.stripe.com/v1/payouts', fields={'amount': '1'})"`,
	}},
	{"a handle of curl in Python", []string{
		`python3 -c "import pycurl; c = pycurl.Curl(); c.setopt(pycurl.URL, 'https://api.stripe.com/v1/payouts'); c.setopt(pycurl.POSTFIELDS, 'amount=1'); c.perform()"`,
	}},
	{"fetch", []string{
		`node -e "fetch('https://api.stripe.com/v1/payouts', {method: 'POST', body: new URLSearchParams({amount: 5000})})"`,
		`node -e "fetch('https://api.github.com/repos/o/r', {method: 'PATCH', headers: {a: 'b'}, body: JSON.stringify({private: false})})"`,
		`node -e "(async () => { const r = await fetch('https://api.github.com/repos/o/r/transfer', {method: 'POST', body: JSON.stringify({new_owner: 'bob'})}); console.log(await r.json()) })()"`,
		`deno eval "await fetch('https://api.stripe.com/v1/payouts', {method: 'POST', body: 'amount=1'})"`,
	}},
	{"axios", []string{
		`node -e "require('axios').post('https://api.digitalocean.com/v2/droplets/1/actions', {type: 'rebuild', image: 1})"`,
		`node -e "require('axios')({method: 'patch', url: 'https://api.github.com/repos/o/r', data: {private: false}})"`,
		`node -e "require('axios').request({method: 'PATCH', url: 'https://api.github.com/repos/o/r', data: {private: false}})"`,
		`node -e "const a = require('axios').create({baseURL: 'https://api.github.com'}); a.patch('/repos/o/r', {private: false})"`,
	}},
	{"got", []string{
		`node -e "require('got').post('https://slack.com/api/chat.postMessage', {json: {channel: 'C1', text: 'hi'}})"`,
	}},
	{"https of Node", []string{
		`node -e "const r = require('https').request({hostname: 'api.github.com', path: '/repos/o/r', method: 'PATCH'}, x => x.pipe(process.stdout)); r.write(JSON.stringify({private: false})); r.end()"`,
		`node -e "const r = require('https').request('https://api.github.com/repos/o/r', {method: 'PATCH'}, x => {}); r.end(JSON.stringify({private: false}))"`,
	}},
	{"superagent", []string{
		`node -e "require('superagent').patch('https://api.github.com/repos/o/r').set('a', 'b').send({private: false}).then(console.log)"`,
	}},
	{"texts about it", []string{
		`node -e "require('node-fetch')('https://api.stripe.com/v1/payouts', {method: 'POST', body: 'amount=1'})"`,
	}},
	{"Net::HTTP", []string{
		`ruby -rnet/http -e 'Net::HTTP.post(URI("https://api.stripe.com/v1/payouts"), "amount=5000")'`,
		`ruby -rnet/http -rjson -e 'Net::HTTP.post(URI("https://api.github.com/repos/o/r/transfer"), {new_owner: "bob"}.to_json, "Authorization" => "x")'`,
		`ruby -rnet/http -e 'Net::HTTP.post_form(URI("https://slack.com/api/chat.postMessage"), "channel" => "C1", "text" => "hi")'`,
		`ruby -rnet/http -rjson -e 'u = URI("https://api.github.com/repos/o/r"); r = Net::HTTP::Patch.new(u); r.body = {private: false}.to_json; Net::HTTP.start(u.host, 443, use_ssl: true) { |h| h.request(r) }'`,
		`ruby -rnet/http -rjson -e 'r = Net::HTTP::Patch.new("/repos/o/r"); r.body = JSON.generate({private: false}); h = Net::HTTP.new("api.github.com", 443); h.request(r)'`,
	}},
	{"Faraday", []string{
		`ruby -rfaraday -e 'Faraday.post("https://api.stripe.com/v1/payouts", {amount: 1})'`,
		`ruby -rfaraday -e 'Faraday.new("https://api.stripe.com").post("/v1/payouts", "amount=1")'`,
	}},
	{"HTTParty", []string{
		`ruby -rhttparty -e 'HTTParty.post("https://slack.com/api/chat.postMessage", body: {channel: "C1", text: "hi"})'`,
	}},
	{"RestClient", []string{
		`ruby -rrest-client -rjson -e 'RestClient.patch("https://api.github.com/repos/o/r", {private: false}.to_json, content_type: :json)'`,
	}},
	{"LWP", []string{
		`perl -MLWP::UserAgent -e 'LWP::UserAgent->new->post("https://api.stripe.com/v1/payouts", {amount => 5000})'`,
		`perl -MLWP::UserAgent -e 'my $u = LWP::UserAgent->new; $u->post("https://slack.com/api/chat.postMessage", [channel => "C1", text => "hi"])'`,
		`perl -MLWP::UserAgent -MJSON -e 'my $u = LWP::UserAgent->new; $u->patch("https://api.github.com/repos/o/r", Content => encode_json({private => \0}))'`,
	}},
	{"HTTP::Tiny", []string{
		`perl -MHTTP::Tiny -e 'HTTP::Tiny->new->request("PATCH", "https://api.github.com/repos/o/r", {headers => {a => "b"}, content => q({"private":false})})'`,
		`perl -MHTTP::Tiny -e 'HTTP::Tiny->new->post_form("https://api.stripe.com/v1/payouts", {amount => 1})'`,
	}},
	{"HTTP::Request", []string{
		`perl -MHTTP::Request -MLWP::UserAgent -e 'my $r = HTTP::Request->new(PATCH => "https://api.github.com/repos/o/r", [a => "b"], q({"private":false})); LWP::UserAgent->new->request($r)'`,
		`perl -MHTTP::Request -MLWP::UserAgent -e 'my $r = HTTP::Request->new("POST", "https://api.github.com/repos/o/r"); $r->content(q({"private":false})); LWP::UserAgent->new->request($r)'`,
	}},
	{"streams of PHP", []string{
		`php -r '$c = stream_context_create(["http" => ["method" => "PATCH", "content" => json_encode(["private" => false])]]); echo file_get_contents("https://api.github.com/repos/o/r", false, $c);'`,
	}},
	{"curl in PHP", []string{
		`php -r '$c = curl_init("https://api.stripe.com/v1/payouts"); curl_setopt($c, CURLOPT_POSTFIELDS, http_build_query(["amount" => 1])); curl_exec($c);'`,
		`php -r '$c = curl_init(); curl_setopt_array($c, [CURLOPT_URL => "https://api.github.com/repos/o/r", CURLOPT_CUSTOMREQUEST => "PATCH", CURLOPT_POSTFIELDS => json_encode(["private" => false])]); curl_exec($c);'`,
	}},
	{"Guzzle", []string{
		`php -r '(new GuzzleHttp\Client())->patch("https://api.github.com/repos/o/r", ["json" => ["private" => false]]);'`,
		`php -r '(new GuzzleHttp\Client(["base_uri" => "https://api.github.com"]))->request("PATCH", "/repos/o/r", ["json" => ["private" => false]]);'`,
		`php -r '$c = new GuzzleHttp\Client(); $c->post("https://api.stripe.com/v1/payouts", ["form_params" => ["amount" => 1]]);'`,
	}},
	{"code that is written first", []string{
		`echo "import requests; requests.post('https://api.stripe.com/v1/payouts', data={'amount': 1})" > x.py && python3 x.py`,
	}},
}

func TestRequestsOfCode(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range codeRequests {
		t.Run(c.reason, func(t *testing.T) {
			for _, source := range c.sources {
				assert.LessOrEqual(t, check(p, source).Action, rules.Ask, source)
			}
		})
	}
}

// codeFetches are requests that only read, those to this machine, those that do no harm, and what looks like one.
var codeFetches = []struct {
	reason  string
	sources []string
}{
	{"requests", []string{
		`python3 -c "import requests; print(requests.get('https://api.stripe.com/v1/payouts').json())"`,
		`python3 -c "import requests; print(requests.get('https://api.example.com/x', params={'page': 2}).json())"`,
		`python3 -c "import requests; requests.post('http://localhost:8000/users', json={'role': 'admin'})"`,
		`python3 -c "import requests; requests.post('http://127.0.0.1:3000/users/1/delete')"`,
		`python3 -c "import requests; requests.post('https://api.example.com/v1/items', json={'name': 'delete me'})"`,
		`python3 -c "import requests; print(requests.post('http://es.example.com:9200/orders/_search', json={'query': {'match': {'action': 'delete'}}}).json())"`,
		`python3 -c "import requests; print(requests.post('https://api.example.com/graphql', json={'query': '{ deletedItems { id } }'}).json())"`,
		`python3 -c "import requests; requests.post('https://api.github.com/repos/o/r/issues', json={'title': 'x', 'body': 'private: false'})"`,
		`python3 -c "import requests; requests.patch('https://api.github.com/repos/o/r', json={'description': 'x'})"`,
		`python3 -c "import requests; requests.post('https://api.example.com/v1/chat/completions', json={'messages': [{'role': 'user', 'content': 'hi'}]})"`,
		`python3 -c "import requests; requests.post('https://api.example.com/login', data={'user': 'admin', 'password': 'x'})"`,
		`python3 -c "import requests, os; requests.post(os.environ['URL'], json={'a': 1})"`,
		`python3 -c "import requests; requests.post('https://api.stripe.com/v1/customers', data={'name': 'x'})"`,
	}},
	{"httpx", []string{
		`python3 -c "import httpx; httpx.Client(base_url='http://localhost:8000').post('/users', json={'role': 'admin'})"`,
	}},
	{"a client for tests", []string{
		`python3 -c "from fastapi.testclient import TestClient; from app import app; print(TestClient(app).post('/users', json={'role': 'admin'}).status_code)"`,
	}},
	{"texts about it", []string{
		`python3 -c "print('requests.post(https://api.stripe.com/v1/payouts)')"`,
		`python3 -c "d = {'method': 'delete', 'url': 'https://api.example.com/x'}; print(d)"`,
	}},
	{"urllib", []string{
		`python3 -c "import urllib.request; print(urllib.request.urlopen('https://example.com/').read())"`,
		`python3 -c "import urllib.request; print(urllib.request.urlopen(urllib.request.Request('https://example.com/?q=drop+by', headers={'User-Agent': 'x'})).read())"`,
	}},
	{"fetch", []string{
		`node -e "fetch('https://api.example.com/x').then(r => r.json()).then(console.log)"`,
		`node -e "fetch('http://localhost:3000/users', {method: 'POST', body: JSON.stringify({role: 'admin'})}).then(r => r.text()).then(console.log)"`,
		`node -e "fetch('/users', {method: 'POST', body: JSON.stringify({role: 'admin'})})"`,
	}},
	{"axios", []string{
		`node -e "require('axios').post('http://localhost:3000/api/users', {role: 'admin'}).then(r => console.log(r.data))"`,
		`node -e "require('axios').post('https://api.example.com/v1/items', {name: 'x'})"`,
	}},
	{"a server of Node", []string{
		`node -e "const s = require('http').createServer((q, r) => { r.write('x'); r.end('delete') }); s.listen(3000, '127.0.0.1')"`,
	}},
	{"https of Node", []string{
		`node -e "require('https').get('https://example.com/', r => r.pipe(process.stdout))"`,
	}},
	{"Net::HTTP", []string{
		`ruby -rnet/http -e 'puts Net::HTTP.get(URI("https://api.stripe.com/v1/payouts"))'`,
		`ruby -rnet/http -e 'Net::HTTP.post(URI("http://localhost:3000/users"), {role: "admin"}.to_json)'`,
		`ruby -rnet/http -e 'h = {a: true, b: false}; puts h'`,
	}},
	{"LWP", []string{
		`perl -MLWP::UserAgent -e 'print LWP::UserAgent->new->get("https://api.stripe.com/v1/payouts")->status_line'`,
		`perl -MLWP::UserAgent -e 'LWP::UserAgent->new->post("http://localhost:3000/users", {role => "admin"})'`,
		`perl -MJSON -e 'print encode_json({private => \0})'`,
	}},
	{"streams of PHP", []string{
		`php -r 'echo file_get_contents("https://api.example.com/x");'`,
		`php -r 'echo file_get_contents("composer.json");'`,
	}},
	{"curl in PHP", []string{
		`php -r '$c = curl_init("https://api.example.com/x"); curl_setopt($c, CURLOPT_RETURNTRANSFER, true); echo curl_exec($c);'`,
		`php -r '$c = curl_init("http://localhost:8000/users"); curl_setopt($c, CURLOPT_POSTFIELDS, ["role" => "admin"]); echo curl_exec($c);'`,
	}},
	{"Guzzle", []string{
		`php -r '(new GuzzleHttp\Client())->get("https://api.example.com/x", ["query" => ["q" => "a"]]);'`,
	}},
}

func TestRequestsOfCodeAtWork(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range codeFetches {
		t.Run(c.reason, func(t *testing.T) {
			for _, source := range c.sources {
				d := check(p, source)
				assert.Equal(t, rules.Allow, d.Action, "%s: %v", source, d.Findings)
			}
		})
	}
}
