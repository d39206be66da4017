/**
 * The life of applications on the business clock: stages, messages, and the effects of an approval on loans and bills,
 * to the cent (rulings 74, 75; reference §2).
 */
import { randomUUID } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPausedOn } from '#domain/accounts/bills.ts';
import { owedOn } from '#domain/accounts/ledger.ts';
import { ledgerGroups } from '#domain/timeline/progress.ts';
import { computeRepayment } from '#domain/timeline/repayment.ts';
import { RepaymentData } from '#domain/accounts/loans/shapes.ts';
import { type PlainDate, addDays, daysBetween, toPlainDate as day } from '#domain/calendar.ts';
import { ZERO, toCents } from '#domain/money.ts';
import { costOfPausing } from '#domain/repayment/postponement/cost.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import type { ApplicationContent } from '#domain/repayment/postponement/content.ts';
import { sampleDatedDuty, sampleOtherDuty } from '#domain/repayment/military/samples.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  applicationEvents,
  applications,
  autoDebitChanges,
  autoDebits,
  documents,
  inboxMessages,
  loanPostponements,
  loans,
  notices,
  paymentHistory,
  scheduledPayments,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { DemoCopies } from '#server/demo/copies.ts';
import { DocumentUploads } from '#server/documents/document-uploads.ts';
import { folderStore } from '#server/documents/store.ts';
import { bringUpToDate } from '#server/service/due-work/work.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { addedToPrincipal, readGroups } from '#server/service/portfolio/groups.ts';
import { portfolioIn } from '#server/service/portfolio/portfolio.ts';
import { readCoverageInput } from '#server/service/portfolio/coverage.ts';
import { postAllDue } from '#server/service/due-work/post-all.ts';
import type { Scope } from '#server/service/scope.ts';
import { changeSums, groupsOnDay, storedRecords } from '#test/support/loan-records.ts';
import { readPdf } from '#test/support/pdf.ts';
import { DEMO_FOLDER, NOW, ROLE_IDS, TODAY, openDemo, createScope } from '#test/support/database.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 120_000);
afterAll(() => opened.close());

/** Stores a copy of a demo borrower. Returns its key. */
async function createWholeCopy(like: string): Promise<string> {
  const copy = await new DemoCopies(opened.db, DEMO_FOLDER, ROLE_IDS).copy(like, TODAY);
  return copy?.signIns[like] ?? '';
}

/** Stores a copy of a demo borrower without auto debit, so that nothing is paid. Returns its key. */
async function createCopy(like: string): Promise<string> {
  const borrower = await createWholeCopy(like);
  await opened.db.delete(autoDebits).where(eq(autoDebits.borrowerKey, borrower));
  return borrower;
}

/**
 * Returns the key of a new copy of a demo borrower without auto debit and its lower rate, whose balances only change by
 * interest.
 */
async function copyWithoutAutoDebit(like: string): Promise<string> {
  const who = await createCopy(like);
  await opened.db.delete(autoDebits).where(eq(autoDebits.borrowerKey, who));
  await opened.db.delete(autoDebitChanges).where(eq(autoDebitChanges.borrowerKey, who));
  await opened.db.update(loans).set({ reducedRates: [] }).where(eq(loans.borrowerKey, who));
  return who;
}

const types = [
  { id: 2, name: 'Proof of income' },
  { id: 3, name: 'Proof of enrollment' },
  { id: 4, name: 'Proof of unemployment' },
  { id: 5, name: 'Military orders' },
  { id: 11, name: 'Proof of loans with other servicers' },
];
const documentUploads = new DocumentUploads({
  store: folderStore('unused'),
  staging: 'unused',
  settings: {
    types,
    maxFileMegabytes: 1,
    maxAnonymousMegabytes: 1,
    maxBorrowerMegabytes: 1,
    maxDailyMegabytes: 1,
    anonymousDays: 1,
    typeIdsOfApplications: sampleConfiguration.postponementDocuments,
  },
});

const scopeAt = (who: string, on: string): Scope => ({
  ...createScope(opened, who),
  now: new Date(`${on}T15:00:00Z`),
  today: day(on),
  documents: documentUploads,
});
const advance = async (who: string, on: string) => bringUpToDate(scopeAt(who, on), day(on));
/**
 * Brings a borrower up to date often: on each day around the decision and the end of the deferment, and every two weeks
 * in between.
 */
async function advanceOften(who: string, to: string): Promise<void> {
  const often = [
    ['2026-11-24', '2026-12-10'],
    ['2027-05-14', '2027-05-28'],
  ] as const;
  const isOften = (on: PlainDate) => often.some(([first, last]) => day(first) <= on && on <= day(last));
  for (let on = day('2026-11-24'); on <= day(to); on = addDays(on, 1)) {
    if (isOften(on) || daysBetween(TODAY, on) % 14 === 0 || on === day(to)) await advance(who, on);
  }
}
const readApplication = async (who: string, on: string) =>
  (await handlers['postponement.applications'](scopeAt(who, on), {}))[0];
const getStatus = async (who: string, on: string) => {
  await advance(who, on);
  return (await readApplication(who, on))?.status;
};
const readGroupRows = async (who: string) => (await readGroups(opened.db, who)).groups;
const readLoans = (who: string) =>
  opened.db.select().from(loans).where(eq(loans.borrowerKey, who)).orderBy(loans.loanId);
