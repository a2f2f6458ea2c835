// Package javascript reads JavaScript, with the types of TypeScript passed over. [Read] is
// its reader.
//
// Tokens follow ECMA-262. The modules of Node are known (as globals too, as on its command
// line), and those of Deno and Bun. Followed are require, import and import(), in all
// forms and under other names, and the ways round them (process.mainModule, the
// constructors of functions, computed members, Reflect.apply, call, apply and bind); templates,
// path.join, Buffer.from, base64, hexadecimal; loading of files by path, which is running
// them; options such as cwd, shell and recursive. Package brace says what is not followed.
package javascript
