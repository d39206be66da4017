/**
 * Test runner of a mutation worker. It runs the tests of the rules for every mutant without restarting.
 *
 * `dry`: runs every test file once with freshly evaluated modules, and records which mutants each test executes. `try`:
 * runs each mutant against the tests that execute it, fastest first, until one fails. Modules stay cached; only the
 * test file is evaluated again. A mutant that runs during module evaluation, or that no test has detected, is tested
 * again with fresh modules, because cached state could have hidden it.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { startTests } from '@vitest/runner';
import { configureGlobal } from 'fast-check';
import { TestRunner, vi } from 'vitest';

const job = JSON.parse(readFileSync(process.env.MUTATION_JOB, 'utf8'));
const tell = (news) => appendFileSync(job.output, `${JSON.stringify(news)}\n`);
/** The global object of the instrumented sources, which create it if it does not exist. */
const namespace = (globalThis['__stryker__'] ??= {});
/** Vitest's state of this worker. */
const state = () => globalThis['__vitest_worker__'];

/**
 * Ends this process if a test file uses too much CPU time, which indicates an endless loop; a separate thread checks
 * this. Wall-clock time would depend on the machine's load.
 */
const beats = new Int32Array(new SharedArrayBuffer(4));
const beat = () => Atomics.add(beats, 0, 1);
const watch = `
  const { workerData: { beats, limit, output } } = require('node:worker_threads');
  const { appendFileSync } = require('node:fs');
  const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  let last = -1, since = 0;
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    if (now !== last) { last = now; since = used(); }
    else if (used() - since > limit) {
      appendFileSync(output, JSON.stringify({ isStuck: true }) + '\\n');
      process.kill(process.pid, 'SIGKILL');
    }
  }, 250);`;
new Worker(watch, { eval: true, workerData: { beats, limit: job.limit, output: job.output } }).unref();

/** Returns the tests of a task in order. */
const testsIn = (task) => (task.type === 'test' ? [task] : task.tasks.flatMap(testsIn));

/** Runs tests within the driver without reporting them. */
class InnerRunner extends TestRunner {
  wanted = undefined;
  failure = undefined;
  stopsEarly = false;
  isDry = false;

  trace = (_, options, callback = options) => callback();

  async importFile(path) {
    return import(/* @vite-ignore */ path);
  }
  onCollected(files) {
    if (this.wanted === undefined) return;
    for (const task of files.flatMap(testsIn)) {
      if (task.mode === 'run' || task.mode === 'queued') task.mode = this.wanted.has(task.id) ? task.mode : 'skip';
    }
  }
  async onBeforeRunTask(task) {
    if (this.stopsEarly && this.failure !== undefined) task.mode = 'skip';
    if (this.isDry) namespace.currentTestId = task.id;
    await super.onBeforeRunTask(task);
  }
  onAfterRunTask(task) {
    namespace.currentTestId = undefined;
    if (task.result?.state === 'fail') this.failure ??= task.name;
    super.onAfterRunTask(task);
  }
  async onAfterRunSuite(suite) {
    // A failed hook, or a file that cannot be evaluated.
    if (suite.result?.state === 'fail' && (suite.result.errors?.length ?? 0) > 0) {
      this.failure ??= `${suite.name}: ${suite.result.errors[0].message}`;
    }
  }
}

const config = {
  ...state().config,
  testTimeout: job.testTimeout,
  hookTimeout: job.testTimeout,
  passWithNoTests: true,
  setupFiles: [],
};

/** Runs one test file. `wanted` are the ids of its tests; undefined means all. */
async function run(file, { wanted, stopsEarly = true, isDry = false, fresh }) {
  const path = join(job.root, file);
  beat();
  if (fresh) vi.resetModules();
  else {
    const node = state().evaluatedModules.getModuleById(path);
    if (node !== undefined) Object.assign(node, { promise: undefined, exports: undefined, evaluated: false });
  }
  const runner = new InnerRunner(config);
  Object.assign(runner, { wanted, stopsEarly, isDry });
  const files = await startTests([{ filepath: path }], runner);
  for (const { result } of files) {
    if (result?.state === 'fail') runner.failure ??= result.errors?.[0]?.message ?? 'the file failed';
  }
  vi.useRealTimers();
  return { failure: runner.failure, tests: files.flatMap(testsIn) };
}

configureGlobal({ seed: job.seed, endOnFailure: true });

async function dryRun() {
  for (const file of job.tests) {
    namespace.activeMutant = undefined;
    namespace.mutantCoverage = { static: {}, perTest: {} };
    const began = performance.now();
    const { failure, tests } = await run(file, { isDry: true, stopsEarly: false, fresh: true });
    const { static: evaluated, perTest } = namespace.mutantCoverage;
    tell({
      file,
      failure,
      ms: performance.now() - began,
      tests: Object.fromEntries(tests.map(({ id, result }) => [id, result?.duration ?? 0])),
      evaluated: Object.keys(evaluated),
      perTest,
    });
  }
}

/** Returns whether a test file detects a mutant. */
async function notices({ file, tests }, mutant, fresh) {
  Object.assign(namespace, {
    activeMutant: mutant.id,
    hitCount: 0,
    hitLimit: mutant.hitLimit,
    currentTestId: undefined,
  });
  // Outside of mutants this object only grows.
  namespace.mutantCoverage = { static: {}, perTest: {} };
  try {
    const wanted = tests === 'all' ? undefined : new Set(tests);
    return (await run(file, { wanted, fresh })).failure;
  } finally {
    namespace.activeMutant = undefined;
  }
}

async function tryMutants() {
  /** The file that last detected a mutant of the same source runs first. */
  const recent = new Map();
  for (const mutant of job.mutants) {
    const { id, source } = mutant;
    const ask = async (candidates, fresh) => {
      const order = [...candidates].sort((a, b) => (recent.get(source) === b.file) - (recent.get(source) === a.file));
      for (const each of order) {
        tell({ trying: id });
        const failure = await notices(each, mutant, fresh);
        if (failure === undefined) continue;
        recent.set(source, each.file);
        return { by: each.file, failure };
      }
    };
    const found = (await ask(mutant.kept, false)) ?? (await ask(mutant.fresh, true));
    tell({ id, ...(found ?? { survived: true }) });
  }
}

/** The runner of the worker. Its official test file is empty; after it has finished, the driver can run other tests. */
export default class Driver extends TestRunner {
  async onAfterRunFiles() {
    await (job.phase === 'dry' ? dryRun() : tryMutants());
  }
}
