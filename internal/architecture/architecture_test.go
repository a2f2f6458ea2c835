package architecture_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/agent-loop/shimgen/"

// top is the module's directory.
const top = "../.."

// mayImport is the architecture: a package may import those on its right and no other
// package of this module. Arrows point down only. This is policy, so change it only on
// purpose and with docs/design.md, never to make a build pass.
var mayImport = map[string]string{
	"parser":             "internal/lazy parser/tree parser/internal/reader parser/internal/filter parser/internal/quote parser/internal/expand parser/internal/output parser/internal/builtins",
	"parser/tree":        "",
	"grammar":            "parser internal/lazy grammar/othershell grammar/spec grammar/catalogue internal/gitrepo internal/wordlist internal/yaml",
	"grammar/othershell": "internal/wordlist",
	"grammar/buildfile":  "internal/wordlist parser/tree",
	"grammar/spec":       "parser internal/lazy internal/wordlist",
	"grammar/catalogue":  "grammar/spec internal/wordlist",
	"grammar/family":     "internal/wordlist",
	"grammar/project":    "grammar/spec internal/wordlist",
	"script":             scriptLanguages,

	"parser/internal/reader": "parser/tree",
	"parser/internal/filter": "parser/internal/quote",
	"parser/internal/quote":  "",

	"parser/internal/expand":   "parser/tree parser/internal/reader parser/internal/filter parser/internal/quote",
	"parser/internal/output":   "parser/tree parser/internal/filter parser/internal/builtins parser/internal/expand internal/wordlist",
	"parser/internal/builtins": "internal/lazy parser/tree internal/wordlist",

	"script/internal/effect":     "",
	"script/internal/lex":        "script/internal/effect",
	"script/internal/sink":       "internal/lazy script/internal/effect script/internal/lex",
	"script/internal/absval":     "internal/lazy internal/wordsplit script/internal/effect script/internal/lex script/internal/sink",
	"script/internal/heuristic":  scriptShared,
	"script/internal/brace":      scriptShared,
	"script/internal/javascript": scriptShared + " script/internal/brace",
	"script/internal/php":        scriptShared + " script/internal/brace",
	"script/internal/perl":       scriptShared + " script/internal/heuristic",
	"script/internal/ruby":       scriptShared + " script/internal/heuristic",
	"script/internal/python":     scriptShared,
	"script/internal/awk":        scriptShared,
	"script/internal/lua":        scriptShared,
	"script/internal/makefile":   scriptShared + " internal/shellquote",
	"script/internal/tcl":        scriptShared,
	"script/internal/sql":        scriptShared,
	"script/internal/redis":      scriptShared,
	"script/internal/mongo":      scriptShared,
	"script/internal/sed":        scriptShared,
	"script/internal/ex":         scriptShared,
	"script/internal/crontab":    scriptShared,
	"script/internal/patch":      scriptShared,
	"script/internal/console":    scriptShared,
	"script/internal/socat":      scriptShared,

	"flow":                 "parser grammar grammar/project grammar/spec internal/lazy internal/wordlist",
	"rules":                "parser grammar flow grammar/spec internal/hostname internal/wordlist",
	"rules/catalogue":      "grammar flow rules grammar/spec",
	"rules/builtin":        "rules internal/lazy",
	"rules/spelling":       "parser grammar grammar/spec internal/shellquote internal/wordlist",
	"gate":                 "sandbox/native",
	"policy/place":         "internal/lazy internal/pathname",
	"policy/variables":     "grammar rules/builtin",
	"policy":               "policy/place parser gate grammar rules internal/lazy grammar/spec rules/builtin internal/shellquote",
	"gate/compile":         "gate policy policy/place policy/variables grammar grammar/spec flow rules rules/builtin internal/wordlist",
	"policy/tree":          "policy internal/yaml",
	"policy/draft":         "grammar grammar/spec guard policy policy/tree rules internal/shellquote",
	"policy/uwsal":         "policy policy/draft policy/tree",
	"policy/export":        "policy policy/place rules",
	"policy/foreign":       "policy policy/place policy/draft policy/tree policy/uwsal internal/shellquote",
	"zone":                 "parser grammar rules policy policy/place internal/permit internal/hostname internal/pathname internal/lazy grammar/spec internal/wordlist",
	"guard":                "parser flow grammar grammar/othershell grammar/buildfile grammar/family grammar/project script rules rules/spelling policy policy/place zone internal/gitconfig internal/gitrepo internal/pathname internal/permit internal/permit/mint grammar/spec internal/shellquote internal/wordlist",
	"policy/show":          "policy internal/printable",
	"host":                 "termux internal/lazy internal/pathname",
	"audit":                "gate internal/lines",
	"audit/export":         "",
	"audit/seal":           "audit audit/query host",
	"audit/query":          "audit internal/lines internal/pathname internal/printable",
	"internal/environ":     "",
	"internal/exit":        "guard launch sandbox runner watchdog limit",
	"internal/fingerprint": "",
	"internal/gitconfig":   "",
	"internal/hostname":    "",
	"internal/lazy":        "",
	"internal/pathname":    "",
	"internal/lines":       "",
	"internal/collector":   "",
	"internal/printable":   "gate",
	"internal/progress":    "host internal/printable",
	"internal/records":     "host",
	"internal/shellquote":  "",
	"internal/wordlist":    "",
	"internal/wordsplit":   "",
	"internal/permit":      "internal/permit/mint",
	"internal/permit/mint": "",
	"termux":               "internal/pathname",
	"launch":               "gate internal/permit termux",
	"termux/notification":  "launch termux",
	"proot":                "internal/pathname",
	"protect":              "host internal/pathname",
	"trash":                "host internal/pathname",
	"internal/gitrepo":     "internal/gitconfig",
	"preview":              "parser grammar rules guard zone stash internal/gitrepo internal/pathname internal/wordlist",
	"stash":                "host internal/gitrepo internal/pathname internal/records internal/wordlist trash",
	"undo":                 "stash trash",
	"trust":                "internal/records",
	"approval":             "host internal/records",
	"provenance":           "internal/records",
	"appeal":               "host internal/records",
	"attempts":             "host internal/records",
	"lineage":              "host internal/records",
	"egress":               "internal/hostname",
	"egress/terminator":    "egress internal/hostname",
	"credential":           "egress gate policy internal/hostname",
	"sandbox":              "internal/permit egress proot termux sandbox/bridge sandbox/landlock sandbox/native sandbox/supervise internal/pathname",
	"sandbox/bridge":       "",
	"sandbox/landlock":     "",
	"sandbox/native":       "",
	"sandbox/ptrace":       "",
	"sandbox/supervise":    "sandbox/ptrace internal/pathname",
	"shimdir":              "gate internal/shellquote",
	"stamp":                "gate",
	"terminal":             "host",
	"settings":             "",
	"hook":                 "grammar guard script settings internal/shellquote internal/wordsplit",
	"redact":               "parser gate grammar guard grammar/spec",
	"verdict":              "parser gate grammar rules guard redact internal/printable",
	"hook/answer":          "parser grammar rules guard policy host hook verdict runner internal/shellquote ticket",
	"hook/bundle":          "hook",
	"hook/setup":           "gate hook hook/bundle host policy settings termux internal/printable shimdir installation internal/environ internal/exit internal/fingerprint runner",
	"shimexec":             "grammar rules guard gate host launch stash trash verdict redact internal/printable shimdir installation internal/environ internal/exit internal/permit internal/shellquote runner process shellscript",
	"prompt":               "policy rules internal/shellquote",
	"process":              "host",
	"watchdog":             "gate",
	"trail":                "audit gate guard host policy rules",
	"grant":                "gate guard host rules sandbox process",
	"ticket":               "guard host policy rules",
	"notice":               "host",
	"shellscript":          "gate grammar guard host launch parser",
	"overlay":              "gate host sandbox internal/pathname internal/wordlist",
	"internal/headtail":    "",
	"worktree":             "host internal/pathname",
	"authority":            "host internal/environ",
	"policyfile":           "gate host policy trust",
	"gatetable":            "gate gate/compile host policy policy/place policyfile trail",
	"confinement":          "gate guard ticket host notice policy policy/place protect rules rundir sandbox trail worktree zone internal/environ internal/gitconfig internal/pathname internal/permit",
	"review":               "",
	"sandboxnet":           "audit credential egress gate policy policyfile sandbox sandbox/bridge internal/printable",
	"rundir":               "host",
	"userterminal":         "host process rundir",
	"limit":                "policy process sandbox",
	"runner":               belowRunner,
	"inline":               belowRunner + " sandbox/native runner",
	"installation":         "gate grammar host launch policy policy/variables protect settings termux stash trash trust approval shimdir stamp internal/environ internal/exit internal/fingerprint internal/pathname runner",
	"rollout":              "guard policy rules audit/query redact internal/printable internal/lines internal/shellquote",
	"revision":             "gate host installation policy policy/show runner settings internal/printable internal/environ internal/exit",
	"manual":               "policy rules",
	"completion":           "policy hook/setup",
	"rulebook":             "policy rules rules/builtin guard internal/exit",
	"execution":            "review rules guard policy host internal/permit hook shimdir verdict internal/printable internal/exit runner internal/shellquote explain preview ticket shellscript userterminal limit",
	"doctor":               "gate guard host launch audit policy policy/show policy/export proot sandbox settings termux trust internal/printable hook hook/answer hook/setup shimdir stamp installation internal/environ internal/exit internal/pathname runner internal/shellquote",
	"explain":              "parser gate grammar guard policy zone verdict redact internal/printable runner internal/shellquote",
	"cmd/shim":             "gate launch internal/permit termux",
	"cmd/shimgen":          belowRunner + " audit/export audit/seal runner inline internal/collector internal/environ internal/exit internal/progress installation revision rollout execution batch scan scan/sarif completion manual rulebook doctor explain hook/answer hook/bundle hook/setup shimexec shimdir sandbox/native policy/show policy/foreign policy/export undo",
	"cmd/shimgen-tls":      "egress egress/terminator internal/hostname",
	"cmd/shimgen-mcp":      "appeal guard policy prompt sandbox sandbox/native verdict internal/printable runner",
	"snippet":              "script internal/excerpt internal/shellquote internal/wordlist internal/yaml",
	"internal/yaml":        "internal/excerpt",
	"scan":                 "parser flow rules policy policy/place zone guard host snippet verdict redact internal/printable runner watchdog internal/shellquote",
	"scan/sarif":           "rules scan internal/fingerprint",
	"internal/excerpt":     "",
	"cmd/shimgen-fleet":    "approval audit fleet/artifact fleet/ask fleet/envelope fleet/forward fleet/page fleet/poll fleet/pull fleet/query fleet/replay fleet/setting fleet/share fleet/wire gate host policy policy/show policyfile trail internal/printable internal/collector internal/exit internal/records",
	"fleet/wire":           "",
	"fleet/share":          "gate",
	"fleet/setting":        "fleet/share fleet/wire host policyfile",
	"fleet/envelope":       "",
	"fleet/artifact":       "fleet/envelope host",
	"fleet/ask":            "approval audit fleet/envelope fleet/poll fleet/wire gate host trail redact internal/printable internal/records",
	"fleet/page":           "fleet/ask fleet/pull fleet/wire internal/printable",
	"fleet/pull":           "fleet/envelope fleet/poll fleet/wire host policy policy/show settings",
	"fleet/query":          "fleet/wire",
	"fleet/replay":         "fleet/share fleet/wire guard policy redact internal/printable",
	"fleet/forward":        "audit audit/export audit/query fleet/share fleet/wire host",
	"batch":                "parser rules guard verdict internal/lines runner watchdog",
	"bench":                "",
	"clients":              "hook hook/bundle clients/cage clients/model",
	"clients/cage":         "",
	"clients/model":        "",
	"clients/install":      "clients",
	"work":                 "clients/cage work/compare work/corpus work/fetch work/machine",
	"work/compare":         "work/machine",
	"work/corpus":          "",
	"work/fetch":           "clients/cage work/corpus",
	"work/machine":         "audit clients/cage gate",

	// for tests only
	"fleet/broker":          "",
	"fleet/poll":            "",
	"fleet/registrytest":    "",
	"e2e":                   "",
	"e2e/phone":             "",
	"termux/emulation":      "",
	"internal/architecture": "",
	"internal/smalldisk":    "",
}

