package script

import (
	"strings"
	"testing"
)

const (
	jsWipe  = `shell child_process.exec "rm -rf /"`
	jsErase = `deletes fs.rm "/" /**`
)

// jsSpellings are ways to write one call.
var jsSpellings = []readCase{
	{"require and a member", `require('child_process').execSync('rm -rf /')`, jsWipe},
	{"a module's scheme", `require("node:child_process").execSync('rm -rf /')`, jsWipe},
	{"module in a name", `const cp = require('child_process'); cp.execSync('rm -rf /')`, jsWipe},
	{"destructured", `const {execSync} = require('child_process'); execSync('rm -rf /')`, jsWipe},
	{"destructured under another name", `const {execSync: x} = require('child_process'); x('rm -rf /')`, jsWipe},
	{"destructured with a default", `const {execSync: x = 1} = require('child_process'); x('rm -rf /')`, jsWipe},
	{"destructured twice", `const {exec: {call: y}} = {exec: require('child_process').exec}; require('child_process').exec('rm -rf /')`, jsWipe},
	{"destructured by assignment", `let x; ({execSync: x} = require('child_process')); x('rm -rf /')`, jsWipe},
	{"destructured by a computed key", `const {['exec'+'Sync']: x} = require('child_process'); x('rm -rf /')`, jsWipe},
	{"computed member", `require('child_process')['exec'+'Sync']('rm -rf /')`, jsWipe},
	{"joined name of a module", `require('child_' + 'process').execSync('rm -rf /')`, jsWipe},
	{"require under another name", `const r = require; r('child_process').execSync('rm -rf /')`, jsWipe},
	{"require of the main module", `process.mainModule.require('child_process').execSync('rm -rf /')`, jsWipe},
	{"require through the global object", `globalThis.process.mainModule.require('child_process').execSync('rm -rf /')`, jsWipe},
	{"require by a computed member of the global object", `globalThis['req'+'uire']('child_process').execSync('rm -rf /')`, jsWipe},
	{"the loader behind require", `module.constructor._load('child_process').execSync('rm -rf /')`, jsWipe},
	{"createRequire", `import {createRequire as c} from 'module'; const r = c(import.meta.url); r('child_process').execSync('rm -rf /')`, jsWipe},
	{"built-in module", `process.getBuiltinModule('child_process').execSync('rm -rf /')`, jsWipe},
	{"modules are globals on the command line", `child_process.execSync('rm -rf /')`, jsWipe},
	{"import of everything", `import * as cp from 'child_process'; cp.execSync('rm -rf /')`, jsWipe},
	{"import of a default", `import cp from 'node:child_process'; cp.execSync('rm -rf /')`, jsWipe},
	{"import of a name", `import {execSync as x} from 'child_process'; x('rm -rf /')`, jsWipe},
	{"import of default and name", `import cp, {execSync} from 'child_process'; execSync('rm -rf /')`, jsWipe},
	{"dynamic import, awaited", `(await import('child_process')).execSync('rm -rf /')`, jsWipe},
	{"dynamic import with then", `import('child_process').then(cp => cp.execSync('rm -rf /'))`, jsWipe},
	{"dynamic import, destructured parameter", `import('child_process').then(({execSync: x}) => { x('rm -rf /') })`, jsWipe},
	{"member default", `import('child_process').then(m => m.default.execSync('rm -rf /'))`, jsWipe},
	{"optional chaining", `require?.('child_process')?.execSync?.('rm -rf /')`, jsWipe},
	{"comma expression", `(0, require('child_process').execSync)('rm -rf /')`, jsWipe},
	{"call", `const {execSync} = require('child_process'); execSync.call(null, 'rm -rf /')`, jsWipe},
	{"apply", `const {execSync} = require('child_process'); execSync.apply(null, ['rm -rf /'])`, jsWipe},
	{"Reflect.apply", `Reflect.apply(require('child_process').execSync, null, ['rm -rf /'])`, jsWipe},
	{"promisified", `const x = require('util').promisify(require('child_process').exec); x('rm -rf /')`, jsWipe},
	{"conditional function", `(a ? require('child_process').execSync : 0)('rm -rf /')`, jsWipe},
	{"in an object", `const o = {run: require('child_process').execSync}; o.run('rm -rf /')`, jsWipe},
	{"in a list", `[require('child_process').execSync][0]('rm -rf /')`, jsWipe},
	{"handed to forEach", `['rm -rf /'].forEach(require('child_process').execSync)`, jsWipe},
	{"handed to a timer", `setTimeout(require('child_process').execSync, 0, 'rm -rf /')`, jsWipe},
	{"in an arrow function", `(() => require('child_process').execSync('rm -rf /'))()`, jsWipe},
	{"in a function", `function f() { require('child_process').execSync('rm -rf /') } f()`, jsWipe},
	{"in a method", `class A { static #p(x = 1) { require('child_process').execSync('rm -rf /') } }`, jsWipe},
	{"in a getter of an object", `({get a() { return require('child_process').execSync('rm -rf /') }}).a`, jsWipe},
	{"in a static block", `class A { static { require('child_process').execSync('rm -rf /') } }`, jsWipe},
	{"in an initializer of a class", `class A { x = require('child_process').execSync('rm -rf /') }`, jsWipe},
	{"in a template", "`${require('child_process').execSync('rm -rf /')}`", jsWipe},
	{"in a template within a template", "`${`${require('child_process').execSync('rm -rf /')}`}`", jsWipe},
	{"in a default parameter", `function f(x = require('child_process').execSync('rm -rf /')) {}`, jsWipe},
	{"in a computed key", `({[require('child_process').execSync('rm -rf /')]: 1})`, jsWipe},
	{"as the condition of an if", `if (require('child_process').execSync('rm -rf /')) {}`, jsWipe},
	{"behind an if without braces", `if (x) (0, require)('child_process').execSync('rm -rf /')`, jsWipe},
	{"escaped letters in a name", `requ\u0069re('child_process').exec\u{53}ync('rm -rf /')`, jsWipe},
	{"a line separator ends a comment", "// x\u2028require('child_process').execSync('rm -rf /')", jsWipe},
	{"lines that begin with a bracket", "const x = require\n('child_process')\n.execSync\n('rm -rf /')", jsWipe},
	{"without semicolons", "let a = 1\nconst cp = require('child_process')\ncp.execSync('rm -rf /')", jsWipe},
	{"synchronous name on an unknown object", `x.y.execSync('rm -rf /')`, `shell x.y.execSync "rm -rf /"`},
	{"constructor of constructors", `this.constructor.constructor("return process.mainModule.require('child_process').execSync('rm -rf /')")()`, jsWipe},
	{"constructor of a function", `(()=>{}).constructor("child_process.execSync('rm -rf /')")()`, jsWipe},
	{"constructor of a method of a string", `''.sub.constructor("child_process.execSync('rm -rf /')")()`, jsWipe},
	{"a module that is not known", `require(x).exec('rm -rf /')`, `shell module().exec "rm -rf /"`},
	{"with", `with (require('child_process')) execSync('rm -rf /')`, `shell execSync "rm -rf /"`},
	{"generic call of TypeScript", `import {execSync} from 'child_process'; execSync<string>('rm -rf /')`, jsWipe},
	{"types of TypeScript", "import type {A} from 'a'\nimport {execSync} from 'child_process'\ninterface B { x: string; f(a: number): void }\nconst f = (c: string, n?: Array<{a: number}>): Promise<void> => { execSync(c as string) }\nf('rm -rf /')", jsWipe},
	{"a slash that divides, no expression", `a = {} / child_process.execSync('rm -rf /') / 1`, jsWipe},
	{"a slash after a function expression", `a = function () {} / child_process.execSync('rm -rf /') / 1`, jsWipe},
	{"a slash after a condition starts an expression", `if (a) /'/.test(b); child_process.execSync('rm -rf /') //'`, jsWipe},
	{"a slash after a block starts an expression", "{}\n/'/.test(b); child_process.execSync('rm -rf /') //'", jsWipe},
	{"an expression in a class of characters", `a = /[/'"]/; child_process.execSync('rm -rf /'); b = /['"/]/`, jsWipe},
	{"parts of a conditional that look like a type", `a ? (b) : c => child_process.execSync('rm -rf /')`, jsWipe},
	{"a label that looks like a type", `async: child_process.execSync('rm -rf /')`, jsWipe},
	{"names that are words of TypeScript", "var type = 1, interface = 2\ntype\nx = child_process.execSync('rm -rf /')", jsWipe},
	{"a name that is a word of TypeScript, on a line", "let as\nas\n{ child_process.execSync('rm -rf /') }", jsWipe},
}

