/** The demo users are in the intended situations on any day on which the database is created (ruling 9). */
import { beforeAll, describe, expect, it } from 'vitest';
import { isVeryDelinquent } from '#domain/session/access/rules.ts';
import { type Bills, daysPastDueOn, monthlyPaymentOn } from '#domain/accounts/bills.ts';
import { isBankingDay } from '#domain/banking-days.ts';
import { type PlainDate, addDays, toPlainDate } from '#domain/calendar.ts';
import { ZERO } from '#domain/money.ts';
import type { DemoPerson } from '#server/demo/format.ts';
import { readPeople } from '#server/demo/load.ts';
import { type BorrowerRows, toRows } from '#server/demo/rows.ts';
import { sumsOn } from '#test/support/billed-group.ts';
import { DEMO_FOLDER } from '#test/support/database.ts';

/** Ends of months and years, leap years, clock changes, bank holidays, and every eleventh day of a year. */
const BOUNDARY_DAYS = [
  '2026-12-31',
  '2027-01-01',
  '2027-03-14',
  '2027-07-05',
  '2027-11-07',
  '2028-02-28',
  '2028-02-29',
  '2028-03-01',
];
const DAYS: readonly PlainDate[] = [
  ...BOUNDARY_DAYS.map(toPlainDate),
  ...Array.from({ length: 34 }, (_, index) => addDays(toPlainDate('2026-11-21'), index * 11)),
];

/** Demo users with little data. Noor, who has many loans, is covered by the server's tests. */
const SMALL = ['avery', 'blake', 'devon', 'emery', 'morgan'];

function rowsOn(people: readonly DemoPerson[], today: PlainDate): ReadonlyMap<string, BorrowerRows> {
  return new Map(
    people.flatMap((person) =>
      person.role === 'borrower' && SMALL.includes(person.signIn)
        ? [[person.signIn, toRows(person, `web-${person.signIn}`, today)] as const]
        : [],
    ),
  );
}

/** Returns the amounts of each loan group. */
const listBills = ({ loanGroups, bills, groupTerms }: BorrowerRows, today: PlainDate) =>
  loanGroups.map(({ accountId, groupId, dueDay, nextDue = null, paidAheadTo = null }) => {
    const isOwn = (row: { accountId: string; groupId: string }) =>
      row.accountId === accountId && row.groupId === groupId;
    const terms = groupTerms.find(isOwn);
    if (terms === undefined) throw new Error(`${groupId} has no terms`);
    const own = bills.filter(isOwn).map(({ cancelledOn = null, paid = ZERO, isAhead = false, ...bill }) => ({
      ...bill,
      cancelledOn,
      paid,
      isAhead,
    }));
    const { monthlyPayment, paymentSteps } = terms;
    const bill = { monthlyPayment, paymentSteps, dueDay, nextDue, paidAheadTo, bills: own };
    const group: Bills = { ...bill, lastBumpDate: null, pauses: [] };
    return {
      ...sumsOn(group, today),
      monthlyPayment: monthlyPaymentOn(group, today),
      daysPastDue: daysPastDueOn(group, today),
    };
  });

/** Returns for each of the user's loan groups whether an amount is due on the day. */
const isDueOn = (people: readonly DemoPerson[], today: PlainDate, name: string): readonly boolean[] => {
  const person = people.find(({ signIn }) => signIn === name);
  if (person?.role !== 'borrower') throw new Error(`There is no borrower ${name}`);
  const rows = toRows(person, `web-${name}`, today);
  return listBills(rows, today).map(({ amountDue, pastDue }) => amountDue + pastDue > 0);
};

describe.each(DAYS)('on %s', (today) => {
  let people: readonly DemoPerson[];
  beforeAll(async () => {
    people = await readPeople(DEMO_FOLDER, today);
  });

  it.each([
    ['gray', [false, false]],
    ['harper', [true, true]],
    ['indigo', [true, true]],
    ['jules', [false]],
    ['kai', [true]],
    ['lane', [true]],
    ['quinn', [false, false]],
    ['riley', [false, false]],
    ['robin', [true]],
    ['sam', [true]],
    ['taylor', [true]],
    ['umber', [true]],
  ])('the groups of %s have amounts due: %j', (name, expected) => {
    expect(isDueOn(people, today, name)).toEqual(expected);
  });

  it('all users are in their intended situations', () => {
    const rows = rowsOn(people, today);
    expect([...rows.keys()]).toEqual(SMALL);
    const billsFor = (name: string) => [...rows].flatMap(([of, own]) => (of === name ? listBills(own, today) : []));
    const isDelinquent = (name: string) => billsFor(name).some(({ daysPastDue }) => isVeryDelinquent(daysPastDue));

    const avery = billsFor('avery');
    const pastDue = avery.filter((bill) => bill.pastDue > 0);
    expect(avery).toHaveLength(5);
    expect(pastDue.map((bill) => bill.pastDue / bill.monthlyPayment)).toEqual([2]);
    expect(new Set(avery.map(({ paymentDueDate }) => paymentDueDate)).size).toBeGreaterThan(1);

    expect(billsFor('blake').map((bill) => bill.pastDue)).toEqual([0]);
    expect(SMALL.filter(isDelinquent)).toEqual(['devon']);

    for (const [name, own] of rows) {
      const { paymentHistory, scheduledPayments } = own;
      for (const bill of listBills(own, today)) {
        expect([name, bill.paymentDueDate !== null && bill.paymentDueDate >= today]).toEqual([name, true]);
        expect([name, bill.amountDue]).toEqual([name, bill.monthlyPayment]);
      }
      expect(paymentHistory.filter(({ effectiveDate }) => effectiveDate >= today)).toEqual([]);
      for (const { effectiveDate } of scheduledPayments) {
        expect([effectiveDate, effectiveDate >= today && isBankingDay(effectiveDate)]).toEqual([effectiveDate, true]);
      }
    }
  });
});
