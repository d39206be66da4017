/** Generates the list of all names that the flow log may contain. */
import { writeFile } from 'node:fs/promises';
import { loadCatalog } from '#machines/catalog.ts';
import type { AnyStateMachine } from 'xstate';
import { type FlowNames, type KnownFlows, getFlowNames } from 'xstate-workbench/model/flow-log';
import { listActors, isMachine } from 'xstate-workbench/model/xstate-internals';

/** Returns a machine and all machines that it can invoke. */
const withInvoked = (machine: AnyStateMachine): AnyStateMachine[] => [
  machine,
  ...listActors(machine).flatMap(([, logic]) => (isMachine(logic) ? withInvoked(logic) : [])),
];

const union = (some: readonly string[], others: readonly string[]): string[] =>
  [...new Set([...some, ...others])].sort();

/** Returns the names of these machines and of the machines that they invoke. Machines with the same id are merged. */
function collectKnownFlows(machines: readonly AnyStateMachine[]): KnownFlows {
  const known = new Map<string, FlowNames>();
  for (const machine of new Set(machines.flatMap(withInvoked))) {
    const { states, events } = getFlowNames(machine);
    const before = known.get(machine.id) ?? { states: [], events: [] };
    known.set(machine.id, { states: union(before.states, states), events: union(before.events, events) });
  }
  return Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Writes the names of all flows of the portal to a file. */
export default async function writeFlowNames([file = '']: readonly string[]): Promise<void> {
  const catalog = await loadCatalog();
  await writeFile(file, JSON.stringify(collectKnownFlows(catalog.map(({ machine }) => machine))));
}
