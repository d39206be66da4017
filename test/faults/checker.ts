/** Checks that responses, settled results and stored payments are consistent. A pure function of its input. */
import { isDeepStrictEqual } from 'node:util';
import type { PlainDate } from '#domain/calendar.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import type { PaymentOutcome, SubmitResponse } from '#domain/payments/submission-shapes.ts';

export type BodyName = 'first' | 'other';

/** The contents of a request body. All amounts in a run are different. */
export interface Wish {
  readonly effectiveDate: PlainDate;
  readonly shares: readonly { readonly accountNumber: string; readonly cents: Cents }[];
}

/** The result of a request. `life` counts the starts of the server. */
export type Operation = { readonly life: number } & (
  | { readonly what: 'answered'; readonly body: BodyName; readonly answer: SubmitResponse }
  | { readonly what: 'refused'; readonly body: BodyName; readonly status: number }
  | { readonly what: 'not answered'; readonly body: BodyName }
  | { readonly what: 'settled'; readonly outcome: PaymentOutcome }
  | { readonly what: 'settlement not answered' }
  | { readonly what: 'kept in the database'; readonly outcome: PaymentOutcome }
);

/** A key with all its requests and responses. */
export interface Submission {
  readonly key: string;
  readonly bodies: Readonly<Record<BodyName, Wish>>;
  readonly operations: readonly Operation[];
}

/** A scheduled payment of one account. */
export interface StoredRow {
  readonly paymentId: string;
  readonly accountNumber: string;
  readonly effectiveDate: PlainDate;
  readonly cents: Cents;
}

export interface Violation {
  readonly kind: 'double' | 'lost' | 'stray' | 'unsettled' | 'contradiction' | 'wrong answer';
  /** Undefined for rows without a key of this run. */
  readonly key: string | undefined;
  readonly says: string;
}

/** The state of a key according to the responses: recorded with a body, closed, or unknown. */
export type Standing = BodyName | 'closed' | 'unknown';

const BODY_NAMES = ['first', 'other'] as const;
const HTTP_CLOSED = 409;
const HTTP_OTHER_BODY = 422;

export const listSettlements = ({ operations }: Submission): PaymentOutcome[] =>
  operations.flatMap((each) => ('outcome' in each ? [each.outcome] : []));

export const listAnswers = ({ operations }: Submission) =>
  operations.flatMap((each) => (each.what === 'answered' ? [each] : []));

const wishOfRecord = ({ effectiveDate, accounts }: (PaymentOutcome & { outcome: 'recorded' })['record']): Wish => ({
  effectiveDate,
  shares: accounts.map(({ accountNumber, paymentAmount }) => ({ accountNumber, cents: paymentAmount })),
});

/** Returns the body that matches a settled record. Undefined if none matches. */
const bodyOfRecord = ({ bodies }: Submission, outcome: PaymentOutcome & { outcome: 'recorded' }) =>
  BODY_NAMES.find((name) => isDeepStrictEqual(wishOfRecord(outcome.record), bodies[name]));

/** Returns the state of a key according to the responses. */
export function getStanding(submission: Submission): Standing {
  const [answered] = listAnswers(submission);
  if (answered !== undefined) return answered.body;
  const [outcome] = listSettlements(submission);
  if (outcome === undefined) return 'unknown';
  return outcome.outcome === 'closed' ? 'closed' : (bodyOfRecord(submission, outcome) ?? 'unknown');
}

type Flaw = Omit<Violation, 'key'>;

/** Reports contradictions between the responses for a key. */
function* contradictions(submission: Submission): Generator<Flaw> {
  const answers = listAnswers(submission);
  const settlements = listSettlements(submission);
  const recorded = settlements.flatMap((each) => (each.outcome === 'recorded' ? [each] : []));
  const standing = getStanding(submission);

  const given = [...answers.map(({ answer }) => answer), ...recorded.map(({ answer }) => answer)];
  if (given.some((answer) => !isDeepStrictEqual(answer, given[0])))
    yield { kind: 'contradiction', says: 'got different answers' };
  if (new Set(answers.map(({ body }) => body)).size > 1)
    yield { kind: 'contradiction', says: 'both bodies were accepted under one key' };
  if (given.length > 0 && settlements.some(({ outcome }) => outcome === 'closed'))
    yield { kind: 'contradiction', says: 'was closed as well as recorded' };
  if (recorded.some((each) => bodyOfRecord(submission, each) !== standing))
    yield { kind: 'contradiction', says: 'its record differs from the request' };
  if (given.some((answer) => answer.statusCode !== 0 || answer.paymentConfirmation === null))
    yield { kind: 'wrong answer', says: 'the rules refused a payment that they allow' };
  if (standing === 'unknown') yield { kind: 'unsettled', says: 'the outcome is still unknown after settling' };
  for (const each of submission.operations) {
    if (each.what !== 'refused') continue;
    const isRight =
      (each.status === HTTP_CLOSED && standing === 'closed') ||
      (each.status === HTTP_OTHER_BODY && standing !== 'closed' && standing !== each.body);
    if (!isRight) yield { kind: 'wrong answer', says: `the ${each.body} body was refused with ${each.status}` };
  }
}

