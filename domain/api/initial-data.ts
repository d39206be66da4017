/**
 * The API reads to prefetch for each page of signed-in users. The server lists them in the HTML document, so that the
 * browser requests them as soon as it knows who is signed in, in parallel with the page's code. Flows make their normal
 * requests and receive the prefetched answers. A page that is missing here only starts later.
 */
import type * as v from 'valibot';
import { access } from '../session/access/calls.ts';
import { accounts } from '../accounts/calls.ts';
import { autoDebit } from '../payments/auto-debit/calls.ts';
import { banking } from '../payments/banking/calls.ts';
import { type CallSpec, buildUrl } from '../call.ts';
import { content } from '../portal/content/calls.ts';
import { deferment } from '../repayment/deferment/calls.ts';
import { drafts } from '../portal/drafts/calls.ts';
import { forbearance } from '../repayment/forbearance/calls.ts';
import type { Person } from '../session/identity/shapes.ts';
import { loans } from '../accounts/loans/calls.ts';
import { military } from '../repayment/military/calls.ts';
import { payers } from '../profile/payers/calls.ts';
import { payments } from '../payments/calls.ts';
import { postponement } from '../repayment/postponement/calls.ts';
import type { InitialReads } from '../portal/document.ts';
import { type PortalRoute, routes } from '../portal/routes.ts';

/** A read without a body. `next` is another read to make after this response. */
interface InitialRead {
  readonly call: CallSpec;
  readonly params?: Readonly<Record<string, string>>;
  readonly next?: CallSpec;
  /** The managed text that this read returns. */
  readonly text?: TextName;
}

/** The section and name of a managed text. */
type TextName = v.InferOutput<typeof content.item.params>;

const toDraftRead = (flow: string): InitialRead => ({ call: drafts.read, params: { flow } });

const textAt = (section: string, name: string): InitialRead => ({
  call: content.item,
  params: { section, name },
  text: { section, name },
});

/** Reads by page name. */
const initialReads: Readonly<Record<string, readonly InitialRead[]>> = {
  login: [textAt('globalsite', 'auth-service-down')],
  dashboard: [{ call: accounts.list }, { call: payments.scheduled }, { call: postponement.applications }],
  'payment-auto-debit': [{ call: autoDebit.read }],
  'payment-methods': [{ call: banking.methods }],
  'authorized-payers': [{ call: payers.list }],
  'loan-details': [
    { call: accounts.list },
    { call: loans.onlySummary },
    { call: payments.scheduled },
    { call: loans.notifications },
    { call: loans.statusNotifications },
  ],
  payflow: [
    toDraftRead('payflow'),
    { call: payments.overview },
    // The amount due is requested after the dates (Y §7).
    { call: payments.availableDates, next: payments.borrowerPayment },
    { call: payments.methods },
    textAt('payments', 'interest-accrual-end-date'),
    { call: payments.scheduled },
    { call: payments.specialInstructions },
  ],
  'repayment-options': [{ call: postponement.applications }],
  deferment: [toDraftRead('deferment'), { call: deferment.eligibility }],
  'in-school': [
    toDraftRead('inSchool'),
    { call: deferment.eligibility },
    { call: deferment.inSchoolGroups },
    { call: deferment.currentSchool },
  ],
  military: [
    toDraftRead('military'),
    { call: deferment.eligibility },
    { call: military.groups },
    { call: military.dates },
    { call: military.loanInfo },
    { call: military.recertifications },
  ],
  'hardship-forbearance': [toDraftRead('hardshipForbearance'), { call: forbearance.hardshipSummary }],
};

/** Returns the managed texts among a page's reads. The server has these texts itself. */
export const listInitialTexts = ({ page = '' }: PortalRoute): readonly TextName[] =>
  (initialReads[page] ?? []).flatMap(({ text }) => text ?? []);

/**
 * Returns the URLs, relative to the API's base, that a page prefetches for a person of this role: the access facts,
 * then the page's own reads. URLs within an inner list are requested in sequence. Returns none for public pages.
 */
export function listInitialReads({ audience, page = '' }: PortalRoute, role: Person['role']): InitialReads {
  if (audience !== 'signedIn') return [];
  const reads: readonly InitialRead[] = [{ call: access.facts }, ...(initialReads[page] ?? [])];
  return reads
    .filter(({ call: { access: callers } }) => callers.includes('public') || callers.includes(role))
    .map(({ call, params, next }) => [buildUrl(call, params), ...(next === undefined ? [] : [buildUrl(next)])]);
}

/** The URLs of all prefetched reads of all pages. */
export const initialReadAddresses: readonly string[] = [
  ...new Set(
    routes.flatMap((route) => [...listInitialReads(route, 'borrower'), ...listInitialReads(route, 'payer')]).flat(),
  ),
];
