package script

import (
	"strings"
	"testing"
)

const phpWipe = `shell system "rm -rf /"`

// phpSpellings are ways to write one call.
var phpSpellings = []readCase{
	{"plain", `system('rm -rf /');`, phpWipe},
	{"any case", `SyStEm("rm -rf /");`, phpWipe},
	{"global namespace", `\system('rm -rf /');`, phpWipe},
	{"function of another name", `use function system as s; s('rm -rf /');`, phpWipe},
	{"name in a variable", `$f = 'system'; $f('rm -rf /');`, phpWipe},
	{"joined name", `$f = 'sys'.'tem'; $f('rm -rf /');`, phpWipe},
	{"joined name in brackets", `('sys'.'tem')('rm -rf /');`, phpWipe},
	{"name in quotes", `'system'('rm -rf /');`, phpWipe},
	{"name in an array", `$a = ['x' => 'system']; $a['x']('rm -rf /');`, phpWipe},
	{"variable whose name is in a variable", `$a = 'c'; $c = 'rm -rf /'; system($$a);`, phpWipe},
	{"variable of the globals", `$c = 'rm -rf /'; system($GLOBALS['c']);`, phpWipe},
	{"first-class callable", `$f = system(...); $f('rm -rf /');`, phpWipe},
	{"closure of a callable", `Closure::fromCallable('system')('rm -rf /');`, phpWipe},
	{"reflection", `(new ReflectionFunction('system'))->invoke('rm -rf /');`, phpWipe},
	{"call_user_func", `call_user_func('system', 'rm -rf /');`, phpWipe},
	{"call_user_func_array", `call_user_func_array('system', ['rm -rf /']);`, phpWipe},
	{"array_map", `array_map('system', ['rm -rf /']);`, phpWipe},
	{"array_filter", `array_filter(['rm -rf /'], 'system');`, phpWipe},
	{"at the end", `register_shutdown_function('system', 'rm -rf /');`, phpWipe},
	{"backquotes", "echo `rm -rf /`;", `shell shell_exec "rm -rf /"`},
	{"silenced", `@system('rm -rf /');`, phpWipe},
	{"spaces and comments", "system /* a */ # b\n // c\n ('rm -rf /');", phpWipe},
	{"named argument", `system(command: 'rm -rf /');`, phpWipe},
	{"spread argument", `system(...['rm -rf /']);`, phpWipe},
	{"cast", `system((string)'rm -rf /');`, phpWipe},
	{"in a function", `function f(string $c = 'x'): void { system($c); } f('rm -rf /');`, "shell system \"x\"\n" + phpWipe},
	{"in a closure", `$f = function ($c) use (&$x) { system($c); }; $f('rm -rf /');`, phpWipe},
	{"in an arrow function", `(fn($c) => system($c))('rm -rf /');`, phpWipe},
	{"in a method", `class A extends B { public static function f(): int { return system('rm -rf /'); } }`, phpWipe},
	{"in an anonymous class", `new class(1) { function __construct() { system('rm -rf /'); } };`, phpWipe},
	{"in a match", `echo match (true) { default => system('rm -rf /') };`, phpWipe},
	{"as a default", `$x ?: system('rm -rf /'); $y ?? system('rm -rf /');`, phpWipe + "\n" + phpWipe},
	{"alternative syntax", "if ($a): system('rm -rf /'); endif;", phpWipe},
	{"in a string", `echo "a{$f(system('rm -rf /'))}";`, phpWipe},
	{"in a here-document", "echo <<<E\n {$f(system('rm -rf /'))}\n E;", phpWipe},
	{"a comment ends with the code in tags", "# a ?><?php system('rm -rf /');", phpWipe},
	{"an attribute is no comment", "#[A] system('rm -rf /');", phpWipe},
	{"short tag", "?> text ' <?= system('rm -rf /') ?>", phpWipe},
}

func TestPHPSpellings(t *testing.T) { runCases(t, "php", phpSpellings) }