const readMessages = async (who: string, confirmationNumber: string) =>
  (
    await opened.db
      .select()
      .from(inboxMessages)
      .where(eq(inboxMessages.borrowerKey, who))
      .orderBy(inboxMessages.receivedOn, inboxMessages.documentId)
  ).filter(({ documentId }) => documentId.startsWith(confirmationNumber));
const dueOn = async (who: string, on: string) => {
  await advance(who, on);
  const { borrowerAccountPayments } = await handlers['payments.borrowerPayment'](scopeAt(who, on), {});
  return borrowerAccountPayments.map(({ totalDue, paymentDueDate }) => ({ totalDue, paymentDueDate }));
};

/** Stores a document of a type, uploaded on a day. */
async function upload(who: string, documentTypeId: number, on: string): Promise<void> {
  await opened.db.insert(documents).values(
    seals.documents.seal({
      borrowerKey: who,
      documentId: randomUUID(),
      documentTypeId,
      fileName: 'letter.pdf',
      mediaType: 'application/pdf',
      size: 10,
      fileId: randomUUID(),
      confirmationNumber: randomUUID(),
      uploadedAt: new Date(`${on}T16:00:00Z`),
      contentKey: 'key',
    }),
  );
  // As the handler of an upload does.
  await opened.db
    .update(applications)
    .set({ nextStepOn: day(on) })
    .where(eq(applications.borrowerKey, who));
}

const applyUnemployment = (who: string, on = '2026-11-20') =>
  handlers['deferment.applyUnemployment'](scopeAt(who, on), {
    idempotencyKey: randomUUID(),
    body: { unemploymentDate: day(on), unemploymentBenefits: true },
  });
const applyHardship = (who: string, on = '2026-11-20') =>
  handlers['forbearance.applyHardship'](scopeAt(who, on), { idempotencyKey: randomUUID() });

/** Simple daily interest in cents, computed without the functions under test. */
const computeInterest = (principalCents: number, rateThousandths: number, days: number): number =>
  Math.round((principalCents * rateThousandths * days) / (100_000 * 365.25));

describe('an application without its document', () => {
  it('asks for it, reminds after 10 days, and is closed after day 30; then another can be sent', async () => {
    const blake = await createCopy('blake');
    const { confirmationNumber } = await applyUnemployment(blake);
    expect(await getStatus(blake, '2026-11-22')).toBe('received');
    expect(await getStatus(blake, '2026-11-23')).toBe('documentsNeeded');
    expect(await getStatus(blake, '2026-12-23')).toBe('documentsNeeded');
    expect(await getStatus(blake, '2026-12-24')).toBe('incomplete');
    const application = await readApplication(blake, '2026-12-24');
    expect(application).toMatchObject({
      next: null,
      events: [
        { event: 'received', date: '2026-11-20' },
        { event: 'reviewStarted', date: '2026-11-23' },
        { event: 'documentsNeeded', date: '2026-11-23' },
        { event: 'documentReminder', date: '2026-12-03' },
        { event: 'incomplete', date: '2026-12-24' },
      ],
    });
    const messages = await readMessages(blake, confirmationNumber);
    expect(messages.map(({ subject, receivedOn }) => [receivedOn, subject])).toEqual([
      ['2026-11-20', 'We received your application: Unemployment Deferment'],
      ['2026-11-23', 'We need a document for your application: Unemployment Deferment'],
      ['2026-12-03', 'Reminder: we need a document for your application: Unemployment Deferment'],
      ['2026-12-24', 'We closed your application: Unemployment Deferment'],
    ]);
    for (const { text } of messages) expect(text).not.toMatch(/\$|E118340726/);
    await expect(applyHardship(blake, '2026-12-24')).resolves.toMatchObject({ outcome: 'received' });
  });

  it('accepts the document on day 30 and decides 5 banking days later', async () => {
    const blake = await createCopy('blake');
    await applyUnemployment(blake);
    await advance(blake, '2026-12-23');
    await upload(blake, 4, '2026-12-23');
    await advance(blake, '2026-12-23');
    // 24, 28, 29, 30, 31 December: Friday the 25th is a holiday.
    expect(await readApplication(blake, '2026-12-23')).toMatchObject({
      status: 'inReview',
      next: { event: 'decided', date: '2026-12-31' },
    });
    expect(await getStatus(blake, '2026-12-30')).toBe('inReview');
    expect(await getStatus(blake, '2026-12-31')).toBe('inEffect');
  });
});