func TestJavaScriptSpellings(t *testing.T) { runCases(t, "javascript", jsSpellings) }

// jsConstants are ways to build the text.
var jsConstants = []readCase{
	{"name", `const c = 'rm -rf /'; child_process.execSync(c)`, jsWipe},
	{"name bound below", `function f() { child_process.execSync(c) } var c = 'rm -rf /'; f()`, jsWipe},
	{"names in a row, bottom up", `function f() { child_process.execSync(c) } function g() { c = d } function h() { d = e } var e = 'rm -rf /'`, jsWipe},
	{"plus", `child_process.execSync('rm' + " -rf " + '/')`, jsWipe},
	{"template", "const d = '/'; child_process.execSync(`rm -rf ${d}`)", jsWipe},
	{"escapes", `child_process.execSync('\x72\155\u0020-rf\u{20}\/')`, jsWipe},
	{"line continued", "child_process.execSync('rm -rf \\\n/')", jsWipe},
	{"raw template", "child_process.execSync(String.raw`rm -rf /`)", jsWipe},
	{"join", `child_process.execSync(['rm', '-rf', '/'].join(' '))`, jsWipe},
	{"concat", `child_process.execSync('rm'.concat(' -rf', ' /'))`, jsWipe},
	{"reversed", `child_process.execSync('/ fr- mr'.split('').reverse().join(''))`, jsWipe},
	{"replaced", `child_process.execSync('rX -rf /'.replace('X', 'm'))`, jsWipe},
	{"case", `child_process.execSync('RM -RF /'.toLowerCase())`, jsWipe},
	{"codes", `child_process.execSync(String.fromCharCode(114, 0x6d) + ' -rf /')`, jsWipe},
	{"spread codes", `child_process.execSync(String.fromCharCode(...[114, 109]) + ' -rf /')`, jsWipe},
	{"base64", `child_process.execSync(Buffer.from('cm0gLXJmIC8=', 'base64').toString())`, jsWipe},
	{"base64 of browsers", `child_process.execSync(atob('cm0gLXJmIC8='))`, jsWipe},
	{"hex", `child_process.execSync(Buffer.from('726d202d7266202f', 'hex').toString('utf8'))`, jsWipe},
	{"bytes", `child_process.execSync(Buffer.from([114,109,32,45,114,102,32,47]).toString())`, jsWipe},
	{"percent signs", `child_process.execSync(decodeURIComponent('rm%20-rf%20%2F'))`, jsWipe},
	{"part of a text", `child_process.execSync('xrm -rf /x'.slice(1, -1))`, jsWipe},
	{"JSON", `child_process.execSync(JSON.parse('"rm -rf /"'))`, jsWipe},
	{"parameter", `const f = (c) => child_process.execSync(c); f('rm -rf /')`, jsWipe},
	{"parameter through two functions", `function g(c) { f('rm' + c) } function f(c) { child_process.execSync(c) } g(' -rf /')`, jsWipe},
	{"result", `const f = () => 'rm -rf /'; child_process.execSync(f())`, jsWipe},
	{"rest parameter", `const f = (...c) => child_process.execSync(c.join(' ')); f('rm', '-rf', '/')`, jsWipe},
	{"arguments", `function f() { child_process.execSync(arguments[0]) } f('rm -rf /')`, jsWipe},
	{"object", `const o = {a: {b: 'rm -rf /'}}; child_process.execSync(o.a.b)`, jsWipe},
	{"loop over a list", `for (const c of ['ls', 'rm -rf /']) child_process.execSync(c)`, `shell child_process.exec "ls"` + "\n" + jsWipe},
	{"loop over keys", `for (const c in {'rm -rf /': 1}) child_process.execSync(c)`, jsWipe},
	{"list that grows", `const a = []; a.push('rm'); a.push('-rf /'); child_process.execSync(a[0])`, "shell child_process.exec …\nshell child_process.exec \"rm\"\nshell child_process.exec \"-rf /\""},
	{"either branch", `let c; if (x) c = 'ls'; else c = 'rm -rf /'; child_process.execSync(c)`, `shell child_process.exec "ls"` + "\n" + jsWipe},
	{"path", `fs.rmSync(path.join('/', 'etc', '..', '/'), {recursive: true})`, jsErase},
	{"home", `fs.rmSync(os.homedir() + '/x', {recursive: true, force: true})`, `deletes fs.rm "~/x" /**`},
	{"home from the environment", "fs.rmSync(`${process.env.HOME}/x`)", `deletes fs.rm "~/x"`},
	{"home by a key", `fs.rmSync(path.resolve(process.env['HOME'], 'x'))`, `deletes fs.rm "~/x"`},
	{"directory of the file", `fs.rmSync(path.join(__dirname, 'dist'), {recursive: true})`, `deletes fs.rm "dist" /**`},
	{"URL of a file", `fs.rmSync(new URL('file:///etc/x'))`, `deletes fs.rm "/etc/x"`},
	{"URL of a file with an escape", `fs.rmSync(new URL('file:///etc/%78'))`, `deletes fs.rm "/etc/x"`},
	{"URL of a file with a query", `fs.rmSync(new URL('file:///etc/x?y#z'))`, `deletes fs.rm "/etc/x"`},
	{"URL of a file on this machine", `fs.rmSync(url.fileURLToPath('file://localhost/etc/%78'))`, `deletes fs.rm "/etc/x"`},
	{"unknown rest", "fs.rmSync(`/etc/${x}`)", `deletes fs.rm /etc/…`},
}

