package catalogue

import (
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// purchases are the subcommands of clients of services that buy something, or bind the account to pay for it over
// months or years. Sources: the references of the AWS, Google Cloud, Azure, IBM Cloud and OCI clients.
const purchases = "purchase purchase/* buy buy/* */purchase */purchase/* */purchase-* */buy */buy/* */buy-* " +
	"*/create-*savings-plan* *savings-plan*/create* *commitments/create* *commitment/create* *reservation-order*/create* " +
	"*compute/reservations/create* *future-reservations/create* *capacity/reservation/create* */create-capacity-reservation* reservation-create* */reservation-create* */reservation-activate* */accept-reserved-* *:buy *:buy/* *:purchase *:purchase/* */pay */pay/* *:register-domain domains:register domains:register/* " +
	"*/register-domain */renew-domain */transfer-domain */transfer-domain-* */accept-domain-transfer-* *domains/registrations/register* *domains/registrations/transfer* *appservice/domain/create* " +
	"*/create-provisioned-model-throughput */accept-agreement-request outposts/create-order shield/create-subscription */subscribe-to-offer*"

// priced are words for what a subcommand orders, in programs without a grammar: they cost money from then on.
const priced = "reservation reservations reserved-instance reserved-instances commitment commitments savings-plan savings-plans savingsplan savingsplans *-commitment *-commitments *-reservation *-reservations"

// registered are words for names that a registrar sells.
const registered = "domain domains registrar registration registrations tld domain-name domain-names"

// spending are the rules about what spends the user's money, which nobody gives back.
var spending = []rules.Rule{
	{
		ID: "spending.service", Class: rules.Destructive, NotLocal: true, Certain: true, Effect: grammar.Manages, Sub: purchases, None: "--dry-run --dryrun --help -h --validate-only",
		Reason: "spends the user's money, for months or years where it is a plan or a reservation",
		Hint:   "ask the user to buy it",
		Hits: []string{
			"aws savingsplans create-savings-plan --savings-plan-offering-id o --commitment 50", "aws ec2 purchase-reserved-instances-offering --reserved-instances-offering-id o --instance-count 10", "aws rds purchase-reserved-db-instances-offering --reserved-db-instances-offering-id o",
			"aws route53domains register-domain --cli-input-json file://d.json", "aws route53domains transfer-domain-to-another-aws-account --domain-name example.com --account-id 111122223333", "aws ec2 create-capacity-reservation --instance-type p5.48xlarge --instance-count 4 --instance-platform Linux/UNIX --availability-zone a",
			"gcloud compute commitments create c --plan=36-month --resources=vcpu=500,memory=2TB", "gcloud domains registrations register example.com --yearly-price='12.00 USD'", "gcloud beta compute future-reservations create r --total-count=10",
			"az reservations reservation-order purchase --reservation-order-id o --sku s --quantity 10", "az billing-benefits savings-plan-order-alias create --savings-plan-order-alias-name x", "heroku domains:buy example.com", "ibmcloud is reservation-activate r", "az appservice domain create -g g --hostname example.com --contact-info=@c.json --accept-terms",
		},
		Misses: []string{
			"aws savingsplans describe-savings-plans", "aws ec2 describe-reserved-instances-offerings", "aws ec2 purchase-reserved-instances-offering --dry-run --reserved-instances-offering-id o --instance-count 1", "aws route53domains check-domain-availability --domain-name example.com",
			"aws --endpoint-url http://localhost:4566 route53domains register-domain --domain-name example.com", "gcloud compute commitments list", "gcloud domains registrations search-domains x", "az reservations reservation-order calculate --sku s", "az reservations reservation-order list",
		},
	},
	{
		ID: "spending.stripe", Class: rules.Destructive, Program: "stripe", Any: "--live", None: "--help -h", PossibleIn: "post*",
		Sub:    "post//v1/payouts* post//v1/refunds* post//v1/transfers* post//v1/charges* post//v1/payment_intents* post//v1/topups* post//v1/invoices/*/pay post//v1/subscriptions* post//v1/credit_notes* post//v1/issuing/*",
		Reason: "moves real money",
		Hint:   "without --live it is a test",
		Hits:   []string{"stripe post /v1/payouts -d amount=5000 -d currency=eur --live", "stripe post --live /v1/refunds -d charge=ch_1"},
		Misses: []string{"stripe get /v1/payouts --live", "stripe post /v1/payouts -d amount=5000", "stripe post /v1/products -d name=x --live"},
	},
	{
		ID: "unknown.purchase", Class: rules.Destructive, NoGrammar: true, NotBuiltHere: true, Certain: true, Except: keepers + " " + testers + " " + verbless, None: "--dry-run --dry --help -h",
		Operand: "purchase purchase-* purchase:* *:purchase buy buy-* *:buy register-domain renew-domain transfer-domain domain-register domain:register domains:register domains:buy domain-renew domain-transfer order-domain create-savings-plan create-commitment create-reservation",
		Says:    "purchase buy",
		Reason:  "buys something, as its words say",
		Hint:    "ask the user to buy it",
		Hits:    []string{"frobnicate domains buy example.com", "frobnicate purchase-plan gold", "./x/frobnicate server purchase x", "frobnicate register-domain example.com", "frobnicate reserved buyInstance"},
		Misses:  []string{"frobnicate purchases list", "frobnicate purchase --dry-run x", "./shop buy 1", "echo buy milk", "frobnicate --search purchase", "frobnicate test_purchase"},
	},
	{
		ID: "unknown.order", Class: rules.Destructive, NoGrammar: true, NotBuiltHere: true, Certain: true, Except: keepers + " " + testers + " " + verbless, None: "--dry-run --dry --help -h",
		Operand: "create order activate new renew extend", Beside: priced,
		Reason: "orders what costs the user money from then on",
		Hint:   "ask the user to order it",
		Hits:   []string{"frobnicate commitment create --years 3", "frobnicate compute reservations create r", "frobnicate savings-plans order x"},
		Misses: []string{"frobnicate commitments list", "frobnicate commitment create --dry-run x", "frobnicate order list", "./hotel reservation create x", "frobnicate reservation show r"},
	},
	{
		ID: "unknown.subscription", Class: rules.Destructive, NoGrammar: true, NotBuiltHere: true, Certain: true, Except: keepers + " " + testers + " " + verbless, None: "--dry-run --dry --help -h",
		Operand: "order renew upgrade", Beside: "license licenses licence licences subscription subscriptions seats",
		Reason: "orders what costs the user money from then on",
		Hint:   "ask the user to order it",
		Hits:   []string{"frobnicate license order --seats 500", "frobnicate subscription upgrade enterprise"},
		Misses: []string{"frobnicate subscription create t", "frobnicate license list", "frobnicate upgrade", "frobnicate subscription upgrade --dry-run x"},
	},
	{
		ID: "unknown.registrar", Class: rules.Destructive, NoGrammar: true, NotBuiltHere: true, Certain: true, Except: keepers + " " + testers + " " + verbless, None: "--dry-run --dry --help -h",
		Operand: "register renew transfer transfer-in transfer-out", Beside: registered,
		Reason: "buys the name of a domain, or gives it to somebody else",
		Hint:   "ask the user to do it",
		Hits:   []string{"frobnicate domain register example.com --years 10", "frobnicate registrar transfer example.com", "frobnicate domains renew example.com"},
		Misses: []string{"frobnicate domain list", "frobnicate domain check example.com", "frobnicate register x", "./todo domain register x"},
	},
}
