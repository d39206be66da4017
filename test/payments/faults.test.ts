/** The plan and the checks of `npm run test:faults`, tested without a server. */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { toPlainDate } from '#domain/calendar.ts';
import { dollarsFromCents, sumCents, toCents } from '#domain/money.ts';
import { PaymentOutcome, type SubmitResponse } from '#domain/payments/submission-shapes.ts';
import { type Operation, type StoredRow, type Submission, explain, check } from '#test/faults/checker.ts';
import { getUniqueCents, createPlan } from '#test/faults/plan.ts';

describe('a plan', () => {
  it('is deterministic for a seed and has the requested number of submissions', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 60 }), (seed, count) => {
        const rounds = createPlan(seed, count);
        expect(createPlan(seed, count)).toEqual(rounds);
        const planned = rounds.flatMap(({ submissions }) => submissions);
        expect(planned.map(({ index }) => index)).toEqual(Array.from({ length: count }, (_, index) => index));
        expect(new Set(planned.map(({ key }) => key)).size).toBe(count);
      }),
      { numRuns: 20 },
    );
  });

  it('gives every share of every body a distinct amount', () => {
    const all = Array.from({ length: 200 }, (_, index) =>
      ([0, 1] as const).flatMap((body) => [0, 1, 2].map((account) => getUniqueCents(index, body, account))),
    ).flat();
    expect(new Set(all).size).toBe(all.length);
  });
});

const KEY = '6f1f6e0c-3a0f-4f5c-9d43-0d8a0c6f3b11';
const DAY = toPlainDate('2026-11-23');
const createAnswer = (confirmationNumber: string): SubmitResponse => ({
  statusCode: 0,
  statusResultMessage: '',
  paymentConfirmation: { accountNumber: 'E000000001', confirmationNumber },
  authorizationDate: '2026-11-20T15:00:00.000Z',
});
const ANSWER = createAnswer('AAAA-BBBB-CCCC');
const createWish = (cents: number) => ({
  effectiveDate: DAY,
  shares: [
    { accountNumber: 'E000000001', cents: toCents(cents) },
    { accountNumber: 'E000000002', cents: toCents(cents + 1) },
  ],
});
const bodies = { first: createWish(100), other: createWish(103) };

const answered: Operation = { life: 1, what: 'answered', body: 'first', answer: ANSWER };
const lost: Operation = { life: 1, what: 'not answered', body: 'first' };
const refused = (status: number, body: 'first' | 'other' = 'first'): Operation => ({
  life: 1,
  what: 'refused',
  body,
  status,
});
const settled = (outcome: PaymentOutcome): Operation => ({ life: 2, what: 'settled', outcome });
const closed = settled({ outcome: 'closed' });
const recordedAs = ({ effectiveDate, shares }: (typeof bodies)['first'], answer = ANSWER) => {
  const accounts = shares.map(({ accountNumber, cents }) => ({
    accountNumber,
    paymentAmount: dollarsFromCents(cents),
    keepsDueDate: false,
    groups: [],
  }));
  const total = dollarsFromCents(sumCents(shares.map(({ cents }) => cents)));
  const method = { methodName: 'Everyday Checking', methodAccountNumber: '*****7265' };
  const record = { effectiveDate, total, accounts, ...method };
  return settled(v.parse(PaymentOutcome, { outcome: 'recorded', answer, record }));
};

const createSubmission = (...operations: readonly Operation[]): Submission => ({ key: KEY, bodies, operations });
const toRows = ({ effectiveDate, shares }: (typeof bodies)['first'], paymentId = 'p1'): StoredRow[] =>
  shares.map((each) => ({ paymentId, effectiveDate, ...each }));
const FIRST = toRows(bodies.first);
const OTHER = toRows(bodies.other);

describe('the checks report no fault', () => {
  it.each<[string, readonly Operation[], readonly StoredRow[]]>([
    ['an answer, and one row for each account', [answered, answered], FIRST],
    ['a record without an answer', [lost, recordedAs(bodies.first), answered], FIRST],
    ['no answer, a closed key, and a late refusal', [lost, closed, refused(409)], []],
    ['a refused second body', [answered, refused(422, 'other')], FIRST],
    ['a second body that arrived first', [recordedAs(bodies.other), refused(422)], OTHER],
  ])('for %s', (_, operations, rows) => {
    expect(check([createSubmission(...operations)], rows)).toEqual([]);
  });
});

describe('a fault', () => {
  it.each<[string, string, readonly Operation[], readonly StoredRow[]]>([
    ['double', 'duplicate rows', [answered], [...FIRST, ...toRows(bodies.first, 'p2')]],
    ['double', 'two payments', [answered], [...FIRST.slice(0, 1), ...toRows(bodies.first, 'p2').slice(1)]],
    ['double', 'rows of a closed key', [lost, closed], FIRST],
    ['double', 'rows of both bodies', [answered], [...FIRST, ...OTHER]],
    ['lost', 'an answer without rows', [answered], []],
    ['lost', 'half a payment', [answered], FIRST.slice(0, 1)],
    ['lost', 'a record without rows', [lost, recordedAs(bodies.first)], []],
    ['stray', 'another day', [answered], FIRST.map((row) => ({ ...row, effectiveDate: toPlainDate('2026-11-24') }))],
    ['stray', 'rows without a request', [answered], [...FIRST, ...toRows(createWish(900))]],
    ['unsettled', 'no answer', [lost], []],
    ['contradiction', 'two answers', [answered, { ...answered, answer: createAnswer('DDDD-EEEE-FFFF') }], FIRST],
    ['contradiction', 'both bodies accepted', [answered, { ...answered, body: 'other' }], FIRST],
    ['contradiction', 'closed and then answered', [lost, closed, answered], FIRST],
    ['contradiction', 'the record of another body', [answered, recordedAs(bodies.other)], FIRST],
    ['contradiction', 'a record with another answer', [answered, recordedAs(bodies.first, createAnswer('D'))], FIRST],
    ['wrong answer', 'a refusal by the rules', [{ ...answered, answer: { ...ANSWER, statusCode: 1 } }], FIRST],
    ['wrong answer', 'its own body refused', [answered, refused(422)], FIRST],
    ['wrong answer', 'a conflict under a recorded key', [answered, refused(409)], FIRST],
    ['wrong answer', 'another refusal', [refused(500), closed], []],
  ])('%s: %s', (kind, _, operations, rows) => {
    expect(check([createSubmission(...operations)], rows)).toContainEqual(expect.objectContaining({ kind }));
  });

  it('is a confirmation number shared by two keys', () => {
    const other = {
      key: 'another',
      bodies: { first: createWish(200), other: createWish(203) },
      operations: [answered],
    };
    const found = check([createSubmission(answered), other], [...FIRST, ...toRows(other.bodies.first, 'p2')]);
    expect(found).toEqual([{ kind: 'contradiction', key: 'another', says: expect.stringContaining(KEY) }]);
  });
});

it('explain lists requests, answers and stored rows of a key', () => {
  const story = explain(createSubmission(lost, recordedAs(bodies.first), refused(409)), FIRST);
  expect(story.split('\n').map((line) => line.trim())).toEqual([
    'first body: $1.00 on E000000001, $1.01 on E000000002 for 2026-11-23',
    'other body: $1.03 on E000000001, $1.04 on E000000002 for 2026-11-23',
    'server 1: first body: no answer',
    'server 2: settled: recorded AAAA-BBBB-CCCC',
    'server 1: first body: refused with 409',
    'stored: $1.00 on E000000001 for 2026-11-23, payment p1',
    'stored: $1.01 on E000000002 for 2026-11-23, payment p1',
  ]);
});
