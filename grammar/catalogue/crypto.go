package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// keys are the programs that make, use and delete keys.
var keys = []spec.Row{
	{
		Names: "openssl", Source: "openssl(1)", Env: "OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Single | spec.Permute,
				Subs: []spec.Sub{
					{Names: "s_client", Syntax: spec.Syntax{
						Style: spec.Single | spec.Permute,
						Options: slices.Concat(
							opensslCommon,
							bools("-showcerts", "-quiet", "-ign_eof", "-brief", "-tls1_2", "-tls1_3", "-debug", "-msg", "-crlf", "-status", "-verify_quiet", "-noservername"),
							values("-servername", "-starttls", "-alpn", "-verify", "-cipher", "-verify_hostname"),
							[]spec.Option{
								{Names: "-connect", Arg: spec.Required, Role: spec.Host},
								{Names: "-host", Arg: spec.Required, Role: spec.Host},
								{Names: "-proxy", Arg: spec.Required, Role: spec.Host},
								{Names: "-cert", Arg: spec.Required, Role: spec.File},
							},
						),
						Operands: spec.Operands{First: []spec.Role{spec.Host}},
					}},
					{Names: "s_server", Syntax: spec.Syntax{
						Style: spec.Single | spec.Permute,
						Options: slices.Concat(
							opensslCommon, bools("-www", "-WWW", "-HTTP", "-quiet", "-debug"), values("-cipher"),
							[]spec.Option{
								{Names: "-accept -port", Arg: spec.Required, Role: spec.Listen},
								{Names: "-cert", Arg: spec.Required, Role: spec.File},
							},
						),
					}},
					{Names: "enc", Syntax: spec.Syntax{
						Style: spec.Single | spec.Permute,
						Options: slices.Concat(opensslCommon, bools("-d", "-e", "-a", "-base64", "-A", "-salt", "-nosalt", "-pbkdf2", "-p", "-P", "-aes-256-cbc"), values("-k", "-K", "-iv", "-S", "-md", "-iter"),
							[]spec.Option{{Names: "-kfile", Arg: spec.Required, Role: spec.File}}),
					}},
					{Names: "base64 aes-128-cbc aes-192-cbc aes-256-cbc aes-128-ctr aes-256-ctr chacha20 camellia-256-cbc des3 zlib", Syntax: spec.Syntax{
						Style: spec.Single | spec.Permute, Options: slices.Concat(opensslCommon, bools("-d", "-e", "-a", "-base64", "-A", "-salt", "-nosalt", "-pbkdf2", "-p", "-P"), values("-k", "-K", "-iv", "-S", "-md", "-iter"),
							[]spec.Option{{Names: "-kfile", Arg: spec.Required, Role: spec.File}}),
					}},
					{Names: "rand", Syntax: spec.Syntax{Style: spec.Single | spec.Permute, Options: slices.Concat(opensslCommon, bools("-base64", "-hex"))}},
					{Names: "genrsa", Syntax: opensslPlain()},
					{Names: "genpkey", Syntax: opensslPlain()},
					{Names: "req", Syntax: opensslPlain()},
					{Names: "x509", Syntax: opensslPlain()},
					{Names: "rsa", Syntax: opensslPlain()},
					{Names: "pkey", Syntax: opensslPlain()},
					{Names: "ec", Syntax: opensslPlain()},
					{Names: "ecparam", Syntax: opensslPlain()},
					{Names: "pkcs12", Syntax: opensslPlain()},
					{Names: "pkcs8", Syntax: opensslPlain()},
					{Names: "pkeyutl", Syntax: opensslPlain()},
					{Names: "rsautl", Syntax: opensslPlain()},
					{Names: "cms smime", Syntax: opensslPlain()},
					{Names: "dgst", Syntax: opensslPlain()},
					{Names: "verify", Syntax: opensslPlain()},
					{Names: "asn1parse", Syntax: opensslPlain()},
					{Names: "crl", Syntax: opensslPlain()},
					{Names: "ca", Syntax: opensslPlain()},
					{Names: "passwd"},
					{Names: "version"},
					{Names: "ciphers"},
					{Names: "list"},
					{Names: "speed"},
					{Names: "errstr"},
					{Names: "prime"},
					{Names: "dhparam", Syntax: opensslPlain()},
					{Names: "engine"},
					{Names: "help"},
				},
			}
		},
	},
	{
		Names: "gpg gpg2", Source: "gpg(1)", Env: "GNUPGHOME",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.GNU,
				Options: slices.Concat(
					bools(
						"-s --sign", "--clear-sign --clearsign", "-b --detach-sign", "-e --encrypt", "-c --symmetric", "--store", "-d --decrypt", "--verify", "--multifile",
						"-k --list-keys --list-public-keys", "-K --list-secret-keys", "--list-sigs", "--check-sigs", "--fingerprint", "--list-packets", "--edit-key",
						"--delete-keys --delete-key", "--delete-secret-keys --delete-secret-key", "--delete-secret-and-public-keys --delete-secret-and-public-key",
						"--export", "--export-secret-keys", "--export-secret-subkeys", "--export-ssh-key", "--import", "--fast-import", "--recv-keys --receive-keys", "--fetch-keys",
						"--send-keys", "--search-keys", "--refresh-keys", "--gen-key --generate-key", "--full-generate-key", "--quick-generate-key",
						"--export-ownertrust", "--import-ownertrust", "--dearmor", "--enarmor", "--batch", "--yes", "--no", "-a --armor", "-n --dry-run", "-q --quiet",
						"-v --verbose", "-t --textmode", "--with-colons", "--no-tty", "--no-default-keyring", "--show-keys", "--always-trust", "--version", "-h --help",
					),
					values(
						"-u --local-user", "-r --recipient", "--default-key", "--trust-model", "--pinentry-mode", "--passphrase-fd", "--status-fd", "--command-fd",
						"--compress-algo", "--cipher-algo", "--digest-algo", "-z", "--keyid-format",
					),
					[]spec.Option{
						{Names: "-o --output", Arg: spec.Required, Role: spec.Write},
						{Names: "--passphrase", Arg: spec.Required, Role: spec.Credential},
						{Names: "--passphrase-file", Arg: spec.Required, Role: spec.File},
						{Names: "--homedir", Arg: spec.Required},
						{Names: "--primary-keyring --keyring", Arg: spec.Required, Role: spec.File},
						{Names: "--secret-keyring", Arg: spec.Required, Role: spec.File},
						{Names: "--keyserver", Arg: spec.Required, Role: spec.Host},
						{Names: "--gpgconf-list"},
						{Names: "--agent-program", Arg: spec.Required, Role: spec.Helper},
						{Names: "--photo-viewer", Arg: spec.Required, Role: spec.Shell},
						{Names: "--exec-path", Arg: spec.Required, Role: spec.Helper},
					},
				),
				Operands: reads,
				Cases: []spec.Case{{With: "--import --fast-import", Operands: reads, Values: "--keyring", As: spec.Fields}, {
					With: "--fetch-keys", Operands: spec.Operands{Rest: spec.URL}, Values: "--keyring", As: spec.Fields,
				}, {
					With: "--recv-keys --refresh-keys", Values: "--keyring", As: spec.Fields,
				}, {
					With: "-k -K --list-sigs --check-sigs --fingerprint --edit-key --delete-keys --delete-secret-keys --delete-secret-and-public-keys " +
						"--export --export-secret-keys --export-secret-subkeys --export-ssh-key --recv-keys --send-keys --search-keys --quick-generate-key",
				}},
			}
		},
	},
	{
		Names: "ssh-keygen", Source: "ssh-keygen(1)", Env: "SSH_SK_PROVIDER",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Permute,
				Options: slices.Concat(
					bools("-q", "-l", "-y", "-e", "-i", "-p", "-c", "-B", "-A", "-H", "-K", "-k", "-L", "-v", "-g", "-h", "-u", "-U"),
					values("-t", "-b", "-C", "-N", "-P", "-a", "-m", "-n", "-I", "-V", "-z", "-O", "-Z", "-E", "-r", "-M", "-Y"),
					[]spec.Option{
						{Names: "-f", Arg: spec.Required, Role: spec.Write},
						{Names: "-F", Arg: spec.Required},
						{Names: "-R", Arg: spec.Required},
						{Names: "-s", Arg: spec.Required, Role: spec.File},
						{Names: "-D", Arg: spec.Required, Role: spec.Helper},
						{Names: "-w", Arg: spec.Required, Role: spec.Helper},
					},
				),
				Cases: []spec.Case{{With: "-l -y -e -i -F -B -L -r", Values: "-f", As: spec.File}},
			}
		},
	},
	{
		Names: "ssh-add", Source: "ssh-add(1)", Env: "SSH_ASKPASS SSH_SK_PROVIDER",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.POSIX | spec.Permute,
				Options: slices.Concat(
					bools("-c", "-D", "-d", "-K", "-k", "-L", "-l", "-q", "-v", "-X", "-x", "-A", "--apple-use-keychain", "--apple-load-keychain"),
					values("-E", "-H", "-h", "-t"),
					[]spec.Option{{Names: "-s", Arg: spec.Required, Role: spec.Helper}, {Names: "-S", Arg: spec.Required, Role: spec.Helper}, {Names: "-e", Arg: spec.Required}},
				),
			}
		},
	},
	{
		Names: "keytool", Source: "keytool(1)",
		Syntax: func() spec.Syntax {
			return spec.Syntax{
				Style: spec.Single | spec.Permute,
				Options: slices.Concat(
					bools(
						"-list", "-genkey -genkeypair", "-genseckey", "-delete", "-importcert -import", "-importkeystore", "-exportcert -export", "-printcert", "-certreq",
						"-changealias", "-storepasswd", "-keypasswd", "-noprompt", "-rfc", "-v", "-trustcacerts", "-cacerts", "-help",
					),
					values("-alias", "-keyalg", "-keysize", "-validity", "-dname", "-storetype", "-destalias", "-srcalias", "-ext", "-sigalg"),
					[]spec.Option{
						{Names: "-keystore", Arg: spec.Required, Role: spec.File},
						{Names: "-srckeystore", Arg: spec.Required, Role: spec.File},
						{Names: "-destkeystore", Arg: spec.Required, Role: spec.Write},
						{Names: "-file", Arg: spec.Required, Role: spec.File},
						{Names: "-storepass", Arg: spec.Required, Role: spec.Credential},
						{Names: "-keypass", Arg: spec.Required, Role: spec.Credential},
						{Names: "-srcstorepass", Arg: spec.Required, Role: spec.Credential},
						{Names: "-deststorepass", Arg: spec.Required, Role: spec.Credential},
						{Names: "-sslserver", Arg: spec.Required, Role: spec.Host},
					},
				),
				Cases: []spec.Case{
					{With: "-exportcert -certreq", Values: "-file", As: spec.Write},
					{With: "-delete -importcert -genkeypair -genseckey -storepasswd -keypasswd -changealias", Values: "-keystore", As: spec.Write},
				},
			}
		},
	},
}

