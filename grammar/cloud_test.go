package grammar

import "testing"

// TestClouds holds the clouds' tools: a service, a verb, and options without end.
func TestClouds(t *testing.T) {
	check(t, []sample{
		{`global options`, `aws --region r --output json s3api delete-bucket --bucket b; aws ec2 terminate-instances --instance-ids i-1 i-2 --no-dry-run`, "aws s3api delete-bucket --region=r --output=json --bucket=b | manages\naws ec2 terminate-instances --instance-ids=i-1 --no-dry-run plain:i-2 | manages"},
		{`options that are not listed take a value`, `aws rds delete-db-instance --db-instance-identifier "$x" --unlisted --skip-final-snapshot`, `aws rds delete-db-instance --db-instance-identifier=? --unlisted --skip-final-snapshot | manages`},
		{`what splits may hide more`, `aws sqs purge-queue --queue-url $Q`, `aws sqs purge-queue open --queue-url=? | manages`},
		{`values that are files`, `aws lambda update-function-code --zip-file fileb://~/.ssh/x --cli-input-json file://in.json; aws x y --file ~/.aws/credentials`, "aws lambda update-function-code --zip-file=fileb://~/.ssh/x --cli-input-json=file://in.json | manages, reads ~/.ssh/x, reads in.json\naws x y --file=?/.aws/credentials | manages"},
		{`copies`, `aws s3 cp a s3://b/c; aws s3 cp s3://b/c /etc/x; aws s3 sync . s3://b --delete; gsutil -m cp -r a gs://b; gcloud storage cp gs://b/x y`, "aws s3 cp remote:a remote:s3://b/c | manages, reads+uploads a, connects s3://b/c\naws s3 cp remote:s3://b/c remote:/etc/x | manages, connects s3://b/c, writes /etc/x\naws s3 sync --delete remote:. remote:s3://b | manages, reads+uploads ., connects s3://b\ngsutil cp -m -R remote:a remote:gs://b | manages, reads+uploads a, connects gs://b\ngcloud storage cp remote:gs://b/x remote:y | manages, connects gs://b/x, writes y"},
		{`gcloud's verb ends the subcommand`, `gcloud -q compute instances delete vm --zone z; gcloud beta run services delete s; gcloud projects describe delete`, "gcloud compute instances delete --quiet --zone=z plain:vm | manages\ngcloud beta run services delete plain:s | manages\ngcloud projects describe plain:delete | manages"},
		{`commands elsewhere`, `gcloud compute ssh vm --command "rm -rf /a"`, `gcloud compute ssh --command=rm -rf /a plain:vm | manages {rm away --recursive --force delete:/a | deletes tree /a}`},
		{`az`, `az storage blob delete-batch --source c -y; az rest -m delete -u https://example.com/x; azcopy rm https://example.com/c`, "az storage blob delete-batch --source=c --yes | manages {az storage blob delete-batch c --yes --source | manages}\naz rest --method=delete --uri=https://example.com/x | manages, connects https://example.com/x\nazcopy remove plain:https://example.com/c | manages"},
		{`others`, `bq --project_id p rm -r -f ds; doctl -t k compute droplet delete x; mc rb --force m/b; gsutil rsync -dr a gs://b`, "bq rm -project_id=p --recursive --force plain:ds | manages\ndoctl compute droplet delete x --access-token=k | manages\nmc rb --force plain:m/b | manages\ngsutil rsync -d -R remote:a remote:gs://b | manages, reads+uploads a, connects gs://b"},
	})
}