func TestJavaScriptConstants(t *testing.T) { runCases(t, "javascript", jsConstants) }

// jsActs are what the tables say.
var jsActs = []readCase{
	{"spawn", `child_process.spawn('rm', ['-rf', '/'])`, `runs child_process.spawn "rm" "-rf" "/"`},
	{"spawn without arguments", `child_process.spawnSync('ls')`, `runs child_process.spawn "ls"`},
	{"spawn with options only", `child_process.spawn('ls', {cwd: '/etc'})`, `runs child_process.spawn "ls" in "/etc"`},
	{"spawn through a shell", `child_process.spawn('rm -rf', ['/'], {shell: true})`, `shell child_process.spawn "rm -rf /"`},
	{"execFile with a callback", `child_process.execFile('git', ['log'], (e, out) => console.log(out))`, `runs child_process.execFile "git" "log"`},
	{"exec in a directory", `child_process.execSync('ls', {cwd: '/etc', encoding: 'utf8'})`, `shell child_process.exec "ls" in "/etc"`},
	{"fork", `child_process.fork('./x.js', ['a'])`, `runs child_process.fork "node" "./x.js" "a"`},
	{"unknown arguments", `child_process.spawn('git', args)`, `runs child_process.spawn "git" …`},
	{"chdir", `process.chdir('/etc'); fs.rmSync('x')`, `deletes fs.rm "x" in "/etc"`},
	{"promises", `await fs.promises.rm('/', {recursive: true})`, jsErase},
	{"promises of a module", `require('fs/promises').rm('/', {recursive: true})`, jsErase},
	{"options in a name", `const o = {recursive: true}; fs.rmSync('/', o)`, jsErase},
	{"unknown options", `fs.rmSync('/', o)`, jsErase},
	{"one file", `fs.unlinkSync('a')`, `deletes fs.unlink "a"`},
	{"handed to forEach", `['a', 'b'].forEach(fs.unlinkSync)`, "deletes fs.unlink \"a\"\ndeletes fs.unlink \"b\""},
	{"write", `fs.writeFileSync('/etc/x', 'y')`, `writes fs.writeFile "/etc/x"`},
	{"stream", `x.pipe(fs.createWriteStream('/etc/x'))`, `writes fs.createWriteStream "/etc/x"`},
	{"open to write", `fs.openSync('x', 'w')`, `writes fs.open "x"`},
	{"copy", `fs.copyFileSync('a', 'b')`, "reads fs.copyFile \"a\"\nwrites fs.copyFile \"b\""},
	{"rename", `fs.renameSync('a', 'b')`, "deletes fs.rename \"a\" /**\nwrites fs.rename \"b\""},
	{"mode", `fs.chmodSync('a', 0o777)`, `changes fs.chmod "a"`},
	{"read", `fs.readFileSync('.env', 'utf8')`, `reads fs.readFile ".env"`},
	{"rimraf", `require('rimraf').sync('/')`, `deletes rimraf.sync "/" /**`},
	{"rimraf itself", `require('rimraf')('/', () => {})`, `deletes rimraf "/" /**`},
	{"fs-extra", `require('fs-extra').removeSync('/')`, `deletes fs.remove "/" /**`},
	{"shelljs", `require('shelljs').rm('-rf', '/')`, `runs shelljs.rm "rm" "-rf" "/"`},
	{"execa", `import {execa} from 'execa'; await execa('rm', ['-rf', '/'])`, `runs execa.execa "rm" "-rf" "/"`},
	{"zx", "import {$} from 'zx'; await $`rm -rf /`", `shell zx.$ "rm -rf /"`},
	{"shell of Bun", "await Bun.$`rm -rf ${x}`", `shell Bun.$ rm -rf …`},
	{"shell that nothing imports", "await $`rm -rf /`", `shell $ "rm -rf /"`},
	{"Bun.spawn", `Bun.spawn(['rm', '-rf', '/'])`, `runs Bun.spawn "rm" "-rf" "/"`},
	{"Bun.spawn of an object", `Bun.spawnSync({cmd: ['rm', '-rf', '/'], cwd: '/etc'})`, `runs Bun.spawn "rm" "-rf" "/" in "/etc"`},
	{"files of Bun", `await Bun.file('a').text(); await Bun.write('b', ''); await Bun.file('c').delete()`, "reads Bun.file().text \"a\"\nwrites Bun.write \"b\"\ndeletes Bun.file().delete \"c\""},
	{"Deno.remove", `await Deno.remove('/', {recursive: true})`, `deletes Deno.remove "/" /**`},
	{"Deno.Command", `new Deno.Command('rm', {args: ['-rf', '/']}).outputSync()`, `runs Deno.Command "rm" "-rf" "/"`},
	{"Deno.run", `Deno.run({cmd: ['rm', '-rf', '/']})`, `runs Deno.run "rm" "-rf" "/"`},
	{"Deno's home", `Deno.removeSync(Deno.env.get('HOME'), {recursive: true})`, `deletes Deno.remove "~" /**`},
	{"fetch", `fetch('https://example.com/x')`, `connects fetch "https://example.com/x"`},
	{"get", `https.get({hostname: 'example.com', path: '/'}, r => 1)`, `connects http.get "example.com"`},
	{"connect", `net.connect(80, 'example.com')`, `connects net.connect "example.com"`},
	{"connect on this machine", `net.connect(80)`, ``},
	{"listen on every interface", `http.createServer(f).listen(80, '0.0.0.0')`, `listens http.createServer().listen "0.0.0.0"`},
	{"file to load", `require('./x')`, `runs require "node" "./x"`},
	{"data to load", `require('./package.json')`, `reads require "./package.json"`},
	{"file to import", `import './x.mjs'`, `runs import "node" "./x.mjs"`},
	{"URL to import", `import('https://example.com/x.js')`, `evaluates import https://example.com/x.js…`},
}

