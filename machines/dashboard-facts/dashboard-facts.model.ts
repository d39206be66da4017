/** How the dashboard is fetched, or is not (P §2.11, §8). Payments under way may be missing. */
import { toCents as cents } from '#domain/money.ts';
import { createLoadingModel } from '../kit/expected-loading.ts';
import { sampleAccounts, sampleUpcoming } from '../kit/samples.ts';
import { dashboardFacts } from './dashboard-facts.machine.ts';

/** A commercial account with nothing due beside the federal one. */
export const bothAccounts = {
  ...sampleAccounts,
  commercialAccounts: sampleAccounts.federalAccounts.map((account) => ({
    ...account,
    accountId: 'acct-2',
    accountNumber: 'J300200301',
    pastDueAmt: cents(0),
    pastDueSince: null,
    paymentAmountIncludingPastDue: cents(0),
    showNoPaymentDueBanner: true,
  })),
};

/** From seven accounts on they stand in a table. */
export const sevenAccounts = {
  ...sampleAccounts,
  commercialAccounts: [1, 2, 3, 4, 5, 6].flatMap((number) =>
    bothAccounts.commercialAccounts.map((account) => ({
      ...account,
      accountId: `acct-${number + 1}`,
      accountNumber: `J30020030${number}`,
    })),
  ),
};

/** A server that does not say since when something is past due. */
export const accountsWithoutSince = {
  ...sampleAccounts,
  federalAccounts: sampleAccounts.federalAccounts.map((account) => ({ ...account, pastDueSince: undefined })),
};

export const noAccounts = { federalAccounts: [], commercialAccounts: [] };

export default {
  ...createLoadingModel(dashboardFacts, {
    inputs: { 'a borrower': {} },
    parts: {
      accounts: {
        answers: {
          'one federal account': sampleAccounts,
          'a federal and a commercial account': bothAccounts,
          'seven accounts': sevenAccounts,
          'accounts that do not say since when': accountsWithoutSince,
          'no account': noAccounts,
        },
        failures: { 'no answer in time': { kind: 'noAnswer' }, 'a broken server': { kind: 'refused', status: 503 } },
      },
      upcoming: { answers: { 'one scheduled payment': sampleUpcoming, 'no payment': [] }, default: null },
    },
  }),
  title: 'What the Dashboard Is Shown From',
};
