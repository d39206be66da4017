/** The borrower's situation, as the dashboard lists it. */
import { expect, it } from 'vitest';
import {
  accountDeferred,
  accountInDefault,
  accountToRecertify,
  bothAccounts,
  privatePastDue,
  sampleAccounts,
} from '#domain/accounts/samples.ts';
import { listSituations } from '#domain/timeline/where-you-are.ts';
import { decided, inReview, received } from '#machines/repayment/repayment-options/repayment-facts.model.ts';

const none = { applications: [], isStatusShown: true };
const listWhat = (facts: Parameters<typeof listSituations>[0]) => listSituations(facts).map(({ what }) => what);

it('past-due amounts come first, then applications in process, then open tasks, then pauses', () => {
  const accounts = {
    federalAccounts: [
      ...accountDeferred.federalAccounts,
      ...accountToRecertify.federalAccounts,
      ...sampleAccounts.federalAccounts,
    ],
    commercialAccounts: [],
  };
  expect(listWhat({ accounts, applications: [inReview, ...decided], isStatusShown: true })).toEqual([
    'Past due since 11/05/2026',
    'Economic Hardship Deferment: In review',
    'Recertify your income by 01/31/2027',
    'Deferred through 05/19/2027',
  ]);
});

it('past-due days exclude pauses, and only federal loans offer other choices', () => {
  const [late] = listSituations({ accounts: accountInDefault, ...none });
  expect(late?.details).toEqual(['Direct Loans · E100200301: $206.25, 288 days past due']);
  expect(late?.link?.page).toBe('/repayment-options/can-not-afford');
  expect(listSituations({ accounts: privatePastDue, ...none }).map(({ link }) => link)).toEqual([null]);
});

it('an application has its decision date and missing document, and no status while the flag is off', () => {
  const next = { event: 'documentDue', date: received.startDate } as const;
  const accounts = { federalAccounts: [], commercialAccounts: bothAccounts.commercialAccounts };
  const applications = [{ ...received, next: next.date === null ? null : { ...next, date: next.date } }];
  expect(listSituations({ accounts, applications, isStatusShown: true })).toEqual([
    expect.objectContaining({
      what: 'Unemployment Deferment: Received',
      details: [
        'Send us the document we asked for by 12/01/2026',
        'We need this document from you: Proof of unemployment',
      ],
    }),
  ]);
  expect(listSituations({ accounts, applications, isStatusShown: false })).toEqual([
    expect.objectContaining({
      what: 'Unemployment Deferment: application in process',
      details: ['We need this document from you: Proof of unemployment'],
      link: { text: 'See your application', page: '/repayment-options' },
    }),
  ]);
});

it('a borrower with nothing in process has no situation', () => {
  expect(listSituations({ accounts: bothAccounts, applications: decided, isStatusShown: true })).toHaveLength(1);
  const accounts = { federalAccounts: [], commercialAccounts: bothAccounts.commercialAccounts };
  expect(listSituations({ accounts, applications: decided, isStatusShown: true })).toEqual([]);
});
