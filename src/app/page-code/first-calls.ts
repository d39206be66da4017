/** The reads with which a page begins, as it declares them. */
import { drafts } from '#domain/drafts/calls.ts';
import type { Person } from '#domain/identity/shapes.ts';
import type { FirstCall } from '../ask-ahead.ts';
import type { PageDefinition } from '../flow/define-flow.ts';

/** What is asked for first: what the flow declares, and its draft. A page without a flow declares nothing. */
export function firstCallsOf(page: PageDefinition, person: Person): readonly FirstCall[] {
  if (!('machine' in page)) return [];
  const draft = { call: drafts.read, params: { flow: page.machine.id } };
  return [...(page.draft === undefined ? [] : [draft]), ...(page.firstCalls?.(person) ?? [])];
}
