package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A function that is looked up, or that is not known, is asked about if it is given what may not go.
func TestUnknownFunctionsThatGetWhatMayNotGo(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, source := range []string{
		`Rscript -e 'do.call("unlink", list("~/papers", TRUE))'`, `Rscript -e 'do.call(paste0("un", "link"), list("~/papers", TRUE))'`, `Rscript -e 'match.fun("unlink")(path.expand("~/papers"), TRUE)'`,
		`Rscript -e 'f <- get(paste0("unl", "ink")); f("/srv/data", TRUE)'`, `julia -e 'getfield(Base, :rm)(homedir(), recursive=true)'`, `julia -e 'getfield(Base, Symbol("r", "m"))("/srv/data"; recursive=true)'`,
		`lua -e 'for k, v in pairs(os) do v("rm -rf ~/papers") end'`, `tclsh <<< '$c delete -force /srv/data'`, `tclsh <<< '$c rm -rf ~/papers'`,
	} {
		assert.Equal(t, rules.Ask, check(p, source).Action, source)
	}
	for _, source := range []string{
		`Rscript -e 'do.call("rbind", lapply(list.files("/srv/data"), read.csv))'`, `Rscript -e 'rm(list = ls()); read.csv("~/x.csv")'`, `Rscript -e 'do.call(rbind, x); read.csv("~/x.csv")'`,
		`Rscript -e 'unlink("out.csv")'`, `julia -e 'println(read("/srv/data/x", String))'`, `julia -e 'rm("out.csv")'`, `lua -e 'for k, v in pairs(os) do print(k) end'`, `lua -e 'local f = g() f("some text")'`,
		`tclsh <<< 'set o [new]; $o configure -text "a b"'`, `tclsh <<< '$o load data/x'`,
	} {
		assert.Equal(t, rules.Allow, check(p, source).Action, source)
	}
}
