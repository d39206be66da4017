/**
 * A process that tests mutants: `node worker.mjs job.json`. It starts Vitest with a custom runner, which runs the tests
 * of the rules repeatedly without reloading.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { root } from '../sources.mjs';

const [path] = process.argv.slice(2);
const job = JSON.parse(readFileSync(path, 'utf8'));
const sources = new Map(
  JSON.parse(readFileSync(job.sources, 'utf8')).map(({ file, text }) => [join(root, file).replaceAll('\\', '/'), text]),
);

process.env.MUTATION_JOB = path;
process.env.TEST_DATABASES_KEPT = '1';
const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    include: ['tools/mutation-rules/nothing.mjs'],
    runner: join(root, 'tools/mutation-rules/driver.mjs'),
    environment: 'node',
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 0,
    hookTimeout: 0,
    teardownTimeout: 1000,
    reporters: [{}],
    onConsoleLog: () => false,
    dangerouslyIgnoreUnhandledErrors: true,
    snapshotOptions: undefined,
  },
  {
    server: { watch: null, hmr: false },
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        load: (id) => sources.get(id.replace(/\?.*$/, '')),
      },
    ],
  },
);
await vitest.start();
const failed = vitest.state.getFiles().some((file) => file.result?.state === 'fail');
if (failed) {
  for (const file of vitest.state.getFiles()) {
    for (const error of [...(file.result?.errors ?? []), ...file.tasks.flatMap((task) => task.result?.errors ?? [])]) {
      process.stderr.write(`${error.stack ?? error.message}\n`);
    }
  }
}
for (const error of vitest.state.getUnhandledErrors()) process.stderr.write(`${error.stack ?? error}\n`);
await vitest.close();
process.exit(failed ? 1 : 0);
