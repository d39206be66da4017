/** Tax forms are issued on their day, corrected when the year changes, and announced once (rulings 81 and 93). */
import { randomUUID } from 'node:crypto';
import { and, eq, like, notLike } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoanDocument } from '#domain/accounts/loan-documents/shapes.ts';
import { type PlainDate, toPlainDate as day } from '#domain/calendar.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  borrowers,
  contactInformation,
  inboxMessages,
  issuedDocuments,
  notices,
  paperlessEnrollments,
  paymentHistory,
  paymentReturns,
  scheduledPayments,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { markTaxYearChanged } from '#server/service/portfolio/due-documents.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { postAllDue } from '#server/service/due-work/post-all.ts';
import { postDuePayments } from '#server/service/due-work/work.ts';
import { bringUpToDate } from '#server/service/due-work/work.ts';
import { NOW, readContents, openEmpty, createScope } from '#test/support/database.ts';
import { OWN_ACCOUNT, clearBorrowers, dollars, storeBorrower } from '#test/support/round-amounts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openEmpty();
}, 60_000);
afterAll(() => opened.close());

const HOLDER = 'Holder of Direct Unsubsidized loans';
const FORM = 'tax.2026.holder-of-direct-unsubsidized-loans';

beforeEach(async () => {
  await clearBorrowers(opened.db);
  for (const table of [notices, paperlessEnrollments, contactInformation]) await opened.db.delete(table);
  // Payments of $300.00 in all go to interest.
  await storeBorrower(opened.db, { A: { loans: [{ principal: 10_000, interest: 300 }] } });
  await storeDigits('4821');
});

const PAT = { borrowerKey: 'pat', givenName: 'Pat', familyName: 'Marsh', email: 'pat@example.com', autoDebit: false };
const isPat = eq(borrowers.borrowerKey, 'pat');

/** Stores the last four digits of Pat's Social Security number. */
async function storeDigits(digits: string): Promise<void> {
  const { ssnLastFour } = seals.borrowers.seal({ ...PAT, ssnLastFour: digits });
  await opened.db.update(borrowers).set({ ssnLastFour }).where(isPat);
}

const at = (today: string) => ({ ...createScope(opened, 'pat'), today: day(today) });
/** The day on which forms are due next. */
const dueOn = async () =>
  (await opened.db.select({ on: borrowers.taxFormsOn }).from(borrowers).where(eq(borrowers.borrowerKey, 'pat')))[0]?.on;
const list = (today: string) =>
  handlers['loanDocuments.list'](at(today), { query: { kind: 'tax', page: 1, size: 12 } });
const listed = async (today: string) =>
  (await list(today)).documents.map(({ documentId, date, amount }) => [documentId, date, amount]);
const read = (documentId: string, today: string): Promise<LoanDocument> =>
  handlers['loanDocuments.read'](at(today), { params: { documentId } }) as Promise<LoanDocument>;
const listCells = ({ blocks }: LoanDocument) =>
  blocks.flatMap((block) =>
    block.kind === 'table' ? block.rows.map((row) => row.join(' | ')) : 'text' in block ? [block.text] : [],
  );

/** Answers a call on a day, which first processes everything due. */
const visit = (today: string) => bringUpToDate(at(today), day(today));

const pay = async (amount: number, on: string, bankAccountNumber = '778204519') => {
  const paymentDetailId = randomUUID();
  await opened.db.insert(scheduledPayments).values(
    seals.scheduledPayments.seal({
      ...OWN_ACCOUNT,
      paymentId: randomUUID(),
      paymentDetailId,
      groupId: null,
      effectiveDate: day(on),
      amount: dollars(amount),
      profileId: null,
      routingNumber: '114000093',
      bankAccountNumber,
      accountTypeId: 1,
      accountHolder: 'Pat Marsh',
      paymentMethod: 'Frost Bank *****4519',
      paymentType: 'Online Payment',
      keepsDueDate: false,
      authorizedAt: NOW,
    }),
  );
  return paymentDetailId;
};

const letters = async () =>
  (
    await opened.db
      .select()
      .from(inboxMessages)
      .where(like(inboxMessages.subject, '%tax form%'))
      .orderBy(inboxMessages.receivedOn)
  ).map(({ subject, receivedOn }) => [subject, receivedOn]);
/** The emails about letters other than statements. */
const emails = () =>
  opened.db
    .select()
    .from(notices)
    .where(and(eq(notices.kind, 'newLetter'), notLike(notices.noticeId, '%statement%')));
const isTaxForm = eq(issuedDocuments.kind, 'tax');
const enroll = () => opened.db.insert(paperlessEnrollments).values({ borrowerKey: 'pat', enrolled: true });

