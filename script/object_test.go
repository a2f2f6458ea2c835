package script

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Objects are followed by the names of their fields and methods: each of these deletes a directory.
func TestFieldsAndResults(t *testing.T) {
	for _, c := range []struct{ reason, lang, code, want string }{
		{"a field that the constructor sets", "python3", "import shutil\nclass C:\n  def __init__(self, d):\n    self.d = d\n  def run(self): shutil.rmtree(self.d)\nC('/srv/x').run()", "/srv/x"},
		{"a field of the class", "python3", "import shutil\nclass C:\n  d = '/srv/x'\n  def run(self): shutil.rmtree(self.d)\nC().run()", "/srv/x"},
		{"a field of a data class", "python3", "import shutil\n@dataclass\nclass C:\n  n: int\n  d: str\nshutil.rmtree(C(1, '/srv/x').d)", "/srv/x"},
		{"a tuple with names", "python3", "import shutil, collections\nT = collections.namedtuple('T', 'n d')\nshutil.rmtree(T(1, '/srv/x').d)", "/srv/x"},
		{"a namespace", "python3", "import shutil, types\nc = types.SimpleNamespace(d='/srv/x')\nshutil.rmtree(c.d)", "/srv/x"},
		{"the default of an option", "python3", "import shutil, argparse\np = argparse.ArgumentParser()\np.add_argument('-d', '--dir', default='/srv/x')\nshutil.rmtree(p.parse_args().dir)", "/srv/x"},
		{"an entry", "python3", "import shutil\nc = {}\nc['d'] = '/srv/x'\nshutil.rmtree(c['d'])", "/srv/x"},
		{"JSON", "python3", `import shutil, json; shutil.rmtree(json.loads('{"d": "/srv/x"}')['d'])`, "/srv/x"},
		{"what a function returns", "python3", "import shutil\ndef f(): return '/srv/x'\nshutil.rmtree(f())", "/srv/x"},
		{"the parent of the working directory", "python3", "import shutil, os; shutil.rmtree(os.path.dirname(os.path.dirname(os.getcwd())))", "../.."},
		{"one of its parents", "python3", "import shutil, pathlib; shutil.rmtree(pathlib.Path.cwd().parents[1])", "../.."},
		{"a comprehension", "python3", "import shutil; [shutil.rmtree(p) for p in ['/srv/' + n for n in ('x', 'y')]]", "/srv/x"},
		{"map", "python3", "import shutil; [shutil.rmtree(p) for p in map(lambda n: '/srv/' + n, ['x'])]", "/srv/x"},
		{"a field", "javascript", "class C { d = '/srv/x'; run() { fs.rmSync(this.d, {recursive: true}) } }", "/srv/x"},
		{"a field that the constructor sets", "javascript", "class C { constructor(d) { this.d = d } run() { fs.rmSync(this.d, {recursive: true}) } }\nnew C('/srv/x').run()", "/srv/x"},
		{"an unpacked object", "javascript", "function f({ d }) { fs.rmSync(d, {recursive: true}) }\nf({d: '/srv/x'})", "/srv/x"},
		{"JSON", "javascript", `fs.rmSync(JSON.parse('{"d": "/srv/x"}').d, {recursive: true})`, "/srv/x"},
		{"the parent of the working directory", "javascript", "fs.rmSync(path.dirname(process.cwd()), {recursive: true})", ".."},
		{"an attribute", "ruby", "class C\n attr_reader :d\n def initialize(d)\n  @d = d\n end\nend\nFileUtils.rm_rf(C.new('/srv/x').d)", "/srv/x"},
		{"an option", "ruby", "o = {d: '/srv/x'}\nFileUtils.rm_rf(o[:d])", "/srv/x"},
		{"what a method returns", "ruby", "def f\n '/srv/x'\nend\nFileUtils.rm_rf(f)", "/srv/x"},
		{"map", "ruby", "%w[x y].map { |n| File.join('/srv', n) }.each { |d| FileUtils.rm_rf(d) }", "/srv/x"},
		{"the parent of the working directory", "ruby", "FileUtils.rm_rf(File.dirname(Dir.pwd))", ".."},
		{"an element of an object", "perl", "my $s = bless {d => '/srv/x'}; rmtree($s->{d})", "/srv/x"},
		{"what a function returns", "perl", "sub f { return '/srv/x' } rmtree(f())", "/srv/x"},
		{"map", "perl", "rmtree(map { \"/srv/$_\" } qw(x y))", "/srv/x"},
		{"the parent of the working directory", "perl", "rmtree(dirname(getcwd()))", ".."},
		{"a promoted property", "php", "class C { function __construct(private string $d) {} function run() { rmdir($this->d); } } (new C('/srv/x'))->run();", "/srv/x"},
		{"array_map", "php", "foreach (array_map(fn($n) => '/srv/' . $n, ['x']) as $d) { rmdir($d); }", "/srv/x"},
		{"two levels above the working directory", "php", "rmdir(dirname(getcwd(), 2));", "../.."},
	} {
		t.Run(c.lang+" "+c.reason, func(t *testing.T) {
			acts, err := Read(c.lang, c.code)
			require.NoError(t, err)
			assert.True(t, slices.ContainsFunc(acts, func(a Act) bool {
				return a.Kind == Deletes && len(a.Args) == 1 && a.Args[0].Known && a.Args[0].Text == c.want
			}), "%s\n%s", c.code, show(acts))
		})
	}
}

// The file that code is in has a path, and so have the directories above it.
func TestOwnFile(t *testing.T) {
	for lang, code := range map[string]string{
		"python3":    "import shutil, pathlib; shutil.rmtree(pathlib.Path(__file__).parent.parent)",
		"javascript": "fs.rmSync(path.dirname(__dirname), {recursive: true})",
		"ruby":       "FileUtils.rm_rf(File.dirname(__dir__))",
		"perl":       "rmtree(dirname(dirname($0)))",
	} {
		acts, err := ReadWith(lang, code, CommandLine{File: "a/b/c"})
		require.NoError(t, err)
		assert.Contains(t, show(acts), `"a"`, lang)
	}
}
