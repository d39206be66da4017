/** Paths in words, for the names of tests and for what they say when they fail. */
import type { StateValue } from 'xstate';
import { routeNameOf } from './routing.ts';
import type { SimulatedState, Trigger } from './simulator.ts';

/** A payload as it reads: `amount.entered (account "1", "10.00")` without the type. */
function describePayload(event: object): string {
  const given = Object.entries(event).filter(([name]) => name !== 'type');
  return given.length === 0 ? '' : ` (${given.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')})`;
}

/** An event with its payload. */
export const describeEvent = (event: { readonly type: string }): string => `${event.type}${describePayload(event)}`;

export function describeTrigger(trigger: Trigger): string {
  const where = trigger.at === undefined ? '' : `${trigger.at.join(' > ')}: `;
  switch (trigger.kind) {
    case 'event':
      return `${where}${describeEvent(trigger.event)}`;
    case 'outcome':
      return `${where}${trigger.id} brings "${trigger.outcome}"`;
    case 'delay':
      return `${where}${trigger.ms} ms pass`;
    case 'route':
      return `${where}the address of ${routeNameOf(trigger)} is asked for`;
  }
}

/** A state value as analysts write it: `reviewing.readingTerms`, regions with `+`. */
export function describeState(value: StateValue): string {
  if (typeof value === 'string') return value;
  const parts = Object.entries(value).map(([name, inner]) => {
    const within = inner === undefined ? '' : describeState(inner);
    return within === '' ? name : within.includes(' + ') ? `${name}.(${within})` : `${name}.${within}`;
  });
  return parts.join(' + ');
}

/** A state with those of the machines that the flow has invoked: `choosingAmounts > chooseSchedule: choosing`. */
export const describeWhole = ({ snapshot, children }: Pick<SimulatedState, 'snapshot' | 'children'>): string =>
  describeParts(
    snapshot.value,
    Object.entries(children).map(([id, child]) => [id, describeWhole(child)]),
  );

/** The same from its parts: the flow's own state, and each invoked machine by its id with what it shows. */
export const describeParts = (value: StateValue, children: readonly (readonly [id: string, shows: string])[]): string =>
  [describeState(value), ...children.map(([id, shows]) => `${id}: ${shows}`)].join(' > ');

/** What goes on side by side is one state to the eye. */
export const foldRegions = (shows: string): string => {
  let folded = shows;
  for (let before = ''; before !== folded;) {
    before = folded;
    folded = folded.replaceAll(/\.\([^()]*\)/g, '');
  }
  return folded;
};
