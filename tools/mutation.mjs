/**
 * `npm run mutation`: runs mutation tests for machines and rules, one mutation at a time, and counts those that a test
 * detects. `npm run mutation -- machines …` or `-- rules …` runs one half; options apply to both. The last line counts
 * both.
 */
import { spawn } from 'node:child_process';
import { root } from './sources.mjs';

const halves = {
  machines: ['tools/run.mjs', 'test/mutation/machines.ts'],
  rules: ['tools/mutation-rules.mjs'],
};

/** Runs one half, forwards its output, and returns its last line and whether it passed. */
function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
      process.stdout.write(part);
    });
    child.on('exit', (status) => resolve({ status: status ?? 1, line: text.trimEnd().split('\n').at(-1) ?? '' }));
  });
}

const [first = '', ...rest] = process.argv.slice(2);
const isNamed = Object.hasOwn(halves, first);
const names = isNamed ? [first] : Object.keys(halves);
const options = isNamed ? rest : process.argv.slice(2);
const began = performance.now();
let failed = false;
const lines = [];
for (const name of names) {
  const { status, line } = await run([...halves[name], ...options]);
  failed ||= status !== 0;
  lines.push(line);
}
if (names.length > 1) {
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  process.stdout.write(`\nMutants took ${minutes} minutes\n${lines.join(', ')}\n`);
}
process.exit(failed ? 1 : 0);
