/** The reads with which a page begins, as it declares them. */
import { drafts } from '#domain/drafts/calls.ts';
import type { Person } from '#domain/identity/shapes.ts';
import type { FirstCall } from '../ask-ahead.ts';
import type { PageDefinition } from '../flow/define-flow.ts';

/** Whether the person may make a call: who may not is soon led to another page. */
const isFor =
  ({ role }: Person) =>
  ({ call: { access } }: FirstCall): boolean =>
    access.includes('public') || access.includes(role);

/**
 * What is asked for first: what the flow declares, and its draft, as far as the person may ask. A page without a flow
 * declares nothing.
 */
export function firstCallsOf(page: PageDefinition, person: Person): readonly FirstCall[] {
  if (!('machine' in page)) return [];
  const draft = { call: drafts.read, params: { flow: page.machine.id } };
  return [...(page.draft === undefined ? [] : [draft]), ...(page.firstCalls?.(person) ?? [])].filter(isFor(person));
}