describe('a year of blake: six months of unemployment deferment', () => {
  /** Sent on 20 November with its document on the 24th, decided on 2 December; blake's due day is the 1st. */
  async function begin(blake: string): Promise<string> {
    const { confirmationNumber } = await applyUnemployment(blake);
    await advance(blake, '2026-11-23');
    await upload(blake, 4, '2026-11-24');
    return confirmationNumber;
  }

  it('bills nothing during the deferment, and charges its interest once at the end, to the cent', async () => {
    const blake = await copyWithoutAutoDebit('blake');
    const before = await readLoans(blake);
    const [groupBefore] = await readGroupRows(blake);
    const estimate = costOfPausing(
      'unemployment',
      { startDate: TODAY },
      await readCoverageInput(scopeAt(blake, TODAY)),
    );
    const confirmationNumber = await begin(blake);
    // The bill of 1 December is due until the decision, and zero after it, because the deferment began before it.
    expect(await dueOn(blake, '2026-12-01')).toMatchObject([{ paymentDueDate: '2026-12-01' }]);
    expect(await getStatus(blake, '2026-12-02')).toBe('inEffect');
    for (const on of ['2026-12-02', '2027-01-15', '2027-04-19']) {
      expect(await dueOn(blake, on)).toEqual([{ totalDue: 0, paymentDueDate: '2027-06-01' }]);
    }
    expect((await readGroupRows(blake)).map((group) => isPausedOn(group, day('2027-02-01')))).toEqual([true]);
    expect((await readMessages(blake, confirmationNumber)).map(({ subject }) => subject)).not.toContain(
      'Ending soon: Unemployment Deferment',
    );
    await advance(blake, '2027-04-20');
    expect((await readMessages(blake, confirmationNumber)).at(-1)).toMatchObject({
      subject: 'Ending soon: Unemployment Deferment',
      receivedOn: '2027-04-20',
    });
    expect(await dueOn(blake, '2027-05-19')).toEqual([{ totalDue: 0, paymentDueDate: '2027-06-01' }]);
    // The accounts announce the payment after the deferment, as the estimate did before it.
    const amount = (estimate.groups[0]?.paymentAfter ?? 0) / 100;
    expect((await handlers['accounts.list'](scopeAt(blake, '2027-05-19'), {})).federalAccounts).toMatchObject([
      {
        statusDesc: 'Deferred through 05/19/2027',
        nextPaymentAmountDue: amount,
        pauses: [{ status: 'deferred', lastDay: '2027-05-19', firstPayment: { date: '2027-06-01', amount } }],
      },
    ]);
    // The projection, and the amounts disclosed for the next months, show the payments that are billed after it.
    const [accountId] = (await readGroupRows(blake)).map((group) => group.accountId);
    const sent = await handlers['loans.repayment'](scopeAt(blake, '2027-01-15'), {
      params: { accountId: accountId ?? '' },
    });
    const { installments } = computeRepayment(ledgerGroups(v.parse(RepaymentData, sent)), day('2027-01-15'));
    expect(installments.slice(0, 2).map(({ date, payment }) => [date, payment])).toEqual([
      ['2027-06-01', estimate.groups[0]?.paymentAfter],
      ['2027-07-01', estimate.groups[0]?.paymentAfter],
    ]);
    const disclosed = await handlers['payments.borrowerPayment'](scopeAt(blake, '2027-05-15'), {});
    expect(disclosed.borrowerAccountPayments[0]?.disclosedPaymentAmounts.map(({ amount: each }) => each)).toEqual([
      0,
      amount,
      amount,
      amount,
    ]);
    expect(await getStatus(blake, '2027-05-20')).toBe('ended');
    // From 20 November to 20 May are 181 days.
    expect(daysBetween(TODAY, day('2027-05-20'))).toBe(181);
    const expected = before.map(({ principal, rate }) => computeInterest(principal, rate, 181));
    const periods = await opened.db
      .select()
      .from(loanPostponements)
      .where(eq(loanPostponements.confirmationNumber, confirmationNumber))
      .orderBy(loanPostponements.loanId);
    expect(periods.map(({ accrued, capitalized }) => [accrued, capitalized])).toEqual(
      expected.map((cents) => [cents, cents]),
    );
    expect(estimate.groups.flatMap((group) => group.loans.map(({ interest }) => interest))).toEqual(expected);
    const after = await readLoans(blake);
    expect(after.map(({ principal }) => principal)).toEqual(
      before.map(({ principal }, index) => principal + (expected[index] ?? 0)),
    );
    const [group] = await readGroupRows(blake);
    const added = await addedToPrincipal(opened.db, { borrowerKey: blake, accountId: group?.accountId ?? '' });
    expect(added.map(({ date, amount: each }) => [date, each])).toEqual(expected.map((each) => ['2027-05-20', each]));
    expect(group?.monthlyPayment).toBe(estimate.groups[0]?.paymentAfter);
    expect(group?.monthlyPayment).toBeGreaterThan(groupBefore?.monthlyPayment ?? 0);
    // The first bill after the deferment has the new payment.
    expect(await dueOn(blake, '2027-05-20')).toEqual([
      { totalDue: (group?.monthlyPayment ?? 0) / 100, paymentDueDate: '2027-06-01' },
    ]);
    expect(await dueOn(blake, '2027-06-02')).toEqual([
      { totalDue: (2 * (group?.monthlyPayment ?? 0)) / 100, paymentDueDate: '2027-07-01' },
    ]);
    const facts = await readCoverageInput(scopeAt(blake, '2027-11-20'));
    expect(facts.groups[0]?.loans[0]?.periods).toMatchObject([{ kind: 'unemployment', endDate: '2027-05-20' }]);
  });

  it('has the same result after a jump of a year as with frequent calls, also with payments in between', async () => {
    const pay = (blake: string, accountId: string, on: string, dollars: number) =>
      opened.db.insert(scheduledPayments).values(
        seals.scheduledPayments.seal({
          borrowerKey: blake,
          accountId,
          paymentId: `payment-${on}`,
          paymentDetailId: `detail-${on}`,
          groupId: null,
          effectiveDate: day(on),
          amount: toCents(dollars * 100),
          profileId: null,
          routingNumber: '114000093',
          bankAccountNumber: '778204519',
          accountTypeId: 1,
          accountHolder: 'Blake Okafor',
          paymentMethod: 'Frost Bank *****4519',
          paymentType: 'Online Payment',
          keepsDueDate: false,
          authorizedAt: NOW,
        }),
      );
    const run = async (live: (blake: string, to: string) => Promise<void>) => {
      const blake = await createCopy('blake');
      const [group] = await readGroupRows(blake);
      await begin(blake);
      // Across the decision, the start of the deferment's effects, and its end.
      for (const on of ['2026-12-01', '2027-02-03', '2027-05-19', '2027-05-20']) {
        await pay(blake, group?.accountId ?? '', on, 200);
      }
      await live(blake, '2027-11-20');
      const rows = await storedRecords(opened.db, blake);
      const events = await opened.db.select().from(applicationEvents).where(eq(applicationEvents.borrowerKey, blake));
      return { ...rows, events: events.map(({ event, happenedOn }) => [event, happenedOn]) };
    };
    const jumped = await run(advance);
    const often = await run(advanceOften);
    expect(jumped).toEqual(often);
    expect(jumped.events.map(([event]) => event)).toContain('ended');
  });
});

