/** Describes paths in words, for test names and error messages. */
import type { StateValue } from 'xstate';
import { formatRoute } from './routing.ts';
import type { SimulatedState, Trigger } from './simulator.ts';

/** Returns an event's payload as text: `amount.entered (account "1", "10.00")` without the type. */
function describePayload(event: object): string {
  const given = Object.entries(event).filter(([name]) => name !== 'type');
  return given.length === 0 ? '' : ` (${given.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')})`;
}

/** Returns an event with its payload as text. */
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
      return `${where}the address ${formatRoute(trigger)} is requested`;
  }
}

/** Returns a state value as text: `reviewing.readingTerms`, with parallel regions joined by `+`. */
export function describeState(value: StateValue): string {
  if (typeof value === 'string') return value;
  const parts = Object.entries(value).map(([name, inner]) => {
    const within = inner === undefined ? '' : describeState(inner);
    return within === '' ? name : within.includes(' + ') ? `${name}.(${within})` : `${name}.${within}`;
  });
  return parts.join(' + ');
}

/** Returns a state with those of the invoked machines: `choosingAmounts > chooseSchedule: choosing`. */
export const describeWhole = ({ snapshot, children }: Pick<SimulatedState, 'snapshot' | 'children'>): string =>
  describeParts(
    snapshot.value,
    Object.entries(children).map(([id, child]) => [id, describeWhole(child)]),
  );

/** Returns the same text from its parts: the flow's own state, and each invoked machine's id with its description. */
export const describeParts = (value: StateValue, children: readonly (readonly [id: string, shows: string])[]): string =>
  [describeState(value), ...children.map(([id, shows]) => `${id}: ${shows}`)].join(' > ');

/** Joins parallel regions into one state, because they form one screen. */
export const foldRegions = (shows: string): string => {
  let folded = shows;
  for (let before = ''; before !== folded;) {
    before = folded;
    folded = folded.replaceAll(/\.\([^()]*\)/g, '');
  }
  return folded;
};