describe('the form of a year', () => {
  it('is issued on 31 January or the next banking day, with a payment of 31 December', async () => {
    await pay(100, '2026-12-31');
    for (const today of ['2027-01-01', '2027-01-05', '2027-01-31']) {
      await visit(today);
      expect(await listed(today)).toEqual([]);
      await expect(read(FORM, today)).rejects.toMatchObject({ status: 404 });
    }
    // 31 January 2027 is a Sunday.
    await visit('2027-02-01');
    expect(await listed('2027-02-01')).toEqual([[FORM, '2027-02-01', 100]]);
    const form = await read(FORM, '2027-02-01');
    expect(form).toMatchObject({ documentId: FORM, title: 'Form 1098-E information for 2026', date: '2027-02-01' });
    expect(listCells(form)).toContain('Box 1: Student loan interest received by lender | $100.00');
    expect(listCells(form)).not.toContain('CORRECTED');
  });

  it('has its day even if the borrower comes later, and those of two years have each their own', async () => {
    await pay(100, '2026-12-31');
    await pay(50, '2027-06-15');
    await visit('2028-03-15');
    expect(await listed('2028-03-15')).toEqual([
      [FORM.replace('2026', '2027'), '2028-01-31', 50],
      [FORM, '2027-02-01', 100],
    ]);
    expect(await letters()).toEqual([
      ['Your 2026 tax form is ready', '2027-02-01'],
      ['Your 2027 tax form is ready', '2028-01-31'],
    ]);
  });

  it('goes to the inbox, with one email if the borrower has paperless', async () => {
    await enroll();
    await pay(100, '2026-12-31');
    await visit('2027-02-01');
    await visit('2027-02-01');
    await visit('2027-02-02');
    expect(await letters()).toEqual([['Your 2026 tax form is ready', '2027-02-01']]);
    expect(await emails()).toMatchObject([{ borrowerKey: 'pat', email: 'pat@example.com' }]);
  });

  it('causes no email without paperless, and nothing if no interest was paid', async () => {
    await pay(100, '2026-12-31');
    await visit('2027-02-01');
    expect(await emails()).toEqual([]);
    await opened.db.delete(issuedDocuments);
    await opened.db.delete(inboxMessages);
    await opened.db.delete(paymentHistory);
    await opened.db.update(borrowers).set({ taxFormsOn: day('2027-02-01') });
    await enroll();
    await visit('2027-02-01');
    expect([await listed('2027-02-01'), await letters(), await emails()]).toEqual([[], [], []]);
  });

  it('does not count a payment that was returned in January', async () => {
    await pay(100, '2026-12-31', '778209999');
    await visit('2027-01-05');
    expect(await opened.db.$count(paymentReturns)).toBe(1);
    await visit('2027-02-01');
    expect(await listed('2027-02-01')).toEqual([]);
  });

  it('stays as it was issued when name, address and payments change', async () => {
    await pay(100, '2026-12-31');
    await visit('2027-02-01');
    const before = await read(FORM, '2027-02-01');
    await opened.db.update(borrowers).set({ familyName: 'Quist' }).where(isPat);
    await opened.db.insert(contactInformation).values({
      borrowerKey: 'pat',
      webAccountId: 'web-pat',
      email: 'new@example.com',
      homePhone: '',
      mobilePhone: '',
      country: 'US',
      street: '1 Other Street',
      city: 'Reno',
      state: 'NV',
      zip: '89501',
    });
    await opened.db.update(paymentHistory).set({ description: 'Returned' });
    await storeDigits('7777');
    expect(await read(FORM, '2027-06-01')).toEqual(before);
    expect(listCells(before)).toContain("Borrower's taxpayer identification number | XXX-XX-4821");
  });

  it('has the digits encrypted in its row', async () => {
    await pay(100, '2026-12-31');
    await visit('2027-02-01');
    expect(await opened.db.$count(issuedDocuments, isTaxForm)).toBe(1);
    expect(await readContents(opened)).not.toContain('XXX-XX-4821');
  });

  it('is issued by the sweep', async () => {
    await pay(100, '2026-12-31');
    await postAllDue(opened.db, day('2027-01-10'), at('2027-01-10'), () => undefined);
    expect(await postAllDue(opened.db, day('2027-01-31'), at('2027-01-31'), () => undefined)).toMatchObject({
      posted: 0,
    });
    expect(await postAllDue(opened.db, day('2027-02-01'), at('2027-02-01'), () => undefined)).toMatchObject({
      posted: 1,
    });
    expect(await listed('2027-02-01')).toEqual([[FORM, '2027-02-01', 100]]);
    expect(await postAllDue(opened.db, day('2027-02-01'), at('2027-02-01'), () => undefined)).toMatchObject({
      posted: 0,
    });
  });
});

