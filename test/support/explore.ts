/**
 * `npm run explore -- FLOW …` compares the `facts` of models with the whole contexts of their flows, and prints
 * contexts that the facts merge although they behave differently. Flows are named by the id of their machine or by
 * their folder; `--all` checks all. A flow without `facts` is explored by its whole contexts and needs no check.
 * `--list N` prints more findings, `--limit N` tries more contexts of a flow, `--contexts N` tries at most N contexts
 * of each state.
 */
import { parseArgs } from 'node:util';
import { type Unlike, checkContexts } from 'xstate-workbench/model/contexts';
import { explore } from 'xstate-workbench/model/explore';
import type { FlowModel } from 'xstate-workbench/model';

const models = Object.entries(
  import.meta.glob<FlowModel>('/machines/**/*.model.ts', { import: 'default', eager: true }),
);
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Returns two paths to contexts that the exploration merges, and the results of a trigger in each. */
const describe = ({ trigger, ways, differs }: Unlike): string =>
  [
    `  ${trigger}`,
    ...ways.map(({ path, result = 'not possible' }) => `    ${path.join('\n      ')}\n      => ${result}`),
    `    the contexts differ in ${differs.join('; ')}`,
  ].join('\n');

/** Checks the named flows. Returns 1 if the facts of one merge too much, 2 for wrong arguments. */
export default function exploreFlows(args: string[]): number {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      contexts: { type: 'string', default: 'Infinity' },
      limit: { type: 'string', default: '150000' },
      list: { type: 'string', default: '1' },
    },
  });
  const isChosen = ([file, { machine }]: (typeof models)[number]): boolean =>
    values.all || positionals.some((name) => name === machine.id || file.split('/').at(-2) === name);
  const chosen = models.filter(isChosen).map(([, model]) => model);
  if (chosen.length === 0) {
    say(`Name a flow, or --all: ${models.map(([, { machine }]) => machine.id).join(', ')}`);
    return 2;
  }
  const checked = chosen.filter(({ facts }) => facts !== undefined);
  const count = { hidden: 0, unlike: 0, wrong: 0, incomplete: 0 };
  const listed = Number(values.list);
  for (const model of checked) {
    const { nodes } = explore(model);
    const limits = { perState: Number(values.contexts), limit: Number(values.limit) };
    const found = checkContexts(model, { known: nodes, ...limits });
    const { contexts, steps, hidden, unlike, wrong, isComplete } = found;
    say(
      [
        `${model.machine.id}: ${nodes.size} states, ${contexts} contexts${isComplete ? '' : ' (not all)'}`,
        `${steps} steps, ${hidden.length} hidden states, ${unlike.length} differences, ${wrong.length} wrong steps`,
      ].join(', '),
    );
    for (const path of hidden.slice(0, listed)) say(`  hidden: ${path.join('\n    ')}`);
    for (const each of unlike.slice(0, listed)) say(describe(each));
    for (const each of wrong.slice(0, listed)) say(`  ${each}`);
    count.hidden += hidden.length;
    count.unlike += unlike.length;
    count.wrong += wrong.length;
    if (!isComplete) count.incomplete += 1;
  }
  say(
    [
      `${chosen.length} flows, ${checked.length} of them with facts, ${count.incomplete} not tried in all contexts`,
      `${count.hidden} hidden states, ${count.unlike} differences, ${count.wrong} wrong steps`,
    ].join(': '),
  );
  return count.hidden + count.unlike + count.wrong === 0 ? 0 : 1;
}
