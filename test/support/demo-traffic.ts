/**
 * Implements `npm run demo-traffic`: writes a sample of the flow log (`docs/flows/log-format.md`) for the flow workbench.
 * People are random walks on the graph from which the paths of the tests are generated. The machines run for real, with
 * scripted answers, and the portal's own code writes the rows. The same seed gives the same log.
 *
 * `npm run demo-traffic -- --runs 5000 --seed 7 --flow payflow --out traffic.ndjson`
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createActor } from 'xstate';
import { type Edge, type Exploration, type Node, explore } from 'xstate-workbench/model/explore';
import { loadCatalog } from '#machines/catalog.ts';
import knownFlows from '#generated/flow-names.json';
import { type FlowLogRow, createFlowLog } from 'xstate-workbench/model/flow-log';
import type { FlowModel } from 'xstate-workbench/model';
import type { Trigger } from 'xstate-workbench/model/simulator';
import { FOLDER } from './coverage-store.ts';
import { ScriptedClock, ScriptedEffects, flush } from './scripted.ts';
import { act, findOutcome } from './walk.ts';

/** Returns random numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
type Random = ReturnType<typeof createRandom>;

/** Returns a random duration in milliseconds, log-normally distributed around a median. */
const around = (median: number, random: Random): number => {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.round(median * Math.exp(0.6 * normal));
};

const isEnd = ({ state: { snapshot } }: Node) => snapshot.status === 'done' || snapshot.hasTag('completed');

const distancesOfGraphs = new WeakMap<Exploration, ReadonlyMap<Node, number>>();

/** Returns the number of steps from each node to the end of the flow; nodes without a path to an end are missing. */
function findDistances(graph: Exploration): ReadonlyMap<Node, number> {
  const distances = distancesOfGraphs.get(graph) ?? measureDistances(graph);
  distancesOfGraphs.set(graph, distances);
  return distances;
}

function measureDistances({ nodes }: Exploration): ReadonlyMap<Node, number> {
  const before = new Map<Node, Node[]>();
  for (const node of nodes.values()) {
    for (const { to } of node.edges) before.set(to, [...(before.get(to) ?? []), node]);
  }
  const distances = new Map([...nodes.values()].filter(isEnd).map((node) => [node, 0]));
  // A map also iterates over the entries that are added during the iteration.
  for (const [node, distance] of distances) {
    for (const previous of before.get(node) ?? []) if (!distances.has(previous)) distances.set(previous, distance + 1);
  }
  return distances;
}

/** Returns how likely an edge is, compared to the others of its node. */
function computeWeight(
  { trigger, to }: Edge,
  from: Node,
  model: FlowModel,
  distances: ReadonlyMap<Node, number>,
): number {
  const [now, then] = [distances.get(from) ?? Infinity, distances.get(to) ?? Infinity];
  const direction = then < now ? 20 : to === from ? 0.3 : then > now ? 0.6 : 1;
  switch (trigger.kind) {
    case 'outcome':
      return 'answers' in findOutcome(model, trigger) ? direction * 40 : 1;
    case 'event':
      return direction * (trigger.gesture === undefined ? 2 : 10);
    case 'delay':
      return direction;
    case 'route':
      return direction * 0.1;
  }
}

function choose<T>(choices: readonly (readonly [choice: T, weight: number])[], random: Random): T | undefined {
  const sum = choices.reduce((all, [, weight]) => all + weight, 0);
  let left = random() * sum;
  return choices.find(([, weight]) => (left -= weight) <= 0)?.[0] ?? choices.at(-1)?.[0];
}

/** The share of people who leave at a screen. It is larger at some screens, so that a funnel has something to show. */
function leavingAt(state: string): number {
  const hash = Array.from(state).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7);
  return 0.02 + 0.2 * (hash / 997) ** 4;
}

/** Returns how long a step takes, in milliseconds. People take longer than the server. */
function drawDuration(trigger: Trigger, { children }: FlowModel, random: Random): number {
  if (trigger.kind === 'delay') return trigger.ms;
  if (trigger.kind !== 'outcome') return around(9_000, random);
  return around(children?.[trigger.source] === undefined ? 350 : 25_000, random);
}

const MAX_STEPS = 60;

interface Visit {
  readonly model: FlowModel;
  readonly begin: number;
  readonly random: Random;
  readonly write: (row: FlowLogRow) => void;
}

/** Runs one person through a flow. */
async function visit({ model, begin, random, write }: Visit): Promise<void> {
  const graph = explore(model);
  const distances = findDistances(graph);
  const start = graph.starts[Math.floor(random() * graph.starts.length)];
  if (start === undefined) return;
  let time = begin;
  const hex = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const inspect = createFlowLog({ known: knownFlows, write, now: () => new Date(time), newRun: () => hex() + hex() });
  const effects = new ScriptedEffects(model.machine);
  const clock = new ScriptedClock();
  const machine = effects.provide(model.machine, Object.keys(model.outcomes));
  const actor = createActor(machine, { input: model.inputs[start.input]?.input, clock, inspect });
  actor.subscribe({ error: () => undefined });
  actor.start();
  await flush();
  let { node } = start;
  for (let step = 0; step < MAX_STEPS && node.edges.length > 0; step += 1) {
    const isScreen = node.edges.some(({ trigger }) => trigger.kind === 'event' && trigger.gesture !== undefined);
    if (isEnd(node) && random() < 0.7) break;
    if (isScreen && random() < leavingAt(JSON.stringify(node.state.snapshot.value))) break;
    const current = node;
    // The graph merges states that differ only in their running delays.
    const possible = current.edges.filter(({ trigger }) => trigger.kind !== 'delay' || clock.isRunning(trigger.ms));
    const weights = possible.map((each) => [each, computeWeight(each, current, model, distances)] as const);
    const edge = choose(weights, random);
    if (edge === undefined) break;
    const { trigger } = edge;
    time += drawDuration(trigger, model, random);
    await act(model, { actor, effects, clock }, trigger);
    node = edge.to;
  }
  // Some close the page, which writes no row.
  if (random() < 0.3) return;
  time += around(12_000, random);
  actor.stop();
}

const DAY = 86_400_000;
/** The log covers a week. */
const BEGIN = Date.UTC(2026, 10, 16);

export default async function demoTraffic(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      runs: { type: 'string', default: '3000' },
      flow: { type: 'string' },
      out: { type: 'string', default: join(FOLDER, 'demo-traffic.ndjson') },
    },
  });
  const { flow, out } = values;
  const catalog = (await loadCatalog()).filter(({ id }) => flow === undefined || id === flow);
  if (catalog.length === 0) throw new Error(`There is no flow "${flow ?? ''}"`);
  const random = createRandom(Number(values.seed));
  const rows: FlowLogRow[] = [];
  // Pages are used more often than the flows within them are walked alone.
  const weighted = catalog.map((entry) => [entry, entry.place.startsWith('`') ? 4 : 1] as const);
  for (let run = 0; run < Number(values.runs); run += 1) {
    const chosen = choose(weighted, random);
    if (chosen === undefined) break;
    const begin = BEGIN + Math.floor(random() * 7 * DAY);
    await visit({ model: chosen.model, begin, random, write: (row) => rows.push(row) });
  }
  rows.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  process.stdout.write(`${rows.length} rows of ${new Set(rows.map((row) => row.flow)).size} flows in ${out}\n`);
  return 0;
}