func TestJavaScriptActs(t *testing.T) { runCases(t, "javascript", jsActs) }

// jsDynamic are what only running the code can tell.
var jsDynamic = []readCase{
	{"command from outside", `child_process.execSync(process.argv[1])`, `shell child_process.exec …`},
	{"command with an unknown part", "child_process.execSync(`git log ${x}`)", `shell child_process.exec git log …`},
	{"parameter that others pass", `module.exports = c => child_process.execSync(c)`, `shell child_process.exec …`},
	{"parameter of a callback", `x.on('a', c => child_process.execSync(c))`, `shell child_process.exec …`},
	{"parameter of a function that is also handed on", `const f = c => child_process.execSync(c); f('ls'); g(f)`, "shell child_process.exec \"ls\"\nshell child_process.exec …"},
	{"parameter of a method", `class A { run(c) { child_process.execSync(c) } }`, `shell child_process.exec …`},
	{"parameter of an exported function", `export function f(c) { child_process.execSync(c) } f('ls')`, "shell child_process.exec \"ls\"\nshell child_process.exec …"},
	{"function handed on", `g(child_process.execSync)`, `shell child_process.exec …`},
	{"function stored", `a.b = child_process.execSync`, `shell child_process.exec …`},
	{"eval", `eval(x)`, `evaluates eval …`},
	{"new Function", `new Function('a', x)`, `evaluates Function …`},
	{"indirect eval", `(0, eval)(x)`, `evaluates eval …`},
	{"eval of the global object", `globalThis.eval(x)`, `evaluates eval …`},
	{"vm", `require('vm').runInThisContext(x)`, `evaluates vm.runInThisContext …`},
	{"eval of what was fetched", `eval(await (await fetch('https://example.com')).text())`, "connects fetch \"https://example.com\"\nevaluates eval …"},
	{"eval of a descriptor", `eval(fs.readFileSync(0, 'utf8'))`, `evaluates eval …`},
	{"eval of a file", `eval(fs.readFileSync('x.js', 'utf8'))`, "reads fs.readFile \"x.js\"\nruns eval \"node\" \"x.js\""},
	{"unknown member of a module", `child_process[x]('ls')`, `evaluates child_process[] …`},
	{"unknown member of an unknown module", `require(x)[y]('ls')`, `evaluates module()[] …`},
	{"binding", `process.binding('spawn_sync')`, `evaluates process.binding …`},
}