describe('several instances', () => {
  it('execute each step once', async () => {
    const blake = await copyWithoutAutoDebit('blake');
    const { confirmationNumber } = await applyUnemployment(blake);
    await advance(blake, '2026-11-23');
    await upload(blake, 4, '2026-11-24');
    const before = await readLoans(blake);
    const settings = scopeAt(blake, '2027-06-01');
    const failures: unknown[] = [];
    await Promise.all([
      advance(blake, '2027-06-01'),
      advance(blake, '2027-06-01'),
      postAllDue(opened.db, day('2027-06-01'), settings, (_, error) => failures.push(error)),
      postAllDue(opened.db, day('2027-06-01'), settings, (_, error) => failures.push(error)),
    ]);
    expect(failures).toEqual([]);
    const after = await readLoans(blake);
    expect(after.map(({ principal }) => principal)).toEqual(
      before.map(({ principal, rate }) => principal + computeInterest(principal, rate, 181)),
    );
    expect((await readMessages(blake, confirmationNumber)).map(({ documentId }) => documentId.slice(15))).toEqual([
      'received',
      'documentsNeeded',
      'approved',
      'endAnnounced',
    ]);
    const mails = await opened.db
      .select({ kind: notices.kind })
      .from(notices)
      .where(eq(notices.borrowerKey, blake))
      .orderBy(notices.kind);
    expect(mails.map(({ kind }) => kind)).toEqual([
      'applicationDecided',
      'applicationReceived',
      'documentMissing',
      'grantEnding',
      // The tax form of 2026 (ruling 93), two statements in the pause, and the payment schedule after it (ruling 91).
      'newLetter',
      'newLetter',
      'newLetter',
      'newLetter',
    ]);
  });
});

describe('a hardship forbearance', () => {
  it('is announced with the whole payment after it, although an older amount of a group is past due', async () => {
    const avery = await createCopy('avery');
    await applyHardship(avery);
    expect(await getStatus(avery, '2026-11-30')).toBe('inEffect');
    const { federalAccounts } = await handlers['accounts.list'](scopeAt(avery, '2026-11-30'), {});
    const [direct] = federalAccounts;
    // The pause covers the groups although an older amount is past due (ruling 97).
    expect(direct).toMatchObject({ statusDesc: 'In forbearance through 11/28/2027', pastDueAmt: 202.6 });
    // Both groups are postponed and due on the 29th: 79.27 and 101.30. Direct Loans are not capitalized.
    expect(direct?.pauses).toEqual([
      { status: 'inForbearance', lastDay: '2027-11-28', firstPayment: { date: '2027-11-29', amount: 180.57 } },
    ]);
  });

  it('starts with the next bill, charges interest without capitalizing it, and counts its months', async () => {
    const blake = await createCopy('blake');
    const before = await readLoans(blake);
    const facts = await readCoverageInput(scopeAt(blake, TODAY));
    await applyHardship(blake);
    // Decided on 30 November; Thanksgiving is no banking day.
    expect(await getStatus(blake, '2026-11-30')).toBe('approved');
    expect(await dueOn(blake, '2026-11-30')).toEqual([{ totalDue: 0, paymentDueDate: '2027-12-01' }]);
    expect(await getStatus(blake, '2026-12-01')).toBe('inEffect');
    expect(await getStatus(blake, '2027-12-01')).toBe('ended');
    const after = await readLoans(blake);
    expect(after.map(({ principal }) => principal)).toEqual(before.map(({ principal }) => principal));
    const days = daysBetween(day('2026-12-01'), day('2027-12-01'));
    const periods = await opened.db
      .select()
      .from(loanPostponements)
      .where(eq(loanPostponements.borrowerKey, blake))
      .orderBy(loanPostponements.loanId);
    // Auto debit lowers the rates by 1.00 point, also in the forbearance (ruling 101).
    expect(periods.map(({ accrued, capitalized }) => [accrued, capitalized])).toEqual(
      before.map(({ principal, rate }) => [computeInterest(principal, rate - 1_000, days), 0]),
    );
    const used = facts.groups[0]?.monthsUsed.hardship ?? 0;
    const later = await readCoverageInput(scopeAt(blake, '2028-01-15'));
    expect(later.groups[0]?.monthsUsed.hardship).toBe(used);
    expect(later.groups[0]?.loans[0]?.periods).toMatchObject([{ startDate: '2026-12-01', endDate: '2027-12-01' }]);
  });

  it('is denied if the borrower has paid ahead by the day of the decision, with the reason', async () => {
    const blake = await createCopy('blake');
    await applyHardship(blake);
    const [group] = await readGroupRows(blake);
    const [borrowerKey, groupId] = [blake, group?.groupId ?? ''];
    await changeSums(opened.db, { borrowerKey, groupId }, { paymentDueDate: day('2027-06-01'), amountDue: ZERO });
    await advance(blake, '2026-11-30');
    expect(await readApplication(blake, '2026-11-30')).toMatchObject({ status: 'denied', reason: 'paidAhead' });
    expect(await opened.db.$count(loanPostponements, eq(loanPostponements.borrowerKey, blake))).toBe(0);
  });
});

