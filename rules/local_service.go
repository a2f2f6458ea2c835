package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/hostname"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// serviceWords says how the words of a program name the service that it works on.
type serviceWords struct {
	programs string

	// options are those whose value names it, and variables those of the environment that do so without
	// such an option. Values are patterns for names of services on this machine; without them the value is
	// an address.
	options, variables, values string

	says   string // options without a value that say by themselves that it is on this machine
	others string // options that may name another service
	called string // a name of the program that says so by itself
	under  string // patterns that all operands fit
	trials string // options whose values must say that they are for tests: production runs such servers, too
}

// localClusters are the names that makers of clusters on one machine give their contexts. Sources: the
// documentation of kind, minikube, k3d, Docker Desktop, OrbStack, Rancher Desktop, Colima and MicroK8s.
const localClusters = "kind-* minikube k3d-* docker-desktop orbstack rancher-desktop colima colima-* microk8s"

// triedClusters are names of such clusters that say that people try things there, and make them anew.
const triedClusters = "dev dev-* *-dev test test-* *-test testing local local-* *-local ci ci-* *-ci e2e e2e-* *-e2e tmp tmp-* *-tmp demo demo-* *-demo sandbox sandbox-* scratch playground"

// localServices are the programs whose words can name a service of this machine, which people run for
// development. Sources: AWS CLI user guide (endpoints), the LocalStack documentation, the references of
// kubectl, helm, skaffold, Kafka's tools, Wrangler (--local) and mc, whose alias local is
// http://localhost:9000 from the start.
var localServices = [...]serviceWords{
	{programs: "aws", options: "--endpoint-url", variables: "AWS_ENDPOINT_URL"},
	{programs: "aws", called: "awslocal", others: "--endpoint-url"},
	{programs: "kubectl flux istioctl", options: "--context", values: localClusters, others: "--kubeconfig -s --server --cluster"},
	{programs: "helm skaffold", options: "--kube-context", values: localClusters, others: "--kubeconfig --kube-apiserver"},
	{programs: "kafka-topics kafka-consumer-groups kafka-configs kafka-acls kafka-delete-records kafka-streams-application-reset", options: "--bootstrap-server --bootstrap-servers --zookeeper", others: "--bootstrap-controller --all-topics --all-groups", trials: "--topic --group --entity-name --application-id"},
	{programs: "wrangler", says: "--local", others: "--remote --preview"},
	{programs: "kind minikube", options: "--name -n -p --profile", values: triedClusters, others: "--all --purge"},
	{programs: "k3d", under: triedClusters, others: "-a --all -c --config"},
	{programs: "mc", under: "local/*", others: "-C --config-dir"},
	{programs: "twine", options: "--repository-url"},
	{programs: "npm yarn pnpm", options: "--registry"},
}

// forwarders are programs that can make a port of this machine one of another: ssh -L, and their like.
const forwarders = "ssh autossh sshuttle plink cloud_sql_proxy cloud-sql-proxy cloudflared boundary tsh socat chisel kubefwd telepresence bore frpc inlets haproxy nginx iptables nft"

// isOnLocalService reports whether an invocation certainly works on a service of this machine that its own
// words name, and the text neither forwards ports nor gives the name another meaning.
func (m *matcher) isOnLocalService(v *grammar.Invocation) bool {
	if isOnEmulator(v.Command) {
		return v.Truth == parser.Yes && !v.Open
	}
	if v.Truth != parser.Yes || v.Open || v.Away && !grammar.InContainer(v.Command) {
		return false
	}
	for i := range localServices {
		if s := &localServices[i]; wordlist.Among(v.Name, s.programs) && s.isNamed(v) {
			return !slices.ContainsFunc(m.all(), func(other *grammar.Invocation) bool { return mayForward(other) || s.under != "" && setsAlias(other) })
		}
	}
	return false
}

// isOnEmulator reports whether adb runs a command on an emulator, which has the name of one: adb -s
// emulator-5554 shell pm clear x.
func isOnEmulator(c *parser.Command) bool {
	if c.Outer == nil || c.Outer.Outer != nil || path.Base(c.Outer.Program().Prefix()) != "adb" {
		return false
	}
	for i, w := range c.Outer.Args {
		switch text, known := w.Text(); {
		case !known, text == "-d", text == "-t", text == "-H", text == "-L":
			return false
		case text == "-e":
			return true
		case text == "-s" && i+1 < len(c.Outer.Args):
			name, known := c.Outer.Args[i+1].Text()
			return known && strings.HasPrefix(name, "emulator-")
		case text == "shell":
			return false
		}
	}
	return false
}