func TestJavaScriptDynamic(t *testing.T) {
	runCases(t, "javascript", jsDynamic)
}

// jsNested are codes in strings.
var jsNested = []readCase{
	{"eval", `eval("child_process.execSync('rm -rf /')")`, jsWipe},
	{"eval in eval", `eval("eval(\"child_process.execSync('rm -rf /')\")")`, jsWipe},
	{"eval shares names", `const c = 'rm -rf /'; eval('child_process.execSync(c)')`, jsWipe},
	{"Function", `Function("child_process.execSync('rm -rf /')")()`, jsWipe},
	{"new Function with parameters", `new Function('a', 'b', "child_process.execSync('rm -rf /')")(1, 2)`, jsWipe},
	{"vm", `vm.runInNewContext("child_process.execSync('rm -rf /')")`, jsWipe},
	{"code that is none", `eval("'")`, `evaluates eval '…`},
}

func TestJavaScriptNested(t *testing.T) { runCases(t, "javascript", jsNested) }

// jsQuiet are ordinary programs.
var jsQuiet = []readCase{
	{"a word in a text", `console.log("child_process.execSync('rm -rf /')")`, ``},
	{"a word in a comment", "/* child_process.execSync('rm -rf /') */ // eval(x)\n1", ``},
	{"standard input", `const d = JSON.parse(require('fs').readFileSync(0, 'utf8')); console.log(d.a?.b ?? 'none')`, ``},
	{"a package's version", `console.log(require('lodash/package.json').version)`, ``},
	{"modules by name", `for (const m of ['express', 'ws']) console.log(m, require(m).version)`, ``},
	{"modules from a file", `Object.keys(deps).forEach(d => { try { require(d) } catch (e) { console.log('missing', d) } })`, ``},
	{"arrays", `console.log([3,1,2].sort((a, b) => a - b).map(x => x * 2).filter(Boolean).reduce((a, b) => a + b, 0))`, ``},
	{"regular expressions full of quotes", `s.replace(/['"` + "`" + `\/]/g, '').match(/a'b"/i); x = a / b / c; y = /[/]'/.exec(s)[1]`, ``},
	{"exec of an expression", `let m; while ((m = /a(.)/g.exec(s)) !== null) console.log(m[1])`, ``},
	{"server", `http.createServer((q, r) => { r.writeHead(200); r.end('ok') }).listen(3000, () => console.log('up'))`, ``},
	{"class", `class A extends B { #x = 1; static y = 2; constructor(a) { super(a); this.b = a } get x() { return this.#x } async *gen() { yield* [1] } }`, ``},
	{"exit", `process.on('exit', c => {}); process.exit(x ? 0 : 1)`, ``},
	{"promises", `new Promise((resolve, reject) => setTimeout(resolve, 10)).then(() => console.log(1)).catch(e => process.exit(1)).finally(() => {})`, ``},
	{"generators and labels", `function* g() { let i = 0; outer: while (true) { if (i > 3) break outer; yield i++ } } for (const x of g()) console.log(x)`, ``},
	{"types", "type A = {a: string} | null\nenum E { A = 1, B }\nabstract class C<T extends A> implements D { constructor(private readonly x: T, public y?: number) { super() } abstract f(a: string): Promise<void>; g = <U,>(u: U): U => u }\nlet v = x as unknown as Map<string, number[]>; const w = v!.get('a')!; let z = <T>(a: T) => a; function isA(x: any): x is A { return !!x }", ``},
	{"methods with names of functions", `const o = { fetch(url) { return url }, async exec(c) { return c }, eval: 1 }; class A { execSync(c) { return c } require(x) { return x } }`, ``},
	{"database handle", `db.exec('CREATE TABLE a (b)'); db.prepare('select 1').run()`, ``},
	{"switch", `switch (x) { case 1: { y = 1; break } case 'a': default: y = {a: 1, ...b, [c]: 2}; }`, ``},
	{"tagged template of another", "const q = gql`query { a }`; html`<b>${x}</b>`", ``},
	{"numbers", `console.log(1_000n, 0xff, .5, 1e-5, 1..toString(), 5 .toFixed(2), a ?.5 : 1)`, ``},
	{"environment", `console.log(process.env.PATH, process.env[name], process.version, process.memoryUsage().heapUsed)`, ``},
	{"hash bang", "#!/usr/bin/env node\nconsole.log(1)", ``},
	{"JSON in, JSON out", `let s = ''; process.stdin.on('data', d => s += d).on('end', () => console.log(JSON.stringify(JSON.parse(s), null, 2)))`, ``},
	{"bound function", `const log = console.log.bind(console); log(1); [1].forEach(log)`, ``},
	{"type query of a function", `if (typeof eval === 'function' && typeof require('fs').rm !== 'undefined') console.log(1)`, ``},
}

