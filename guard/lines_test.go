package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Perl and Ruby join what each -e says by newlines into one program.
func TestLinesOfOneProgram(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for command, action := range map[string]rules.Action{
		`perl -e '$p = "/etc";' -e 'unlink "$p/passwd"'`:              rules.Block,
		`perl -e 'unlink(' -e '"/etc/passwd")'`:                       rules.Block,
		`perl -we 'my $d = "/etc/";' -E 'open(F, ">", $d . "hosts")'`: rules.Block,
		`perl -e 'sub f { system @_ }' -e 'f("rm -rf /")'`:            rules.Block,
		`perl -e '$x = <<E;' -e 'unlink "/etc/passwd"' -e 'E'`:        rules.Allow,
		`perl -e '# a remark' -e 'unlink "/etc/passwd"'`:              rules.Block,
		`sh -c "perl -e '\$p = q(/etc);' -e 'unlink qq(\$p/passwd)'"`: rules.Block,
		`ruby -e 'p = "/etc"' -e 'File.delete(p + "/passwd")'`:        rules.Block,
		`ruby -e 'File.delete(' -e '"/etc/passwd")'`:                  rules.Block,
		`ruby -ne 'd = "/etc"' -e 'File.write(d + "/hosts", "x")' f`:  rules.Block,
		`ruby -e 'puts 1' -e 'puts 2'`:                                rules.Allow,
		`perl -e 'print 1;' -e 'print 2'`:                             rules.Allow,
		`perl -ne 'print' -e 'if 1' f`:                                rules.Allow,
	} {
		d := check(p, command)
		assert.Equal(t, action.String(), d.Action.String(), "%s: %v %v", command, ids(d.Findings), d.Err)
	}
}
