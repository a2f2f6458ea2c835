package grammar

import "slices"

// keys are the programs that make, use and delete keys.
var keys = []row{
	{
		Names: "openssl", Source: "openssl(1)", Env: "OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES",
		Syntax: func() Syntax {
			return Syntax{
				Style: Single | Permute,
				Subs: []Sub{
					{Names: "s_client", Syntax: Syntax{
						Style: Single | Permute,
						Options: slices.Concat(
							opensslCommon,
							bools("-showcerts", "-quiet", "-ign_eof", "-brief", "-tls1_2", "-tls1_3", "-debug", "-msg", "-crlf", "-status", "-verify_quiet", "-noservername"),
							values("-servername", "-starttls", "-alpn", "-verify", "-cipher", "-verify_hostname"),
							[]Option{
								{Names: "-connect", Arg: Required, Role: Host},
								{Names: "-host", Arg: Required, Role: Host},
								{Names: "-proxy", Arg: Required, Role: Host},
								{Names: "-cert", Arg: Required, Role: File},
							},
						),
						Operands: Operands{First: []Role{Host}},
					}},
					{Names: "s_server", Syntax: Syntax{
						Style: Single | Permute,
						Options: slices.Concat(
							opensslCommon, bools("-www", "-WWW", "-HTTP", "-quiet", "-debug"), values("-cipher"),
							[]Option{
								{Names: "-accept -port", Arg: Required, Role: Listen},
								{Names: "-cert", Arg: Required, Role: File},
							},
						),
					}},
					{Names: "enc", Syntax: Syntax{
						Style: Single | Permute,
						Options: slices.Concat(opensslCommon, bools("-d", "-e", "-a", "-base64", "-A", "-salt", "-nosalt", "-pbkdf2", "-p", "-P", "-aes-256-cbc"), values("-k", "-K", "-iv", "-S", "-md", "-iter"),
							[]Option{{Names: "-kfile", Arg: Required, Role: File}}),
					}},
					{Names: "base64 aes-128-cbc aes-192-cbc aes-256-cbc aes-128-ctr aes-256-ctr chacha20 camellia-256-cbc des3 zlib", Syntax: Syntax{
						Style: Single | Permute, Options: slices.Concat(opensslCommon, bools("-d", "-e", "-a", "-base64", "-A", "-salt", "-nosalt", "-pbkdf2", "-p", "-P"), values("-k", "-K", "-iv", "-S", "-md", "-iter"),
							[]Option{{Names: "-kfile", Arg: Required, Role: File}}),
					}},
					{Names: "rand", Syntax: Syntax{Style: Single | Permute, Options: slices.Concat(opensslCommon, bools("-base64", "-hex"))}},
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
		Syntax: func() Syntax {
			return Syntax{
				Style: GNU,
				Options: slices.Concat(
					bools(
						"-s --sign", "--clear-sign --clearsign", "-b --detach-sign", "-e --encrypt", "-c --symmetric", "--store", "-d --decrypt", "--verify", "--multifile",
						"-k --list-keys --list-public-keys", "-K --list-secret-keys", "--list-sigs", "--check-sigs", "--fingerprint", "--list-packets", "--edit-key",
						"--delete-keys --delete-key", "--delete-secret-keys --delete-secret-key", "--delete-secret-and-public-keys --delete-secret-and-public-key",
						"--export", "--export-secret-keys", "--export-secret-subkeys", "--export-ssh-key", "--import", "--fast-import", "--recv-keys --receive-keys",
						"--send-keys", "--search-keys", "--refresh-keys", "--gen-key --generate-key", "--full-generate-key", "--quick-generate-key",
						"--export-ownertrust", "--import-ownertrust", "--dearmor", "--enarmor", "--batch", "--yes", "--no", "-a --armor", "-n --dry-run", "-q --quiet",
						"-v --verbose", "-t --textmode", "--with-colons", "--no-tty", "--no-default-keyring", "--show-keys", "--always-trust", "--version", "-h --help",
					),
					values(
						"-u --local-user", "-r --recipient", "--default-key", "--trust-model", "--pinentry-mode", "--passphrase-fd", "--status-fd", "--command-fd",
						"--compress-algo", "--cipher-algo", "--digest-algo", "-z", "--keyid-format",
					),
					[]Option{
						{Names: "-o --output", Arg: Required, Role: Write},
						{Names: "--passphrase", Arg: Required, Role: Credential},
						{Names: "--passphrase-file", Arg: Required, Role: File},
						{Names: "--homedir", Arg: Required},
						{Names: "--keyring", Arg: Required, Role: File},
						{Names: "--secret-keyring", Arg: Required, Role: File},
						{Names: "--keyserver", Arg: Required, Role: Host},
						{Names: "--gpgconf-list"},
						{Names: "--agent-program", Arg: Required, Role: Helper},
						{Names: "--photo-viewer", Arg: Required, Role: Shell},
						{Names: "--exec-path", Arg: Required, Role: Helper},
					},
				),
				Operands: reads,
				Cases: []Case{{
					With: "-k -K --list-sigs --check-sigs --fingerprint --edit-key --delete-keys --delete-secret-keys --delete-secret-and-public-keys " +
						"--export --export-secret-keys --export-secret-subkeys --export-ssh-key --recv-keys --send-keys --search-keys --quick-generate-key",
				}},
			}
		},
	},
	{
		Names: "ssh-keygen", Source: "ssh-keygen(1)", Env: "SSH_SK_PROVIDER",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Permute,
				Options: slices.Concat(
					bools("-q", "-l", "-y", "-e", "-i", "-p", "-c", "-B", "-A", "-H", "-K", "-k", "-L", "-v", "-g", "-h", "-u", "-U"),
					values("-t", "-b", "-C", "-N", "-P", "-a", "-m", "-n", "-I", "-V", "-z", "-O", "-Z", "-E", "-r", "-M", "-Y"),
					[]Option{
						{Names: "-f", Arg: Required, Role: Write},
						{Names: "-F", Arg: Required},
						{Names: "-R", Arg: Required},
						{Names: "-s", Arg: Required, Role: File},
						{Names: "-D", Arg: Required, Role: Helper},
						{Names: "-w", Arg: Required, Role: Helper},
					},
				),
				Cases: []Case{{With: "-l -y -e -i -F -B -L -r", Values: "-f", As: File}},
			}
		},
	},
	{
		Names: "ssh-add", Source: "ssh-add(1)", Env: "SSH_ASKPASS SSH_SK_PROVIDER",
		Syntax: func() Syntax {
			return Syntax{
				Style: POSIX | Permute,
				Options: slices.Concat(
					bools("-c", "-D", "-d", "-K", "-k", "-L", "-l", "-q", "-v", "-X", "-x", "-A", "--apple-use-keychain", "--apple-load-keychain"),
					values("-E", "-H", "-h", "-t"),
					[]Option{{Names: "-s", Arg: Required, Role: Helper}, {Names: "-S", Arg: Required, Role: Helper}, {Names: "-e", Arg: Required}},
				),
			}
		},
	},
	{
		Names: "keytool", Source: "keytool(1)",
		Syntax: func() Syntax {
			return Syntax{
				Style: Single | Permute,
				Options: slices.Concat(
					bools(
						"-list", "-genkey -genkeypair", "-genseckey", "-delete", "-importcert -import", "-importkeystore", "-exportcert -export", "-printcert", "-certreq",
						"-changealias", "-storepasswd", "-keypasswd", "-noprompt", "-rfc", "-v", "-trustcacerts", "-cacerts", "-help",
					),
					values("-alias", "-keyalg", "-keysize", "-validity", "-dname", "-storetype", "-destalias", "-srcalias", "-ext", "-sigalg"),
					[]Option{
						{Names: "-keystore", Arg: Required, Role: File},
						{Names: "-srckeystore", Arg: Required, Role: File},
						{Names: "-destkeystore", Arg: Required, Role: Write},
						{Names: "-file", Arg: Required, Role: File},
						{Names: "-storepass", Arg: Required, Role: Credential},
						{Names: "-keypass", Arg: Required, Role: Credential},
						{Names: "-srcstorepass", Arg: Required, Role: Credential},
						{Names: "-deststorepass", Arg: Required, Role: Credential},
						{Names: "-sslserver", Arg: Required, Role: Host},
					},
				),
				Cases: []Case{
					{With: "-exportcert -certreq", Values: "-file", As: Write},
					{With: "-delete -importcert -genkeypair -genseckey -storepasswd -keypasswd -changealias", Values: "-keystore", As: Write},
				},
			}
		},
	},
}

// opensslCommon are options that many commands of openssl share.
var opensslCommon = []Option{
	{Names: "-in", Arg: Required, Role: File},
	{Names: "-out", Arg: Required, Role: Write},
	{Names: "-key -inkey", Arg: Required, Role: File},
	{Names: "-pass -passin", Arg: Required, Role: Credential},
	{Names: "-passout", Arg: Required, Role: Credential},
	{Names: "-CAfile", Arg: Required, Role: File},
	{Names: "-CApath", Arg: Required, Role: File},
	{Names: "-config", Arg: Required, Role: File},
	{Names: "-engine", Arg: Required, Role: Helper},
	{Names: "-provider", Arg: Required, Role: Helper},
	{Names: "-provider-path", Arg: Required, Role: Helper},
	{Names: "-help"},
}

// opensslPlain is what the other commands read and write.
func opensslPlain() Syntax {
	return Syntax{
		Style: Single | Permute,
		Options: slices.Concat(
			opensslCommon,
			bools("-noout", "-text", "-nodes -noenc", "-x509", "-new", "-newkey-only", "-check", "-pubout", "-pubin", "-modulus", "-subject", "-issuer", "-dates", "-fingerprint",
				"-serial", "-enddate", "-startdate", "-hash", "-purpose", "-clcerts", "-cacerts", "-nocerts", "-nokeys", "-export", "-legacy", "-sign-only", "-hex", "-binary",
				"-encrypt", "-decrypt", "-sha256", "-sha1", "-md5", "-topk8", "-nocrypt", "-genkey", "-param_enc", "-crl", "-req", "-batch", "-verify-only", "-CAcreateserial", "-verbose"),
			values("-newkey", "-days", "-subj", "-inform", "-outform", "-name", "-algorithm", "-pkeyopt", "-addext", "-extensions", "-set_serial", "-checkend", "-nameopt", "-certopt", "-reqexts"),
			[]Option{
				{Names: "-keyout", Arg: Required, Role: Write},
				{Names: "-signkey", Arg: Required, Role: File},
				{Names: "-CA", Arg: Required, Role: File},
				{Names: "-CAkey", Arg: Required, Role: File},
				{Names: "-untrusted", Arg: Required, Role: File},
				{Names: "-certfile", Arg: Required, Role: File},
				{Names: "-extfile", Arg: Required, Role: File},
				{Names: "-signature", Arg: Required, Role: File},
				{Names: "-sign", Arg: Required, Role: File},
				{Names: "-verify", Arg: Required},
			},
		),
		Operands: Operands{Rest: File},
	}
}