// scriptShared is what the languages of script share. No language imports another.
const scriptShared = "internal/lazy internal/wordlist script/internal/effect script/internal/lex script/internal/sink script/internal/absval internal/wordsplit"

// scriptLanguages are those of script's table, and the acts that it hands on.
const scriptLanguages = "script/internal/effect script/internal/lex script/internal/javascript script/internal/php script/internal/perl script/internal/ruby script/internal/python" +
	" script/internal/awk script/internal/makefile script/internal/tcl script/internal/sql script/internal/redis script/internal/mongo script/internal/sed" +
	" script/internal/lua script/internal/ex script/internal/crontab script/internal/patch script/internal/console script/internal/socat"

// belowRunner leaves out the mint: who makes permits is guard's business alone.
const belowRunner = "parser flow grammar grammar/spec script rules rules/builtin gate policy policy/place policy/variables zone guard host audit audit/query internal/permit termux termux/notification launch proot protect stash trash trust approval attempts lineage provenance egress credential sandbox sandbox/bridge settings hook verdict redact internal/printable prompt terminal internal/pathname internal/environ internal/gitconfig internal/shellquote internal/wordlist process watchdog trail grant ticket notice shellscript overlay internal/headtail worktree authority policyfile gatetable confinement sandboxnet rundir userterminal limit review appeal"

