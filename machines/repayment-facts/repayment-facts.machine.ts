/** What the repayment options are shown from: the borrower's applications, and beside them what decides who may apply. */
import { access } from '#domain/access/calls.ts';
import type { AccessFacts } from '#domain/access/shapes.ts';
import { postponement } from '#domain/postponement/calls.ts';
import type { Application } from '#domain/postponement/shapes.ts';
import { call } from '../kit/effect.ts';
import { loadParts } from '../kit/load-parts.machine.ts';

export interface RepaymentFacts {
  /** The newest first. */
  readonly applications: readonly Application[];
  /** Null where they could not be fetched. */
  readonly facts: AccessFacts | null;
}

export const repaymentFacts = loadParts<RepaymentFacts>({
  id: 'repaymentFacts',
  description: 'The applications, and what decides who may apply, are fetched side by side',
  parts: (part) => ({
    applications: part(call(postponement.applications), { description: 'The applications of the borrower' }),
    // Without them the page gives no reason why something is not open.
    facts: part(call(access.facts), { description: 'What decides who may apply', default: null }),
  }),
});
