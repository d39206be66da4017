/**
 * `npm run mutation -- rules [--changed REV] [--files GLOB] [--again] [--sample N] [--fresh N] [--minutes N]`: mutation
 * tests for the rules of `domain/` and of the server. Applies one mutation at a time and counts those that the tests
 * detect. Fails if the mutation score of either half is below 90%, or if `test/mutation/survivors.json` lists a mutant
 * that is detected or no longer exists.
 *
 * `--changed REV` tests only mutants of files that differ from REV, `--files GLOB` only those of matching files. A
 * detected mutant is not tested again while its file and the detecting test are unchanged, nor is a survivor while its
 * file and its tests are unchanged; `--again` tests all. `--sample N` tests one in N for a quick estimate. `--fresh N`
 * runs N test files per mutant; a survivor of the default number is often detected by another file. `--minutes N` tests
 * each half in random order for this time, after the coverage run.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { hashOf, mutantsOf } from './mutation-rules/mutants.mjs';
import { root } from './sources.mjs';

const CACHE = join(root, '.cache/mutation-rules');
/** Detected mutants with the detecting test, valid for the contents of both files. */
const NOTICED = join(CACHE, 'noticed.json');
/** Survivors, valid for the contents of their file and their tests. */
const UNNOTICED = join(CACHE, 'unnoticed.json');
const SURVIVORS = 'test/mutation/survivors.json';
const ENOUGH = 0.9;

const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();

/** The instrumented sources of a half. */
const sourcesFile = (half) => join(CACHE, `${half.name}-sources.json`);

