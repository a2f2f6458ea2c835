package script

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// longCode is code of any length: a unit over and over, and as many ends.
type longCode struct {
	reason, lang            string
	begin, unit, end, after string
}

func (c longCode) of(size int) string {
	n := (size - len(c.begin) - len(c.after)) / (len(c.unit) + len(c.end))
	return c.begin + strings.Repeat(c.unit, n) + strings.Repeat(c.end, n) + c.after
}

// long would take the square of its length wherever a reader looked to the end
// of the code, or copied all that it had, at each of the units.
var long = []longCode{
	{"minified code", "javascript", "", minified, "", ""},
	{"a value made of itself", "javascript", "", "(a)a=a.a;", "", ""},
	{"calls of calls", "javascript", "a.split(a);", "a=f(a);a=a;", "", ""},
	{"a kept function of many receivers", "javascript", "", "a=f(a).rmSync;", "", ""},
	{"numbers with exponents", "javascript", "", "1e+1;", "", ""},
	{"imports without a string", "javascript", "", "import of a name\n", "", ""},
	{"templates", "javascript", "`", "${a}", "", "`"},
	{"objects", "javascript", "x={", "a(){},", "", "}"},
	{"sums", "javascript", "x=", "a+", "", "1"},
	{"shifts that look like here-documents", "php", "", "1<<<a;", "", ""},
	{"subscripts that never end", "php", "\"", "$a[", "", "\";"},
	{"tags", "phtml", "", "<?=1e+1?>", "", ""},
	{"tags", "erb", "", "<%=a%>", "", ""},
	{"subscripts in a pattern", "perl", "m/", "$a{", "", "/"},
	{"globs that never end", "perl", "", " <", "", ";>"},
	{"assignments", "perl", "", "$a=[$a,$a];", "", ""},
	{"handles", "perl", "", "open(A,'a');", "", ""},
	{"code in text", "perl", "\"", "@{[a]}", "", "\""},
	{"here-documents", "perl", "", "print <<A;\n$a\nA\n", "", ""},
	{"code in text", "ruby", "\"", "#{a}", "", "\""},
	{"lists that grow", "ruby", "a=[];", "a<<a.map{|a|a};", "", ""},
	{"here-documents", "ruby", "", "puts <<A\n#{a}\nA\n", "", ""},
	{"attributes", "python", "", "a=a.a\n", "", ""},
	{"lists that grow", "python", "a=[]\n", "a.append(a)\n", "", ""},
	{"fields", "python", "f'", "{a}", "", "'"},
	{"calls in fields", "python", "", "f'{a.b()}'\n", "", ""},
	{"calls of a service", "python", "import boto3\nc=boto3.client('sns')\n", "c.publish(a)\nd.publish(a)\n", "", ""},
	{"methods that may send files", "javascript", "", "d.put(a);", "", ""},
	{"calls of a service", "javascript", "const c=new (require('aws-sdk').SNS)();", "c.publish(a);d.publish(a);", "", ""},
	{"calls of a service", "ruby", "c=Aws::SNS::Client.new;", "c=c.publish(a);d.publish(a);", "", ""},
	{"concatenation", "awk", "BEGIN{x=", "\"a\"a ", "", "}"},
	{"lists that grow", "lua", "a={} ", "a[#a+1]=a ", "", ""},
	{"fields", "lua", "x=a", ".a", "", ""},
	{"calls of calls", "lua", "x=a", "(a)", "", ""},
	{"tables", "lua", "x={", "a={},", "", "}"},
	{"concatenation", "lua", "x=", "'a'..a..", "", "''"},
	{"functions", "lua", "", "function a(b) a(b) end ", "", ""},
	{"assignments to all", "lua", "", "a,a=a,a ", "", ""},
	{"long brackets that never end", "lua", "", "--[[a]]\n[==[]=] ", "", ""},
	{"bars", "ex", "", "x c|", "", ""},
	{"broken lines", "tcl", "", "a \\\n b;", "", ""},
	{"operators that assign nothing", "make", "x", "+", "", ":"},
	{"stems that grow", "make", "%:", "%a ", "", "\nall: b\n"},
	{"empty statements", "mysql", "", ";", "", ""},
	{"commands of two bytes", "mysql", "", `\a`, "", ""},
	{"functions in functions", "psql", "select ", "load_file(", ")", ";"},
	{"classes", "sed", "/", "[a]", "", "/d"},
}

// minified is what bundles look like: few names, which hold all sorts of things.
const minified = `!function(e,t,n){var r=t[n],o=e.a(r),i;function a(e){return r[e]||(r[e]=o.b(e)),i=e.c?e.c.slice(t(n)):[o],i.map(function(e){return e&&e.d(a)})}` +
	`e.f=a,t.g=function(e,n){return n=n||{},e=a(e)?n.h:e,o.i.call(this,e,n)},n(t,{j:e,k:r},a)}({},function(e){return[e,this.l]},"m");`

// Code four times as long may take no more than four times as much, and what is
// refused for its steps no more than all of them. Memory is what is counted:
// what takes the square of its time by looking alone makes this test one of minutes.
func TestLongCodeIsReadInLinearSteps(t *testing.T) {
	for _, c := range long {
		t.Run(c.lang+" "+c.reason, func(t *testing.T) {
			short, err := allocated(c.lang, c.of(MaxSource/16))
			whole, errWhole := allocated(c.lang, c.of(MaxSource/4))
			if err == nil && errWhole == nil {
				assert.Less(t, whole, 5*short+1<<20, "bytes")
			}
			assert.Less(t, whole, uint64(2<<30), "bytes")
		})
	}
}

// allocated is how many bytes reading takes.
func allocated(lang, code string) (uint64, error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read(lang, code)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, err
}

func BenchmarkLongCode(b *testing.B) {
	for _, c := range long {
		for _, size := range []int{MaxSource / 16, MaxSource} {
			b.Run(fmt.Sprintf("%s %s/%d", c.lang, c.reason, size>>10), func(b *testing.B) {
				code := c.of(size)
				b.SetBytes(int64(size))
				for b.Loop() {
					_, _ = Read(c.lang, code)
				}
			})
		}
	}
}