func TestJavaScriptQuiet(t *testing.T) { runCases(t, "javascript", jsQuiet) }

// jsRefused cannot be read, so nobody knows what they do.
var jsRefused = []readCase{
	{"unterminated string", `'a`, "unterminated string"},
	{"string over lines", "'a\nb'", "unterminated string"},
	{"unterminated template", "`a${b}", "unterminated template"},
	{"unterminated part of a template", "`a${b", "unterminated string"},
	{"unterminated comment", `/* a`, "unterminated comment"},
	{"unterminated expression", `a = /b`, "unterminated regular expression"},
	{"bracket that is never closed", `f(1`, "never closed"},
	{"bracket that closes nothing", `f(1))`, "closes nothing"},
	{"wrong bracket", `f(1]`, "closes nothing"},
	{"a comment of HTML, which modules do not have", "x <!-- `\ny", "comment of HTML"},
	{"a slash that may be two things", "await / 1 / a", "slash"},
	{"no text", "a\x00b", "not UTF-8"},
	{"no UTF-8", "a\xff", "not UTF-8"},
	{"nesting", strings.Repeat("(", 300) + strings.Repeat(")", 300), "nested"},
	{"nesting without brackets", strings.Repeat("a=>", 300) + "a", "nested"},
}

func TestJavaScriptRefuses(t *testing.T) {
	refused(t, "javascript", jsRefused)
}

