package catalogue

import "github.com/agent-loop/shimgen/rules"

// verbs are rules that match an unknown subcommand of a widely used program: one that is neither
// safe nor mentioned by another rule. A profile that lets unknown commands run lets it run.
var verbs = []rules.Rule{
	{
		ID: "verb.git", Class: rules.Opaque, Program: "git", Verbs: gitSafe + " | " + gitJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`git help -a` lists them",
		Hits:   []string{"git frobnicate x", "git -C d frobnicate"},
		Misses: []string{"git", "git status", "git push", "git --version", "git frobnicate --help"},
	},
	{
		ID: "verb.docker", Class: rules.Opaque, Program: "docker", Verbs: dockerSafe + " | " + dockerJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`docker help` lists them",
		Hits:   []string{"docker frobnicate x", "docker container frobnicate x", "podman frobnicate"},
		Misses: []string{"docker ps", "docker container", "docker compose ps", "docker rm x", "docker compose"},
	},
	{
		ID: "verb.docker-compose", Class: rules.Opaque, Program: "docker-compose", Verbs: dockerComposeSafe + " | " + dockerComposeJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`docker-compose help` lists them",
		Hits:   []string{"docker-compose frobnicate"},
		Misses: []string{"docker-compose ps", "docker-compose down"},
	},
	{
		ID: "verb.kubectl", Class: rules.Opaque, Program: "kubectl", Verbs: kubectlSafe + " | " + kubectlJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`kubectl help` lists them",
		Hits:   []string{"kubectl frobnicate x", "kubectl -n x frobnicate"},
		Misses: []string{"kubectl get pods", "kubectl delete pod x", "kubectl rollout status x", "kubectl config get-contexts"},
	},
	{
		ID: "verb.pip", Class: rules.Opaque, Program: "pip", Verbs: pipSafe + " | " + pipJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`pip help` lists them",
		Hits:   []string{"pip frobnicate x"},
		Misses: []string{"pip list", "pip install x", "pip uninstall x"},
	},
	{
		ID: "verb.cargo", Class: rules.Opaque, Program: "cargo", Verbs: cargoSafe + " | " + cargoJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`cargo --list` lists them",
		Hits:   []string{"cargo frobnicate"},
		Misses: []string{"cargo build", "cargo publish", "cargo +nightly test"},
	},
	{
		ID: "verb.go", Class: rules.Opaque, Program: "go", Verbs: goSafe + " | " + goJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`go help` lists them",
		Hits:   []string{"go frobnicate", "go mod frobnicate"},
		Misses: []string{"go build", "go mod tidy", "go env"},
	},
	{
		ID: "verb.aws", Class: rules.Opaque, Program: "aws", Verbs: awsSafe + " | " + awsJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`aws help` lists the services",
		Hits:   []string{"aws ec2 frobnicate-instances x", "aws frobnicate x"},
		Misses: []string{"aws ec2 describe-instances", "aws s3 ls", "aws ec2 terminate-instances --instance-ids i", "aws --region r sts get-caller-identity"},
	},
	{
		ID: "verb.gcloud", Class: rules.Opaque, Program: "gcloud", Verbs: gcloudSafe + " | " + gcloudJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`gcloud help` tells of them",
		Hits:   []string{"gcloud compute instances frobnicate x", "gcloud frobnicate"},
		Misses: []string{"gcloud compute instances list", "gcloud compute instances delete x", "gcloud auth list", "gcloud storage ls gs://b"},
	},
	{
		ID: "verb.az", Class: rules.Opaque, Program: "az", Verbs: azSafe + " | " + azJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`az find` tells of them",
		Hits:   []string{"az vm frobnicate -n x", "az frobnicate"},
		Misses: []string{"az vm list", "az vm delete -n x", "az login", "az group show -n x"},
	},
	{
		ID: "verb.terraform", Class: rules.Opaque, Program: "terraform", Verbs: terraformSafe + " | " + terraformJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`terraform -help` lists them",
		Hits:   []string{"terraform frobnicate", "tofu state frobnicate x"},
		Misses: []string{"terraform plan", "terraform destroy", "terraform state list", "terraform workspace"},
	},
	{
		ID: "verb.pulumi", Class: rules.Opaque, Program: "pulumi", Verbs: pulumiSafe + " | " + pulumiJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`pulumi help` lists them",
		Hits:   []string{"pulumi frobnicate"},
		Misses: []string{"pulumi preview", "pulumi destroy", "pulumi stack ls"},
	},
	{
		ID: "verb.helm", Class: rules.Opaque, Program: "helm", Verbs: helmSafe + " | " + helmJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`helm help` lists them",
		Hits:   []string{"helm frobnicate x"},
		Misses: []string{"helm list", "helm uninstall x", "helm repo add x y"},
	},
	{
		ID: "verb.vault", Class: rules.Opaque, Program: "vault", Verbs: vaultSafe + " | " + vaultJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`vault -help` lists them",
		Hits:   []string{"vault frobnicate", "vault kv frobnicate x"},
		Misses: []string{"vault status", "vault kv get x", "vault kv list x"},
	},
	{
		ID: "verb.gh", Class: rules.Opaque, Program: "gh", Verbs: ghSafe + " | " + ghJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`gh help` lists them",
		Hits:   []string{"gh repo frobnicate x", "gh frobnicate"},
		Misses: []string{"gh pr list", "gh repo view", "gh repo delete x", "gh api x", "gh run watch 1"},
	},
	{
		ID: "verb.systemctl", Class: rules.Opaque, Program: "systemctl", Verbs: systemctlSafe + " | " + systemctlJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`systemctl help` tells of them",
		Hits:   []string{"systemctl frobnicate x"},
		Misses: []string{"systemctl status x", "systemctl stop x", "systemctl --user restart x", "systemctl"},
	},
	{
		ID: "verb.apt", Class: rules.Opaque, Program: "apt", Verbs: aptSafe + " | " + aptJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`apt help` lists them",
		Hits:   []string{"apt frobnicate x", "apt-get frobnicate"},
		Misses: []string{"apt update", "apt install x", "apt-get remove x"},
	},
	{
		ID: "verb.dnf", Class: rules.Opaque, Program: "dnf", Verbs: dnfSafe + " | " + dnfJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`dnf help` lists them",
		Hits:   []string{"dnf frobnicate x", "yum frobnicate"},
		Misses: []string{"dnf list", "yum install x", "dnf remove x"},
	},
	{
		ID: "verb.brew", Class: rules.Opaque, Program: "brew", Verbs: brewSafe + " | " + brewJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`brew commands` lists them",
		Hits:   []string{"brew frobnicate x"},
		Misses: []string{"brew list", "brew uninstall x", "brew services list"},
	},
	{
		ID: "verb.conda", Class: rules.Opaque, Program: "conda", Verbs: condaSafe + " | " + condaJudged,
		Reason: "has a subcommand of which nothing is known",
		Hint:   "`conda commands` lists them",
		Hits:   []string{"conda frobnicate"},
		Misses: []string{"conda list", "conda remove x", "conda env list"},
	},
}

