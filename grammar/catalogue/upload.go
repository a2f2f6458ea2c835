package catalogue

// UploadOptions are options by which clients of services usually take a file or a directory that they send.
// They count even where a grammar lists them without a role.
const UploadOptions = "-f --file --files --path --dir --directory --public --source --source-dir --src --body-file --input --input-file --data --data-file --from-file --attach --attachment --artifact --asset --assets --add --folder --local-path"

// LocalOptions are options of which the value is no file that a client of a service sends: files that it
// reads for itself, writes or leaves out, and text.
const LocalOptions = "--kubeconfig --config --config-file --env-file --envfile --dotenv --env --ignore --ignore-file --ignorefile --exclude --exclude-from --exclude-file --include --filter " +
	"--identity-file --identity -i --ssh-key-file --ssh-key --ssh-private-key --private-key --private-key-file --private-key-path --key --key-file --keyfile --cert --certificate-authority --client-certificate --client-key --cacert --ca-cert --ca-file " +
	"--tls-key --tls-cert --tlskey --tlscert --tlscacert --credentials-file --credential-file --credentials --cred-file --password-file --passphrase-file --token-file --vault-password-file --auth-file --authfile --auth-config --registry-config " +
	"--output --out -o --output-file --out-file --pack-destination --output-dir --outdir --out-dir --target --target-dir --dest --destination --log-file --logfile --cwd --chdir --workdir --working-directory --working-dir --prefix --root " +
	"--profile --netrc-file --passfile --cache-dir --data-dir --state --state-file --lock-file --pid-file --socket --sock --message -m --title -t --body -b --description --notes --subject --name --label --search --query --format --template --pattern"

// UploadVerbs are words of subcommands that send files, whatever other words say: gcloud run deploy.
const UploadVerbs = "deploy push publish upload submit"

// OtherVerbs are words of subcommands that send no file, or that keep what they get secret: what they name
// is on the other side, is written, or is meant for a store of secrets and settings.
const OtherVerbs = "pull download get fetch clone checkout export dump list ls show describe view inspect logs log tail search find api browse status info stat cat ps top diff history " +
	"delete del remove rm rmi destroy purge restore rollback login logout auth init new dev run exec start stop restart serve local ssh console shell attach wait " +
	"secret secrets env vars var variable variables config settings completion help version kubeconfig"
