/** The differences of all machines between two revisions. */
import type { Diagram } from '../diagram.ts';
import { type RenamedStates, currentDiagram } from '../renamed-states.ts';
import { type Difference, compareDiagrams } from './difference.ts';

export interface VersionedFlow {
  readonly id: string;
  readonly title: string;
  readonly diagram: Diagram;
}

export interface ComparedFlow {
  readonly id: string;
  readonly title: string;
  readonly before: Diagram | undefined;
  readonly after: Diagram | undefined;
  readonly difference: Difference;
}

const compared = (
  id: string,
  title: string,
  before: Diagram | undefined,
  after: Diagram | undefined,
): ComparedFlow => ({
  id,
  title,
  before,
  after,
  difference: compareDiagrams(before, after),
});

/** Compares all machines by their ids: the current ones in their order, followed by the removed ones. */
export function compareFlows(
  before: readonly VersionedFlow[],
  after: readonly VersionedFlow[],
  renamed: RenamedStates = {},
): ComparedFlow[] {
  const old = new Map(before.map((flow) => [flow.id, { diagram: currentDiagram(renamed, flow.diagram) }]));
  const now = new Set(after.map(({ id }) => id));
  return [
    ...after.map(({ id, title, diagram }) => compared(id, title, old.get(id)?.diagram, diagram)),
    ...before.filter(({ id }) => !now.has(id)).map(({ id, title, diagram }) => compared(id, title, diagram, undefined)),
  ];
}
