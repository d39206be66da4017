/**
 * `npm run mutation -- rules [--changed REV] [--files GLOB] [--again]`: puts small faults into the rules of `domain/` and of
 * the server, one at a time, and counts how many of them the tests notice. Fails where that is less than 90 % of either, and
 * where `test/mutation/survivors.json` lists a mutant that is noticed or that is gone.
 *
 * `--changed REV` tries only the mutants of files that differ from REV, `--files GLOB` only those of these files. What was
 * noticed before is not tried again while the file and the test that noticed it are as they were; `--again` tries all.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { hashOf, mutantsOf } from './mutation-rules/mutants.mjs';
import { root } from './sources.mjs';

const CACHE = join(root, '.cache/mutation-rules');
/** What was noticed, by which test, of a file and by a test as they were then. */
const NOTICED = join(CACHE, 'noticed.json');
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

const sourcesIn = (folder) => filesIn(folder).filter((file) => file.endsWith('.ts'));
const testsIn = (folder) => filesIn(folder).filter((file) => file.endsWith('.test.ts'));

/** The two halves: what is mutated, by which tests, and how long one of these may take. */
const HALVES = [
  {
    name: 'domain',
    sources: () => sourcesIn('domain'),
    tests: () => testsIn('test/properties'),
    testTimeout: 20_000,
    isShared: false,
  },
  {
    name: 'server',
    sources: () => [
      ...sourcesIn('server/service'),
      ...sourcesIn('server/portal'),
      ...['attempts', 'passwords', 'people', 'registration'].map((name) => `server/oidc/${name}.ts`),
    ],
    tests: () => [...testsIn('test/properties'), ...testsIn('test/server')],
    testTimeout: 30_000,
    isShared: true,
  },
];

/** How long the tests of one file may take, in milliseconds, before they count as never ending. */
const STUCK = 45_000;

/** A run of a worker; calls `onNews` for each line that it writes. A worker that says nothing for too long is ended. */
function work(job, name, patience, onNews) {
  return new Promise((resolve, reject) => {
    const output = join(CACHE, `${name}.jsonl`);
    const path = join(CACHE, `${name}.json`);
    const begin = async () => {
      await writeFile(output, '');
      await writeFile(path, JSON.stringify({ ...job, root, output }));
      const child = spawn(process.execPath, [join(root, 'tools/mutation-rules/worker.mjs'), path], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      });
      let errors = '';
      child.stderr.on('data', (chunk) => (errors += chunk));
      let read = 0;
      let last = Date.now();
      let isStuck = false;
      const poll = async () => {
        const lines = (await readFile(output, 'utf8')).split('\n').slice(0, -1);
        for (const line of lines.slice(read)) onNews(JSON.parse(line));
        if (lines.length > read) last = Date.now();
        read = lines.length;
      };
      const timer = setInterval(() => {
        poll().catch(reject);
        if (Date.now() - last > patience) {
          isStuck = true;
          // The worker and the process that it runs the tests in.
          process.kill(-child.pid, 'SIGKILL');
        }
      }, 500);
      child.on('close', (code) => {
        clearInterval(timer);
        poll().then(() => {
          if (code !== 0 && !isStuck) reject(new Error(`A worker failed.\n${errors}`));
          else resolve({ isStuck });
        }, reject);
      });
    };
    begin().catch(reject);
  });
}

/** Which tests execute which mutants. */
async function coverageOf(half, tests, sources) {
  const files = [];
  await work({ phase: 'dry', sources, tests, testTimeout: 120_000, seed: 1 }, `${half.name}-dry`, 300_000, (news) =>
    files.push(news),
  );
  const failed = files.filter(({ failure }) => failure !== undefined);
  if (failed.length > 0) {
    throw new Error(failed.map(({ file, failure }) => `${file} fails without a fault: ${failure}`).join('\n'));
  }
  return files;
}

/** Tests that take longer than this, in milliseconds, are asked after all others of a mutant. */
const SLOW = 50;
/** How long tests may take that are asked about one mutant with all modules evaluated under it, in milliseconds. */
const PATIENCE = 2500;

/** As many of the entries, from the first one on, as take no longer than {@link PATIENCE}; one at least. */
function affordable(entries) {
  let sum = 0;
  return entries.filter(({ cost }, index) => (sum += cost) <= PATIENCE || index === 0);
}

/**
 * What is asked about each mutant, the quickest first: `kept` on modules that stay, `fresh` on modules evaluated under it,
 * which is where a mutant shows that is executed while they are, or that is hidden by what a module keeps.
 */
