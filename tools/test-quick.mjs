/**
 * `npm run test:quick`: runs the tests that a change affects, in a few minutes. The change is the uncommitted work, or
 * all commits since a revision: `npm run test:quick -- main~3`. Walks the flows whose machine, views or rules have
 * changed, and all flows after a change to shared UI. No module imports documents and managed texts, so their tests run
 * by name.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';
import { check, playwright, prove, vitest } from './steps.mjs';
import { touchedFlows } from './touched-flows.mjs';

const [revision = 'HEAD'] = process.argv.slice(2);
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [...git('diff', '--name-only', revision), ...git('ls-files', '--others', '--exclude-standard')].filter(
  (file) => existsSync(join(root, file)),
);
if (changed.length === 0) {
  process.stdout.write(`Nothing has changed since ${revision}.\n\n0 passed, 0 failed\n`);
  process.exit(0);
}

const touches = (pattern) => changed.some((file) => pattern.test(file));
const texts = changed.filter((file) => /\.md$|^(?:content|docs)\//.test(file));
const hasOthers = texts.length < changed.length;
const sources = changed.filter((file) => /\.(?:[cm]?[jt]s|tsx)$/.test(file));
const isPortal = touches(/^(?:src|machines|domain|content|public|test\/(?:views|support))\//);
const isServed =
  touches(/^(?:src\/(?:app|api|pages)|server|auth|public|tools|test\/journeys)\//) || touches(/^domain\/.*calls\.ts$/);
const isOfServer = touches(/^(?:server|domain|content|test\/server)\//);

const flows = touchedFlows(changed, git('ls-files', '--cached', '--others', '--exclude-standard'));
if (flows !== undefined) process.env.FLOWS = flows.join(',');

const isProven = await prove([
  ...(hasOthers ? [[check('generated files', 'npm', 'run', '-s', 'generate')]] : []),
  [
    check('format', 'npx', 'oxfmt', '--check'),
    ...(texts.length > 0
      ? [vitest('texts', 'test/house', 'test/portal/navigation.test.ts', 'test/server/content.test.ts')]
      : []),
    ...(hasOthers ? [check('types', 'npx', 'tsc')] : []),
    ...(sources.length > 0 ? [check('lint', 'npx', 'oxlint', '--type-aware', ...sources)] : []),
    ...(hasOthers
      ? [
          vitest(
            'rules, paths, server',
            '--project',
            'pure',
            '--project',
            'server',
            '--changed',
            revision,
            ...(isOfServer ? [] : ['--exclude', 'test/server/**']),
            '--passWithNoTests',
          ),
        ]
      : []),
  ],
  ...(hasOthers && isPortal && (flows === undefined || flows.length > 0)
    ? [[vitest('views', '--project', 'views', '--changed', revision, '--passWithNoTests')]]
    : []),
  ...(isServed ? [[playwright('journeys, the shortest', '--grep', '@quick')]] : []),
]);
process.exit(isProven ? 0 : 1);
