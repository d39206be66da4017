/** How the past-due page is walked. */
import { defineModel } from '../kit/model.ts';
import { sampleAccounts } from '../kit/samples.ts';
import { pastDue } from './past-due.machine.ts';

export default defineModel<typeof pastDue>({
  machine: pastDue,
  inputs: { 'a borrower': {} },
  events: [
    { event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Try again' } },
    { event: { type: 'account.wanted' }, gesture: { action: 'click', role: 'button', name: 'Continue to my account' } },
  ],
  outcomes: {
    getAccounts: {
      'one account is past due': { answers: sampleAccounts },
      'nothing is past due': { answers: { federalAccounts: [], commercialAccounts: [] } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    openAccount: { 'it opens': { answers: undefined }, 'it does not open': { throws: { kind: 'noAnswer' } } },
  },
  facts: ({ pastDue: amount }) => ({ isPastDue: amount === null ? null : amount > 0 }),
});
