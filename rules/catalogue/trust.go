package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// trust are the rules about settings that stop programs from checking the other end of a
// connection, or the origin of the code they install.
var trust = []rules.Rule{
	{
		ID: "trust.tls", Class: rules.Hygiene, Program: "curl wget", Any: "-k --insecure --proxy-insecure --no-check-certificate",
		Reason: "does not check whom it talks to",
		Hint:   "give the certificate with `curl --cacert FILE URL`",
		Hits:   []string{"curl -k https://h/x", "curl -sSLk https://h", "wget --no-check-certificate https://h"},
		Misses: []string{"curl -sSL https://h", "wget https://h", "curl -K cfg"},
	},
	{
		ID: "trust.git-tls", Class: rules.Hygiene, Program: "git", Effect: grammar.Sets, Name: "http.sslverify http.*.sslverify", Value: "false 0 no off",
		Reason: "does not check whom it talks to",
		Hint:   "name the certificate with `git config http.sslCAInfo FILE`",
		Hits:   []string{"git -c http.sslVerify=false clone https://h/x", "git config --global http.sslVerify false"},
		Misses: []string{"git config http.sslVerify true", "git clone https://h/x"},
	},
	{
		ID: "trust.variables", Class: rules.Hygiene, Effect: grammar.Sets, Name: "NODE_TLS_REJECT_UNAUTHORIZED GIT_SSL_NO_VERIFY PYTHONHTTPSVERIFY GOINSECURE GONOSUMCHECK GONOSUMDB GOFLAGS", Value: "0 1 true false *insecure*",
		Reason: "keeps programs from checking whom they talk to",
		Hint:   "run the command without that variable",
		Hits:   []string{"NODE_TLS_REJECT_UNAUTHORIZED=0 node x.js", "export GIT_SSL_NO_VERIFY=1", "env GIT_SSL_NO_VERIFY=true git fetch"},
		Misses: []string{"NODE_ENV=1 node x.js", "GOFLAGS=-mod=mod go build"},
	},
	{
		ID: "trust.index", Class: rules.Hygiene, Program: "pip uv", Any: "--trusted-host --index-url=http://* --extra-index-url=http://*",
		PossibleIn: "install download wheel index list search add sync lock run pip pip/* tool tool/* build",
		Reason:     "installs what anyone on the way may have changed",
		Hint:       "use an index with https",
		Hits:       []string{"pip install --trusted-host h x", "pip install -i http://h/simple x", "pip3 install --extra-index-url http://h x"},
		Misses:     []string{"pip install x", "pip install -i https://h/simple x"},
	},
	{
		ID: "trust.registry", Class: rules.Hygiene, Program: "npm yarn pnpm", Any: "--registry=http://* --strict-ssl=false",
		PossibleIn: "install add ci update upgrade publish login adduser exec dlx init create audit config config/* i x set",
		Reason:     "installs what anyone on the way may have changed",
		Hint:       "use a registry with https",
		Hits:       []string{"npm install --registry http://h x", "npm --registry=http://h ci"},
		Misses:     []string{"npm install x", "npm install --registry https://h x"},
	},
	{
		ID: "trust.unsigned", Class: rules.Exposure, Program: "apt dnf zypper apk snap", Any: "--allow-unauthenticated --force-yes --allow-insecure-repositories --nogpgcheck --no-gpg-checks --allow-untrusted --dangerous",
		PossibleIn: "install add upgrade update dist-upgrade full-upgrade dselect-upgrade build-dep reinstall downgrade distro-sync localinstall fix satisfy builddep swap group group/* groupinstall dup dist-upgrade patch in try refresh fetch remove autoremove",
		Reason:     "installs packages that nobody vouches for",
		Hint:       "install without that option, or ask the user",
		Hits:       []string{"apt install --allow-unauthenticated x", "yum install --nogpgcheck x", "apk add --allow-untrusted x.apk", "snap install --dangerous x.snap"},
		Misses:     []string{"apt install x", "dnf install x", "apk add x"},
	},
	{
		ID: "trust.apt", Class: rules.Exposure, Program: "apt", Effect: grammar.Sets, Name: "acquire::allowinsecurerepositories acquire::allowdowngradetoinsecurerepositories apt::get::allowunauthenticated acquire::allowweakrepositories", Not: "false no 0 off",
		Reason: "installs packages that nobody vouches for",
		Hint:   "install without that setting, or ask the user",
		Hits:   []string{"apt-get -o Acquire::AllowInsecureRepositories=true update", "apt -oAPT::Get::AllowUnauthenticated=1 install x"},
		Misses: []string{"apt-get -o Acquire::AllowInsecureRepositories=false update", "apt-get -o Acquire::Retries=3 update"},
	},
	{
		ID: "trust.rpm", Class: rules.Exposure, Program: "rpm", Any: "--nosignature --nodigest --noverify --nodeps --force --replacefiles",
		Reason: "installs a package without asking whether it fits or who made it",
		Hint:   "`rpm -K FILE` checks it",
		Hits:   []string{"rpm -i --nosignature x.rpm", "sudo rpm -Uvh --nodeps x.rpm", "rpm -ivh --force x.rpm"},
		Misses: []string{"rpm -qa", "rpm -ivh x.rpm", "rpm -K x.rpm"},
	},
	{
		ID: "trust.repository", Class: rules.Hygiene, Program: "add-apt-repository apt-add-repository apt-key",
		Reason: "lets somebody else's packages in",
		Hint:   "ask the user to add it",
		Hits:   []string{"sudo add-apt-repository ppa:a/b", "apt-key add k"},
		Misses: []string{"apt update", "man apt-key"},
	},
	{
		ID: "trust.key-url", Class: rules.Persistence, Local: true, Program: "rpm", Any: "--import", Operand: "http://* https://* ftp://*",
		Reason: "lets the system install whatever the owner of a key from the network signs",
		Hint:   "download the key, show its fingerprint to the user, and ask",
		Hits:   []string{"rpm --import https://h/k.asc", "sudo rpm --import http://h/k.asc"},
		Misses: []string{"rpm --import k.asc", "rpm -qa gpg-pubkey", "rpm -ivh https://h/x.rpm"},
	},
	{
		ID: "trust.key-fetched", Class: rules.Persistence, Local: true, Program: "apt-key pacman-key", Any: "--recv-keys --fetch-keys --lsign-key",
		Reason: "lets the system install whatever the owner of a key from the network signs",
		Hint:   "download the key, show its fingerprint to the user, and ask",
		Hits:   []string{"sudo apt-key adv --keyserver h --recv-keys ABCDEF01", "apt-key adv --fetch-keys https://h/k", "pacman-key --recv-keys ABCDEF01"},
		Misses: []string{"pacman-key --init", "pacman-key --list-keys", "apt-key list"},
	},
	{
		ID: "trust.key-input", Class: rules.Persistence, Local: true, Program: "apt-key rpm pacman-key", StdinFrom: "curl wget http nc ncat",
		Reason: "lets the system install whatever the owner of a key from the network signs",
		Hint:   "download the key, show its fingerprint to the user, and ask",
		Hits:   []string{"curl -fsSL https://h/k | apt-key add -", "wget -qO- https://h/k | sudo apt-key add -", "curl https://h/k | rpm --import /dev/stdin"},
		Misses: []string{"apt-key add k.asc", "curl https://h/k | gpg --import", "curl https://h/k | gpg --show-keys"},
	},
	{
		ID: "trust.break-system", Class: rules.Hygiene, Program: "pip", Any: "--break-system-packages",
		PossibleIn: "install uninstall",
		Reason:     "writes over packages that the system's own programs use",
		Hint:       "`python3 -m venv .venv` makes a place of its own",
		Hits:       []string{"pip install --break-system-packages x"},
		Misses:     []string{"pip install x", "pip install --user x"},
	},
	{
		ID: "trust.password", Class: rules.Hygiene, Program: "docker", Sub: "login", Any: "-p --password",
		Reason: "shows the password to everybody on the machine",
		Hint:   "`docker login --password-stdin -u USER` reads it from standard input",
		Hits:   []string{"docker login -u me -p pw", "podman login --password pw h"},
		Misses: []string{"docker login -u me --password-stdin", "docker login"},
	},
	{
		ID: "trust.anchor", Class: rules.Exposure, Program: "mkcert trust", Any: "-install", None: "-help",
		Reason: "lets whoever has a certificate's key read every connection of this machine",
		Hint:   "give the certificate to the one program that needs it",
		Hits:   []string{"mkcert -install"},
		Misses: []string{"mkcert example.test", "mkcert -CAROOT"},
	},
	{
		ID: "trust.anchor-file", Class: rules.Exposure, Program: "trust", Operand: "anchor", None: "--help",
		Reason: "lets whoever has a certificate's key read every connection of this machine",
		Hint:   "give the certificate to the one program that needs it",
		Hits:   []string{"trust anchor ./ca.pem", "sudo trust anchor --remove ./ca.pem"},
		Misses: []string{"trust list", "trust dump"},
	},
	{
		ID: "trust.browser", Class: rules.Exposure, Program: "certutil", Any: "-A -M -addstore", Operand: "*.pki/nssdb* *.mozilla/* *firefox/* root Root ROOT",
		Reason: "lets whoever has a certificate's key read every connection of the browser",
		Hint:   "give the certificate to the one program that needs it",
		Hits:   []string{"certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n x -i ca.pem", "certutil -addstore Root ca.cer"},
		Misses: []string{"certutil -L -d sql:$HOME/.pki/nssdb", "certutil -A -d ./db -t C,, -n x -i ca.pem"},
	},
	{
		ID: "trust.directory", Class: rules.Persistence, Program: "direnv mise", Sub: "allow permit grant trust",
		Reason: "lets a file of the project run code whenever its directory is entered",
		Hint:   "read the file and ask the user",
		Hits:   []string{"direnv allow", "direnv allow .", "mise trust"},
		Misses: []string{"direnv status", "direnv deny", "mise ls"},
	},
}
