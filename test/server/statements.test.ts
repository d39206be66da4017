/** Statements are issued with the bills of a cycle, in a pause, and after the last payment (ruling 91). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoanDocument } from '#domain/accounts/loan-documents/shapes.ts';
import { type PlainDate, addDays, toPlainDate as day } from '#domain/calendar.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { accounts, inboxMessages, notices, paperlessEnrollments, scheduledPayments } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { postDuePayments } from '#server/service/due-work/work.ts';
import { NOW, TODAY, openEmpty, createScope } from '#test/support/database.ts';
import { postpone } from '#test/support/loan-records.ts';
import { OWN_ACCOUNT, OWN_BANK, clearBorrowers, dollars, storeBorrower } from '#test/support/round-amounts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openEmpty();
}, 60_000);
afterAll(() => opened.close());
beforeEach(async () => {
  await clearBorrowers(opened.db);
  for (const table of [notices, paperlessEnrollments]) await opened.db.delete(table);
});

const at = (today: string) => ({ ...createScope(opened, 'pat'), today: day(today) });
const visit = (today: string) => postDuePayments(at(today));
/** Lists the issued statements; those of the time before are derived, one for each month. */
const list = async (today: string) =>
  (
    await handlers['loanDocuments.list'](at(today), { query: { kind: 'statement', page: 1, size: 50 } })
  ).documents.filter(({ title }) => title.startsWith('Statement dated'));

/** The days of the statements that are listed on a day, the oldest first. */
const daysBy = async (today: string) => (await list(today)).map(({ date }) => date).toReversed();

/** The lines of the statement of a day. */
async function listLines(issuedOn: string, today = issuedOn): Promise<string[]> {
  const documentId = `statement.${OWN_ACCOUNT.accountId}.${issuedOn}`;
  const { blocks } = (await handlers['loanDocuments.read'](at(today), { params: { documentId } })) as LoanDocument;
  return blocks.flatMap((block) =>
    block.kind === 'table' ? block.rows.map((row) => row.join(' | ')) : 'text' in block ? [block.text] : [],
  );
}

async function pay(
  amount: number,
  on: string,
  more: { readonly groupId?: string; readonly isReturned?: boolean } = {},
) {
  await opened.db.insert(scheduledPayments).values(
    seals.scheduledPayments.seal({
      ...OWN_ACCOUNT,
      paymentId: randomUUID(),
      paymentDetailId: randomUUID(),
      groupId: more.groupId ?? null,
      effectiveDate: day(on),
      amount: dollars(amount),
      profileId: null,
      ...OWN_BANK,
      ...(more.isReturned === true && { bankAccountNumber: '778209999' }),
      keepsDueDate: false,
      authorizedAt: NOW,
    }),
  );
}

