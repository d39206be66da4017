/**
 * `npm run explore -- FLOW …` searches flows by their whole contexts, and lists what the exploration of each does not
 * contain. Flows are named by the id of their machine; `--all` takes all. `--contexts N` tries more contexts of each
 * state, and `--list N` prints more of what is found.
 */
import { parseArgs } from 'node:util';
import { type Unlike, searchContexts } from '#flows/simulation/contexts.ts';
import { explore } from '#flows/simulation/explore.ts';
import type { FlowModel } from '#machines/kit/model.ts';

const models = Object.values(
  import.meta.glob<FlowModel>('/machines/**/*.model.ts', { import: 'default', eager: true }),
);
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Returns two paths to contexts that the exploration takes for one, and what a trigger does in each. */
const describe = ({ trigger, ways }: Unlike): string =>
  [
    `  ${trigger}`,
    ...ways.map(({ path, result = 'not possible' }) => `    ${path.join('\n      ')}\n      => ${result}`),
  ].join('\n');

/** Searches the named flows. Returns 1 if states are hidden, 2 for wrong arguments. */
export default function exploreFlows(args: string[]): number {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      contexts: { type: 'string', default: '14' },
      list: { type: 'string', default: '1' },
    },
  });
  const chosen = models.filter(({ machine }) => values.all || positionals.includes(machine.id));
  if (chosen.length === 0) {
    say(`Name a flow, or --all: ${models.map(({ machine }) => machine.id).join(', ')}`);
    return 2;
  }
  const count = { flows: 0, hidden: 0, unlike: 0 };
  for (const model of chosen) {
    const { nodes } = explore(model);
    const found = searchContexts(model, nodes, { perState: Number(values.contexts) });
    const { contexts, steps, hidden, unlike } = found;
    say(
      `${model.machine.id}: ${nodes.size} states, ${contexts} contexts, ${steps} steps, ${hidden.length} hidden states, ${unlike.length} differences`,
    );
    for (const path of hidden.slice(0, Number(values.list))) say(`  hidden: ${path.join('\n    ')}`);
    for (const each of unlike.slice(0, Number(values.list))) say(describe(each));
    count.flows += 1;
    count.hidden += hidden.length;
    count.unlike += unlike.length;
  }
  say(`${count.flows} flows, ${count.hidden} hidden states, ${count.unlike} differences`);
  return count.hidden === 0 ? 0 : 1;
}
