/** The list of all names that the flow log may contain (`machines/flow-names.json`). */
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
export function collectKnownFlows(machines: readonly AnyStateMachine[]): KnownFlows {
  const known = new Map<string, FlowNames>();
  for (const machine of new Set(machines.flatMap(withInvoked))) {
    const { states, events } = getFlowNames(machine);
    const before = known.get(machine.id) ?? { states: [], events: [] };
    known.set(machine.id, { states: union(before.states, states), events: union(before.events, events) });
  }
  return Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The width of a line of code. */
const WIDTH = 120;

/** Writes a list as the formatter does: in one line if it fits. */
function writeList(name: string, list: readonly string[], end: string): string {
  const items = list.map((each) => JSON.stringify(each));
  const line = `    "${name}": [${items.join(', ')}]${end}`;
  return line.length <= WIDTH
    ? line
    : [`    "${name}": [`, items.map((each) => `      ${each}`).join(',\n'), `    ]${end}`].join('\n');
}

/** Returns the content of the file, formatted. */
export function writeKnownFlows(known: KnownFlows): string {
  const flows = Object.entries(known).map(([id, { states, events }]) =>
    [`  "${id}": {`, writeList('states', states, ','), writeList('events', events, ''), '  }'].join('\n'),
  );
  return `{\n${flows.join(',\n')}\n}\n`;
}