describe('a corrected form', () => {
  /** Pays $100.00 in 2026, so that the form of $100.00 is issued on 02/01/2027. */
  const issueFirst = async () => {
    const paymentDetailId = await pay(100, '2026-12-31');
    await visit('2027-02-01');
    return paymentDetailId;
  };

  it('is issued on the day when a payment of that year posts late; the first stays', async () => {
    await enroll();
    await issueFirst();
    const first = await read(FORM, '2027-02-01');
    await pay(30, '2026-12-30');
    await visit('2027-03-05');
    expect(await listed('2027-03-05')).toEqual([
      [`${FORM}.2`, '2027-03-05', 130],
      [FORM, '2027-02-01', 100],
    ]);
    const corrected = await read(`${FORM}.2`, '2027-03-05');
    expect(corrected.title).toBe('Corrected Form 1098-E information for 2026');
    expect(listCells(corrected)).toEqual(
      expect.arrayContaining([
        'CORRECTED',
        'We issued this form on 03/05/2027. It replaces the form of 02/01/2027.',
        'Box 1: Student loan interest received by lender | $130.00',
      ]),
    );
    expect(await read(FORM, '2027-03-05')).toEqual(first);
    expect(await letters()).toEqual([
      ['Your 2026 tax form is ready', '2027-02-01'],
      ['We corrected your 2026 tax form', '2027-03-05'],
    ]);
    expect(await emails()).toHaveLength(2);
    const [row] = await opened.db
      .select()
      .from(issuedDocuments)
      .where(eq(issuedDocuments.documentId, `${FORM}.2`));
    expect(row).toMatchObject({ replaces: FORM, about: HOLDER });
  });

  it('is issued by a call that only posts payments', async () => {
    await issueFirst();
    await pay(30, '2026-12-30');
    await postDuePayments(at('2027-03-05'));
    expect(await listed('2027-03-05')).toHaveLength(2);
  });

  it('is issued after a return, with 0.00 if nothing is left, and again if that changes', async () => {
    const paymentDetailId = await issueFirst();
    const change = async (description: string, on: PlainDate) => {
      await opened.db
        .update(paymentHistory)
        .set({ description })
        .where(and(eq(paymentHistory.borrowerKey, 'pat'), eq(paymentHistory.paymentDetailId, paymentDetailId)));
      await markTaxYearChanged({ db: opened.db, borrowerKey: 'pat' }, { effectiveDate: day('2026-12-31'), day: on });
      expect(await dueOn()).toBe(on);
      await postDuePayments(at(on));
    };
    await change('Returned', day('2027-03-05'));
    await change('Online Payment', day('2027-03-05'));
    expect(await listed('2027-03-05')).toEqual([
      [`${FORM}.3`, '2027-03-05', 100],
      [`${FORM}.2`, '2027-03-05', 0],
      [FORM, '2027-02-01', 100],
    ]);
    expect(listCells(await read(`${FORM}.2`, '2027-03-05'))).toContain('Total | $0.00');
    expect(await dueOn()).toBe('2028-01-31');
  });

  it('is not issued if box 1 stays the same, nor for payments of the running year', async () => {
    await issueFirst();
    await markTaxYearChanged(
      { db: opened.db, borrowerKey: 'pat' },
      { effectiveDate: day('2026-12-31'), day: day('2027-03-05') },
    );
    await visit('2027-03-05');
    await pay(20, '2027-03-08');
    await visit('2027-03-10');
    expect(await dueOn()).toBe('2028-01-31');
    expect(await listed('2027-03-10')).toEqual([[FORM, '2027-02-01', 100]]);
  });

  it('is not issued for a year whose forms are derived', async () => {
    await opened.db.update(borrowers).set({ taxFormsFrom: 2027, taxFormsOn: day('2028-01-31') });
    await pay(100, '2026-12-31');
    await visit('2027-03-05');
    expect(await opened.db.$count(issuedDocuments, isTaxForm)).toBe(0);
    expect(await letters()).toEqual([]);
    expect(await listed('2027-03-05')).toEqual([[FORM, '2027-02-01', 100]]);
    expect(listCells(await read(FORM, '2027-03-05'))).toContain(
      'Box 1: Student loan interest received by lender | $100.00',
    );
    await expect(read(`${FORM}.2`, '2027-03-05')).rejects.toMatchObject({ status: 404 });
  });
});

it('a derived form is not listed before its day', async () => {
  await opened.db.update(borrowers).set({ taxFormsFrom: 2027, taxFormsOn: day('2028-01-31') });
  await pay(100, '2026-12-31');
  await visit('2027-01-31');
  expect(await listed('2027-01-31')).toEqual([]);
  expect(await listed('2027-02-01')).toHaveLength(1);
});