// phpTextCases are ways to build the text.
var phpTextCases = []readCase{
	{"variable", `$c = 'rm -rf /'; system($c);`, phpWipe},
	{"point", `system('rm' . ' -rf ' . "/");`, phpWipe},
	{"interpolated", `$d = '/'; system("rm -rf $d");`, phpWipe},
	{"interpolated in brackets", `$d = '/'; system("rm -rf {$d}"); system("rm -rf ${d}");`, phpWipe + "\n" + phpWipe},
	{"interpolated element", `$d = ['a' => '/', 1 => 'b']; system("rm -rf $d[a]");`, phpWipe},
	{"single quotes keep a dollar", `system('echo $d');`, `shell system "echo $d"`},
	{"escapes", `system("\x72\155 -rf \u{2f}");`, phpWipe},
	{"escaped dollar", `system("echo \$d");`, `shell system "echo $d"`},
	{"here-document", "$d = '/';\nsystem(<<<\"E\"\n  rm -rf $d\n  E);", phpWipe},
	{"now-document", "system(<<<'E'\nrm -rf /\nE);", phpWipe},
	{"implode", `system(implode(' ', ['rm', '-rf', '/']));`, phpWipe},
	{"reversed", `system(strrev('/ fr- mr'));`, phpWipe},
	{"replaced", `system(str_replace('X', 'm', 'rX -rf /'));`, phpWipe},
	{"case", `system(strtolower('RM -RF /'));`, phpWipe},
	{"base64", `system(base64_decode('cm0gLXJmIC8='));`, phpWipe},
	{"hex", `system(hex2bin('726d202d7266202f')); system(pack('H*', '726d202d7266202f'));`, phpWipe + "\n" + phpWipe},
	{"rot13", `system(str_rot13('ez -es /'));`, phpWipe},
	{"letters", `system(chr(114) . chr(0x6d) . ' -rf /');`, phpWipe},
	{"format", `system(sprintf('rm %s %s', '-rf', '/'));`, phpWipe},
	{"percent signs", `system(urldecode('rm+-rf+%2F'));`, phpWipe},
	{"part", `system(substr('xrm -rf /', 1));`, phpWipe},
	{"constant", `define('C', 'rm -rf /'); const D = 'rm -rf /'; system(C); system(D);`, phpWipe + "\n" + phpWipe},
	{"loop", `foreach (['ls', 'rm -rf /'] as $c) system($c);`, "shell system \"ls\"\n" + phpWipe},
	{"loop over keys", `foreach (['rm -rf /' => 1] as $c => $v) { system($c); }`, phpWipe},
	{"unpacked", `[$a, $b] = ['x', 'rm -rf /']; system($b); list('k' => $c) = ['k' => 'rm -rf /']; system($c);`, phpWipe + "\n" + phpWipe},
	{"grown", `$c = 'rm'; $c .= ' -rf /'; system($c);`, "shell system \"rm\"\nshell system \"rm -rf /\"\nshell system …"},
	{"home", `unlink(getenv('HOME') . '/x'); unlink($_SERVER['HOME'] . '/y'); unlink("$_ENV[HOME]/z");`, "deletes unlink \"~/x\"\ndeletes unlink \"~/y\"\ndeletes unlink \"~/z\""},
	{"directory of the file", `unlink(__DIR__ . '/x');`, `deletes unlink "./x"`},
	{"a conditional", `system($x ? 'ls' : 'rm -rf /');`, "shell system \"ls\"\n" + phpWipe},
}

func TestPHPConstants(t *testing.T) { runCases(t, "php", phpTextCases) }

// phpActs are what the table says.
var phpActs = []readCase{
	{"exec", `exec('ls', $out, $status);`, `shell exec "ls"`},
	{"proc_open of a list", `proc_open(['rm', '-rf', '/'], [], $p);`, `runs proc_open "rm" "-rf" "/"`},
	{"proc_open in a directory", `proc_open('rm -rf x', [], $p, '/'); proc_open(['ls'], [], $p, cwd: '/a'); proc_open('id', [], $p, null, []);`, "shell proc_open \"rm -rf x\" in \"/\"\nruns proc_open \"ls\" in \"/a\"\nshell proc_open \"id\""},
	{"proc_open of a text", `proc_open('rm -rf /', [], $p);`, `shell proc_open "rm -rf /"`},
	{"pcntl_exec", `pcntl_exec('/bin/rm', ['-rf', '/']);`, `runs pcntl_exec "/bin/rm" "-rf" "/"`},
	{"unlink", `unlink('/etc/x');`, `deletes unlink "/etc/x"`},
	{"all of a directory", `array_map('unlink', glob('/etc/*'));`, `deletes unlink /etc/?`},
	{"rename", `rename('a', 'b');`, "deletes rename \"a\" /**\nwrites rename \"b\""},
	{"write", `file_put_contents('/etc/x', 'a', FILE_APPEND);`, `writes file_put_contents "/etc/x"`},
	{"open to write", `fopen('a', 'w'); fopen('b', 'r'); fopen('c', 'c');`, "writes fopen \"a\"\nreads fopen \"b\"\nwrites fopen \"c\""},
	{"standard streams", `fwrite(fopen('php://stderr', 'w'), 'a'); echo file_get_contents('php://stdin');`, ``},
	{"filter of a file", `readfile('php://filter/read=convert.base64-encode/resource=.env');`, `reads readfile ".env"`},
	{"mode", `chmod('a', 0777);`, `changes chmod "a"`},
	{"fetch", `echo file_get_contents('https://example.com/a');`, `connects file_get_contents "https://example.com/a"`},
	{"download", `copy('https://example.com/a', 'a');`, "connects copy \"https://example.com/a\"\nwrites copy \"a\""},
	{"curl", `$c = curl_init('https://example.com'); curl_setopt($c, CURLOPT_URL, 'https://example.org');`, "connects curl_init \"https://example.com\"\nconnects curl_setopt \"https://example.org\""},
	{"socket", `fsockopen('example.com', 80);`, `connects fsockopen "example.com"`},
	{"server", `stream_socket_server('tcp://0.0.0.0:80');`, `listens stream_socket_server "tcp://0.0.0.0:80"`},
	{"include", `include 'a.php'; require_once __DIR__ . '/b.php';`, "runs include \"php\" \"a.php\"\nruns require_once \"php\" \"./b.php\""},
	{"chdir", `chdir('/etc'); unlink('x');`, `deletes unlink "x" in "/etc"`},
}