describe('a year of lane: military deferment with pay for hostile duty', () => {
  const bodyFor = (lastDay: string) => ({
    ...sampleDatedDuty,
    militaryDefermentStartDate: day('2026-11-20'),
    militaryDefermentEndDate: day(lastDay),
    applyingForScra: true,
    applyingForTwelveMonthDeferment: true,
    applyingForHeroWaiverAct: true,
    applyingForHostileDuty: true,
  });
  const apply = async (who: string, lastDay: string) => {
    await handlers['military.apply'](scopeAt(who, '2026-11-20'), {
      idempotencyKey: randomUUID(),
      body: bodyFor(lastDay),
    });
    await advance(who, '2026-11-23');
    await upload(who, 5, '2026-11-23');
  };
  const ratesOn = async (who: string, on: string) => {
    const { edServicerLoans } = await handlers['loans.borrowerWithAccounts'](scopeAt(who, on), {});
    return edServicerLoans.map(({ interestRate }) => interestRate);
  };

  it('charges no interest in the hostile area, the regular one in the 180 days after it, and waives recertification', async () => {
    const lane = await copyWithoutAutoDebit('lane');
    const before = await readLoans(lane);
    const [groupBefore] = await readGroupRows(lane);
    const estimate = await handlers['postponement.cost'](scopeAt(lane, '2026-11-20'), {
      params: { postponement: 'military' },
      query: { startDate: day('2026-11-20'), endDate: day('2027-02-20'), benefits: 'scra,hostileDuty' },
    });
    // 180 days after 20 February 2027 is 19 August 2027, the last day of the deferment.
    expect(estimate).toMatchObject({ startDate: '2026-11-20', endDate: '2027-08-20' });
    const interest = before.map(({ principal, rate, isSubsidized }) =>
      isSubsidized ? 0 : computeInterest(principal, rate, 180),
    );
    const [shown] = estimate.groups;
    expect(shown?.loans.map((loan) => toCents(Math.round(loan.interest * 100)))).toEqual(interest);
    expect(shown?.capitalized).toBe(interest.reduce((sum, each) => sum + each, 0) / 100);
    await apply(lane, '2027-02-20');
    expect(await getStatus(lane, '2026-12-01')).toBe('inEffect');
    expect(await ratesOn(lane, '2026-12-01')).toEqual(before.map(() => 0));
    expect((await readGroupRows(lane))[0]?.recertifyBy).toBe('2027-08-20');
    expect(groupBefore?.recertifyBy).toBe('2027-01-04');
    // The projection of the schedule and the payoff know the end of the benefit.
    const projected = await handlers['payoff.quote'](scopeAt(lane, '2027-02-10'), {
      query: { date: day('2027-03-02') },
    });
    await advance(lane, '2027-02-21');
    expect(await ratesOn(lane, '2027-02-20')).toEqual(before.map(() => 0));
    expect(await ratesOn(lane, '2027-02-21')).toEqual(before.map(({ rate }) => rate / 1000));
    const quoted = await handlers['payoff.quote'](scopeAt(lane, '2027-03-02'), { query: { date: day('2027-03-02') } });
    expect(projected.quote?.total).toBe(quoted.quote?.total);
    expect(await getStatus(lane, '2027-08-19')).toBe('inEffect');
    expect(await getStatus(lane, '2027-08-20')).toBe('ended');
    expect((await readGroupRows(lane))[0]?.monthlyPayment).toBe((shown?.paymentAfter ?? 0) * 100);
    // The recertification is missed on that day, which changes the payment alone (ruling 100).
    expect(await getStatus(lane, '2027-11-20')).toBe('ended');
    const { isPermanentStandard, termsInForce } = (await readGroupRows(lane))[0] ?? {};
    expect([isPermanentStandard, termsInForce?.fromDay]).toEqual([true, '2027-08-21']);
    const after = await readLoans(lane);
    const roundToCents = (micros: bigint) => Math.round(Number(micros) / 1_000_000);
    expect(
      after.map(({ rate, principal, accruedInterest }) => [rate, principal, roundToCents(accruedInterest)]),
    ).toEqual(
      before.map(({ rate, principal, accruedInterest, interestThrough }, index) => {
        // Interest from before the service stays. That of the 180 days is added to the principal.
        const exact = (principal * rate * daysBetween(interestThrough, TODAY)) / (100_000 * 365.25);
        return [rate, principal + (interest[index] ?? 0), Math.round(Number(accruedInterest) / 1_000_000 + exact)];
      }),
    );
  });
});

