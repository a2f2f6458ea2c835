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
		`python3 -c "import requests as r; r.post(url='https://api.stripe.com/v1/payouts', data={'amount': 1})"`,
		`python3 -c "from requests import post; post('https://api.stripe.com/v1/payouts', data=[('amount', 1)])"`,
		`python3 -c "import requests; requests.post('https://api.stripe.com/v1/payouts', data='amount=1', auth=('k', ''))"`,
		"python3 -c \"import requests\nAPI = 'https://api.github.com'\nfor r in ['a', 'b']:\n    requests.patch(f'{API}/repos/o/{r}', json={'private': False})\"",
		"python3 -c \"import requests\nAPI = 'https://api.github.com'\ndef patch(path, body):\n    return requests.patch(API + path, json=body)\npatch('/repos/o/r', {'private': False})\"",
		"python3 -c \"import requests, os\nh = {'Authorization': f'token {os.environ[\\\"T\\\"]}'}\npayload = dict(private=False)\nrequests.patch('https://api.github.com/repos/o/r', headers=h, json=payload)\"",
		"python3 -c \"import requests\npayload = {}\npayload['private'] = False\nrequests.patch('https://api.github.com/repos/o/r', json=payload)\"",
		"python3 -c \"import requests, json\nbody = json.dumps({'private': False})\nrequests.patch('https://api.github.com/repos/o/r', data=body)\"",
		`python3 -c "import requests; getattr(requests, 'patch')('https://api.github.com/repos/o/r', json={'private': False})"`,
		`python3 -c "import requests; requests.Session().request(method='PATCH', url='https://api.github.com/repos/o/r', json={'private': False})"`,
		`python3 -c "import requests; s = requests.Session(); s.send(requests.Request('PATCH', 'https://api.github.com/repos/o/r', json={'private': False}).prepare())"`,
	}},
	{"httpx", []string{
		`python3 -c "import httpx; httpx.patch('https://api.github.com/repos/o/r', json={'private': False})"`,
		`python3 -c "import httpx; httpx.Client(base_url='https://api.github.com').patch('/repos/o/r', json={'private': False})"`,
		"python3 -c \"import httpx, asyncio\nasync def f():\n    async with httpx.AsyncClient(base_url='https://api.github.com', headers={'a': 'b'}) as c:\n        await c.patch('/repos/o/r', json={'private': False})\nasyncio.run(f())\"",
	}},
	{"urllib", []string{
		`python3 -c "import urllib.request as u; u.urlopen(u.Request('https://api.github.com/repos/o/r', data=b'{\"private\": false}', method='PATCH'))"`,
		`python3 -c "import urllib.request; urllib.request.urlopen('https://slack.com/api/chat.postMessage', b'channel=C1&text=hi')"`,
		`python3 -c "import urllib.request, urllib.parse; urllib.request.urlopen('https://api.stripe.com/v1/refunds', data=urllib.parse.urlencode({'charge': 'ch_1'}).encode())"`,
		`python3 -c "import urllib.request, json; urllib.request.urlopen(urllib.request.Request('https://api.github.com/repos/o/r', json.dumps({'private': False}).encode(), method='PATCH'))"`,
		"python3 -c \"import urllib.request, json\nreq = urllib.request.Request('https://api.github.com/repos/o/r', method='PATCH')\nreq.add_header('A', 'b')\nurllib.request.urlopen(req, data=json.dumps({'private': False}).encode())\"",
		"python3 -c \"import urllib.request, json\nreq = urllib.request.Request('https://api.github.com/repos/o/r', method='PATCH')\nreq.data = json.dumps({'private': False}).encode()\nurllib.request.urlopen(req)\"",
		"python3 -c \"import urllib.request, json\nreq = urllib.request.Request('https://api.github.com/repos/o/r', data=bytes(json.dumps({'private': False}), 'utf-8'))\nreq.get_method = lambda: 'PATCH'\nurllib.request.urlopen(req)\"",
	}},
	{"http.client", []string{
		`python3 -c "import http.client; c = http.client.HTTPSConnection('api.stripe.com'); c.request('POST', '/v1/payouts', 'amount=5000')"`,
		`python3 -c "import http.client, json; c = http.client.HTTPSConnection('api.github.com'); c.request('PATCH', '/repos/o/r', json.dumps({'private': False}), {'Authorization': 'x'})"`,
		"python3 -c \"import http.client\nc = http.client.HTTPSConnection('api.github.com', 443)\nc.request(method='PATCH', url='/repos/o/r', body='{\\\"private\\\": false}')\"",
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
		`node -e "const body = {private: false}; fetch('https://api.github.com/repos/' + 'o/r', {method: 'PATCH', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)})"`,
		`bun -e "await fetch('https://api.github.com/repos/o/r', {method: 'PATCH', body: JSON.stringify({private: false})})"`,
	}},
	{"axios", []string{
		`node -e "require('axios').post('https://api.digitalocean.com/v2/droplets/1/actions', {type: 'rebuild', image: 1})"`,
		`node -e "require('axios')({method: 'patch', url: 'https://api.github.com/repos/o/r', data: {private: false}})"`,
		`node -e "require('axios').request({method: 'PATCH', url: 'https://api.github.com/repos/o/r', data: {private: false}})"`,
		`node -e "const a = require('axios').create({baseURL: 'https://api.github.com'}); a.patch('/repos/o/r', {private: false})"`,
		`node -e "const axios = require('axios'); (async () => { try { const {data} = await axios.patch('https://api.github.com/repos/o/r', {private: false}, {headers: {a: 'b'}}); console.log(data) } catch (e) { console.error(e) } })()"`,
		`node --input-type=module -e "import axios from 'axios'; await axios.patch('https://api.github.com/repos/o/r', {private: false})"`,
	}},
	{"got", []string{
		`node -e "require('got').post('https://slack.com/api/chat.postMessage', {json: {channel: 'C1', text: 'hi'}})"`,
	}},
	{"https of Node", []string{
		`node -e "const r = require('https').request({hostname: 'api.github.com', path: '/repos/o/r', method: 'PATCH'}, x => x.pipe(process.stdout)); r.write(JSON.stringify({private: false})); r.end()"`,
		`node -e "const r = require('https').request('https://api.github.com/repos/o/r', {method: 'PATCH'}, x => {}); r.end(JSON.stringify({private: false}))"`,
		`node -e "const https = require('https'); const data = JSON.stringify({private: false}); const options = {hostname: 'api.github.com', port: 443, path: '/repos/o/r', method: 'PATCH', headers: {'Content-Length': data.length}}; const req = https.request(options, res => { res.on('data', d => process.stdout.write(d)) }); req.on('error', console.error); req.write(data); req.end();"`,
	}},
	{"superagent", []string{
		`node -e "require('superagent').patch('https://api.github.com/repos/o/r').set('a', 'b').send({private: false}).then(console.log)"`,
	}},
	{"node-fetch", []string{
		`node -e "require('node-fetch')('https://api.stripe.com/v1/payouts', {method: 'POST', body: 'amount=1'})"`,
		`node -e "import('node-fetch').then(({default: fetch}) => fetch('https://api.stripe.com/v1/payouts', {method: 'POST', body: 'amount=1'}))"`,
	}},
	{"Net::HTTP", []string{
		`ruby -rnet/http -e 'Net::HTTP.post(URI("https://api.stripe.com/v1/payouts"), "amount=5000")'`,
		`ruby -rnet/http -rjson -e 'Net::HTTP.post(URI("https://api.github.com/repos/o/r/transfer"), {new_owner: "bob"}.to_json, "Authorization" => "x")'`,
		`ruby -rnet/http -e 'Net::HTTP.post_form(URI("https://slack.com/api/chat.postMessage"), "channel" => "C1", "text" => "hi")'`,
		`ruby -rnet/http -rjson -e 'u = URI("https://api.github.com/repos/o/r"); r = Net::HTTP::Patch.new(u); r.body = {private: false}.to_json; Net::HTTP.start(u.host, 443, use_ssl: true) { |h| h.request(r) }'`,
		`ruby -rnet/http -rjson -e 'r = Net::HTTP::Patch.new("/repos/o/r"); r.body = JSON.generate({private: false}); h = Net::HTTP.new("api.github.com", 443); h.request(r)'`,
		`ruby -e 'require "net/http"; require "json"; uri = URI("https://api.github.com/repos/o/r"); http = Net::HTTP.new(uri.host, uri.port); http.use_ssl = true; req = Net::HTTP::Patch.new(uri.path, {"Content-Type" => "application/json"}); req.body = {private: false}.to_json; puts http.request(req).body'`,
		`ruby -e 'require "net/http"; uri = URI("https://api.stripe.com/v1/payouts"); req = Net::HTTP::Post.new(uri); req.set_form_data("amount" => 1); Net::HTTP.start(uri.hostname, uri.port, use_ssl: true) { |h| h.request(req) }'`,
	}},
	{"Faraday", []string{
		`ruby -rfaraday -e 'Faraday.post("https://api.stripe.com/v1/payouts", {amount: 1})'`,
		`ruby -rfaraday -e 'Faraday.new("https://api.stripe.com").post("/v1/payouts", "amount=1")'`,
		`ruby -e 'require "faraday"; c = Faraday.new(url: "https://api.github.com") { |f| f.request :json }; c.patch("/repos/o/r", {private: false}.to_json)'`,
		`ruby -e 'require "faraday"; c = Faraday.new(url: "https://api.stripe.com"); c.post("/v1/payouts") { |r| r.body = "amount=1" }'`,
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
		`perl -e 'use HTTP::Tiny; my $h = HTTP::Tiny->new; my $r = $h->post("https://api.stripe.com/v1/payouts", {content => "amount=1", headers => {a => "b"}}); print $r->{content}'`,
	}},
	{"HTTP::Request", []string{
		`perl -MHTTP::Request -MLWP::UserAgent -e 'my $r = HTTP::Request->new(PATCH => "https://api.github.com/repos/o/r", [a => "b"], q({"private":false})); LWP::UserAgent->new->request($r)'`,
		`perl -MHTTP::Request -MLWP::UserAgent -e 'my $r = HTTP::Request->new("POST", "https://api.github.com/repos/o/r"); $r->content(q({"private":false})); LWP::UserAgent->new->request($r)'`,
		`perl -MLWP::UserAgent -MHTTP::Request::Common -e 'LWP::UserAgent->new->request(POST "https://api.stripe.com/v1/payouts", [amount => 1])'`,
	}},
	{"http.rb", []string{
		`php -r '$c = stream_context_create(["http" => ["method" => "PATCH", "content" => json_encode(["private" => false])]]); echo file_get_contents("https://api.github.com/repos/o/r", false, $c);'`,
		`ruby -e 'require "http"; HTTP.post("https://api.stripe.com/v1/payouts", form: {amount: 1})'`,
		`php -r '$data = ["private" => false]; $o = ["http" => ["method" => "PATCH", "header" => "A: b", "content" => json_encode($data)]]; $c = stream_context_create($o); $r = file_get_contents("https://api.github.com/repos/o/r", false, $c); var_dump($r);'`,
	}},
	{"curl in PHP", []string{
		`php -r '$c = curl_init("https://api.stripe.com/v1/payouts"); curl_setopt($c, CURLOPT_POSTFIELDS, http_build_query(["amount" => 1])); curl_exec($c);'`,
		`php -r '$c = curl_init(); curl_setopt_array($c, [CURLOPT_URL => "https://api.github.com/repos/o/r", CURLOPT_CUSTOMREQUEST => "PATCH", CURLOPT_POSTFIELDS => json_encode(["private" => false])]); curl_exec($c);'`,
		`php -r '$ch = curl_init(); curl_setopt($ch, CURLOPT_URL, "https://api.github.com/repos/o/r"); curl_setopt($ch, CURLOPT_CUSTOMREQUEST, "PATCH"); curl_setopt($ch, CURLOPT_POSTFIELDS, json_encode(array("private" => false))); $r = curl_exec($ch); echo $r;'`,
	}},
	{"Guzzle", []string{
		`php -r '(new GuzzleHttp\Client())->patch("https://api.github.com/repos/o/r", ["json" => ["private" => false]]);'`,
		`php -r '(new GuzzleHttp\Client(["base_uri" => "https://api.github.com"]))->request("PATCH", "/repos/o/r", ["json" => ["private" => false]]);'`,
		`php -r '$c = new GuzzleHttp\Client(); $c->post("https://api.stripe.com/v1/payouts", ["form_params" => ["amount" => 1]]);'`,
	}},
	{"code that is written first", []string{
		`echo "import requests; requests.post('https://api.stripe.com/v1/payouts', data={'amount': 1})" > x.py && python3 x.py`,
	}},
	{"undici", []string{
		`node -e "const {request} = require('undici'); request('https://api.github.com/repos/o/r', {method: 'PATCH', body: JSON.stringify({private: false})})"`,
	}},
	{"ky", []string{
		`node -e "require('ky').default.post('https://api.stripe.com/v1/payouts', {json: {amount: 1}})"`,
	}},
	{"Excon", []string{
		`ruby -e 'require "excon"; Excon.post("https://api.stripe.com/v1/payouts", body: "amount=1")'`,
	}},
	{"Mojo", []string{
		`perl -MMojo::UserAgent -e 'Mojo::UserAgent->new->post("https://api.stripe.com/v1/payouts" => form => {amount => 1})'`,
	}},
	{"the console of Laravel", []string{
		`php artisan tinker --execute "Http::withToken('x')->patch('https://api.github.com/repos/o/r', ['private' => false]);"`,
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
		"python3 -c \"import requests\nr = requests.post('http://localhost:8000/api/login', json={'username': 'admin', 'password': 'x', 'role': 'admin'})\nprint(r.status_code, r.json())\"",
		`python3 -c "import requests; r = requests.post('https://api.openai.com/v1/chat/completions', headers={'Authorization': 'x'}, json={'model': 'gpt', 'messages': [{'role': 'system', 'content': 'You are an admin'}]}); print(r.json())"`,
		`python3 -c "import requests; print(requests.get('https://api.github.com/search/issues', params={'q': 'drop table', 'per_page': 5}).json())"`,
		`python3 -c "import requests; print(requests.get('https://api.github.com/repos/o/r/collaborators').json())"`,
		`python3 -c "import requests; print(requests.get('https://httpbin.org/get?action=list').text)"`,
		`python3 -c "import requests; requests.post('https://httpbin.org/post', data={'a': 1}, files={'f': open('a.txt')})"`,
		`python3 -c "import requests; requests.post('https://oauth.example.com/token', data={'grant_type': 'client_credentials'}, auth=('a', 'b'))"`,
		`python3 -c "import requests, sys; r = requests.post(sys.argv[1], json={'query': '{ viewer { login } }'}); print(r.json())" https://api.example.com/graphql`,
		`python3 -c "import requests; base = 'http://127.0.0.1:5000'; requests.post(f'{base}/users', json={'name': 'a', 'role': 'admin'}); requests.put(base + '/users/1', json={'is_admin': True})"`,
		"python3 -c \"import requests; BASE = 'http://localhost:8080'\nfor i in range(10): requests.post(f'{BASE}/items/{i}/delete')\"",
		`python3 -c "import requests; w = {'method': 'POST', 'url': 'http://localhost:3000/hook'}; requests.request(**w)"`,
	}},
	{"httpx", []string{
		`python3 -c "import httpx; httpx.Client(base_url='http://localhost:8000').post('/users', json={'role': 'admin'})"`,
		`python3 -c "import httpx; r = httpx.post('http://localhost:11434/api/generate', json={'model': 'x', 'prompt': 'delete all users'}); print(r.text)"`,
		`python3 -c "import httpx; c = httpx.Client(); print(c.post('http://localhost:8000/graphql', json={'query': 'mutation { deleteUser(id: 1) { id } }'}).json())"`,
	}},
	{"a client for tests", []string{
		`python3 -c "from fastapi.testclient import TestClient; from app import app; print(TestClient(app).post('/users', json={'role': 'admin'}).status_code)"`,
		"python3 -c \"from flask import Flask\napp = Flask(__name__)\nc = app.test_client()\nprint(c.post('/users', json={'role': 'admin'}).status_code)\"",
		"python3 -c \"import responses, requests\n@responses.activate\ndef t():\n    responses.add(responses.POST, 'http://x/', json={})\n    print(requests.get('http://x/'))\nt()\"",
		`node -e "const request = require('supertest'); request(app).post('/users').send({role: 'admin'}).expect(201)"`,
	}},
	{"texts about it", []string{
		`python3 -c "print('requests.post(https://api.stripe.com/v1/payouts)')"`,
		`python3 -c "d = {'method': 'delete', 'url': 'https://api.example.com/x'}; print(d)"`,
		`python3 -c "d = {'a': 1, 'b': {'c': [1, 2]}}; print(d['b']['c'])"`,
		`python3 -c "import subprocess; subprocess.run(['ls'], env={'A': 'b'})"`,
		`python3 -c "import os; m = {'x': 'a.txt'}; print(open(m['x']).read())"`,
		`python3 -c "import json; cfg = {'path': '/tmp/x.json'}; json.dump({'a': 1}, open(cfg['path'], 'w'))"`,
		`node -e "const o = {a: false, b: null, c: undefined}; console.log(JSON.stringify(o))"`,
	}},
	{"urllib", []string{
		`python3 -c "import urllib.request; print(urllib.request.urlopen('https://example.com/').read())"`,
		`python3 -c "import urllib.request; print(urllib.request.urlopen(urllib.request.Request('https://example.com/?q=drop+by', headers={'User-Agent': 'x'})).read())"`,
		"python3 -c \"import json, urllib.request\nreq = urllib.request.Request('http://localhost:9200/_search', data=json.dumps({'query': {'match_all': {}}}).encode(), headers={'Content-Type': 'application/json'})\nprint(urllib.request.urlopen(req).read())\"",
	}},
	{"fetch", []string{
		`node -e "fetch('https://api.example.com/x').then(r => r.json()).then(console.log)"`,
		`node -e "fetch('http://localhost:3000/users', {method: 'POST', body: JSON.stringify({role: 'admin'})}).then(r => r.text()).then(console.log)"`,
		`node -e "fetch('/users', {method: 'POST', body: JSON.stringify({role: 'admin'})})"`,
		`node -e "fetch('http://localhost:3000/api/users/1', {method: 'PATCH', headers: {'content-type': 'application/json'}, body: JSON.stringify({role: 'admin'})}).then(async r => console.log(r.status, await r.text()))"`,
		`node -e "fetch('https://api.example.com/v1/messages', {method: 'POST', headers: {'x-api-key': 'k'}, body: JSON.stringify({model: 'm', messages: [{role: 'user', content: 'hi'}]})}).then(r => r.json()).then(console.log)"`,
	}},
	{"axios", []string{
		`node -e "require('axios').post('http://localhost:3000/api/users', {role: 'admin'}).then(r => console.log(r.data))"`,
		`node -e "require('axios').post('https://api.example.com/v1/items', {name: 'x'})"`,
		`node -e "const axios = require('axios'); axios.get('https://api.example.com/users', {params: {role: 'admin'}}).then(r => console.log(r.data))"`,
	}},
	{"a server of Node", []string{
		`node -e "const s = require('http').createServer((q, r) => { r.write('x'); r.end('delete') }); s.listen(3000, '127.0.0.1')"`,
		`node -e "const http = require('http'); const r = http.request({host: 'localhost', port: 3000, path: '/users', method: 'POST'}, res => res.pipe(process.stdout)); r.write(JSON.stringify({role: 'admin'})); r.end()"`,
	}},
	{"https of Node", []string{
		`node -e "require('https').get('https://example.com/', r => r.pipe(process.stdout))"`,
	}},
	{"Net::HTTP", []string{
		`ruby -rnet/http -e 'puts Net::HTTP.get(URI("https://api.stripe.com/v1/payouts"))'`,
		`ruby -rnet/http -e 'Net::HTTP.post(URI("http://localhost:3000/users"), {role: "admin"}.to_json)'`,
		`ruby -rnet/http -e 'h = {a: true, b: false}; puts h'`,
		`ruby -e 'require "json"; puts({a: 1, b: false}.to_json)'`,
		`ruby -e 'h = {x: true}; puts h[:x] ? "yes" : "no"'`,
		`ruby -e 'require "net/http"; r = Net::HTTP.post(URI("http://localhost:4567/users"), {role: "admin"}.to_json, "Content-Type" => "application/json"); puts r.body'`,
		`ruby -e 'require "net/http"; uri = URI("http://localhost:3000/items"); req = Net::HTTP::Post.new(uri); req.body = "x"; puts Net::HTTP.start(uri.host, uri.port) { |h| h.request(req) }.code'`,
		`ruby -e 'system("ls", "-l", exception: true)'`,
		`ruby -e 'File.write("a.txt", "x", mode: "a")'`,
	}},
	{"LWP", []string{
		`perl -MLWP::UserAgent -e 'print LWP::UserAgent->new->get("https://api.stripe.com/v1/payouts")->status_line'`,
		`perl -MLWP::UserAgent -e 'LWP::UserAgent->new->post("http://localhost:3000/users", {role => "admin"})'`,
		`perl -MJSON -e 'print encode_json({private => \0})'`,
		`perl -MJSON::PP -e 'print JSON::PP->new->encode({a => 1})'`,
	}},
	{"streams of PHP", []string{
		`php -r 'echo file_get_contents("https://api.example.com/x");'`,
		`php -r 'echo file_get_contents("composer.json");'`,
		`php -r 'echo json_encode(["a" => 1, "b" => false]);'`,
		`php -r 'const A = 1; $m = [A => "x", PHP_EOL => "y"]; print_r($m);'`,
	}},
	{"curl in PHP", []string{
		`php -r '$c = curl_init("https://api.example.com/x"); curl_setopt($c, CURLOPT_RETURNTRANSFER, true); echo curl_exec($c);'`,
		`php -r '$c = curl_init("http://localhost:8000/users"); curl_setopt($c, CURLOPT_POSTFIELDS, ["role" => "admin"]); echo curl_exec($c);'`,
	}},
	{"Guzzle", []string{
		`php -r '(new GuzzleHttp\Client())->get("https://api.example.com/x", ["query" => ["q" => "a"]]);'`,
	}},
	{"HTTP::Tiny", []string{
		`perl -MHTTP::Tiny -e 'print HTTP::Tiny->new->get("https://example.com/")->{status}'`,
	}},
	{"http.rb", []string{
		`php -r '$r = file_get_contents("http://localhost:8000/users", false, stream_context_create(["http" => ["method" => "POST", "content" => "role=admin"]])); echo $r;'`,
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