// all returns the invocations of the text, nested ones included.
func (m *matcher) all() []*grammar.Invocation {
	return slices.Collect(grammar.All(m.invs))
}

// isNamed reports whether the words of an invocation name a local service.
func (s *serviceWords) isNamed(v *grammar.Invocation) bool {
	if s.others != "" && v.Has(s.others) != parser.No {
		return false
	}
	switch {
	case s.called != "":
		return path.Base(v.Command.Program().Prefix()) == s.called && !isToldEndpoint(v.Command)
	case s.says != "":
		return v.Has(s.says) == parser.Yes
	case s.under != "":
		return len(v.Operands) > 0 && !slices.ContainsFunc(v.Operands, func(o grammar.Operand) bool {
			text, known := o.Word.Text()
			return !known || fitsOne(s.under, o.Word) != parser.Yes || strings.Contains(text, "..")
		})
	}
	some := false
	for w, t := range v.Values(s.options) {
		if t != parser.Yes || !s.isLocal(w) {
			return false
		}
		some = true
	}
	if s.trials != "" && !areTrials(v, s.trials) {
		return false
	}
	if some || s.variables == "" {
		return some
	}
	return isToldLocal(v.Command, s.variables)
}

// areTrials reports whether options have values, and all of these say that they are for tests.
func areTrials(v *grammar.Invocation, options string) bool {
	some := false
	for w, t := range v.Values(options) {
		text, known := w.Text()
		if t != parser.Yes || !known || strings.ContainsAny(text, "*,|(") || !grammar.NamesOneTrial(text) {
			return false
		}
		some = true
	}
	return some
}

// isLocal reports whether a value certainly names a local service.
func (s *serviceWords) isLocal(w parser.Word) bool {
	if s.values != "" {
		return w.Known() && fitsOne(s.values, w) == parser.Yes
	}
	text, known := w.Text()
	return known && areLocalAddresses(text)
}

// isToldLocal reports whether a variable names a local address, and no variable whose name begins like
// it another one.
func isToldLocal(c *parser.Command, variable string) bool {
	env, some := c.Environment(), false
	for _, name := range env.Names() {
		if name == "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS" {
			return false
		}
		if !strings.HasPrefix(name, variable) {
			continue
		}
		w, _ := env.Value(name)
		if text, known := w.Text(); !known || !areLocalAddresses(text) {
			return false
		}
		some = some || name == variable
	}
	return some
}

// isToldEndpoint reports whether the text gives awslocal another server.
func isToldEndpoint(c *parser.Command) bool {
	return slices.ContainsFunc(c.Environment().Names(), func(name string) bool {
		return strings.HasPrefix(name, "AWS_ENDPOINT_URL") || name == "LOCALSTACK_HOST" || name == "EDGE_PORT"
	})
}

// areLocalAddresses reports whether a list of hosts or URLs names this machine alone.
func areLocalAddresses(text string) bool {
	for one := range strings.SplitSeq(text, ",") {
		if !isLocalAddress(one) {
			return false
		}
	}
	return true
}

// isLocalAddress reports whether a host or a URL, with or without a login and a port, is this machine.
func isLocalAddress(text string) bool {
	if _, rest, found := strings.Cut(text, "://"); found {
		text = rest
	}
	if end := strings.IndexAny(text, "/?#"); end >= 0 {
		text = text[:end]
	}
	text = text[strings.LastIndexByte(text, '@')+1:]
	if strings.ContainsAny(text, "\\ %") {
		return false
	}
	if inside, _, found := strings.Cut(strings.TrimPrefix(text, "["), "]"); found {
		text = inside
	} else if strings.Count(text, ":") == 1 {
		text, _, _ = strings.Cut(text, ":")
	}
	host, err := hostname.Clean(text)
	return err == nil && hostname.IsLoopback(host)
}

// mayForward reports whether a command may make a port of this machine one of another machine.
func mayForward(v *grammar.Invocation) bool {
	return wordlist.Among(v.Name, forwarders) || slices.ContainsFunc(v.Command.Args, func(w parser.Word) bool {
		text, _ := w.Text()
		return wordlist.Among(text, "port-forward start-iap-tunnel start-session proxy tunnel ssh")
	})
}

// setsAlias reports whether a command gives mc's alias local another server.
func setsAlias(v *grammar.Invocation) bool {
	args := v.Command.Args
	if v.Name != "mc" || !slices.ContainsFunc(args, func(w parser.Word) bool { return w.Is("alias") != parser.No || w.Is("config") != parser.No }) {
		return false
	}
	for i, w := range args {
		if w.Is("local") == parser.Yes && i+1 < len(args) {
			text, known := args[i+1].Text()
			return !known || !areLocalAddresses(text)
		}
	}
	return v.Open
}