/** Samples are not rules: only tests, models and stories use them. */
const sourcesIn = (folder) => filesIn(folder).filter((file) => file.endsWith('.ts') && !/\bsamples\.ts$/.test(file));
const testsIn = (folder) => filesIn(folder).filter((file) => file.endsWith('.test.ts'));
/** The tests of rules, messages and the portal's own code. */
const rulesTests = () => testsIn('test').filter((file) => !/^test\/(?:server|house|paths)\//.test(file));

/** Returns whether a test of rules uses the server's rules. */
const isOfServer = (file) => readFileSync(join(root, file), 'utf8').includes("'#server/");

/** Returns whether a server test covers rules. Tests of settings, policies and the engine do not, and take long. */
const isOfRules = (file) => !/\/(?:http-settings|script-policy|database)\.test\.ts$/.test(file);

/** The walks of the machines, which detect mutants in rules through guards and actions. */
const WALKS = ['test/paths/machines-1.test.ts', 'test/paths/machines-2.test.ts'];

/** Compares the published API description, which detects most mutants in schemas and messages. */
const WIRE = 'test/portal/api-description.test.ts';

/** The two halves: the mutated files, their tests, and the maximum time for one of these. */
const HALVES = [
  {
    name: 'domain',
    sources: () => sourcesIn('domain'),
    tests: () => [...rulesTests(), 'test/paths/routes.test.ts', ...WALKS],
    isShared: false,
  },
  {
    name: 'server',
    sources: () => [
      ...sourcesIn('server/service'),
      ...sourcesIn('server/portal'),
      ...['attempts', 'passwords', 'people', 'recovery', 'registration'].map((name) => `server/oidc/${name}.ts`),
    ],
    tests: () => [...rulesTests().filter(isOfServer), ...testsIn('test/server').filter(isOfRules)],
    isShared: true,
  },
];

/** Maximum CPU time of a test file with a mutant, in milliseconds. Beyond it, the mutant counts as an endless loop. */
const STUCK = 20_000;
/** The same without a mutant, where only slow machines matter. */
const STUCK_DRY = 240_000;
/** Timeout for a test that waits, in milliseconds, long enough for a busy machine. */
const WAIT = 60_000;

/**
 * Runs a worker and calls `onNews` for each line of its output. Returns whether it was in an endless loop. `stop` ends
 * it.
 */
async function work(job, name, onNews, stop) {
  const output = join(CACHE, `${name}.jsonl`);
  const path = join(CACHE, `${name}.json`);
  await writeFile(output, '');
  await writeFile(path, JSON.stringify({ testTimeout: WAIT, seed: 1, limit: STUCK, root, output, ...job }));
  const child = spawn(process.execPath, [join(root, 'tools/mutation-rules/worker.mjs'), path], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  stop?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  let read = 0;
  let isStuck = false;
  const hear = async () => {
    const lines = (await readFile(output, 'utf8')).split('\n').slice(0, -1);
    const news = lines.slice(read).map((line) => JSON.parse(line));
    read = lines.length;
    for (const each of news) {
      if (each.isStuck === true) isStuck = true;
      else onNews(each);
    }
  };
  const ended = new Promise((resolve) => child.on('close', resolve));
  for (let code; code === undefined;) {
    code = await Promise.race([ended, sleep(1000)]);
    await hear();
    if (code !== undefined && code !== 0 && !isStuck && stop?.aborted !== true)
      throw new Error(`A worker failed.\n${errors}`);
  }
  return isStuck;
}

/**
 * Returns the mutants of a half that each test executes. Cached per test file while that file and all sources are
 * unchanged.
 */
async function coverageOf(half, all, workers) {
  const state = hashOf(all.map(({ hash }) => hash).join(' '));
  const path = join(CACHE, `${half.name}-coverage.json`);
  const before = await readJson(path, {});
  const kept = before.state === state ? before.files : {};
  const files = {};
  const missing = [];
  for (const file of half.tests()) {
    const hash = hashOf(await readFile(join(root, file), 'utf8'));
    if (kept[file]?.hash === hash) files[file] = kept[file];
    else missing.push({ file, hash });
  }
  if (missing.length > 0) {
    const hashes = new Map(missing.map(({ file, hash }) => [file, hash]));
    const tests = [...hashes.keys()];
    const shares = Array.from({ length: workers }, (_, own) => tests.filter((__, index) => index % workers === own));
    const keep = (news) => (files[news.file] = { ...news, hash: hashes.get(news.file) });
    await Promise.all(
      shares.map(async (share, index) => {
        if (share.length === 0) return;
        const job = { phase: 'dry', sources: sourcesFile(half), tests: share, limit: STUCK_DRY };
        await work(job, `${half.name}-dry-${index}`, keep);
      }),
    );
    // Saves results even if some files failed.
    const passed = Object.entries(files).filter(([, { failure }]) => failure === undefined);
    await writeFile(path, JSON.stringify({ state, files: Object.fromEntries(passed) }));
    const failed = Object.values(files).filter(({ failure }) => failure !== undefined);
    if (failed.length > 0) {
      throw new Error(failed.map(({ file, failure }) => `${file} fails without a mutant: ${failure}`).join('\n'));
    }
    const unread = missing.filter(({ file }) => files[file] === undefined);
    if (unread.length > 0) {
      throw new Error(`Found no coverage of these files: ${unread.map(({ file }) => file).join(', ')}`);
    }
  }
  return Object.values(files);
}

/** Tests slower than this, in milliseconds, run after all others of a mutant. */
const SLOW = 50;
/** Maximum total time of the walks per mutant, in milliseconds. The fastest walks are chosen. */
const LONGEST_WALKS = 4000;
/**
 * Default number of test files that run with freshly evaluated modules per mutant: those that import its source (with
 * the same name first), those that execute most of it, and those that share most of its words.
 */
const MAX_FRESH = '9';

/** Returns the source of a mutant from its id. */
const sourceOf = (mutant) => mutant.split(':', 1)[0];

/** Returns the fastest of some tests within a total time. */
function quickestOf(ids, tests, limit) {
  let left = limit;
  return ids
    .toSorted((a, b) => (tests[a] ?? 0) - (tests[b] ?? 0))
    .filter((id) => {
      left -= tests[id] ?? 0;
      return left >= 0;
    });
}

/** Returns the longer words of some code. */
const wordsOf = (code) => new Set(code.match(/[A-Za-z]{5,}/g) ?? []);

/**
 * Returns a function that counts the words around a mutant that occur in a test, because tests often use the same names
 * as the code they cover.
 */
function affinityOf(tests) {
  const words = new Map(tests.map((file) => [file, wordsOf(readFileSync(join(root, file), 'utf8'))]));
  return ({ at, original }, file) =>
    [...wordsOf(`${at} ${original}`)].filter((word) => words.get(file).has(word)).length;
}

/**
 * Returns a function that rates how closely a test relates to a source: 0 without an import, 1 with one, 2 if it also
 * has the same name.
 */
function nearnessOf(tests) {
  const codes = new Map(tests.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  return (source, file) => {
    if (!codes.get(file).includes(`'#${source}'`)) return 0;
    const called = basename(file, '.test.ts').split('-');
    return source
      .split(/[/.]/)
      .slice(1, -1)
      .some((name) => called.includes(name))
      ? 2
      : 1;
  };
}

/** Returns how many mutants of each source a test file executes. */
function sharesOf({ perTest }) {
  const shares = new Map();
  for (const mutant of new Set(Object.values(perTest).flatMap(Object.keys))) {
    shares.set(sourceOf(mutant), (shares.get(sourceOf(mutant)) ?? 0) + 1);
  }
  return shares;
}

/**
 * Returns the tests per mutant, fastest first: `kept` with cached modules, and `fresh` with modules evaluated with the
 * mutant, which detects mutants that run during module evaluation or that cached state hides.
 */
function questions(coverage, mutants, isShared, mostFresh) {
  const affinity = affinityOf(coverage.map(({ file }) => file));
  const nearness = nearnessOf(coverage.map(({ file }) => file));
  const mutantOf = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const shares = new Map(coverage.map((each) => [each.file, sharesOf(each)]));
  const byMutant = new Map();
  const entriesOf = (mutant) => {
    const known = byMutant.get(mutant) ?? { kept: [], fresh: [], hits: 0 };
    byMutant.set(mutant, known);
    return known;
  };
  for (const { file, ms, tests, evaluated, perTest } of coverage) {
    const own = new Map();
    for (const [test, hits] of Object.entries(perTest)) {
      for (const [mutant, count] of Object.entries(hits)) {
        entriesOf(mutant).hits += count;
        own.set(mutant, [...(own.get(mutant) ?? []), test]);
      }
    }
    const isOrdered = isShared && file.startsWith('test/server/');
    const costOf = (ids) => ids.reduce((sum, id) => sum + (tests[id] ?? 0), 0);
    if (WALKS.includes(file)) {
      // Evaluating all machines again for each mutant would take too long, so these tests use cached modules.
      for (const [mutant, ids] of own) {
        const quickest = quickestOf(ids, tests, LONGEST_WALKS);
        if (quickest.length > 0) entriesOf(mutant).kept.push({ file, tests: quickest, cost: costOf(quickest) });
      }
      continue;
    }
    for (const mutant of evaluated) entriesOf(mutant).fresh.push({ file, tests: 'all', cost: ms });
    for (const [mutant, ids] of own) {
      const entries = entriesOf(mutant);
      if (evaluated.includes(mutant)) continue;
      // Server tests change their database, so all tests of a file run in order.
      if (isOrdered) entries.fresh.push({ file, tests: 'all', cost: ms });
      else {
        const quick = ids.filter((id) => (tests[id] ?? 0) < SLOW);
        const slow = ids.filter((id) => !quick.includes(id));
        if (quick.length > 0) entries.kept.push({ file, tests: quick, cost: costOf(quick) });
        if (slow.length > 0) entries.kept.push({ file, tests: slow, cost: costOf(slow) });
        entries.fresh.push({ file, tests: ids, cost: costOf(ids) + 30 });
      }
    }
  }
  for (const [mutant, entries] of byMutant) {
    if (!mutantOf.has(mutant)) continue;
    const near = new Map(entries.fresh.map(({ file }) => [file, affinity(mutantOf.get(mutant), file)]));
    const share = ({ file }) => shares.get(file).get(sourceOf(mutant)) ?? 0;
    entries.kept.sort((a, b) => a.cost - b.cost);
    const most = Math.max(0, ...entries.fresh.map(share));
    const isRich = (entry) => (share(entry) * 2 >= most ? 0 : 1);
    const isOfWire = ({ file }) => (file === WIRE ? 0 : 1);
    const byShare = entries.fresh.toSorted(
      (a, b) => isOfWire(a) - isOfWire(b) || isRich(a) - isRich(b) || a.cost - b.cost,
    );
    const byWords = byShare.toSorted((a, b) => near.get(b.file) - near.get(a.file));
    const how = ({ file }) => nearness(mutantOf.get(mutant).file, file);
    const own = byWords.filter((entry) => how(entry) > 0).toSorted((a, b) => how(b) - how(a));
    // Alternates among the three criteria.
    const inTurn = byShare.flatMap((entry, index) => [...own.slice(index, index + 1), entry, byWords[index]]);
    entries.fresh = [...new Set(inTurn)].slice(0, mostFresh);
  }
  return byMutant;
}

async function readJson(path, otherwise) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  }
}

/** Tests mutants on several workers until `stop`, and calls `onFound` with each result. */
async function tryAll(half, mutants, asked, workers, onFound, stop) {
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const waiting = mutants.filter(({ id }) => asked.has(id));
  for (const mutant of mutants) if (!asked.has(mutant.id)) onFound(mutant, { survived: true, by: null });
  // Adjacent mutants stay on one worker, which quickly learns which test file detects the mutants of a source.
  const share = async (name, own) => {
    let rest = own;
    while (rest.length > 0) {
      if (stop?.aborted === true) return;
      let trying;
      const done = new Set();
      const job = {
        phase: 'try',
        sources: sourcesFile(half),
        mutants: rest.map(({ id, file }) => {
          const { kept, fresh, hits } = asked.get(id);
          return { id, source: file, kept, fresh, hitLimit: 10 * hits + 5000 };
        }),
      };
      const isStuck = await work(
        job,
        name,
        (news) => {
          if (news.trying !== undefined) trying = news.trying;
          else {
            done.add(news.id);
            onFound(byId.get(news.id), news);
          }
        },
        stop,
      );
      if (!isStuck) break;
      // An endless loop counts as detected.
      if (trying !== undefined && !done.has(trying)) {
        done.add(trying);
        onFound(byId.get(trying), { by: 'time', failure: 'it did not finish' });
      }
      rest = rest.filter(({ id }) => !done.has(id));
    }
  };
  const size = Math.ceil(waiting.length / workers);
  const shares = Array.from({ length: workers }, (_, index) => waiting.slice(index * size, (index + 1) * size));
  await Promise.all(shares.map((own, index) => share(`${half.name}-${index}`, own)));
}

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

const changedSince = (revision) => {
  return new Set([
    ...git('diff', '--name-only', '--diff-filter=d', revision),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]);
};

const patternOf = (glob) =>
  new RegExp(
    `^${glob
      .replaceAll(/[.+^$()|[\]\\]/g, '\\$&')
      .replaceAll(/\{([^}]*)\}/g, (_, list) => `(?:${list.replaceAll(',', '|')})`)
      .replaceAll('**/', '(?:.*/)?')
      .replaceAll(/(?<!\.)\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'))}$`,
  );

const keyOf = ({ file, mutator, at, original, replacement }) => [file, mutator, at, original, replacement].join('\n');

function show({ file, line, mutator, at, original, replacement }, isUntouched) {
  const untouched = isUntouched ? ', executed by no test' : '';
  process.stdout.write(`${file}:${line} ${mutator}${untouched}\n    ${at}\n    ${original} -> ${replacement}\n`);
}

/** Runs the mutation tests of the rules. Returns whether they passed. */
export async function mutateRules(args) {
  const { values } = parseArgs({
    args,
    options: {
      changed: { type: 'string' },
      files: { type: 'string' },
      again: { type: 'boolean', default: false },
      sample: { type: 'string', default: '1' },
      fresh: { type: 'string', default: MAX_FRESH },
      minutes: { type: 'string' },
      workers: { type: 'string', default: String(Math.max(1, Math.min(4, availableParallelism()))) },
    },
  });
  const began = performance.now();
  const workers = Number(values.workers);
  /** Whether all mutants of the selected files are tested. */
  const isWhole = Number(values.sample) === 1 && values.minutes === undefined;
  const sample = Number(values.sample);
  const isSampled = ({ id }) => Number.parseInt(hashOf(id).slice(0, 6), 16) % sample === 0;
  const isWanted = [
    ...(values.changed === undefined ? [] : [(file) => changedSince(values.changed).has(file)]),
    ...(values.files === undefined ? [] : [(file) => patternOf(values.files).test(file)]),
  ];
  await mkdir(CACHE, { recursive: true });
  const known = await readJson(NOTICED, {});
  const living = await readJson(UNNOTICED, {});
  const listed = await readJson(join(root, SURVIVORS), []);
  const found = [];
  const problems = [];
  for (const half of HALVES) {
    const all = half.sources();
    const files = all.filter((file) => isWanted.every((wants) => wants(file)));
    for (const { file } of listed) {
      if (file.startsWith(`${half.name}/`) && !all.includes(file)) problems.push(`${SURVIVORS}: there is no ${file}`);
    }
    if (files.length === 0) continue;
    const everything = await mutantsOf(all);
    const sources = everything.filter(({ file }) => files.includes(file));
    const testHashes = new Map();
    const hashOfTest = async (file) => {
      if (!testHashes.has(file)) testHashes.set(file, hashOf(await readFile(join(root, file), 'utf8').catch(() => '')));
      return testHashes.get(file);
    };
    const results = [];
    const open = [];
    for (const { hash, mutants } of sources) {
      for (const mutant of mutants) {
        if (!isSampled(mutant)) continue;
        const before = values.again ? undefined : known[mutant.id];
        const holds = before !== undefined && before.source === hash && before.test === (await hashOfTest(before.by));
        if (holds) results.push({ mutant, by: before.by });
        else open.push(mutant);
      }
    }
    process.stdout.write(`${half.name}: ${results.length + open.length} mutants, ${open.length} to try\n`);
    if (open.length > 0) {
      await writeFile(sourcesFile(half), JSON.stringify(everything.map(({ file, text }) => ({ file, text }))));
      const coverage = await coverageOf(half, everything, workers);
      const hashes = new Map(sources.map(({ file, hash }) => [file, hash]));
      const testHash = new Map();
      for (const file of half.tests()) testHash.set(file, await hashOfTest(file));
      let count = 0;
      const asked = questions(coverage, open, half.isShared, Number(values.fresh));
      /** Returns a hash of a mutant's file and its tests. */
      const stateOf = ({ id, file }) => {
        const { kept = [], fresh = [] } = asked.get(id) ?? {};
        const tests = [...new Set([...kept, ...fresh].map((entry) => testHash.get(entry.file)))].toSorted((a, b) =>
          a < b ? -1 : 1,
        );
        return hashOf([hashes.get(file), ...tests].join(' '));
      };
      const save = () => {
        // An interrupted run continues from here.
        writeFileSync(NOTICED, JSON.stringify(known));
        writeFileSync(UNNOTICED, JSON.stringify(living));
      };
      const survives = (mutant, isUntouched) => {
        results.push({ mutant, by: undefined });
        if (!listed.some((entry) => keyOf(entry) === mutant.key)) show(mutant, isUntouched);
      };
      const isLiving = (mutant) => !values.again && living[mutant.id] === stateOf(mutant);
      for (const mutant of open.filter(isLiving)) survives(mutant, !asked.has(mutant.id));
      const untried = open.filter((mutant) => !isLiving(mutant));
      const stop = values.minutes === undefined ? undefined : AbortSignal.timeout(Number(values.minutes) * 60_000);
      // With a time limit, choose a random sample.
      if (stop !== undefined) untried.sort((a, b) => (hashOf(a.id) < hashOf(b.id) ? -1 : 1));
      await tryAll(
        half,
        untried,
        asked,
        workers,
        (mutant, news) => {
          if (news.survived === true) {
            survives(mutant, news.by === null);
            living[mutant.id] = stateOf(mutant);
          } else {
            results.push({ mutant, by: news.by });
            known[mutant.id] = { source: hashes.get(mutant.file), by: news.by, test: testHash.get(news.by) };
          }
          count += 1;
          if (count % 100 !== 0) return;
          process.stdout.write(`${half.name}: ${count} of ${untried.length} tried\n`);
          save();
        },
        stop,
      );
      save();
      if (count < untried.length) {
        process.stdout.write(`${half.name}: no time for ${untried.length - count} of ${untried.length}\n`);
      }
    }
    found.push({ half, files, results });
  }

  const reasons = new Map(listed.map((entry) => [keyOf(entry), entry.reason]));
  let noticed = 0;
  let total = 0;
  const unlisted = [];
  for (const { half, files, results } of found) {
    const survivors = results.filter(({ by }) => by === undefined);
    const survivorKeys = new Set(survivors.map(({ mutant }) => mutant.key));
    const count = results.length - survivors.length;
    unlisted.push(...survivors.map(({ mutant }) => mutant).filter(({ key }) => !reasons.has(key)));
    for (const entry of listed) {
      if (isWhole && files.includes(entry.file) && !survivorKeys.has(keyOf(entry))) {
        problems.push(`${SURVIVORS}: ${entry.file}, "${entry.at}": this mutant is killed or no longer exists`);
      }
    }
    const share = results.length === 0 ? 1 : count / results.length;
    process.stdout.write(`${half.name}: ${count} of ${results.length} noticed, ${(100 * share).toFixed(1)} %\n`);
    if (share < ENOUGH) problems.push(`${half.name}: less than ${100 * ENOUGH} % of the mutants are noticed`);
    noticed += count;
    total += results.length;
  }
  await writeFile(join(CACHE, 'unlisted.json'), JSON.stringify(unlisted, null, 1));
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  process.stdout.write(`\nRules took ${minutes} minutes\nrules ${noticed} of ${total} noticed\n`);
  return problems.length === 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  // `rules` selects this half when one command runs both.
  process.exitCode = (await mutateRules(process.argv.slice(2).filter((each) => each !== 'rules'))) ? 0 : 1;
}