// mayUse says which packages may import another module.
var mayUse = map[string]string{
	"mvdan.cc/sh/v3":             "parser parser/internal/reader parser/internal/expand",
	"github.com/alecthomas/kong": "cmd/shimgen cmd/shimgen-fleet completion manual",

	"github.com/modelcontextprotocol/go-sdk": "cmd/shimgen-mcp",
	"github.com/BurntSushi/toml":             "policy fleet/setting hook/setup",
	"github.com/rogpeppe/go-internal":        "review undo work/compare",
	"github.com/creack/pty":                  "terminal clients/cage",
	"github.com/nats-io/nats.go":             "cmd/shimgen-fleet fleet/ask fleet/page fleet/forward fleet/pull fleet/query fleet/replay fleet/wire",
	"github.com/nats-io/nats-server/v2":      "fleet/broker",
	"oras.land/oras-go/v2":                   "fleet/artifact",
	"github.com/opencontainers/go-digest":    "fleet/artifact fleet/registrytest",
	"github.com/opencontainers/image-spec":   "fleet/artifact fleet/registrytest",
	"golang.org/x/sys":                       "*",
}

// listed is what go list reports about a package.
type listed struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

// list runs go list for one target and returns its packages. Here only imports count; the
// build reports a package's errors.
func list(t *testing.T, goos string, args ...string) []listed {
	t.Helper()
	c := exec.Command("go", append([]string{"list", "-e", "-json=ImportPath,Standard,Imports"}, args...)...)
	c.Dir = top
	c.Env = append(os.Environ(), "GOOS="+goos, "GOARCH=arm64", "CGO_ENABLED=0")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	require.NoError(t, err, stderr.String())
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		all = append(all, p)
	}
}

