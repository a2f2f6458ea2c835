package rules

// clouds are the rules about the command line tools of the clouds. Their
// commands are a noun and a verb, so that the verb says what is lost.
func clouds() []Rule {
	return []Rule{
		{
			ID: "aws.delete", Class: Destructive, Program: "aws", None: "--dry-run",
			Sub: "*/delete-* */batch-delete-* */terminate-* */purge-* */deregister-* */destroy-* */remove-* */release-address */reset-* */revoke-* " +
				"*/disassociate-* */detach-* */schedule-key-deletion */disable-key */cancel-* */batch-delete */batch-disassociate-* */unsubscribe */close-account */leave-organization",
			Reason: "deletes or takes away what the cloud account holds",
			Hint:   "aws SERVICE describe-… or list-… shows what it is",
			Hits: []string{
				"aws s3api delete-bucket --bucket b", "aws ec2 terminate-instances --instance-ids i-1", "aws --region us-east-1 rds delete-db-instance --db-instance-identifier x",
				"aws sqs purge-queue --queue-url $Q", "aws ecr batch-delete-image --repository-name x", "aws elbv2 deregister-targets --targets Id=1",
				"aws --profile prod --output json cloudformation delete-stack --stack-name s", "aws kms schedule-key-deletion --key-id k",
				"aws dynamodb delete-table --table-name t --query x",
			},
			Misses: []string{
				"aws ec2 describe-instances", "aws s3 ls", "aws ec2 terminate-instances --dry-run --instance-ids i", "aws logs filter-log-events --filter-pattern delete-x",
				"aws sts get-caller-identity", "aws iam get-user --user-name delete-me", "aws ecr get-login-password", "aws s3api list-objects-v2 --bucket b",
			},
		},
		{
			ID: "aws.s3-rb", Class: Destructive, Program: "aws", Sub: "s3/rb",
			Reason: "deletes a bucket",
			Hint:   "aws s3 ls shows what it holds",
			Hits:   []string{"aws s3 rb s3://b --force", "aws --profile x s3 rb s3://b"},
			Misses: []string{"aws s3 mb s3://b", "aws s3 ls s3://rb"},
		},
		{
			ID: "aws.s3-rm", Class: Destructive, Program: "aws", Sub: "s3/rm", None: "--dryrun",
			Reason: "deletes objects of a bucket",
			Hint:   "aws s3 rm --dryrun shows which",
			Hits:   []string{"aws s3 rm s3://b --recursive", "aws s3 rm s3://b/k --profile $P", "aws s3 rm --recursive --exclude '*.log' s3://b"},
			Misses: []string{"aws s3 rm s3://b --recursive --dryrun", "aws s3 ls s3://b --recursive", "aws s3 cp rm s3://b"},
		},
		{
			ID: "aws.s3-sync-delete", Class: Destructive, Program: "aws", Sub: "s3/sync", Any: "--delete", None: "--dryrun",
			Reason: "deletes what is not in the source",
			Hint:   "aws s3 sync --dryrun --delete shows what would go",
			Hits:   []string{"aws s3 sync ./empty s3://b --delete", "aws s3 sync --delete a s3://b/a"},
			Misses: []string{"aws s3 sync a s3://b", "aws s3 sync a s3://b --delete --dryrun"},
		},
		{
			ID: "aws.stop", Class: Destructive, Program: "aws", None: "--dry-run",
			Sub:    "*/stop-instances */stop-db-* */stop-task */reboot-* */restore-db-* */modify-db-* */failover-*",
			Reason: "stops or replaces what others may be using",
			Hint:   "aws ec2 describe-instances shows what it is",
			Hits:   []string{"aws ec2 stop-instances --instance-ids i-1", "aws rds reboot-db-instance --db-instance-identifier x"},
			Misses: []string{"aws ec2 start-instances --instance-ids i", "aws ec2 stop-instances --dry-run --instance-ids i", "aws rds describe-db-instances"},
		},
		{
			ID: "aws.dns-delete", Class: Destructive, Program: "aws", Sub: "route53/change-resource-record-sets", Any: "--change-batch=*DELETE*",
			Reason: "deletes names that others look up",
			Hint:   "aws route53 list-resource-record-sets shows them",
			Hits:   []string{`aws route53 change-resource-record-sets --hosted-zone-id Z --change-batch '{"Changes":[{"Action":"DELETE"}]}'`},
			Misses: []string{`aws route53 change-resource-record-sets --hosted-zone-id Z --change-batch '{"Changes":[{"Action":"UPSERT"}]}'`},
		},
		{
			ID: "aws.secret", Class: Secrets, Program: "aws",
			Sub:    "secretsmanager/get-secret-value secretsmanager/batch-get-secret-value configure/export-credentials iam/create-access-key iam/create-login-profile",
			Reason: "prints credentials",
			Hint:   "aws secretsmanager describe-secret shows all but the value",
			Hits:   []string{"aws secretsmanager get-secret-value --secret-id db", "aws configure export-credentials"},
			Misses: []string{"aws secretsmanager list-secrets", "aws secretsmanager describe-secret --secret-id x", "aws secretsmanager get-random-password"},
		},
		{
			ID: "aws.ssm-secret", Class: Secrets, Program: "aws", Sub: "ssm/get-parameter ssm/get-parameters ssm/get-parameters-by-path", Any: "--with-decryption",
			Reason: "prints credentials",
			Hint:   "aws ssm describe-parameters shows all but the values",
			Hits:   []string{"aws ssm get-parameter --name /p --with-decryption"},
			Misses: []string{"aws ssm get-parameter --name /p", "aws ssm describe-parameters"},
		},
		{
			ID: "aws.remote-command", Class: Escape, Program: "aws", Sub: "ssm/send-command ssm/start-session ecs/execute-command",
			Reason: "runs commands on another machine",
			Hint:   "ask the user to run it there",
			Hits:   []string{"aws ssm send-command --document-name AWS-RunShellScript", "aws ecs execute-command --cluster c"},
			Misses: []string{"aws ssm list-commands", "aws ecs describe-tasks"},
		},
		{
			ID: "aws.public", Class: Exposure, Program: "aws", Any: "--acl=public-* --cidr=0.0.0.0/0 --ip-permissions=*0.0.0.0/0* --publicly-accessible",
			Reason: "opens it to everyone",
			Hint:   "name who may reach it",
			Hits:   []string{"aws s3 cp a s3://b/a --acl public-read", "aws ec2 authorize-security-group-ingress --group-id g --cidr 0.0.0.0/0"},
			Misses: []string{"aws s3 cp a s3://b/a --acl private", "aws ec2 authorize-security-group-ingress --cidr 10.0.0.0/8"},
		},
		{
			ID: "gcp.delete", Class: Destructive, Program: "gcloud", None: "--dry-run --validate-only",
			Sub: "*/delete delete */undeploy */destroy */delete-tags */batch-delete */remove */remove-iam-policy-binding */remove-metadata */reset */disable */delete-* " +
				"storage/rm",
			Reason: "deletes or takes away what the cloud project holds",
			Hint:   "gcloud … describe or list shows what it is",
			Hits: []string{
				"gcloud compute instances delete vm --zone z", "gcloud projects delete p", "gcloud -q sql instances delete db", "gcloud beta container clusters delete c",
				"gcloud storage rm -r gs://b", "gcloud --project p functions delete f", "gcloud storage buckets delete gs://b", "gcloud services disable x",
			},
			Misses: []string{
				"gcloud compute instances list", "gcloud projects describe delete", "gcloud config set project delete", "gcloud compute ssh vm --zone z",
				"gcloud storage ls gs://b", "gcloud auth list",
			},
		},
		{
			ID: "gcp.rsync-delete", Class: Destructive, Program: "gcloud gsutil", Sub: "storage/rsync rsync", Any: "-d --delete-unmatched-destination-objects", None: "-n --dry-run",
			Reason: "deletes what is not in the source",
			Hint:   "leave the deleting option away; -n shows what would go",
			Hits:   []string{"gsutil -m rsync -r -d a gs://b", "gcloud storage rsync a gs://b --delete-unmatched-destination-objects", "gsutil rsync -dr a gs://b"},
			Misses: []string{"gsutil rsync -r a gs://b", "gsutil rsync -n -d a gs://b"},
		},
		{
			ID: "gcp.gsutil-rm", Class: Destructive, Program: "gsutil", Sub: "rm rb",
			Reason: "deletes a bucket or what is in it",
			Hint:   "gsutil ls shows what it holds",
			Hits:   []string{"gsutil rm -r gs://b", "gsutil -m rm gs://b/**", "gsutil rb gs://b"},
			Misses: []string{"gsutil ls gs://b", "gsutil cp rm gs://b", "gsutil stat gs://b/f"},
		},
		{
			ID: "gcp.bq-rm", Class: Destructive, Program: "bq", Sub: "rm",
			Reason: "deletes a dataset or a table",
			Hint:   "bq show shows what it is",
			Hits:   []string{"bq rm -r -f -d p:ds", "bq --project_id p rm -t ds.t"},
			Misses: []string{"bq ls", "bq show ds.rm", "bq head -n 5 ds.t"},
		},
		{
			ID: "gcp.secret", Class: Secrets, Program: "gcloud",
			Sub:    "secrets/versions/access secrets/versions/access/* auth/print-access-token auth/print-identity-token auth/application-default/print-access-token */keys/create iam/service-accounts/keys/create/*",
			Reason: "prints or makes credentials",
			Hint:   "gcloud secrets describe shows all but the value",
			Hits:   []string{"gcloud secrets versions access latest --secret=x", "gcloud auth print-access-token"},
			Misses: []string{"gcloud secrets list", "gcloud auth list"},
		},
		{
			ID: "gcp.public", Class: Exposure, Program: "gcloud gsutil", Any: "--member=allUsers --member=allAuthenticatedUsers --source-ranges=0.0.0.0/0 --allow-unauthenticated",
			Reason: "opens it to everyone",
			Hint:   "name who may reach it",
			Hits:   []string{"gcloud projects add-iam-policy-binding p --member=allUsers --role=r", "gcloud run deploy x --allow-unauthenticated"},
			Misses: []string{"gcloud run deploy x --no-allow-unauthenticated", "gcloud projects add-iam-policy-binding p --member=user:a@example.com --role=r"},
		},
		{
			ID: "az.delete", Class: Destructive, Program: "az",
			Sub:    "*/delete */delete-* */purge */remove */deallocate */untag */reset */delete/* */undelete-all */revoke-*",
			Reason: "deletes or takes away what the cloud subscription holds",
			Hint:   "az … show or list shows what it is",
			Hits: []string{
				"az group delete --name g --yes", "az vm delete -n v -g g", "az storage blob delete-batch --source c", "az  keyvault  delete --name k", "az ad sp delete --id 1",
				"az acr repository delete --name r --image a:b", "az --debug sql server delete -n s",
			},
			Misses: []string{"az group list", "az vm show -n delete", "az storage blob list -c x", "az account show", "az --version"},
		},
		{
			ID: "az.rest-delete", Class: Destructive, Program: "az", Sub: "rest", Any: "--method=DELETE --method=delete --method=Delete",
			Reason: "deletes what the cloud subscription holds",
			Hint:   "az rest --method get shows what it is",
			Hits:   []string{"az rest --method delete --url u", "az rest -m DELETE -u u"},
			Misses: []string{"az rest --method get --url u", "az rest -m post -u u"},
		},
		{
			ID: "az.secret", Class: Secrets, Program: "az", Sub: "keyvault/secret/show keyvault/secret/download account/get-access-token */keys/list */list-keys */credential/show */show-connection-string",
			Reason: "prints credentials",
			Hint:   "az keyvault secret list shows all but the values",
			Hits:   []string{"az keyvault secret show --name x --vault-name v", "az storage account keys list -n a"},
			Misses: []string{"az keyvault secret list --vault-name v", "az storage account list"},
		},
		{
			ID: "az.copy-delete", Class: Destructive, Program: "azcopy", Sub: "remove", None: "--dry-run",
			Reason: "deletes blobs or files",
			Hint:   "azcopy remove --dry-run shows which",
			Hits:   []string{"azcopy remove --recursive https://a.example.com/c", "azcopy rm https://a.example.com/c"},
			Misses: []string{"azcopy list https://a.example.com/c", "azcopy remove x --dry-run"},
		},
		{
			ID: "az.sync-delete", Class: Destructive, Program: "azcopy", Sub: "sync", Any: "--delete-destination=true --delete-destination=prompt", None: "--dry-run",
			Reason: "deletes what is not in the source",
			Hint:   "azcopy sync without --delete-destination keeps it",
			Hits:   []string{"azcopy sync ./a https://a.example.com/c --delete-destination true", "azcopy sync a b --delete-destination=true"},
			Misses: []string{"azcopy sync ./a https://a.example.com/c", "azcopy sync a b --delete-destination=false"},
		},
		{
			ID: "cloud.delete", Class: Destructive, Program: "doctl hcloud linode-cli ibmcloud oci apigeecli mc", None: "--dry-run --fake",
			Sub:    "*/delete */destroy */rm */remove */delete-* delete rm rb */delete/* */remove/* */rm/* */*-delete */undeploy */terminate */*-rm",
			Reason: "deletes what the cloud account holds",
			Hint:   "list it first",
			Hits: []string{
				"doctl compute droplet delete x -f", "hcloud server delete x", "linode-cli linodes delete 1", "mc rb --force m/b", "mc rm m/b/f", "mc admin bucket remove m b",
				"oci compute instance terminate --instance-id i", "apigeecli apis delete -n x",
			},
			Misses: []string{"doctl compute droplet list", "hcloud server describe delete", "mc ls m/b", "mc cp a m/b", "mc rm --fake m/b"},
		},
		{
			ID: "cloud.mirror-remove", Class: Destructive, Program: "mc", Sub: "mirror", Any: "--remove", None: "--fake",
			Reason: "deletes what is not in the source",
			Hint:   "mc mirror without --remove keeps it",
			Hits:   []string{"mc mirror --remove a m/b", "mc mirror a m/b --remove"},
			Misses: []string{"mc mirror a m/b", "mc mirror --fake --remove a m/b"},
		},
	}
}