// The subcommands of these programs, by their manuals: the safe ones, and those that other rules
// mention and at least sometimes ask about or block. An entry includes everything below it, and *
// matches any text. A test compares the second kind with the rules.
const (
	gitSafe = "add am annotate apply archive attributes backfill bisect blame bugreport bundle cat-file check-attr check-ignore check-mailmap check-ref-format " +
		"cherry cherry-pick citool cola column commit commit-graph commit-tree config count-objects cvsexportcommit cvsimport cvsserver describe diagnose " +
		"diff diff-files diff-index diff-pairs diff-tree difftool fast-export fetch fetch-pack flow fmt-merge-msg for-each-ref for-each-repo format-patch " +
		"fsck fsmonitor--daemon get-tar-commit-id gitk grep gui hash-object help hook http-backend http-fetch http-push imap-send index-pack " +
		"interpret-trailers last-modified log ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge-base merge-file merge-index merge-one-file " +
		"merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes p4 pack-objects pack-redundant pack-refs patch-id prune-packed quiltimport " +
		"range-diff rebase receive-pack reflog refs remote repack replace replay repo request-pull rerere rev-list rev-parse revert rm send-pack " +
		"shell shortlog show show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule subtree svn symbolic-ref unpack-file " +
		"unpack-objects update-index update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag version web--browse whatchanged " +
		"worktree write-tree"
	gitJudged = "annex branch checkout checkout-index clean clone credential credential-cache credential-gnome-keyring credential-libsecret credential-manager " +
		"credential-manager-core credential-oauth credential-osxkeychain credential-store credential-wincred daemon fast-import filter-branch filter-repo gc " +
		"init instaweb lfs merge prune pull push read-tree reset restore send-email switch tag update-ref"

	dockerSafe = "artifact attach auto-update build builder/build builder/inspect builder/ls buildx/bake buildx/build buildx/create buildx/dial-stdio buildx/du " +
		"buildx/history buildx/imagetools buildx/inspect buildx/install buildx/ls buildx/stop buildx/uninstall buildx/use buildx/version checkpoint/create " +
		"checkpoint/ls commit compose/attach compose/bridge compose/build compose/commit compose/config compose/convert compose/cp compose/events " +
		"compose/export compose/images compose/kill compose/logs compose/ls compose/pause compose/port compose/ps compose/publish compose/pull compose/push " +
		"compose/restart compose/start compose/stats compose/stop compose/top compose/unpause compose/version compose/volumes compose/wait compose/watch " +
		"config/create config/inspect config/ls container/attach container/commit container/cp container/diff container/exists container/export " +
		"container/inspect container/list container/logs container/ls container/pause container/port container/ps container/rename container/restart " +
		"container/start container/stats container/top container/unpause container/update container/wait context/create context/export context/import " +
		"context/inspect context/list context/ls context/show context/update context/use cp debug desktop diff events export farm generate/kube " +
		"generate/systemd healthcheck help history image/build image/exists image/history image/import image/inspect image/list image/load image/ls " +
		"image/pull image/push image/save image/tag image/tree images import info init inspect load logout logs machine/info machine/init machine/inspect " +
		"machine/list machine/ls machine/start machine/stop manifest/add manifest/annotate manifest/create manifest/inspect manifest/push mcp model mount " +
		"network/connect network/create network/disconnect network/exists network/inspect network/list network/ls network/reload node/demote node/inspect " +
		"node/ls node/promote node/ps offload pause plugin/create plugin/disable plugin/enable plugin/inspect plugin/install plugin/ls plugin/push plugin/set " +
		"plugin/upgrade pod/create pod/inspect pod/kill pod/list pod/logs pod/ls pod/ps pod/restart pod/start pod/stop pod/top port ps pull push quadlet " +
		"rename restart sandbox save sbom scout search secret/create secret/inspect secret/ls service/create service/inspect service/logs service/ls " +
		"service/ps stack/config stack/ls stack/ps stack/services start stats swarm/ca swarm/init swarm/join swarm/unlock swarm/unlock-key swarm/update " +
		"system/connection system/df system/dial-stdio system/events system/info system/migrate system/renumber system/service tag top trust/inspect " +
		"trust/key trust/sign trust/signer unmount unpause untag update version volume/create volume/exists volume/export volume/import volume/inspect " +
		"volume/list volume/ls volume/update wait"
	dockerJudged = "builder/prune buildx/prune buildx/rm checkpoint/rm compose/create compose/down compose/exec compose/rm compose/run compose/scale compose/up " +
		"config/rm container/create container/exec container/kill container/prune container/remove container/rm container/run container/stop context/rm " +
		"create exec image/prune image/remove image/rm kill kube login machine/reset machine/rm manifest/rm network/prune network/remove network/rm node/rm " +
		"node/update plugin/rm pod/prune pod/remove pod/rm rm rmi run secret/rm service/rm service/rollback service/scale service/update stack/deploy " +
		"stack/rm stop swarm/join-token swarm/leave system/prune system/reset trust/revoke trust/rm unshare volume/prune volume/remove volume/rm"

	dockerComposeSafe = "attach bridge build commit config convert cp events export help images kill logs ls pause port ps publish pull push restart start stats stop systemd " +
		"top unpause version volumes wait watch"
	dockerComposeJudged = "create down exec rm run scale up"

	kubectlSafe = "alpha api-resources api-versions attach auth/can-i auth/whoami autoscale cluster-info completion config/current-context config/get-clusters " +
		"config/get-contexts config/get-users config/rename-context config/set config/set-cluster config/set-context config/set-credentials config/use " +
		"config/use-context cordon cp ctx describe diff events exec explain expose extract help import-image krew kustomize login logout logs neat new-app " +
		"new-build ns observe options plugin process project projects rollout/history rollout/pause rollout/restart rollout/resume rollout/status rsh " +
		"start-build status stern top tree uncordon version wait whoami-context"
	kubectlJudged = "adm annotate apply auth/reconcile certificate config/delete-cluster config/delete-context config/delete-user config/unset config/view create debug " +
		"delete drain edit get label patch port-forward proxy replace rollout/undo run scale set taint whoami"

	pipSafe   = "cache check compile completion debug download freeze hash help index inspect list lock search show sync tree uninstall wheel"
	pipJudged = "add config install"

	cargoSafe = "add asm audit b bench binstall bloat build c check clean clippy component config criterion d deny dist doc dylint expand fetch fix flamegraph fmt " +
		"fuzz geiger generate generate-lockfile hack help info init insta install lambda leptos llvm-cov locate-project login logout machete make metadata " +
		"miri modules msrv ndk new nextest outdated package pgo pkgid r read-manifest release remove report rm run rustc rustdoc search semver-checks " +
		"set-version sort sweep t tarpaulin tauri test tree udeps uninstall update upgrade vendor verify-project version vet wasi watch web xtask zigbuild"
	cargoJudged = "owner publish yank"

	goSafe = "bug build clean doc fix fmt generate get help install list mod/download mod/edit mod/graph mod/init mod/tidy mod/vendor mod/verify mod/why run " +
		"telemetry test tool version vet work/edit work/init work/sync work/use work/vendor"
	goJudged = "env"

	awsSafe = "*/accept-* */activate-* */add-* */allocate-* */apply-* */assign-* */associate-* */attach-* */authorize-* */batch-check-* */batch-create-* " +
		"*/batch-describe-* */batch-get-* */batch-put-* */batch-update-* */complete-* */confirm-* */continue-* */copy-* */count-* */create-* */decode-* " +
		"*/decrypt */deploy */describe-* */detect-* */discover-* */enable-* */encrypt */estimate-* */evaluate-* */execute-statement */export-* */filter-* " +
		"*/generate-* */get-* */head-* */help */import-* */initiate-* */invoke* */issue-* */join-* */list-* */lookup-* */merge-* */modify-* */monitor-* " +
		"*/notify-* */poll-* */post-* */preview-* */promote-* */provision-* */publish* */purchase-* */put-* */query* */re-encrypt */receive-* */record-* " +
		"*/redrive-* */refresh-* */register-* */renew-* */replace-* */request-* */resend-* */resolve-* */respond-* */resume-* */retrieve-* */retry-* " +
		"*/rotate-* */run-* */scan */search* */select-* */send-* */set-* */sign */simulate-* */split-* */start-* */submit-* */subscribe* */suggest-* */swap-* " +
		"*/synthesize-* */tag-* */test-* */transact-get-* */transcribe-* */transfer-* */translate-* */unarchive-* */undeploy-* */unlink-* */untag-* " +
		"*/update-* */upload-* */validate-* */verify* */view-* */wait */wait/* cloudformation/deploy cloudformation/package codeartifact/login " +
		"configure/add-model configure/import configure/list configure/list-profiles configure/mfa-login configure/sso configure/sso-session deploy/push " +
		"deploy/register dynamodb/wizard ecr/batch-check-layer-availability ecs/deploy eks/update-kubeconfig emr/ssh help history/* login " +
		"logout logs/tail s3/cp s3/ls s3/mb s3/website s3api/select-object-content sso/login sso/logout sts/decode-authorization-message " +
		"sts/get-access-key-info sts/get-caller-identity"
	awsJudged = "*/abort-* */batch-delete */batch-delete-* */batch-disassociate-* */cancel-* */close-account */deactivate-* */delete-* */deregister-* */destroy-* " +
		"*/detach-* */disable-* */disassociate-* */failover-* */leave-organization */purge-* */reboot-* */release-* */remove-* */reset-* */restore-* " +
		"*/revoke-* */scale-* */schedule-key-deletion */stop-* */terminate-* */unsubscribe application-autoscaling autoscaling configure/export-credentials " +
		"configure/get configure/set dynamodb/batch-write-item dynamodb/transact-write-items ecs/execute-command route53/change-* s3/mv s3/presign s3/rb s3/rm s3/sync " +
		"sts/assume-role*"

	gcloudSafe = "*/abandon */accept */access */acknowledge */acquire */activate */add */add-* */allow */analyze* */append */apply */approve */assign */associate " +
		"*/attach* */authorize */backup* */benchmark */break */browse */build */call */cat */check* */clone */close */compare */complete */compose */compute " +
		"*/config* */connect */connect-* */copy */cp */create */create-* */debug */decrypt */default* */deploy */describe */describe-* */diagnose* */diff " +
		"*/download* */du */dump* */enable* */encrypt */estimate* */evaluate* */exec* */exists */explain */export* */extend */fetch* */files */find* " +
		"*/generate* */get */get-* */grant */hash */help */history */import* */init* */inspect */install* */invoke */join */keys */kill-task */link */list " +
		"*/list-* */load */log* */login */logout */lookup */ls */map */merge */migrate* */mkdir */mount* */move */mv */network */new */open* */patch* */pause " +
		"*/peer* */perform-maintenance */ping */plan */poll */prepare* */preview */print-* */promote* */proxy */publish* */pull */push */query* */quota* " +
		"*/read */read-* */recommend* */reconcile */record* */refresh* */register* */reload */rename */renew* */repair */replace* */report* */reprovision " +
		"*/request* */resolve* */restart* */restore* */resume* */retry */revert* */rollback */rolling-action* */rotate* */run */run-* */save */scp " +
		"*/screenshot */search* */select* */self-* */send* */set */set-* */setup* */show */show-* */sign* */simulate* */snapshot */ssh */ssh-* */start* " +
		"*/stat* */status */stop* */stream* */submit* */suspend */swap */switch* */sync* */tag* */tail */test* */tracking* */transfer* */troubleshoot " +
		"*/unassign */undelete */unlink */unlock */unmount */unpeer */unset */up */update */update-* */upgrade* */upload* */url */use-* */validate* */verify* " +
		"*/version* */view */wait */watch */what-if */whatif */which */write* alpha beta cat cheat-sheet components cp docker du feedback hash help info init " +
		"interactive ls mb mv preview rsync sign-url stat survey topic version"
	gcloudJudged = "*/batch-delete */cancel */deactivate* */delete */delete-* */destroy */detach* */disable* */drain* */failover */purge* */remove* */reset* */resize " +
		"*/revoke* */scale* */seek */undeploy */unlink */unset delete rsync storage/rm"

	azSafe = "*/abandon */accept */access */acknowledge */acquire */activate */add */add-* */allow */analyze* */append */apply */approve */assign */associate " +
		"*/attach* */authorize */backup* */benchmark */break */browse */build */call */cat */check* */clone */close */compare */complete */compose */compute " +
		"*/config* */connect */connect-* */copy */cp */create */create-* */debug */decrypt */default* */deploy */describe */describe-* */diagnose* */diff " +
		"*/download* */du */dump* */enable* */encrypt */estimate* */evaluate* */exec* */exists */explain */export* */extend */fetch* */files */find* " +
		"*/generate* */get */get-* */grant */hash */help */history */import* */init* */inspect */install* */invoke */join */keys */kill-task */link */list " +
		"*/list-* */load */log* */login */logout */lookup */ls */map */merge */migrate* */mkdir */mount* */move */mv */network */new */open* */patch* */pause " +
		"*/peer* */perform-maintenance */ping */plan */poll */prepare* */preview */print-* */promote* */proxy */publish* */pull */push */query* */quota* " +
		"*/read */read-* */recommend* */reconcile */record* */refresh* */register* */reload */rename */renew* */repair */replace* */report* */reprovision " +
		"*/request* */resolve* */restart* */restore* */resume* */retry */revert* */rollback */rolling-action* */rotate* */run */run-* */save */scp " +
		"*/screenshot */search* */select* */self-* */send* */set */set-* */setup* */show */show-* */sign* */simulate* */snapshot */ssh */ssh-* */start* " +
		"*/stat* */status */stop* */stream* */submit* */suspend */swap */switch* */sync* */tag* */tail */test* */tracking* */transfer* */troubleshoot " +
		"*/unassign */undelete */unlink */unlock */unmount */unpeer */unset */up */update */update-* */upgrade* */upload* */url */use-* */validate* */verify* " +
		"*/version* */view */wait */watch */what-if */whatif */which */write* configure feedback find help interactive login logout next self-test survey " +
		"upgrade version"
	azJudged = "*/admin-consent */cancel* */deallocate */delete */delete-* */delete/* */deregister */detach* */disable* */disassociate* */dissociate* */failover* */flush " +
		"*/force-reboot */purge */redeploy */reimage */remove */remove-* */reset* */resize */revoke* */scale* */terminate* */unregister */untag rest"

	terraformSafe = "aws-provider-patch backend catalog cloud console dag env exec find fmt get graph graph-dependencies hcl hclfmt hclvalidate import info init list " +
		"login logout metadata modules output output-module-groups plan providers query render render-json rpcapi run-all/init run-all/output run-all/plan " +
		"run-all/refresh run-all/show run-all/validate run/init run/output run/plan run/show run/validate scaffold show stack/clean stack/generate " +
		"stack/output stack/run/output stack/run/plan stacks state/identities state/list state/show terragrunt-info test untaint validate validate-inputs " +
		"version workspace/list workspace/new workspace/select workspace/show"
	terraformJudged = "apply apply-all destroy destroy-all force-unlock refresh run run-all/apply run-all/destroy run-all/taint stack/run state/mv state/pull state/push " +
		"state/replace-provider state/rm taint workspace/delete"

	pulumiSafe = "about ai api cancel completion config console convert convert-trace deployment destroy-preview do env gen-completion help import install login " +
		"logout logs neo new org package plugin policy preview query refresh replay-events schema stack/change-secrets-provider stack/export stack/graph " +
		"stack/history stack/import stack/init stack/ls stack/output stack/rename stack/select stack/tag stack/unselect template trace up-preview version " +
		"view-trace watch whoami"
	pulumiJudged = "destroy stack/rm state up"

	helmSafe = "completion create dep dependency diff env fetch get git help hist history inspect lint list ls package plugin/list plugin/package plugin/uninstall " +
		"plugin/update plugin/verify pull push registry repo s3 search secrets show status template test unittest verify version x"
	helmJudged = "install plugin/install rollback uninstall upgrade"

	vaultSafe = "agent audit/enable audit/list auth/enable auth/help auth/list auth/move auth/tune debug events hcp help kv/enable-versioning kv/list kv/metadata/get " +
		"kv/metadata/patch kv/metadata/put kv/patch kv/put kv/rollback kv/undelete lease/lookup lease/renew list login monitor namespace/create " +
		"namespace/list namespace/lock namespace/lookup namespace/patch namespace/unlock operator/diagnose operator/key-status operator/members " +
		"operator/raft/autopilot operator/raft/demote operator/raft/join operator/raft/list-peers operator/raft/promote operator/rotate operator/unseal " +
		"operator/usage operator/utilization patch path-help pki plugin/info plugin/init plugin/list plugin/register plugin/reload plugin/reload-status " +
		"plugin/runtime policy/fmt policy/list policy/read policy/write print proxy secrets/enable secrets/list secrets/tune server ssh status " +
		"token/capabilities token/lookup token/renew transform transit version version-history write"
	vaultJudged = "audit/disable auth/disable delete kv/delete kv/destroy kv/get kv/metadata/delete lease/revoke namespace/delete operator/generate-root operator/init " +
		"operator/migrate operator/raft operator/rekey operator/seal operator/step-down plugin/deregister policy/delete read secrets/disable secrets/move " +
		"token/create token/revoke unwrap"

	ghSafe = "*/autolink/* */browse */check */checkout */checkout-* */checks */clone */close */code */comment */copy */cp */create */deploy-key/* */develop */diff " +
		"*/disable */download */edit */enable */field-* */fork */get */gitignore/* */import */item-* */jobs */jupyter */license/* */link */list */list/* " +
		"*/lock */logs */mark-template */pin */ports */ready */rebuild */reopen */rerun */revert */review */search */set */set-* */setup-git */ssh */status " +
		"*/stop */switch */sync */token */transfer-* */trusted-root */unarchive */unpin */update */update-branch */upgrade */upload */verify */verify-asset " +
		"*/view */view/* */watch accessibility agent-task attestation auth/login auth/logout auth/refresh browse cache co completion copilot help licenses " +
		"models preview ruleset search skill status version"
	ghJudged = "*/*-delete */add */archive */cancel */close */delete */delete-* */delete-asset */exec */install */merge */purge */remove */rename */rm */run " +
		"*/transfer */unlink */unlock alias/set api"

	systemctlSafe = "bind cancel cat daemon-reexec daemon-reload default enqueue-marked-jobs get-default help is-active is-enabled is-failed is-system-running " +
		"list-automounts list-dependencies list-jobs list-machines list-mounts list-paths list-sockets list-swaps list-timers list-unit-files list-units " +
		"log-level log-target mount-image reload reload-or-restart reset-failed restart service-log-level service-log-target service-watchdogs set-property " +
		"show show-environment start status thaw try-reload-or-restart try-restart unmask unset-environment whoami"
	systemctlJudged = "add-requires add-wants clean disable edit emergency enable exit freeze halt hibernate hybrid-sleep import-environment isolate kexec kill link mask " +
		"poweroff preset preset-all reboot reenable rescue revert set-default set-environment sleep soft-reboot stop suspend suspend-then-hibernate " +
		"switch-root"

	aptSafe = "add-architecture auto auto-clean auto-remove autoclean autoremove build-dep changelog check clean depends dist-upgrade distclean dotty download " +
		"dselect-upgrade dump dumpavail edit-sources full-upgrade gencaches help history-info history-list hold indextargets list madison manual " +
		"minimize-manual modernize-sources moo pkgnames policy rdepends satisfy search show showauto showhold showmanual showpkg showsrc source stats unhold " +
		"unmet update upgrade versions why why-not xvcg"
	aptJudged = "add autopurge install purge reinstall remove"

	dnfSafe = "advisory alias automatic autoremove builddep changelog check check-update check-upgrade clean config-manager copr debuginfo-install deplist " +
		"distro-sync do downgrade download environment group groupinstall grouplist help history info leaves list localupdate makecache mark module " +
		"needs-restart needs-restarting offline offline-distrosync offline-upgrade provides replay repo repodiff repograph repoinfo repolist repomanage " +
		"repoquery reposync search shell swap system-upgrade update updateinfo upgrade upgrade-minimal versionlock"
	dnfJudged = "erase groupremove install reinstall remove"

	brewSafe = "alias analytics audit autoremove bump bump-cask-pr bump-formula-pr bump-revision bump-unversioned-casks bundle casks cat cleanup command commands " +
		"config create deps desc developer docs doctor edit extract fetch formula formula-analytics formulae gist-logs help home info irb leaves lgtm link " +
		"linkage list livecheck log mcp-server migrate missing nodenv-sync options outdated pin postinstall prof readall reinstall release search " +
		"services/cleanup services/info services/list services/restart services/run services/start sh shellenv source style tab tap-info tap-new test test-bot tests typecheck " +
		"unalias unbottled unlink unpack unpin untap update update-if-needed update-license-data update-maintainers update-perl-resources " +
		"update-python-resources update-report update-reset update-sponsors update-test upgrade uses vendor-gems verify version-install vulns which " +
		"which-formula"
	brewJudged = "install remove rm services/kill services/stop tap uninstall"

	condaSafe = "activate auth build clean commands compare config content-trust convert create deactivate debug develop doctor env/config env/create env/export " +
		"env/list env/update export index info init inspect list login logout metapackage notices pack package ps rename render repo repoquery run search " +
		"self server shell skeleton token update upgrade verify"
	condaJudged = "env/remove install remove uninstall"
)