// opensslCommon are options that many commands of openssl share.
var opensslCommon = []spec.Option{
	{Names: "-in", Arg: spec.Required, Role: spec.File},
	{Names: "-out", Arg: spec.Required, Role: spec.Write},
	{Names: "-key -inkey", Arg: spec.Required, Role: spec.File},
	{Names: "-pass -passin", Arg: spec.Required, Role: spec.Credential},
	{Names: "-passout", Arg: spec.Required, Role: spec.Credential},
	{Names: "-CAfile", Arg: spec.Required, Role: spec.File},
	{Names: "-CApath", Arg: spec.Required, Role: spec.File},
	{Names: "-config", Arg: spec.Required, Role: spec.File},
	{Names: "-engine", Arg: spec.Required, Role: spec.Helper},
	{Names: "-provider", Arg: spec.Required, Role: spec.Helper},
	{Names: "-provider-path", Arg: spec.Required, Role: spec.Helper},
	{Names: "-help"},
}

// opensslPlain returns the syntax of openssl's other commands.
func opensslPlain() spec.Syntax {
	return spec.Syntax{
		Style: spec.Single | spec.Permute,
		Options: slices.Concat(
			opensslCommon,
			bools("-noout", "-text", "-nodes -noenc", "-x509", "-new", "-newkey-only", "-check", "-pubout", "-pubin", "-modulus", "-subject", "-issuer", "-dates", "-fingerprint",
				"-serial", "-enddate", "-startdate", "-hash", "-purpose", "-clcerts", "-cacerts", "-nocerts", "-nokeys", "-export", "-legacy", "-sign-only", "-hex", "-binary",
				"-encrypt", "-decrypt", "-sha256", "-sha1", "-md5", "-topk8", "-nocrypt", "-genkey", "-param_enc", "-crl", "-req", "-batch", "-verify-only", "-CAcreateserial", "-verbose"),
			values("-newkey", "-days", "-subj", "-inform", "-outform", "-name", "-algorithm", "-pkeyopt", "-addext", "-extensions", "-set_serial", "-checkend", "-nameopt", "-certopt", "-reqexts"),
			[]spec.Option{
				{Names: "-keyout", Arg: spec.Required, Role: spec.Write},
				{Names: "-signkey", Arg: spec.Required, Role: spec.File},
				{Names: "-CA", Arg: spec.Required, Role: spec.File},
				{Names: "-CAkey", Arg: spec.Required, Role: spec.File},
				{Names: "-untrusted", Arg: spec.Required, Role: spec.File},
				{Names: "-certfile", Arg: spec.Required, Role: spec.File},
				{Names: "-extfile", Arg: spec.Required, Role: spec.File},
				{Names: "-signature", Arg: spec.Required, Role: spec.File},
				{Names: "-sign", Arg: spec.Required, Role: spec.File},
				{Names: "-verify", Arg: spec.Required},
			},
		),
		Operands: spec.Operands{Rest: spec.File},
	}
}
