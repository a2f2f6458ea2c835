// Package javascript reads JavaScript, and skips TypeScript's types. [Read] is its entry point.
//
// Tokens follow ECMA-262. The tables know the modules of Node (also as globals, as on its command
// line), of Deno and of Bun. The reader follows require, import and import() in all forms and
// under other names, and detours to them (process.mainModule, the constructors of functions,
// computed members, Reflect.apply, call, apply and bind); templates, path.join, Buffer.from,
// base64 and hexadecimal; loading files by path, which runs them; and options such as cwd,
// shell and recursive. Package brace documents the limits.
package javascript
