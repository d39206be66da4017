/**
 * `npm test`: the whole proof. The last line counts over all of it: `N passed, N failed`. `npm run test:quick` proves what
 * a change touches.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './sources.mjs';
import { check, playwright, prove, vitest } from './steps.mjs';

// What was walked before this run proves nothing about it.
await rm(join(root, '.cache/flows'), { recursive: true, force: true });

const isProven = await prove([
  [
    check('format', 'npx', 'oxfmt', '--check'),
    check('types', 'npx', 'tsc'),
    check('lint', 'npx', 'oxlint', '--type-aware'),
    // Beside the checks: tests that wait for a file, a socket or a limit of time leave a processor free.
    vitest('rules, paths, server', '--project', 'pure', '--project', 'server'),
  ],
  ...(process.env.PORTAL_TEST_DATABASE ? [[vitest('server on PostgreSQL', '--project', 'postgres')]] : []),
  [vitest('views and stories', '--project', 'views', '--project', 'stories')],
  [playwright('journeys')],
  [check('every transition walked', 'npm', 'run', '-s', 'coverage:flows')],
]);
process.exit(isProven ? 0 : 1);
