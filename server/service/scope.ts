/** What every handler works in: whose data it may touch, for whom, and what time it is. */
import type { BankAccountFacts } from '#domain/banking/rules.ts';
import type { PlainDate } from '#domain/calendar.ts';
import type { CallReceived, CallSent, CallSpec, Problem } from '#domain/call.ts';
import type { IncomeFacts } from '#domain/deferment/rules.ts';
import type { StartRanges } from '#domain/portal/shapes.ts';
import type { Person } from '#domain/identity/shapes.ts';
import type { Database } from '../db/open.ts';
import type { LoansVersion } from './kept.ts';
import type { DocumentIntake } from '../documents/intake.ts';
import type { Issuer } from '../pdf/write-pdf.ts';

export type Limits = Pick<BankAccountFacts, 'nameOnAccount' | 'nickname'>;

export interface Scope {
  readonly db: Database;
  /** The borrower whose data the call is about; a payer's is the borrower they pay for. */
  readonly borrowerKey: string;
  /** The person at the keyboard. */
  readonly person: Person;
  readonly webAccountId: string;
  /** The provider's session in which the person is signed in; undefined where the provider does not say. */
  readonly sessionUid: string | undefined;
  /** The network address that the request comes from; undefined where nobody knows. */
  readonly source: string | undefined;
  /** The business clock. */
  readonly now: Date;
  /** The business day of `now`. */
  readonly today: PlainDate;
  /** The version of the borrower's loans when the call began; undefined where they have changed since, or may have. */
  readonly loansVersion: LoansVersion | undefined;
  /** Whether payments of the borrower's were to be posted when the call began. */
  readonly hasPaymentsToPost: boolean;
  /** The lengths that a name on account and a nickname may have, from the configuration. */
  readonly limits: Limits;
  /** The limits of family size and income, from the configuration. */
  readonly incomeFacts: IncomeFacts;
  /** How far from today a deferment may begin, from the configuration. */
  readonly defermentStart: StartRanges;
  /** Hostile pay counts for whoever has a Direct loan that was disbursed on this day or later, from the configuration. */
  readonly hostilePaySince: PlainDate;
  /** From this day on a payment for a later day is held against what is owed after today's cutoff (Y §4.2). */
  readonly accrualEnd: PlainDate;
  /** How uploaded documents are kept. */
  readonly documents: DocumentIntake;
  /** The names of the portal, which no password may be made of. */
  readonly portalNames: readonly string[];
  /** The servicer, as the head of its letters names it. */
  readonly servicer: Issuer;
}

/** Who does something, as rows keep it. */
export const actorOf = ({ webAccountId, person }: Pick<Scope, 'webAccountId' | 'person'>) => ({
  actorWebAccountId: webAccountId,
  actorRole: person.role,
  actorIsImpersonator: person.isImpersonator,
});

/** Who does something and from where, as the record of security events keeps it. */
export const eventFactsOf = ({ webAccountId, person, source }: Pick<Scope, 'webAccountId' | 'person' | 'source'>) => ({
  webAccountId,
  role: person.role,
  isImpersonator: person.isImpersonator,
  address: source,
});

/** Answers a call. The request is parsed and its rows belong to the borrower; the answer is in wire form. */
export type Handler<C extends CallSpec> = (scope: Scope, request: CallReceived<C>) => Promise<CallSent<C>>;

/** A call that a handler refuses; the server answers with `problem+json` (RFC 9457). Nothing is kept of it. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  /** HTTP status. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** The fields at fault, each with the rule's own words. */
  readonly fields: NonNullable<Problem['fields']>;
  constructor(status: number, title: string, detail: string, fields: NonNullable<Problem['fields']> = []) {
    super(`${title} ${detail}`);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.fields = fields;
  }
}
