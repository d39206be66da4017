/** How the dashboard is walked. */
import { defineModel } from '../kit/model.ts';
import { sampleAccounts } from '../kit/samples.ts';
import { dashboard } from './dashboard.machine.ts';

export default defineModel<typeof dashboard>({
  machine: dashboard,
  inputs: { 'a borrower': {} },
  events: [
    { event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Try again' } },
    { event: { type: 'reload.wanted' } },
  ],
  outcomes: {
    load: {
      'one federal account': { answers: sampleAccounts },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
  },
  facts: () => null,
});
