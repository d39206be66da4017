/**
 * `npm run flows`: serves the flow workbench. `-- --compare REV` shows the differences between the machines of a
 * revision and the current ones; `--text` or `--json` prints them instead. Other arguments are passed to Vite.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { generate } from './generated.mjs';
import { root } from './sources.mjs';

const run = promisify(execFile);
const git = async (...args) => (await run('git', args, { cwd: root })).stdout.trim();

/** Ends the command with a message for its user. */
class UsageError extends Error {}

/** Runs a command with this terminal and returns its exit code. */
const runHere = (command, args, env = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : 1));
  });

async function findCommit(revision) {
  try {
    return await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  } catch {
    const branches = await git('branch', '--format=%(refname:short)', '--sort=-committerdate').catch(() => '');
    const isShallow = (await git('rev-parse', '--is-shallow-repository').catch(() => '')) === 'true';
    throw new UsageError(
      [
        `There is no revision "${revision}". Name a commit, a tag or a branch, for example HEAD~20.`,
        ...(branches === '' ? [] : [`Branches: ${branches.split('\n').slice(0, 8).join(', ')}`]),
        ...(isShallow ? ['This clone has no full history: run "git fetch --unshallow" first.'] : []),
      ].join('\n'),
    );
  }
}

/** Links the installed packages into a checkout, except the workbench's package: the revision's models use their own. */
async function linkPackages(checkout) {
  const [installed, linked] = [root, checkout].map((folder) => join(folder, 'node_modules'));
  const own = join(checkout, 'flows/core');
  await mkdir(linked);
  await symlink(existsSync(own) ? own : join(root, 'flows/core'), join(linked, 'xstate-workbench'), 'dir');
  const names = (await readdir(installed)).filter((name) => name !== 'xstate-workbench');
  await Promise.all(names.map((name) => symlink(join(installed, name), join(linked, name))));
}

/**
 * Exports the machines of a revision to a file. Checks the revision out in a temporary worktree and loads its machines
 * in a child process, so that they do not mix with the current ones.
 */
async function exportRevision(revision, folder) {
  const commit = await findCommit(revision);
  const checkout = join(folder, 'checkout');
  const file = join(folder, 'revision.json');
  await git('worktree', 'add', '--detach', '--quiet', checkout, commit);
  try {
    await linkPackages(checkout);
    const script = ['tools/run.mjs', 'flows/portal/revision.ts', checkout, file, revision, commit.slice(0, 8)];
    await run(process.execPath, script, { cwd: root });
  } catch (error) {
    throw new UsageError(
      [
        `The machines of ${revision} (${commit.slice(0, 8)}) cannot be loaded with the installed packages:`,
        error.stderr?.trim() || error.message,
      ].join('\n'),
    );
  } finally {
    await git('worktree', 'remove', '--force', checkout);
  }
  return file;
}

const KNOWN = { compare: { type: 'string' }, text: { type: 'boolean' }, json: { type: 'boolean' } };

/** Separates the options of this command from those of Vite. */
function parseOptions(args) {
  const at = args.findIndex((arg) => arg === '--compare' || arg.startsWith('--compare='));
  const own = args.filter(
    (arg, index) => (index === at + 1 && args[at] === '--compare') || /^--(compare|text|json)\b/.test(arg),
  );
  if (at >= 0 && args[at] === '--compare' && (args[at + 1] ?? '-').startsWith('-')) {
    throw new UsageError('Name the revision to compare with: npm run flows -- --compare main~20');
  }
  const { values } = parseArgs({ args: own, options: KNOWN });
  if ((values.text || values.json) && values.compare === undefined) {
    throw new UsageError('--text and --json print a comparison: npm run flows -- --compare main~20 --text');
  }
  return { ...values, rest: args.filter((arg) => !own.includes(arg)) };
}

async function main() {
  const { compare, text, json, rest } = parseOptions(process.argv.slice(2));
  const vite = [join(root, 'node_modules/vite/bin/vite.js'), '--config', 'tools/vite/flows.config.ts', ...rest];
  await generate(['flow-links.json']);
  if (compare === undefined) return runHere(process.execPath, vite);
  const folder = await mkdtemp(join(tmpdir(), 'flows-compare-'));
  // Git forgets a worktree whose folder is gone, even if this process is interrupted during the checkout.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
  const file = await exportRevision(compare, folder);
  if (text || json) {
    const format = json ? ['--json'] : [];
    return runHere(process.execPath, ['tools/run.mjs', 'flows/portal/compare-text.ts', file, ...format]);
  }
  return runHere(process.execPath, vite, { FLOWS_COMPARE: file });
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof UsageError ? error.message : error.stack}\n`);
  process.exitCode = 2;
}
