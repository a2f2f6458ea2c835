package catalogue

// PluginHost is a program of which a subcommand that it does not have is a program of its own: a plugin.
type PluginHost struct {
	Program string // canonical name
	Own     string // its own subcommands, and plugins that only show or test something, or manage plugins
	Passing string // plugins that run the host's own subcommands with the words behind them
}

// PluginHosts are such programs, and clients without plugins, of which a subcommand that is not in their manuals may
// still be real. Missing here: git, whose other subcommands are aliases and work in the repository; sops, of which the
// first word may be a file. Sources: the manuals of the programs, and of podman, nerdctl, oc and tofu, which share a grammar.
var PluginHosts = [...]PluginHost{
	{
		Program: "kubectl",
		Own: "adm alpha annotate api-resources api-versions apply attach auth autoscale cancel-build certificate cluster-info completion config convert cordon cp create debug delete describe diff drain edit events exec explain expose " +
			"extract get help idle image import-image kustomize label login logout logs new-app new-build new-project observe options patch plugin policy port-forward process project projects proxy registry replace rollback rollout rsh rsync run scale secrets serviceaccounts " +
			"set start-build status tag taint top uncordon version wait whoami krew ctx ns neat tree stern who-can access-matrix rakkess kuttl",
	},
	{
		Program: "helm",
		Own: "completion create del delete dep dependency diff env fetch get help hist history inspect install lint list ls package plugin pull push registry repo rollback search show status template test uninstall un unittest " +
			"upgrade verify version",
		Passing: "secrets",
	},
	{
		Program: "docker",
		Own: "ai app apparmor artifact attach auto-update build builder buildx checkpoint commit compose config container context cp create debug desktop diff engine events exec export extension farm feedback generate healthcheck help history image images import info init " +
			"inspect internal ipfs kill kube load login logout logs machine manifest mcp model mount namespace network node offload pass pause plugin pod port ps pull push quadlet rename restart rm rmi run sandbox save sbom scan scout search secret service snapshotter start stack stats stop " +
			"swarm system tag top trust unmount umount unpause unshare untag update version volume wait",
	},
	{
		Program: "cargo",
		Own: "add audit b bench build c check clean clippy component config d deny doc expand fetch fix fmt generate-lockfile git-checkout help info init insta install locate-project login logout make metadata miri new nextest outdated owner package pkgid publish r " +
			"read-manifest remove report rm run rustc rustdoc search t test tree uninstall update upgrade vendor verify-project version watch x xtask yank",
	},
	{
		Program: "terraform",
		Own: "apply apply-all aws-provider-patch backend catalog cloud console dag destroy destroy-all env exec find fmt force-unlock get graph graph-dependencies hcl hclfmt hclvalidate import info init list login logout metadata modules output output-all " +
			"output-module-groups plan plan-all providers push query refresh render render-json rpcapi run run-all scaffold show stack stacks state taint terragrunt-info test untaint validate validate-all validate-inputs version workspace",
	},
	{
		Program: "pulumi",
		Own: "about ai api cancel completion config console convert convert-trace deployment destroy dn do down env gen-completion help import install login logout logs neo new org package plugin policy pre preview query refresh replay-events " +
			"schema stack state template trace up update version view-trace watch whoami",
	},
	{
		Program: "vault",
		Own:     "agent audit auth debug delete events hcp help kv lease list login monitor namespace operator patch path-help pki plugin policy print proxy read secrets server ssh status token transform transit unwrap version version-history write",
	},
	{
		Program: "rclone",
		Own: "about archive authorize backend bisync cat check checksum cleanup completion config convmv copy copyto copyurl cryptcheck cryptdecode dedupe delete deletefile gendocs gitannex hashsum help link listremotes ls lsd lsf lsjson lsl md5sum mkdir " +
			"mount mount2 cmount move moveto ncdu nfsmount obscure purge rc rcat rcd rmdir rmdirs selfupdate serve settier sha1sum size sync test touch tree version",
	},
	{
		Program: "restic",
		Own:     "backup cache cat check completions copy diff dump features find forget generate help init key list ls merge mount options prune rebuild-index recover repair repoinfo restore rewrite self-update show-config snapshots stats tag unlock version webdav",
	},
	{
		Program: "borg",
		Own: "benchmark break-lock change-passphrase check common compact completion config create debug delete diff export-tar extract help import-tar info init key list mount prune recreate rename repo-compress repo-create repo-delete repo-info repo-list " +
			"repo-space serve tag transfer umount undelete upgrade version with-lock",
	},
	{
		Program: "poetry",
		Own:     "about add build bundle cache check config debug env export help init install list lock new publish python remove run search self shell show source sync update up version",
	},
}