describe('months without interest in hostile areas', () => {
  it('are counted, end when none are left, and then are a reason for a denial', async () => {
    const lane = await copyWithoutAutoDebit('lane');
    const before = await readLoans(lane);
    const [oldest] = before;
    if (oldest === undefined) throw new Error('lane has no loan');
    const [from, until] = [day('2020-01-05'), day('2024-10-05')];
    const { accountId, loanId, groupId } = oldest;
    await opened.db.insert(loanPostponements).values({
      borrowerKey: lane,
      accountId,
      loanId,
      groupId,
      confirmationNumber: 'EARLIER',
      kind: 'militaryBenefits',
      startDate: from,
      endDate: until,
      reducedRates: [{ benefit: 'hostileDuty', from, until, rate: 0 }],
      accrued: toCents(0),
      capitalized: toCents(0),
    });
    const left = async (on: string) =>
      (await handlers['military.loanInfo'](scopeAt(lane, on), {})).hostilePayMonthsLeft;
    expect(await left('2026-11-20')).toBe(3);
    // Two applications without a pause are in process at the same time (ruling 68).
    for (let sent = 0; sent < 2; sent += 1) {
      await handlers['military.apply'](scopeAt(lane, '2026-11-20'), {
        idempotencyKey: randomUUID(),
        body: {
          ...sampleOtherDuty,
          militarySelectionText: 'Operation Inherent Resolve',
          sendOrders: true,
          applyingForHostileDuty: true,
        },
      });
    }
    await advance(lane, '2026-11-23');
    await upload(lane, 5, '2026-11-23');
    await advance(lane, '2026-12-01');
    const found = await handlers['postponement.applications'](scopeAt(lane, '2026-12-01'), {});
    expect(found.map(({ status, reason }) => `${status} ${reason ?? ''}`).toSorted()).toEqual([
      'denied hostilePayLimit',
      'inEffect ',
    ]);
    expect(await left('2026-12-01')).toBe(0);
    const toNumberRequest = (status: string) => found.find((each) => each.status === status)?.confirmationNumber ?? '';
    const [approved] = (await readMessages(lane, toNumberRequest('inEffect'))).filter(({ subject }) =>
      /approved/.test(subject),
    );
    expect(approved?.text).toContain(
      'From 11/20/2026 through 02/19/2027, no interest is added on these loans for duty in hostile areas: Direct Loans, group A: Direct',
    );
    const { content } = await handlers['postponement.letter'](scopeAt(lane, '2026-12-01'), {
      params: { confirmationNumber: toNumberRequest('denied') },
    });
    if (!(content instanceof Blob)) throw new Error('The letter is not a Blob');
    const { text } = await readPdf(await content.arrayBuffer());
    expect(text).toContain('You have used all 60 months without interest');
    // 3 months from 20 November end before 20 February. Until then, only interest from before the service is owed.
    const interestOn = async (on: string) => {
      await advance(lane, on);
      const { accounts } = await portfolioIn(scopeAt(lane, on));
      const held = accounts.flatMap(({ groups }) => groups.flatMap((group) => group.held.loans));
      return held.map((loan) => owedOn(loan, day(on)).interest);
    };
    const [first, last] = [await interestOn('2026-12-01'), await interestOn('2027-02-20')];
    expect(first).toEqual(last);
    for (const [index, interest] of (await interestOn('2027-03-22')).entries()) {
      const { principal = 0, rate = 0 } = before[index] ?? {};
      const charged = interest - (last[index] ?? 0);
      expect(Math.abs(charged - computeInterest(principal, rate, 30))).toBeLessThanOrEqual(1);
      expect(charged).toBeGreaterThan(1_00);
    }
  });
});

describe('a year of riley: in-school deferment', () => {
  it('covers loans in repayment from the day of sending, and capitalizes their interest after a year', async () => {
    const riley = await createCopy('riley');
    const before = await readLoans(riley);
    await handlers['deferment.applyInSchool'](scopeAt(riley, '2026-11-20'), {
      idempotencyKey: randomUUID(),
      query: { currentlyEnrolledCredit: 'true', currentlyEnrolledSchool: 'false' },
    });
    await advance(riley, '2026-11-23');
    await upload(riley, 3, '2026-11-23');
    expect(await getStatus(riley, '2026-12-01')).toBe('inEffect');
    const groups = await groupsOnDay(opened.db, riley, day('2026-12-01'));
    expect(groups.map(({ held }) => [held.postponedBy, held.postponedThrough])).toEqual([
      [null, null],
      ['inSchool', '2027-11-19'],
    ]);
    expect(await getStatus(riley, '2027-11-20')).toBe('ended');
    const [subsidized, unsubsidized] = await readLoans(riley);
    expect(subsidized).toEqual(before[0]);
    const paused = before[1];
    const interest = computeInterest(paused?.principal ?? 0, paused?.rate ?? 0, 365);
    expect(unsubsidized?.principal).toBe((paused?.principal ?? 0) + interest);
    // The due day is the 29th.
    expect(await dueOn(riley, '2027-11-20')).toMatchObject([{ paymentDueDate: '2027-11-29' }]);
  });
});

