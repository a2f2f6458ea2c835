package sink

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/lex"
)

// harmless are the first parts of the names of modules whose methods change nothing elsewhere: those of the languages
// themselves, of data and mathematics, of tests and of frameworks, whose objects are the code's own.
const harmless lex.Words = `
	abc argparse array ast asyncio base64 bisect builtins bz2 calendar cmath cmd code codecs collections concurrent configparser contextlib contextvars copy csv ctypes curses dataclasses datetime decimal difflib dis
	email encodings enum errno fcntl filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json
	keyword linecache locale logging lzma mailbox marshal math mimetypes mmap multiprocessing numbers operator os pathlib pickle pkgutil platform plistlib poplib posix pprint profile pty pwd py_compile queue quopri
	random re readline reprlib resource sched secrets select selectors shelve shlex shutil signal site socket socketserver sqlite3 ssl stat statistics string struct subprocess sys sysconfig syslog tarfile
	tempfile termios test textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser
	winreg wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo __future__
	numpy np pandas pd polars scipy sklearn matplotlib plt seaborn plotly torch tensorflow keras jax xarray dask pyarrow networkx sympy statsmodels PIL cv2 skimage nltk spacy gensim transformers datasets xgboost lightgbm
	bs4 lxml yaml toml tomli tomlkit jinja2 markdown click typer rich tqdm attr attrs pydantic marshmallow dateutil pytz arrow pendulum regex chardet simplejson orjson ujson msgpack cachetools diskcache joblib
	pytest mock hypothesis faker factory freezegun responses moto django flask fastapi starlette rest_framework sanic tornado bottle falcon aiohttp app apps src lib tests models celery alembic
	sqlalchemy peewee pony tortoise mongoengine zodb tinydb lmdb plyvel openpyxl xlrd xlsxwriter docx pptx PyPDF2 pypdf reportlab selenium playwright pyautogui pyperclip dotenv environs decouple loguru structlog
	cryptography nacl jwt passlib bcrypt OpenSSL gnupg setuptools pkg_resources wheel pip git psutil watchdog sh plumbum fire IPython ipywidgets
	assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http2 https inspector module net path perf_hooks process punycode querystring repl
	stream string_decoder timers tls url util v8 vm wasi worker_threads bun
	lodash underscore ramda immutable immer moment dayjs date-fns luxon uuid nanoid chalk colors kleur commander yargs minimist inquirer ora glob globby fast-glob minimatch fs-extra graceful-fs rimraf del mkdirp execa zx
	shelljs dotenv express koa fastify hapi next react react-dom vue svelte rxjs redux zustand jquery cheerio jsdom puppeteer supertest jest mocha chai sinon vitest nock msw typescript esbuild webpack rollup vite
	babel postcss sass sharp xlsx papaparse csv-parse js-yaml yaml ajv zod joi yup winston pino debug semver ws lru-cache node-cache keyv cacache classnames
	benchmark bigdecimal bundler date delegate digest erb etc fiddle fileutils find forwardable logger matrix minitest monitor objspace observer open3 openssl optparse ostruct pathname pp prime pstore psych
	rack rails active_support activesupport active_model action_controller rake rbconfig rexml ripper rspec rubygems securerandom set shellwords singleton sinatra socket stringio strscan tempfile thor time timeout tmpdir tsort uri weakref
	strict warnings utf8 feature constant parent base vars lib overload bigint bignum integer sort autodie version carp cwd data encode exporter fcntl file getopt hash io list local math memoize mime params pod
	posix scalar storable sys term text tie time unicode xsloader moose moo mojo mojolicious dancer dancer2 plack test try type path json template
	illuminate symfony laravel monolog psr composer phpunit doctrine twig vendor autoload
`

// HarmlessModule reports whether a module is one whose methods change nothing elsewhere, or a file of the project: ./client.
func HarmlessModule(name string) bool {
	if name == "" || name[0] == '.' || name[0] == '/' || name[0] == '-' || '0' <= name[0] && name[0] <= '9' || strings.HasPrefix(name, "@/") || strings.HasPrefix(name, "~/") {
		return true
	}
	for _, end := range [...]string{".js", ".mjs", ".cjs", ".ts", ".json", ".php", ".rb", ".pl"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	root := name
	if i := strings.IndexAny(name, `.:\/`); i > 0 && name[0] != '@' {
		root = name[:i]
	}
	return harmless.Has(name) || harmless.Has(root) || harmless.Has(strings.ToLower(root)) || strings.HasPrefix(name, "@babel/") || strings.HasPrefix(name, "@types/") || strings.HasPrefix(name, "@testing-library/")
}

// DestroysByName reports whether the name of a method says that it deletes something or pays.
func DestroysByName(method string) bool {
	first, _, several := verbs(method)
	return (destroysAlone(first) || several && first == "drop") && !ordinary.Has(squash(method))
}

// DestroysNamed reports whether it names what it deletes, too: delete_project.
func DestroysNamed(method string) bool {
	_, _, several := verbs(method)
	return several && method != "delete_if" && DestroysByName(method)
}

// destroysAlone reports whether the names of such methods begin with a word, whatever follows.
func destroysAlone(word string) bool {
	switch word {
	case "delete", "destroy", "purge", "wipe", "terminate", "erase", "refund", "transfer", "payout":
		return true
	}
	return false
}

// IsCredentialOption reports whether an option of a function is for a credential.
func IsCredentialOption(name string) bool {
	const options lex.Words = `apikey token auth authtoken accesstoken accesskey secretkey secret clientsecret apitoken apisecret password bearertoken personalaccesstoken
		authorization privatekey servicetoken credentials credential`
	return options.Has(strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name)))
}

// IsCredentialVariable reports whether the name is that of a variable of the environment for a credential: FOO_TOKEN.
func IsCredentialVariable(name string) bool {
	if len(name) < len("TOKEN") || strings.ToUpper(name) != name {
		return false
	}
	for _, end := range [...]string{"TOKEN", "API_KEY", "APIKEY", "SECRET", "PASSWORD", "ACCESS_KEY", "SECRET_KEY", "PRIVATE_KEY", "_KEY", "_PAT", "CREDENTIALS"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
