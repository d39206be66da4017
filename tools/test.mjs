/**
 * `npm test`: runs all tests. The last line contains the total: `N passed, N failed`. `npm run test:quick` runs the
 * tests that a change affects.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './sources.mjs';
import { check, playwright, prove, vitest } from './steps.mjs';

// Removes the results of earlier walks.
await rm(join(root, '.cache/flows'), { recursive: true, force: true });

const isProven = await prove([
  [check('generated files', 'npm', 'run', '-s', 'generate')],
  [
    check('format', 'npx', 'oxfmt', '--check'),
    // Several threads would check shared types again and take twice the CPU time, which the other steps need.
    check('types', 'npx', 'tsc', '--singleThreaded'),
    check('lint', 'npx', 'oxlint', '--type-aware'),
    // For the journeys. The build uses one core only.
    check('build', 'node', 'tools/product.mjs'),
    // In parallel with the checks, because these tests often wait for files, sockets or timeouts.
    vitest('rules, paths, server', '--project', 'pure', '--project', 'server'),
  ],
  [
    vitest('views and stories', '--project', 'views', '--project', 'stories'),
    // In parallel with the browser, because these tests wait for PostgreSQL to write to the disk.
    ...(process.env.PORTAL_TEST_DATABASE ? [vitest('server on PostgreSQL', '--project', 'postgres')] : []),
  ],
  [playwright('journeys')],
  [check('every transition walked', 'npm', 'run', '-s', 'coverage:flows')],
]);
process.exit(isProven ? 0 : 1);
