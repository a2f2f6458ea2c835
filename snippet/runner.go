package snippet

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/internal/yaml"
)

// hostedRunners are the labels of GitHub's own runners (GitHub's documentation, GitHub-hosted
// runners). Any other label is one that somebody gave to a runner of their own.
const hostedRunners = "ubuntu-latest ubuntu-slim ubuntu-26.04 ubuntu-24.04 ubuntu-22.04 ubuntu-20.04 ubuntu-26.04-arm ubuntu-24.04-arm ubuntu-22.04-arm" +
	" windows-latest windows-2025 windows-2025-vs2026 windows-2022 windows-2019 windows-11-arm" +
	" macos-latest macos-26 macos-15 macos-14 macos-13 macos-12 macos-26-intel macos-15-intel" +
	" macos-latest-large macos-26-large macos-15-large macos-14-large macos-13-large macos-12-large" +
	" macos-latest-xlarge macos-26-xlarge macos-15-xlarge macos-14-xlarge macos-13-xlarge"

// isHosted reports whether a job runs on one of GitHub's own runners, which are thrown away
// after it, whatever its matrix says.
func isHosted(job *yaml.Node) bool {
	labels := job.Get("runs-on").List()
	for _, l := range labels {
		if !isHostedLabel(l) && !isHostedMatrix(job.Get("strategy", "matrix"), l.Value()) {
			return false
		}
	}
	return len(labels) > 0
}

func isHostedLabel(n *yaml.Node) bool { return wordlist.Among(n.Value(), hostedRunners) }

// isHostedMatrix reports whether an expression is a value of a matrix, and all that it can be
// are labels of GitHub's own runners.
func isHostedMatrix(matrix *yaml.Node, expression string) bool {
	inside, isOpen := strings.CutPrefix(strings.TrimSpace(expression), "${{")
	inside, isClosed := strings.CutSuffix(inside, "}}")
	name := strings.Split(strings.ToLower(strings.TrimSpace(inside)), ".")
	if !isOpen || !isClosed || len(name) < 2 || name[0] != "matrix" {
		return false
	}
	name = name[1:]
	var values []*yaml.Node
	for _, list := range inAnyCase(matrix, name[0]) {
		if list.Kind != yaml.Sequence {
			return false // an expression
		}
		values = append(values, list.Items...)
	}
	for _, list := range inAnyCase(matrix, "include") {
		if list.Kind != yaml.Sequence {
			return false
		}
		for _, item := range list.Items {
			values = append(values, inAnyCase(item, name[0])...)
		}
	}
	for _, v := range values {
		if !areHostedLabels(v, name[1:]) {
			return false
		}
	}
	return len(values) > 0
}

// areHostedLabels reports whether a value, or what names below it lead to, is a label of
// GitHub's own runners or a list of such.
func areHostedLabels(n *yaml.Node, below []string) bool {
	all := []*yaml.Node{n}
	for _, name := range below {
		if all = inAnyCase(all[0], name); len(all) != 1 {
			return false
		}
	}
	labels := all[0].List()
	for _, l := range labels {
		if !isHostedLabel(l) {
			return false
		}
	}
	return len(labels) > 0
}

// inAnyCase are the values of a key in a mapping: expressions do not mind its case.
func inAnyCase(n *yaml.Node, key string) []*yaml.Node {
	var found []*yaml.Node
	keys, values := n.Pairs()
	for i, k := range keys {
		if strings.EqualFold(k.Text.String, key) {
			found = append(found, values[i])
		}
	}
	return found
}