describe('one application', () => {
  const toNumberRequest = (confirmationNumber: string) => ({ params: { confirmationNumber } });
  const withdraw = (scope: Scope, confirmationNumber: string) =>
    handlers['postponement.withdraw'](scope, toNumberRequest(confirmationNumber));

  it('can be withdrawn until it is decided, once, with a record of who did it', async () => {
    const blake = await createCopy('blake');
    const { confirmationNumber } = await applyHardship(blake);
    const scope = scopeAt(blake, '2026-11-23');
    await advance(blake, '2026-11-23');
    const first = await withdraw(scope, confirmationNumber);
    expect(first).toMatchObject({ status: 'withdrawn', next: null });
    expect(first.events?.at(-1)).toEqual({ event: 'withdrawn', date: '2026-11-23' });
    expect(await withdraw(scopeAt(blake, '2026-11-24'), confirmationNumber)).toEqual(first);
    const [recorded] = await opened.db
      .select()
      .from(applicationEvents)
      .where(and(eq(applicationEvents.borrowerKey, blake), eq(applicationEvents.event, 'withdrawn')));
    expect(recorded).toMatchObject({ actorWebAccountId: `web-${blake}`, actorRole: 'borrower' });
    // It is not decided, and another one can be sent.
    expect(await getStatus(blake, '2026-12-31')).toBe('withdrawn');
    await expect(applyHardship(blake, '2026-12-31')).resolves.toMatchObject({ outcome: 'received' });
  });

  it('cannot be withdrawn after the decision, or by another borrower', async () => {
    const [blake, other] = [await createCopy('blake'), await createCopy('blake')];
    const { confirmationNumber } = await applyHardship(blake);
    await expect(withdraw(scopeAt(other, '2026-11-20'), confirmationNumber)).rejects.toMatchObject({ status: 404 });
    await advance(blake, '2026-11-30');
    await expect(withdraw(scopeAt(blake, '2026-11-30'), confirmationNumber)).rejects.toMatchObject({
      status: 422,
      detail: 'We already decided on this application, so it can no longer be withdrawn.',
    });
    expect((await readApplication(blake, '2026-11-30'))?.status).toBe('approved');
  });

  it("that begins on a due date removes that day's fixed draft from the coming events (ruling 89)", async () => {
    const blake = await createWholeCopy('blake');
    await applyHardship(blake);
    const draftsOn = async (on: string) => {
      const { accounts } = await handlers['autoDebit.read'](scopeAt(blake, on), {});
      const { nextDates } = await handlers['updates.read'](scopeAt(blake, on), {});
      return [
        accounts.map(({ next }) => next?.draftDate),
        nextDates.flatMap(({ kind, date }) => (kind === 'draft' ? [date] : [])),
      ];
    };
    // The draft of 1 December is fixed since 26 November. The decision on the 30th pauses from its due date on.
    await advance(blake, '2026-11-29');
    expect(await draftsOn('2026-11-29')).toEqual([['2026-12-01'], ['2026-12-01']]);
    await advance(blake, '2026-11-30');
    expect(await draftsOn('2026-11-30')).toEqual([['2027-12-01'], ['2027-12-01']]);
    await advance(blake, '2026-12-02');
    expect((await draftsOn('2026-12-02'))[0]).toEqual(['2027-12-01']);
  });

  it('has a letter with its decision, and none before', async () => {
    const blake = await createCopy('blake');
    const { confirmationNumber } = await applyHardship(blake);
    const letterOn = (on: string) =>
      handlers['postponement.letter'](scopeAt(blake, on), toNumberRequest(confirmationNumber));
    await expect(letterOn('2026-11-20')).rejects.toMatchObject({ status: 404 });
    await advance(blake, '2026-11-30');
    const { content, mediaType, fileName } = await letterOn('2026-11-30');
    expect([mediaType, fileName]).toEqual(['application/pdf', `Decision-${confirmationNumber}.pdf`]);
    if (!(content instanceof Blob)) throw new Error('A letter is a file in memory');
    const { text, tags } = await readPdf(await content.arrayBuffer());
    expect(tags).toContain('Table');
    expect(text).toContain('We approved your application: Hardship Forbearance');
    expect(text).toContain('Your payments are paused from 12/01/2026 through 11/30/2027.');
    expect(text).toContain('Direct Unsubsidized');
  });
});

describe('the interest rate limit of active duty alone (ruling 107)', () => {
  /** Avery has FFELP loans at 6.8 percent from before 2026, Direct loans below 6 percent, and private loans. */
  async function applyForScra(dutyStart: string | null) {
    const avery = await copyWithoutAutoDebit('avery');
    const { confirmationNumber } = await handlers['military.apply'](scopeAt(avery, '2026-11-20'), {
      idempotencyKey: randomUUID(),
      body: {
        ...sampleOtherDuty,
        militaryDefermentStartDate: dutyStart === null ? null : day(dutyStart),
        applyingForScra: true,
      },
    });
    await advance(avery, '2026-12-01');
    const messages = await readMessages(avery, confirmationNumber);
    return { avery, confirmationNumber, letter: messages.find(({ subject }) => /approved/.test(subject))?.text };
  }
  const limitedDays = async (avery: string) => {
    const [own, p] = [eq(loanPostponements.borrowerKey, avery), loanPostponements];
    const rows = await opened.db.select({ reducedRates: p.reducedRates, groupId: p.groupId }).from(p).where(own);
    const days = rows.flatMap(({ reducedRates }) => reducedRates.map(({ from, until }) => `${from} ${until}`));
    return [...new Set(days)];
  };

  it('counts from the given first day, and the letter names these days, the loans and the way for private loans', async () => {
    const { avery, letter } = await applyForScra('2026-03-02');
    expect(await limitedDays(avery)).toEqual(['2026-03-02 2027-11-20']);
    expect(letter).toContain(
      'From 03/02/2026 through 11/19/2027, the interest rate of these loans from before active duty is at most 6 percent (SCRA): FFELP Loans, group A: ',
    );
    expect(letter).not.toContain('Direct Loans, group');
    expect(letter).toContain('The limit on your private loans needs its own request.');
    expect(letter).not.toContain('no first day of active duty');
  });

  it('otherwise counts from the day of sending, and the letter says how to name an earlier day', async () => {
    const { avery, letter } = await applyForScra(null);
    expect(await limitedDays(avery)).toEqual(['2026-11-20 2027-11-20']);
    expect(letter).toContain('From 11/20/2026 through 11/19/2027, ');
    expect(letter).toContain('If your active duty began earlier, upload your orders under Documents, or contact us.');
  });

  it('is announced at its end as this benefit, not as a pause', async () => {
    const { avery, confirmationNumber } = await applyForScra('2026-03-02');
    await advance(avery, '2027-11-01');
    expect((await readMessages(avery, confirmationNumber)).at(-1)).toMatchObject({
      subject: 'Ending soon: Interest Rate Limit (SCRA)',
      text: [
        'Interest Rate Limit (SCRA): in effect through 11/19/2027. After that, your loans have their regular interest rates again.',
        "If you're still on active duty then, you can apply again under Repayment Options. Your payments stay due as before.",
      ].join('\n\n'),
    });
    const kinds = await opened.db.select({ kind: notices.kind }).from(notices).where(eq(notices.borrowerKey, avery));
    expect(kinds.map(({ kind }) => kind)).toContain('benefitEnding');
    expect(kinds.map(({ kind }) => kind)).not.toContain('grantEnding');
  });
});