describe('a statement with a bill', () => {
  it('is issued on the day of issue, lists payments posted since the last one, and never changes', async () => {
    await storeBorrower(opened.db, { A: { loans: [{ principal: 10_000, interest: 30 }] } });
    await pay(100, '2026-12-09');
    await visit('2026-12-10');
    const first = await listLines('2026-12-10');
    expect(first).toEqual(
      expect.arrayContaining([
        // The payment of 9 December posts on 11 December. It is in time.
        'Past due | Nothing',
        "A payment of $100.00 for the bill due 12/09/2026 is on its way. The total due doesn't include that bill.",
        'Group A: Direct Unsubsidized | 01/09/2027 | $100.00 | $100.00',
        'From 11/01/2026 through 12/10/2026. Nothing was posted.',
        'Group A: Direct Unsubsidized | $10,000.00 | $30.00 | $0.00 | $10,030.00',
      ]),
    );
    await pay(40, '2027-01-04');
    await visit('2027-03-12');
    expect(await daysBy('2027-03-12')).toEqual(['2026-12-10', '2027-01-10', '2027-02-10', '2027-03-10']);
    expect(await listLines('2026-12-10', '2027-03-12')).toEqual(first);
    const second = await listLines('2027-01-10', '2027-03-12');
    expect(second).toEqual(
      expect.arrayContaining([
        'From 12/11/2026 through 01/10/2027.',
        '12/11/2026 | 12/09/2026 | Online Payment | $70.00 | $30.00 | $0.00 | $100.00',
        '01/06/2027 | 01/04/2027 | Online Payment | $40.00 | $0.00 | $0.00 | $40.00',
        // The payment of 4 January pays the bill of 9 January in part.
        'Past due since 01/09/2027 | $60.00',
        'Payments | $40.00 | $0.00 | $0.00 | $40.00',
      ]),
    );
    expect((await list('2027-03-12')).map(({ amount }) => amount)).toEqual([0, 0, 140, 0]);
  });

  it('is one for the groups of an account, with the bill of the other one as coming', async () => {
    await storeBorrower(opened.db, { A: { dueDate: '2026-12-17' }, B: { dueDate: '2026-12-09' } });
    await visit('2027-02-28');
    expect(await daysBy('2027-02-28')).toEqual(['2026-12-10', '2027-01-10', '2027-02-10']);
    expect(await listLines('2027-01-10', '2027-02-28')).toEqual(
      expect.arrayContaining([
        'Group A: Direct Unsubsidized | 01/17/2027 | $100.00 | $100.00',
        'Group B: Direct Unsubsidized | 02/09/2027 | $100.00 | $100.00',
        "Group A: Direct Unsubsidized: we issue the next bill on 01/18/2027, and it's due on 02/17/2027.",
      ]),
    );
  });

  it('is issued for each bill that is due on the 30th, also twice in March', async () => {
    await storeBorrower(opened.db, { A: { dueDate: '2026-12-30' } });
    await visit('2027-04-30');
    expect(await daysBy('2027-04-30')).toEqual(['2026-12-31', '2027-01-31', '2027-03-01', '2027-03-31']);
  });

  it('is the same day by day and in one jump', async () => {
    const run = async (days: readonly PlainDate[]) => {
      await clearBorrowers(opened.db);
      await storeBorrower(opened.db, {
        A: { loans: [{ principal: 900, rate: 6000, interest: 12 }] },
        B: { dueDate: '2026-12-17', loans: [{ principal: 400, rate: 5000 }] },
      });
      await pay(100, '2026-12-07');
      await pay(50, '2026-12-08', { isReturned: true });
      await pay(450, '2026-12-10', { groupId: 'B' });
      for (const today of days) await visit(today);
      return Promise.all((await daysBy('2027-03-01')).map((issuedOn) => listLines(issuedOn, '2027-03-01')));
    };
    const jump = await run([day('2027-03-01')]);
    expect(jump).toHaveLength(3);
    const days = Array.from({ length: 102 }, (_, index) => addDays(TODAY, index));
    expect(await run(days)).toEqual(jump);
  });

  it('mentions a returned payment and payments that are applied again', async () => {
    await storeBorrower(opened.db, { A: { loans: [{ principal: 10_000, interest: 150 }] } });
    await pay(100, '2026-12-07', { isReturned: true });
    await pay(100, '2026-12-08');
    await visit('2027-01-10');
    expect((await listLines('2026-12-10', '2027-01-10')).filter((line) => line.includes('Payment |'))).toEqual([
      '12/09/2026 | 12/07/2026 | Online Payment | $0.00 | $100.00 | $0.00 | $100.00',
      '12/10/2026 | 12/08/2026 | Online Payment | $50.00 | $50.00 | $0.00 | $100.00',
    ]);
    const next = await listLines('2027-01-10');
    expect(next).toEqual(
      expect.arrayContaining([
        '12/14/2026 | 12/07/2026 | Returned payment | $0.00 | -$100.00 | $0.00 | -$100.00',
        '12/14/2026 | 12/08/2026 | Applied again after the returned payment | -$50.00 | $50.00 | $0.00 | $0.00',
      ]),
    );
  });

  it('sends a letter and an email if the borrower gets letters online', async () => {
    await opened.db.insert(paperlessEnrollments).values({ borrowerKey: 'pat', enrolled: true });
    await storeBorrower(opened.db, { A: {} });
    await visit('2026-12-10');
    expect(await opened.db.select().from(inboxMessages)).toMatchObject([
      {
        subject: 'Your statement is ready',
        receivedOn: '2026-12-10',
        text: expect.stringContaining('$100.00 is due on 01/09/2027.') as string,
      },
    ]);
    expect(await opened.db.$count(notices, eq(notices.kind, 'newLetter'))).toBe(1);
  });
});

describe('a statement without a bill', () => {
  it('is issued each quarter of a pause in which interest accrues, and says until when', async () => {
    await storeBorrower(opened.db, { A: { loans: [{ principal: 10_000, rate: 6000 }] } });
    await visit('2026-12-10');
    await postpone(opened.db, 'pat', { start: day('2026-12-11'), end: day('2027-08-01') });
    await visit('2027-08-10');
    expect(await daysBy('2027-08-10')).toEqual(['2026-12-10', '2027-03-10', '2027-06-10', '2027-08-01', '2027-08-10']);
    expect(await listLines('2027-03-10', '2027-08-10')).toContain(
      'Your payments are paused through 07/31/2027, so there is no bill. Interest can still add up.',
    );
  });

  it('is not issued in a pause in which no interest accrues', async () => {
    await storeBorrower(opened.db, { A: {} });
    await visit('2026-12-10');
    await postpone(opened.db, 'pat', { start: day('2026-12-11'), end: day('2027-08-01') });
    await visit('2027-07-31');
    expect(await daysBy('2027-07-31')).toEqual(['2026-12-10']);
  });

  it('is the last one, on the day on which the payment in full is posted', async () => {
    await storeBorrower(opened.db, { A: { loans: [{ principal: 120 }] } });
    await pay(120, '2026-12-01');
    await visit('2027-12-31');
    expect(await daysBy('2027-12-31')).toEqual(['2026-12-03']);
    expect(await listLines('2026-12-03', '2027-12-31')).toContain(
      'This account is paid in full. This is its last statement.',
    );
    expect(await opened.db.select({ on: accounts.statementOn }).from(accounts)).toEqual([{ on: null }]);
  });

  it('follows again when the payment in full is returned', async () => {
    await storeBorrower(opened.db, { A: { loans: [{ principal: 120 }] } });
    await pay(120, '2026-12-01', { isReturned: true });
    await visit('2027-01-11');
    expect(await daysBy('2027-01-11')).toEqual(['2026-12-03', '2026-12-10', '2027-01-10']);
    expect(await listLines('2026-12-10', '2027-01-11')).toContain('Past due since 12/09/2026 | $100.00');
  });
});
