/**
 * Earlier names of states, so that old flow logs, other revisions and old addresses of the workbench are read with the
 * current names. The portal's are in `machines/renamed-states.json`.
 */
import type { TrafficRow } from './traffic/parse-row.ts';
import type { Diagram } from './diagram.ts';

/** The current path of each earlier one, by flow. The states inside a renamed state are renamed with it. */
export type RenamedStates = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns the current path of a state of a flow. */
export function currentState(renamed: RenamedStates, flow: string, state: string): string {
  const names = Object.entries(renamed[flow] ?? {});
  const [earlier, current] = names.find(([name]) => state === name || state.startsWith(`${name}.`)) ?? ['', ''];
  return `${current}${state.slice(earlier.length)}`;
}

/** Returns a row of a log with the current names. A step between two states that are one now is no transition. */
export function currentRow(renamed: RenamedStates, row: TrafficRow): TrafficRow {
  if (renamed[row.flow] === undefined) return row;
  const rename = (state: string) => currentState(renamed, row.flow, state);
  const states = [...new Set(row.states.map(rename))];
  const { from, to } = { from: row.from === null ? null : rename(row.from), to: row.to.map(rename) };
  const isWithin = from !== row.from || to.some((state, index) => state !== row.to[index]);
  return isWithin && to.length > 0 && to.every((state) => state === from)
    ? { ...row, from: null, to: [], states }
    : { ...row, from, to, states };
}

/**
 * Returns the diagram of an earlier revision with the current paths. A state that became part of another one keeps its
 * path, because it was removed.
 */
export function currentDiagram(renamed: RenamedStates, diagram: Diagram): Diagram {
  if (renamed[diagram.id] === undefined) return diagram;
  const known = new Set(diagram.states.map(({ id }) => id));
  const rename = (state: string) => {
    const name = currentState(renamed, diagram.id, state);
    return known.has(name) ? state : name;
  };
  return {
    ...diagram,
    ...(diagram.initial !== undefined && { initial: rename(diagram.initial) }),
    states: diagram.states.map((state) => ({
      ...state,
      id: rename(state.id),
      parent: state.parent === null ? null : rename(state.parent),
    })),
    transitions: diagram.transitions.map((each) => ({ ...each, from: rename(each.from), to: each.to.map(rename) })),
  };
}

/** Returns a note on the renamed states of a flow, for a simulated run that the flow cannot repeat; empty without them. */
export function renamedNote(renamed: RenamedStates, flow: string): string {
  const names = Object.entries(renamed[flow] ?? {}).map(([earlier, current]) => `${earlier} is now ${current}`);
  return names.length === 0 ? '' : ` Older addresses count other steps: ${names.join(', ')}.`;
}