func TestImports(t *testing.T) {
	for _, goos := range []string{"linux", "android", "darwin"} {
		for _, p := range list(t, goos, "./...") {
			name := strings.TrimPrefix(p.ImportPath, module)
			allowed, known := mayImport[name]
			if !assert.True(t, known, "%s: not in the table of docs/design.md", name) {
				continue
			}
			for _, i := range p.Imports {
				if ours, found := strings.CutPrefix(i, module); found {
					assert.Contains(t, strings.Fields(allowed), ours, "%s (%s) may not import %s", name, goos, ours)
				} else if strings.Contains(i, ".") {
					assert.True(t, mayUseModule(name, i), "%s (%s) may not import %s", name, goos, i)
				}
			}
		}
	}
}

// mayUseModule reports whether the package of this name may import path.
func mayUseModule(name, path string) bool {
	for prefix, users := range mayUse {
		if path == prefix || strings.HasPrefix(path, prefix+"/") {
			return users == "*" || slices.Contains(strings.Fields(users), name)
		}
	}
	return false
}

// notInShim are packages that would slow the shim's start or widen its attack surface.
var notInShim = []string{
	"github.com/alecthomas/kong", "github.com/BurntSushi/toml", "mvdan.cc/sh/v3/syntax", "regexp", "fmt", "log", "flag",
	"encoding/json", "net", "net/url", "net/http", "os/exec", "os/user", "text/template",
}

// zoned matches the functions of package time that format times or read time zones. The
// shim computes UTC by arithmetic.
var zoned = regexp.MustCompile(`^time\.(\(\*Location\)|LoadLocation|loadLocation|loadTzinfo|initLocal|tzset|Time\.(Format|[Aa]ppendFormat|String))`)

func TestShimStaysSmall(t *testing.T) {
	for _, p := range list(t, "linux", "-deps", "./cmd/shim") {
		assert.NotContains(t, notInShim, p.ImportPath)
	}
	shim := filepath.Join(t.TempDir(), "shim")
	build := exec.Command("go", "build", "-o", shim, "./cmd/shim") // unstripped, for its symbols
	build.Dir = top
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	symbols, err := exec.Command("go", "tool", "nm", shim).Output()
	require.NoError(t, err)
	require.Contains(t, string(symbols), "main.main")
	var linked []string
	for line := range strings.Lines(string(symbols)) {
		fields := strings.Fields(line)
		if name := fields[len(fields)-1]; zoned.MatchString(name) {
			linked = append(linked, name)
		}
	}
	assert.Empty(t, linked, "often a file's time: os.FileInfo brings all of it in")
}