func TestPHPActs(t *testing.T) { runCases(t, "php", phpActs) }

// phpDynamic are what only running the code can tell, and codes in strings.
var phpDynamic = []readCase{
	{"command from outside", `system($_GET['c']);`, `shell system …`},
	{"command with an unknown part", `system("ls $x");`, `shell system ls …`},
	{"eval", `eval($x);`, `evaluates eval …`},
	{"eval of a constant", `eval('system("rm -rf /");');`, phpWipe},
	{"eval that leaves the code", `eval('?> text <?php system("rm -rf /");');`, phpWipe},
	{"assert", `assert('system("rm -rf /")');`, phpWipe},
	{"create_function", `create_function('$a', 'system("rm -rf /");');`, phpWipe},
	{"a replacement that is code", `preg_replace('/a/e', 'system("rm -rf /")', 'a');`, phpWipe},
	{"include of a URL", `include 'http://example.com/a';`, `evaluates include http://example.com/a…`},
	{"include of what is not known", `include $_GET['f'];`, `evaluates include …`},
	{"eval of what the network says", `eval(file_get_contents('https://h/a'));`, "connects file_get_contents \"https://h/a\"\nevaluates eval …"},
	{"eval of a file", `eval(file_get_contents('a.php'));`, "reads file_get_contents \"a.php\"\nruns eval \"php\" \"a.php\""},
	{"function from outside", `$_GET['f']($_GET['a']); $argv[1]($argv[2]);`, "evaluates outside() …\nevaluates outside() …"},
	{"function handed on", `foo('system'); foo(system(...));`, `shell system …`},
}

func TestPHPDynamic(t *testing.T) { runCases(t, "php", phpDynamic) }

// phpQuiet are ordinary programs.
var phpQuiet = []readCase{
	{"a word in a text", `echo "system('rm -rf /')"; print 'unlink'; // eval($x)`, ``},
	{"version", `echo PHP_VERSION, PHP_EOL; phpinfo();`, ``},
	{"JSON", `$d = json_decode(stream_get_contents(STDIN), true); echo json_encode($d['a'] ?? [], JSON_PRETTY_PRINT), "\n";`, ``},
	{"arrays", `$a = array_map(fn($x) => $x * 2, array_filter([1, 2, 3], function ($x) { return $x > 1; })); usort($a, fn($x, $y) => $x <=> $y); print_r($a);`, ``},
	{"callable that is not known", `array_map($f, $a); usort($a, $cmp); call_user_func($f, 1); $f(2);`, ``},
	{"class", "namespace A\\B; use C\\D; abstract class E extends D implements \\F { use G; const H = 1; private ?int $x = null; public function __construct(protected readonly string $a = 'b', private array &...$c) { parent::__construct(); self::$d[] = static::class; } abstract function exec(string $c): void; function system($c) { return $this->exec($c); } } echo E::H, (new E('x'))->a;", ``},
	{"database", `$p = new PDO('sqlite::memory:'); $p->exec('create table a (b)'); foreach ($p->query('select 1') as $r) echo $r[0];`, ``},
	{"statement", `assert($x > 0); switch ($a) { case 1: echo 'a'; break; default: exit(1); } for ($i = 0; $i < 3; $i++): echo $i; endfor; do { $i--; } while ($i > 0);`, ``},
	{"page", "?>\n<b class='it's'><?= htmlspecialchars($a) ?></b>\n<?php if ($x): ?>yes<?php endif; ?>", ``},
	{"exists", `echo function_exists('system') ? 'y' : 'n'; var_dump(is_callable('exec'));`, ``},
	{"enum and attributes", `#[Attribute] enum A: string { case B = 'b'; public static function f(): self { return self::B; } }`, ``},
}

func TestPHPQuiet(t *testing.T) { runCases(t, "php", phpQuiet) }

func TestPHPPage(t *testing.T) {
	runCases(t, "phtml", []readCase{
		{"text outside tags is data", "system('ls'); it's", ``},
		{"code in tags", "#!/usr/bin/env php\n<?php system('rm -rf /');", phpWipe},
		{"no code behind the end", "<?php __halt_compiler(); '", ``},
	})
	runCases(t, "php", []readCase{{"code without tags", `system('rm -rf /'); // <?php`, phpWipe}})
}

func TestPHPRefuses(t *testing.T) {
	refused(t, "php", []readCase{
		{"unterminated string", `'a`, "unterminated string"},
		{"unterminated interpolation", `"a{$b`, "unterminated string"},
		{"unterminated here-document", "<<<E\na", "unterminated here-document"},
		{"unterminated comment", `/* a`, "unterminated comment"},
		{"bracket", `f(1;`, "never closed"},
		{"no text", "a\x00", "not UTF-8"},
		{"nesting", strings.Repeat("[", 300), "nested"},
	})
}

func FuzzPHP(f *testing.F) {
	fuzzed(f, "php", codes(phpSpellings, phpTextCases, phpActs, phpDynamic, phpQuiet)...)
}
