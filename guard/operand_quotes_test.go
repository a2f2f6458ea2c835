package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Within double quotes, single quotes in the operand of an expansion are no quotes. A here-document ends at its line.
func TestQuotesInOperands(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	assert.NoError(t, err)
	for _, c := range []struct {
		reason, source string
		want           rules.Action
	}{
		{"a default", `echo "${x:-'$(rm -rf ~)'}"`, rules.Block},
		{"a backquote", "echo \"${x:-'`rm -rf ~`'}\"", rules.Block},
		{"what is assigned", `y="${x:='$(rm -rf ~)'}"`, rules.Block},
		{"an operand in an operand", `echo "${x:-${y:+'$(rm -rf ~)'}}"`, rules.Block},
		{"a text that bash decodes first", `echo "${x:-$'\x24(rm -rf ~)'}"`, rules.Block},
		{"in a document", "cat <<E\n${x:-'$(rm -rf ~)'}\nE\n", rules.Block},
		{"quotes that are quotes: alone", `echo ${x:-'$(rm -rf ~)'}`, rules.Allow},
		{"quotes that are quotes: of a pattern", `x=a; echo "${x#'$(rm -rf ~)'}"`, rules.Allow},
		{"a text without substitutions", `echo "${x:-'none'}" "${y:-'{}'}"`, rules.Allow},
		{"a document whose last line stands in an expansion", "cat <<E\n${x:-'}\nE\nrm -rf ~; echo \"'}\"", rules.Ask},
		{"the same for <<-", "cat <<-E\n\t${x:-'}\n\tE\nrm -rf ~; echo \"'}\"", rules.Ask},
		{"a mark that is quoted in part: the text is no expansion", "bash <<E''F\n: $x\nrm -rf ~\nEF\n", rules.Block},
		{"the same, indented at the end of the text", "bash <<-'E'F\n\t: $x\n\trm -rf ~\n\tEF", rules.Block},
		{"the same, in a file", "cat <<''EF > s.sh\n: $x\nrm -rf ~\nEF\nsh s.sh", rules.Block},
		{"the mark as a part of a line", "cat <<E\nE x\n${x:-E}\n E\nE\nls", rules.Allow},
	} {
		m, req := guard.Model()
		req.Source = c.source
		assert.Equal(t, c.want, guard.Judge(p, m, req).Action, "%s: %s", c.reason, c.source)
	}
}
