#!/usr/bin/env node
// Starts the shimgen of the package for this system. It takes nothing from the
// environment, so that nothing can put another program in its place.
'use strict';
const { spawn } = require('child_process');
const path = require('path');

const name = `@agent-loop/shimgen-${process.platform}-${process.arch}`;
let program;
try {
	program = path.join(path.dirname(require.resolve(`${name}/package.json`)), 'bin', 'shimgen');
} catch {
	console.error(`shimgen: there is no ${name} beside this package`);
	console.error('shimgen: hint: install without --omit=optional; if there is none for your system, build from source');
	process.exit(1);
}

const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
process.on('SIGINT', () => {}); // the terminal tells both
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (err) => {
	console.error(`shimgen: ${err.message}`);
	process.exit(1);
});
child.on('exit', (status, signal) => {
	if (signal) {
		process.removeAllListeners(signal);
		process.kill(process.pid, signal);
	} else {
		process.exit(status);
	}
});