describe('the applications of demo people', () => {
  it('that are in process are decided by the server, with their effects', async () => {
    const harper = await createCopy('harper');
    expect(await getStatus(harper, TODAY)).toBe('inReview');
    // The document came on 18 November. 26 November is a holiday.
    expect(await readApplication(harper, TODAY)).toMatchObject({ next: { event: 'decided', date: '2026-11-25' } });
    expect(await getStatus(harper, '2026-11-25')).toBe('inEffect');
    const umber = await createCopy('umber');
    await advance(umber, '2026-11-23');
    expect(await getStatus(umber, '2026-11-24')).toBe('inEffect');
    expect(await readGroupRows(umber)).toMatchObject([{ plan: 'GRADUATED' }]);
  });

  it('that postpone payments end on their day, with the interest of the whole period', async () => {
    const quinn = await createCopy('quinn');
    const before = await readLoans(quinn);
    expect(await getStatus(quinn, '2027-07-19')).toBe('inEffect');
    expect(await getStatus(quinn, '2027-07-20')).toBe('ended');
    const after = await readLoans(quinn);
    const days = daysBetween(day('2026-07-20'), day('2027-07-20'));
    expect(after.map(({ principal }) => principal)).toEqual(
      before.map(({ principal, rate, isSubsidized, groupId }) =>
        groupId === 'A' && !isSubsidized ? principal + computeInterest(principal, rate, days) : principal,
      ),
    );
  });
});

describe('a change of plan (ruling 87)', () => {
  /** Stores an application for another plan. If it needs no document, it is decided on the fifth banking day after `sentOn`. */
  const apply = async (who: string, planType: number, sentOn: string, hasExternalLoans = false) => {
    const content: ApplicationContent = {
      kind: 'term',
      plans: [
        {
          program: 'Direct',
          planType,
        },
      ],
      hasExternalLoans,
      esignDate: day(sentOn),
      extraAmount: 0,
    };
    const at = new Date(`${sentOn}T15:00:00Z`);
    await opened.db.insert(applications).values(
      seals.applications.seal({
        borrowerKey: who,
        confirmationNumber: randomUUID(),
        kind: 'term',
        status: 'received',
        receivedAt: at,
        asked: content,
        nextStepOn: day(sentOn),
      }),
    );
  };

  it('to the extended plan with loans elsewhere is not decided without proof of them (ruling 103)', async () => {
    const lane = await createWholeCopy('lane');
    await apply(lane, 3, '2026-11-20', true);
    expect(await getStatus(lane, '2026-12-10')).toBe('documentsNeeded');
    expect(await getStatus(lane, '2027-01-10')).toBe('incomplete');
  });

  it('of lane on the day of a draft: the draft pays the bill that was due on the Sunday before', async () => {
    const lane = await createWholeCopy('lane');
    await apply(lane, 1, '2026-11-20');
    await advance(lane, '2026-12-02');
    expect(await groupsOnDay(opened.db, lane, day('2026-12-02'))).toMatchObject([
      {
        pastDueSince: null,
        dueDate: '2026-12-29',
        held: { plan: 'STANDARD', termsInForce: { fromDay: '2026-11-30' } },
      },
    ]);
    const since = and(eq(paymentHistory.borrowerKey, lane), gt(paymentHistory.effectiveDate, TODAY));
    expect(await opened.db.select().from(paymentHistory).where(since)).toMatchObject([
      {
        effectiveDate: '2026-11-30',
        description: 'Auto Debit',
        amount: 9640,
        groups: [
          {
            bills: [
              {
                dueDate: '2026-11-29',
                amount: 9640,
              },
            ],
          },
        ],
      },
    ]);
  });

  it('of robin after a bill that is left unpaid: it keeps its amount, and is past due since its own date', async () => {
    const robin = await createCopy('robin');
    const [before] = await groupsOnDay(opened.db, robin);
    await apply(robin, 2, '2026-12-02');
    await advance(robin, '2027-01-10');
    const [after] = await groupsOnDay(opened.db, robin, day('2027-01-10'));
    expect(after).toMatchObject({ pastDueSince: '2026-12-07', held: { plan: 'GRADUATED' } });
    const [first, second] = after?.held.bills ?? [];
    expect(first).toMatchObject({ dueDate: '2026-12-07', amount: before?.due.amountDue });
    // The bill of January was issued on 8 December, the day before the decision.
    expect(second).toMatchObject({ dueDate: '2027-01-07', amount: before?.due.amountDue });
    expect(after?.monthlyPayment).toBeLessThan(before?.due.amountDue ?? 0);
  });
});