func FuzzJavaScript(f *testing.F) {
	fuzzed(f, "javascript", codes(jsSpellings, jsConstants, jsActs, jsDynamic, jsNested, jsQuiet, jsRefused)...)
}

// Code that grows as it is folded, or that takes long to understand, is
// refused or read within the budget there is.
func TestJavaScriptIsBounded(t *testing.T) {
	bounded(t, "javascript", map[string]string{
		"text that doubles":           "a = 'x'; " + strings.Repeat("a = a + a; ", 2000) + "eval(a)",
		"list that doubles":           "a = [1]; " + strings.Repeat("b = [...a, ...a]; a = [...b, ...b]; ", 2000),
		"functions that call another": strings.Repeat("function f(a) { g(a, f) } function g(a, b) { b(a + 'x') } f('y');", 500),
		"many functions in one name":  strings.Repeat("f = (a) => a(f); f(f);", 3000),
		"names in a circle":           strings.Repeat("a = b + c; b = c + a; c = a + b; ", 3000),
		"code in code":                strings.Repeat("eval('", 20) + strings.Repeat("')", 20),
		"brackets side by side":       strings.Repeat("[](){}", 20000),
		"open brackets of types":      strings.Repeat("a<", 60000),
		"conditionals in a row":       strings.Repeat("a?b:", 30000) + "c",
		"patterns in patterns":        strings.Repeat("[", 190) + "a" + strings.Repeat("]", 190) + "=b",
		"commas":                      "[" + strings.Repeat("a,", 100000) + "] = b",
		"templates in templates":      strings.Repeat("`${", 150) + "a" + strings.Repeat("}`", 150),
		"arrows":                      strings.Repeat("(a)=>{", 190) + strings.Repeat("}", 190),
		"parameters like types":       strings.Repeat("(a):", 30000),
	})
}

func BenchmarkJavaScript(b *testing.B) {
	code := strings.Repeat("const a = fs.readFileSync('package.json', 'utf8'); console.log(JSON.parse(a).version.split('.').map(Number));\n", 40)
	b.SetBytes(int64(len(code)))
	for b.Loop() {
		if _, err := Read("javascript", code); err != nil {
			b.Fatal(err)
		}
	}
}
