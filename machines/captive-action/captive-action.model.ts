/** How a page is walked that comes before everything else. */
import { defineModel } from '../kit/model.ts';
import { captiveAction } from './captive-action.machine.ts';

const TERMS = 'I agree to the Terms of Use';
const ELECTRONIC = 'I agree to the Consent to Electronic Communications';

export default defineModel<typeof captiveAction>({
  machine: captiveAction,
  inputs: {
    'two agreements': { action: 'agreements', agreements: ['termsOfUse', 'electronicCommunications'] },
    'a page to read': { action: 'direct-splash', agreements: [] },
  },
  events: [
    {
      event: { type: 'field.entered', field: 'termsOfUse', value: true },
      gesture: { action: 'check', role: 'checkbox', name: TERMS },
      where: ({ agreements, form }) => agreements.length > 0 && form.values['termsOfUse'] === false,
    },
    {
      event: { type: 'field.entered', field: 'termsOfUse', value: false },
      gesture: { action: 'uncheck', role: 'checkbox', name: TERMS },
      where: ({ form }) => form.values['termsOfUse'] === true,
    },
    {
      event: { type: 'field.entered', field: 'electronicCommunications', value: true },
      gesture: { action: 'check', role: 'checkbox', name: ELECTRONIC },
      where: ({ agreements, form }) => agreements.length > 0 && form.values['electronicCommunications'] === false,
    },
    { event: { type: 'continue.pressed' }, gesture: { action: 'click', role: 'button', name: 'Continue' } },
    {
      event: { type: 'agreements.declined' },
      gesture: { action: 'click', role: 'button', name: 'I do not agree' },
      where: ({ agreements }) => agreements.length > 0,
    },
    {
      event: { type: 'agreements.reconsidered' },
      gesture: { action: 'click', role: 'button', name: 'Back to the agreements' },
    },
  ],
  outcomes: {
    leaveAction: {
      'the address opens': { answers: { hasLeft: true } },
      'it does not open': { answers: { hasLeft: false } },
      'the chart of the leaving stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
  },
  facts: ({ agreements, form, hasFailed }) => ({
    agreements: agreements.length,
    values: form.values,
    attempted: form.attempted,
    hasFailed,
  }),
});
