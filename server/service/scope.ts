/** The context of a handler: the borrower, the caller, the time, and the configuration. */
import type { BankAccountDeps } from '#domain/payments/banking/rules.ts';
import type { PlainDate } from '#domain/calendar.ts';
import type { CallReceived, CallSent, CallSpec, Problem } from '#domain/call.ts';
import { type FieldProblem, getMessage } from '#domain/issue.ts';
import type { IncomeLimits } from '#domain/repayment/deferment/rules.ts';
import type { Cents } from '#domain/money.ts';
import type { ApplicationDurations } from '#domain/application-durations.ts';
import type { PayoffQuoteDays, StartRanges } from '#domain/portal/shapes.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import type { Database } from '../db/database.ts';
import type { DocumentUploads } from '../documents/document-uploads.ts';
import { HttpProblem } from '../http/problems.ts';
import type { Issuer } from '../pdf/write-pdf.ts';

export type Limits = Pick<BankAccountDeps, 'nameOnAccount' | 'nickname'>;

/** Settings for authorized payers and their invitations. */
export interface PayerSettings {
  /** The application id of authorized payers. */
  readonly applicationId: string;
  readonly publicUrl: string;
  /** Whether responses may contain the address in an invitation: with demo data and without a mail server. */
  readonly isLinkShown: boolean;
}

export interface Texting {
  readonly isAvailable: boolean;
  readonly consentVersion: string;
  /** The folder for codes of the demo, as pages name it. */
  readonly outbox: string | undefined;
}

/** One version of a borrower's loans. Cached values are keyed by this object and are garbage-collected with it. */
export interface LoansVersion {
  readonly id: string;
  /** Adds to the cached bytes of this version. */
  readonly count: (bytes: number) => void;
  /** The day for which nothing of this version is left to post or to issue. */
  workedOn?: PlainDate;
}

export interface Scope {
  readonly db: Database;
  /** The borrower whose data the call reads or changes. For an authorized payer, the borrower they pay for. */
  readonly borrowerKey: string;
  /** The signed-in person. */
  readonly person: Person;
  readonly webAccountId: string;
  /** The provider's session. Undefined if the token does not contain one. */
  readonly sessionUid: string | undefined;
  /** The network address of the client. Undefined if it is unknown. */
  readonly source: string | undefined;
  /** Aborted when the client has hung up. Only work that changes nothing may end then. */
  readonly signal: AbortSignal;
  /** The time of the business clock. */
  readonly now: Date;
  /** The business day of `now`. */
  readonly today: PlainDate;
  /**
   * The version of the borrower's loans when the call began. Undefined if they have changed or may have changed since.
   */
  readonly loansVersion: LoansVersion | undefined;
  /** Whether payments of the borrower were ready to post or to return when the call began. */
  readonly hasPaymentsToPost: boolean;
  /** Whether a step of an application or tax forms were due when the call began. */
  readonly hasStepsDue: boolean;
  /** The durations of an application's stages, from the configuration. */
  readonly applicationDurations: ApplicationDurations;
  /** Length limits for the name on a bank account and for nicknames, from the configuration. */
  readonly limits: Limits;
  /** Limits for family size and income, from the configuration. */
  readonly incomeLimits: IncomeLimits;
  /** Extended plans require more debt than this in a loan program, from the configuration (`termRepaymentAmount`). */
  readonly termThreshold: Cents;
  /** The range of days for payoff quotes, from the configuration. */
  readonly payoffQuoteDays: PayoffQuoteDays;
  /** Range of start dates for deferments relative to today, from the configuration. */
  readonly defermentStart: StartRanges;
  /** Hostile pay applies if a Direct loan was disbursed on or after this date, from the configuration. */
  readonly hostilePaySince: PlainDate;
  /** From this date on, a payment for a later day is compared with the amount owed after today's cutoff (Y §4.2). */
  readonly accrualEnd: PlainDate;
  /** The document store. */
  readonly documents: DocumentUploads;
  /** The portal's names, which passwords must not contain. */
  readonly portalNames: readonly string[];
  /** The inactivity timeout of sessions, in seconds. Undefined if an external identity provider has sessions and passwords. */
  readonly sessionIdleSeconds: number | undefined;
  /** The outbox folder, if responses may name it: with demo data and without a mail server. */
  readonly outbox: string | undefined;
  readonly payers: PayerSettings;
  /** The servicer, as named in letterheads. */
  readonly servicer: Issuer;
  /** Whether the server can send texts, and the version of the consent text that is in force. */
  readonly texting: Texting;
}

/** Returns the columns that record who made a change. */
export const toActor = ({ webAccountId, person }: Pick<Scope, 'webAccountId' | 'person'>) => ({
  actorWebAccountId: webAccountId,
  actorRole: person.role,
  actorIsImpersonator: person.isImpersonator,
});

/** Returns the caller's fields of a security event. */
export const toEventData = ({ webAccountId, person, source }: Pick<Scope, 'webAccountId' | 'person' | 'source'>) => ({
  webAccountId,
  role: person.role,
  isImpersonator: person.isImpersonator,
  address: source,
});

/** Handles a call. The request is validated and its rows belong to the borrower; amounts of the result are in cents. */
export type Handler<C extends CallSpec> = (scope: Scope, request: CallReceived<C>) => Promise<CallSent<C>>;

/** The calls of each of some groups of calls. */
type GroupCall<Group> = Group extends Readonly<Record<string, CallSpec>> ? Group[keyof Group] : never;

/** The handlers of some groups of calls, by the id of the call. A missing handler is a compile error. */
export type GroupHandlers<Group> = { readonly [C in GroupCall<Group> as C['id']]: Handler<C> };

/** Returns the error for fields that rules of the domain refuse, with the message of the first one. */
export function refusedFields(
  title: string,
  problems: readonly FieldProblem[],
  messages: Parameters<typeof getMessage>[0],
) {
  const fields = problems.map(({ field, issue }) => ({
    field,
    code: issue.code,
    message: getMessage(messages, issue),
  }));
  return new ServiceProblem(422, title, fields[0]?.message ?? '', fields);
}

/** Returns the error for a field that a rule of the domain refuses, with the message of its area. */
export const refusedField = (
  title: string,
  problem: FieldProblem,
  messages: Parameters<typeof getMessage>[0],
): ServiceProblem => refusedFields(title, [problem], messages);

/** Returns the error for an account, document or payment that does not exist, or is another borrower's. */
export const missing = (noun: string) =>
  new ServiceProblem(404, 'Not found', `There is no such ${noun}, or it belongs to someone else.`);

/** An error of a rule, for the caller. The call stores nothing. */
export class ServiceProblem extends HttpProblem {
  override readonly name = 'ServiceProblem';
  readonly title: string;
  readonly detail: string;
  /** The invalid fields with their messages. */
  readonly fields: NonNullable<Problem['fields']>;
  constructor(status: number, title: string, detail: string, fields: NonNullable<Problem['fields']> = []) {
    super(status, detail, { title, fields });
    this.title = title;
    this.detail = detail;
    this.fields = fields;
  }
}