function questions(coverage, isShared, imports) {
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
    for (const mutant of evaluated) entriesOf(mutant).fresh.push({ file, tests: 'all', cost: ms });
    for (const [mutant, ids] of own) {
      const entries = entriesOf(mutant);
      if (evaluated.includes(mutant)) continue;
      // What a server's tests do to their database is all done anew, in its order.
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
    const isDirect = ({ file }) => (imports(file, mutant) ? 1 : 0);
    entries.kept.sort((a, b) => a.cost - b.cost);
    entries.fresh = affordable(entries.fresh.sort((a, b) => isDirect(b) - isDirect(a) || a.cost - b.cost));
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

/** Tries mutants on several workers; calls `onFound` with each one and what came of it. */
async function tryAll(half, mutants, asked, sources, workers, onFound) {
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const waiting = mutants.filter(({ id }) => asked.has(id));
  for (const mutant of mutants) if (!asked.has(mutant.id)) onFound(mutant, { survived: true, by: null });
  // Neighbours stay together, so that a worker soon knows which test file notices the faults of a source.
  const share = async (name, own) => {
    let rest = own;
    while (rest.length > 0) {
      let trying;
      const done = new Set();
      const job = {
        phase: 'try',
        sources,
        testTimeout: half.testTimeout,
        seed: 1,
        mutants: rest.map(({ id, file }) => {
          const { kept, fresh, hits } = asked.get(id);
          return { id, source: file, kept, fresh, hitLimit: 10 * hits + 5000 };
        }),
      };
      const { isStuck } = await work(job, name, STUCK, (news) => {
        if (news.trying !== undefined) trying = news.trying;
        else {
          done.add(news.id);
          onFound(byId.get(news.id), news);
        }
      });
      if (!isStuck) break;
      // Something that does not end has been noticed.
      if (trying !== undefined && !done.has(trying)) {
        done.add(trying);
        onFound(byId.get(trying), { by: 'time', failure: 'it did not end' });
      }
      rest = rest.filter(({ id }) => !done.has(id));
    }
  };
  const size = Math.ceil(waiting.length / workers);
  const shares = Array.from({ length: workers }, (_, index) => waiting.slice(index * size, (index + 1) * size));
  await Promise.all(shares.map((own, index) => share(`${half.name}-${index}`, own)));
}

const changedSince = (revision) => {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
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

/** Runs the rules' half; answers whether it passed. */
export async function mutateRules(args) {
  const { values } = parseArgs({
    args,
    options: {
      changed: { type: 'string' },
      files: { type: 'string' },
      again: { type: 'boolean', default: false },
      workers: { type: 'string', default: String(Math.max(1, Math.min(4, availableParallelism()))) },
    },
  });
  const began = performance.now();
  const isWanted = [
    ...(values.changed === undefined ? [] : [(file) => changedSince(values.changed).has(file)]),
    ...(values.files === undefined ? [] : [(file) => patternOf(values.files).test(file)]),
  ];
  await mkdir(CACHE, { recursive: true });
  const known = await readJson(NOTICED, {});
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
    const sources = await mutantsOf(files);
    const testHashes = new Map();
    const hashOfTest = async (file) => {
      if (!testHashes.has(file)) testHashes.set(file, hashOf(await readFile(join(root, file), 'utf8').catch(() => '')));
      return testHashes.get(file);
    };
    const results = [];
    const open = [];
    for (const { hash, mutants } of sources) {
      for (const mutant of mutants) {
        const before = values.again ? undefined : known[mutant.id];
        const holds = before !== undefined && before.source === hash && before.test === (await hashOfTest(before.by));
        if (holds) results.push({ mutant, by: before.by });
        else open.push(mutant);
      }
    }
    process.stdout.write(`${half.name}: ${results.length + open.length} mutants, ${open.length} to try\n`);
    if (open.length > 0) {
      const path = join(CACHE, `${half.name}-sources.json`);
      await writeFile(path, JSON.stringify(sources.map(({ file, text }) => ({ file, text }))));
      const coverage = await coverageOf(half, half.tests(), path);
      const hashes = new Map(sources.map(({ file, hash }) => [file, hash]));
      const testHash = new Map();
      for (const file of half.tests()) testHash.set(file, await hashOfTest(file));
      let count = 0;
      const texts = new Map();
      for (const file of half.tests()) texts.set(file, await readFile(join(root, file), 'utf8'));
      const fileOf = new Map(sources.flatMap(({ file, mutants }) => mutants.map(({ id }) => [id, file])));
      const imports = (test, mutant) => texts.get(test).includes(`#${fileOf.get(mutant)}`);
      const asked = questions(coverage, half.isShared, imports);
      await tryAll(half, open, asked, path, Number(values.workers), (mutant, news) => {
        results.push({ mutant, by: news.survived === true ? undefined : news.by, isExecuted: news.by !== null });
        if (news.survived !== true) {
          known[mutant.id] = { source: hashes.get(mutant.file), by: news.by, test: testHash.get(news.by) };
        }
        count += 1;
        if (count % 100 !== 0) return;
        process.stdout.write(`${half.name}: ${count} of ${open.length} tried\n`);
        // A run that is broken off goes on from here.
        writeFileSync(NOTICED, JSON.stringify(known));
      });
      writeFileSync(NOTICED, JSON.stringify(known));
    }
    found.push({ half, files, results });
  }

  const keyOf = ({ file, mutator, at, original, replacement }) => [file, mutator, at, original, replacement].join('\n');
  const reasons = new Map(listed.map((entry) => [keyOf(entry), entry.reason]));
  let noticed = 0;
  let total = 0;
  const unlisted = [];
  for (const { half, files, results } of found) {
    const survivors = results.filter(({ by }) => by === undefined);
    const living = new Set(survivors.map(({ mutant }) => mutant.key));
    const count = results.length - survivors.length;
    for (const { mutant, isExecuted } of survivors) {
      if (reasons.has(mutant.key)) continue;
      unlisted.push(mutant);
      process.stdout.write(
        `${mutant.file}:${mutant.line} ${mutant.mutator}${isExecuted === false ? ', executed by no test' : ''}\n` +
          `    ${mutant.at}\n    ${mutant.original} -> ${mutant.replacement}\n`,
      );
    }
    for (const entry of listed) {
      if (files.includes(entry.file) && !living.has(keyOf(entry))) {
        problems.push(`${SURVIVORS}: ${entry.file}, "${entry.at}": this mutant is noticed, or is not there any more`);
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
  process.stdout.write(`rules ${noticed} of ${total} noticed, in ${minutes} minutes\n`);
  return problems.length === 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  // `rules` names this half where both are run by one command.
  process.exitCode = (await mutateRules(process.argv.slice(2).filter((each) => each !== 'rules'))) ? 0 : 1;
}