/** Reports differences between the expected and the stored rows of each body. */
function* misstored(submission: Submission, rowsByCents: ReadonlyMap<Cents, readonly StoredRow[]>): Generator<Flaw> {
  const standing = getStanding(submission);
  const paymentIds = new Set<string>();
  for (const name of BODY_NAMES) {
    const { effectiveDate, shares } = submission.bodies[name];
    for (const { accountNumber, cents } of shares) {
      const rows = rowsByCents.get(cents) ?? [];
      const share = `${formatUsd(cents)} of the ${name} body`;
      for (const row of rows) paymentIds.add(row.paymentId);
      if (rows.length > 1) yield { kind: 'double', says: `${share} is stored ${rows.length} times` };
      if (rows.length > 0 && standing !== name)
        yield {
          kind: standing === 'unknown' ? 'unsettled' : 'double',
          says: `${share} is stored, although the key is ${standing}`,
        };
      if (rows.length === 0 && standing === name) yield { kind: 'lost', says: `${share} is not stored` };
      if (rows.some((row) => row.accountNumber !== accountNumber || row.effectiveDate !== effectiveDate))
        yield { kind: 'stray', says: `${share} is stored for another account or day` };
    }
  }
  if (paymentIds.size > 1) yield { kind: 'double', says: 'it is stored as several payments' };
}

/** Reports keys that share a confirmation number. */
function* sharedConfirmations(submissions: readonly Submission[]): Generator<Violation> {
  const keys = new Map<string, string>();
  for (const { key, ...rest } of submissions) {
    const number = listAnswers({ key, ...rest })[0]?.answer.paymentConfirmation?.confirmationNumber;
    if (number === undefined) continue;
    const other = keys.get(number);
    if (other !== undefined)
      yield { kind: 'contradiction', key, says: `its confirmation number is also that of ${other}` };
    keys.set(number, key);
  }
}

/** Returns all violations. `rows` are the rows stored since the start of the run. */
export function check(submissions: readonly Submission[], rows: readonly StoredRow[]): Violation[] {
  const rowsByCents = new Map<Cents, StoredRow[]>();
  for (const row of rows) rowsByCents.set(row.cents, [...(rowsByCents.get(row.cents) ?? []), row]);
  const wished = new Set(
    submissions.flatMap(({ bodies }) => [...bodies.first.shares, ...bodies.other.shares].map(({ cents }) => cents)),
  );
  return [
    ...submissions.flatMap((each) =>
      [...contradictions(each), ...misstored(each, rowsByCents)].map((flaw) => ({ ...flaw, key: each.key })),
    ),
    ...sharedConfirmations(submissions),
    ...rows
      .filter(({ cents }) => !wished.has(cents))
      .map(({ cents, accountNumber }) => ({
        kind: 'stray' as const,
        key: undefined,
        says: `${formatUsd(cents)} is stored on ${accountNumber}, but no submission contains it`,
      })),
  ];
}

const shown = (answer: SubmitResponse): string =>
  answer.paymentConfirmation?.confirmationNumber ?? `status ${answer.statusCode}: ${answer.statusResultMessage}`;

function describeOperation(operation: Operation): string {
  switch (operation.what) {
    case 'answered':
      return `${operation.body} body: answered ${shown(operation.answer)}`;
    case 'refused':
      return `${operation.body} body: refused with ${operation.status}`;
    case 'not answered':
      return `${operation.body} body: no answer`;
    case 'settled':
    case 'kept in the database': {
      const { outcome } = operation;
      return `${operation.what}: ${outcome.outcome === 'closed' ? 'closed' : `recorded ${shown(outcome.answer)}`}`;
    }
    case 'settlement not answered':
      return operation.what;
  }
}

/** Returns all known facts of a key for debugging. */
export function explain(submission: Submission, rows: readonly StoredRow[]): string {
  const wishes = BODY_NAMES.map((name) => {
    const { effectiveDate, shares } = submission.bodies[name];
    const amounts = shares.map(({ accountNumber, cents }) => `${formatUsd(cents)} on ${accountNumber}`);
    return `${name} body: ${amounts.join(', ')} for ${effectiveDate}`;
  });
  const own = new Set(BODY_NAMES.flatMap((name) => submission.bodies[name].shares.map(({ cents }) => cents)));
  const stored = rows
    .filter(({ cents }) => own.has(cents))
    .map((row) => `${formatUsd(row.cents)} on ${row.accountNumber} for ${row.effectiveDate}, payment ${row.paymentId}`);
  return [
    ...wishes,
    ...submission.operations.map((each) => `server ${each.life}: ${describeOperation(each)}`),
    ...(stored.length === 0 ? ['stored: none'] : stored.map((row) => `stored: ${row}`)),
  ]
    .map((line) => `    ${line}`)
    .join('\n');
}
