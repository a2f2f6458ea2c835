package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// A symbolic link that the text makes leads what comes after it to where it points, as one
// would that was there before.
func TestLinksThatTheTextMakes(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for name, c := range map[string]struct {
		command string
		action  rules.Action
	}{
		"all that is behind a link":            {`ln -s /etc c && rm -rf c/*`, rules.Block},
		"the link entered":                     {`ln -s /usr/share s; cd s && rm -rf -- ./*`, rules.Block},
		"the directory, by a slash":            {`ln -sfn ~ me; find me/ -type f -delete`, rules.Block},
		"a file behind it":                     {`ln -s /etc cfg; echo x >> cfg/hosts`, rules.Block},
		"a link to a link":                     {`ln -s /usr a; ln -s a/lib b; rm -rf b/*`, rules.Block},
		"relative to where the link is":        {`mkdir d; ln -s ../../../../.. d/up; rm -rf d/up/*`, rules.Block},
		"relative to here":                     {`ln -sr ../../../../etc d/e; rm -rf d/e/*`, rules.Block},
		"by the name of what it leads to":      {`ln -s /boot; rm -rf boot/*`, rules.Block},
		"in the directory of an option":        {`ln -s -t sub /boot; rm -rf sub/boot/*`, rules.Block},
		"in a directory, by a slash":           {`ln -s /boot sub/; rm -rf sub/boot/*`, rules.Block},
		"in a shell of its own":                {`sh -c 'ln -s /etc e'; chmod -R a+w e/`, rules.Block},
		"a variable's":                         {`t=/var/lib; ln -s $t v; rm -rf v/*`, rules.Block},
		"a place that would be fine for temp":  {`ln -s /etc /tmp/e; rm -rf /tmp/e/*`, rules.Block},
		"what is bad without the link, too":    {`ln -s /tmp/x ~/.ssh; rm -rf ~/.ssh/`, rules.Ask},
		"a place outside, by a slash":          {`ln -s ~/x d; rm -rf d/`, rules.Ask},
		"below a place outside":                {`ln -sfn ~ /tmp/h; rm -rf /tmp/h/docs`, rules.Ask},
		"a search that follows its start":      {`ln -sfn ~ cur; find -L cur -mindepth 1 -delete`, rules.Block},
		"a search that follows its start, -H":  {`ln -s ~/x d; find -H d -type f -delete`, rules.Ask},
		"a search that follows all links":      {`ln -s ~/x d; find d -follow -delete`, rules.Ask},
		"a search that follows a link here":    {`ln -sfn releases/1 cur; find -L cur -name '*.log' -delete`, rules.Allow},
		"a search that follows no link":        {`ln -s ~/x d; find d -delete`, rules.Allow},
		"a search behind it":                   {`ln -s ~/x d; find d/ -delete`, rules.Ask},
		"in a directory that was made":         {`mkdir -p d; ln -s ~/x d/e; rm -rf d/e/`, rules.Ask},
		"the link itself":                      {`ln -s /etc c; rm c`, rules.Allow},
		"the link itself, with all below":      {`ln -s /etc c; rm -rf c`, rules.Allow},
		"a tree of the project":                {`ln -s build/out out; rm -rf out/*`, rules.Allow},
		"modules beside each other":            {`ln -s ../lib node_modules/lib && rm -rf node_modules/lib/dist`, rules.Allow},
		"a link that another takes the way of": {`ln -sfn /opt/app/v2 current; cat current/VERSION`, rules.Allow},
		"another name":                         {`ln -s /etc c; rm -rf cc/*`, rules.Allow},
		"a hard link":                          {`ln a b; rm -rf b`, rules.Allow},
		"an unknown place":                     {`ln -s "$X" c; rm -rf c/x`, rules.Allow},
	} {
		d := check(p, c.command)
		assert.Equal(t, c.action.String(), d.Action.String(), "%s: %s: %v %v", name, c.command, ids(d.Findings), d.Err)
	}
}