func TestShimgenStaysLean(t *testing.T) {
	for _, p := range list(t, "linux", "-deps", "./cmd/shimgen") {
		assert.NotContains(t, p.ImportPath, "modelcontextprotocol", "the MCP SDK weighs on every hook")
		assert.NotContains(t, []string{"crypto/tls", "crypto/x509"}, p.ImportPath, "TLS weighs on every hook: shimgen-tls speaks it")
		if p.Standard || p.ImportPath == module+"egress" {
			continue
		}
		for _, i := range p.Imports {
			assert.False(t, i == "net/http" || strings.HasPrefix(i, "net/http/"), "%s: net/http comes in through egress alone", p.ImportPath)
		}
	}
}

// TestServerIsApart limits what the server links to its purpose: the command line stays
// out, and only the SDK and egress link the network.
func TestServerIsApart(t *testing.T) {
	seen := false
	for _, p := range list(t, "linux", "-deps", "./cmd/shimgen-mcp") {
		seen = seen || strings.HasPrefix(p.ImportPath, "github.com/modelcontextprotocol/go-sdk/")
		assert.NotContains(t, p.ImportPath, "alecthomas/kong")
		assert.NotEqual(t, module+"shimdir", p.ImportPath, "a server installs nothing")
		if !strings.HasPrefix(p.ImportPath, module) || p.ImportPath == module+"egress" {
			continue
		}
		for _, i := range p.Imports {
			assert.False(t, i == "net" || i == "net/http" || strings.HasPrefix(i, "net/http/"), "%s imports %s", p.ImportPath, i)
		}
	}
	assert.True(t, seen)
}

// TestFleetIsApart holds that what connects machines is in one program alone, which is none
// that judges for an agent, and that no program has a server in it.
func TestFleetIsApart(t *testing.T) {
	commands, err := os.ReadDir(filepath.Join(top, "cmd"))
	require.NoError(t, err)
	for _, c := range commands {
		seen := false
		for _, p := range list(t, "linux", "-deps", "./cmd/"+c.Name()) {
			ours := strings.HasPrefix(p.ImportPath, module+"fleet/")
			client := strings.HasPrefix(p.ImportPath, "github.com/nats-io/") || strings.HasPrefix(p.ImportPath, "oras.land/")
			seen = seen || ours || client
			assert.NotContains(t, p.ImportPath, "nats-server", "cmd/%s", c.Name())
			assert.NotEqual(t, module+"fleet/broker", p.ImportPath, "cmd/%s", c.Name())
			assert.NotEqual(t, module+"fleet/registrytest", p.ImportPath, "cmd/%s", c.Name())
		}
		assert.Equal(t, c.Name() == "shimgen-fleet", seen, "cmd/%s", c.Name())
	}
}

// mayHoldState names the packages with variables that change, and why.
var mayHoldState = map[string]string{
	"gate":           "one static workspace, so that it needs no allocator",
	"sandbox/native": "likewise",
}

// TestNoHiddenStart holds that importing a package does nothing and keeps no state
// between calls: no init function, and no variable without a value, which could only be
// assigned later.
func TestNoHiddenStart(t *testing.T) {
	eachSource(t, func(dir, name string, f *ast.File) {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				assert.False(t, d.Recv == nil && d.Name.Name == "init", "%s: has an init function", name)
			case *ast.GenDecl:
				if d.Tok != token.VAR || mayHoldState[dir] != "" || isEmbedded(d) {
					continue
				}
				for _, s := range d.Specs {
					v := s.(*ast.ValueSpec)
					assert.NotEmpty(t, v.Values, "%s: variable %s is state of the package", name, v.Names[0])
				}
			}
		}
	})
}

// isEmbedded reports whether a variable is an embedded file.
func isEmbedded(d *ast.GenDecl) bool {
	return d.Doc != nil && slices.ContainsFunc(d.Doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:embed ") })
}

// eachSource parses every Go file of the module except tests, for every system.
func eachSource(t *testing.T, visit func(dir, name string, f *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); name != top && (strings.HasPrefix(base, ".") || base == "testdata" || base == "bin") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return err
		}
		name = strings.TrimPrefix(name, top+"/")
		visit(filepath.ToSlash(filepath.Dir(name)), name, f)
		return nil
	})
	require.NoError(t, err)
}
