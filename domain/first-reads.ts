/**
 * The reads with which the pages for signed-in people begin. The server names them in the portal's page, so that they are asked
 * for as soon as it is known who is signed in, while the code of the page is still on its way. Flows ask as they always do, and
 * are given the answers; a page that is not listed here only begins later.
 */
import type * as v from 'valibot';
import { access } from './access/calls.ts';
import { accounts } from './accounts/calls.ts';
import { type CallSpec, addressOf } from './call.ts';
import { content } from './content/calls.ts';
import { deferment } from './deferment/calls.ts';
import { drafts } from './drafts/calls.ts';
import { forbearance } from './forbearance/calls.ts';
import type { Person } from './identity/shapes.ts';
import { military } from './military/calls.ts';
import { payments } from './payments/calls.ts';
import { postponement } from './postponement/calls.ts';
import type { FirstReads } from './portal/document.ts';
import { type PortalRoute, routes } from './portal/routes.ts';

/** A call without a body, the parts of its address, and a call that is made once it has been answered. */
interface FirstRead {
  readonly call: CallSpec;
  readonly params?: Readonly<Record<string, string>>;
  readonly next?: CallSpec;
  /** The managed text that it is. */
  readonly text?: TextName;
}

/** A managed text, as an address names it. */
type TextName = v.InferOutput<typeof content.item.params>;

const draftOf = (flow: string): FirstRead => ({ call: drafts.read, params: { flow } });

const textAt = (section: string, name: string): FirstRead => ({
  call: content.item,
  params: { section, name },
  text: { section, name },
});

/** By the names of the pages. */
const firstReads: Readonly<Record<string, readonly FirstRead[]>> = {
  dashboard: [{ call: accounts.list }, { call: payments.scheduled }],
  payflow: [
    draftOf('payflow'),
    { call: payments.overview },
    // What is due is asked for after the days (Y §7).
    { call: payments.availableDates, next: payments.borrowerPayment },
    { call: payments.methods },
    textAt('payments', 'interest-accrual-end-date'),
    { call: payments.scheduled },
    { call: payments.specialInstructions },
  ],
  'repayment-options': [{ call: postponement.applications }],
  deferment: [draftOf('deferment'), { call: deferment.eligibility }],
  'in-school': [
    draftOf('inSchool'),
    { call: deferment.eligibility },
    { call: deferment.inSchoolGroups },
    { call: deferment.currentSchool },
  ],
  military: [
    draftOf('military'),
    { call: deferment.eligibility },
    { call: military.groups },
    { call: military.dates },
    { call: military.loanInfo },
    { call: military.recertifications },
  ],
  'hardship-forbearance': [draftOf('hardshipForbearance'), { call: forbearance.hardshipSummary }],
};

/** The single managed texts among them, which the server has itself. */
export const firstTextsOf = ({ page = '' }: PortalRoute): readonly TextName[] =>
  (firstReads[page] ?? []).flatMap(({ text }) => text ?? []);

/**
 * The addresses, below the API's base, of the reads with which a page begins for a person of this role: what decides who may
 * open it, then its own. Those of one list are asked for one after the other. None where a page is open to visitors.
 */
export function firstReadsOf({ audience, page = '' }: PortalRoute, role: Person['role']): FirstReads {
  if (audience !== 'signedIn') return [];
  const reads: readonly FirstRead[] = [{ call: access.facts }, ...(firstReads[page] ?? [])];
  return reads
    .filter(({ call: { access: callers } }) => callers.includes('public') || callers.includes(role))
    .map(({ call, params, next }) => [addressOf(call, params), ...(next === undefined ? [] : [addressOf(next)])]);
}

/** The addresses of all reads with which some page begins. */
export const firstReadAddresses: readonly string[] = [
  ...new Set(routes.flatMap((route) => [...firstReadsOf(route, 'borrower'), ...firstReadsOf(route, 'payer')]).flat()),
];
