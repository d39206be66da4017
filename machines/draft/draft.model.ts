/** How a draft gets to the server and back, and what keeps it from getting there. */
import { defineModel } from '../kit/model.ts';
import { draft } from './draft.machine.ts';

const noAnswer = { throws: { kind: 'noAnswer' } };
const outdated = { throws: { kind: 'refused', status: 409 } };
const tooLarge = { throws: { kind: 'refused', status: 422 } };
const entered = { version: 1, amount: '12.50' };
const writer = 'this-tab';

export default defineModel<typeof draft>({
  machine: draft,
  inputs: {
    'a tab without a copy': { flow: 'payflow', writer, revision: 0, hasCopy: false },
    'a tab after a reload': { flow: 'payflow', writer, revision: 2, hasCopy: true },
  },
  events: [
    { event: { type: 'draft.changed', draft: entered, isUrgent: false } },
    { event: { type: 'draft.changed', draft: entered, isUrgent: true } },
    { event: { type: 'draft.changed', draft: null, isUrgent: true } },
    { event: { type: 'page.left' } },
  ],
  outcomes: {
    readDraft: {
      'what another device wrote': { answers: { revision: 5, writer: 'a-phone', data: entered } },
      'what this tab wrote': { answers: { revision: 3, writer, data: entered } },
      'nothing was kept': { answers: { revision: 0, writer: null, data: null } },
      'no answer in time': noAnswer,
    },
    writeDraft: {
      written: { answers: { revision: 3 } },
      'written since by somebody else': outdated,
      'refused for good': tooLarge,
      'no answer in time': noAnswer,
    },
    forgetDraft: {
      forgotten: { answers: { revision: 4 } },
      'written since by somebody else': outdated,
      'refused for good': tooLarge,
      'no answer in time': noAnswer,
    },
  },
  facts: ({ hasCopy, revision, pending, sent, isUrgent }) => ({
    hasCopy,
    isNew: revision === 0,
    pending: pending && pending.draft !== null,
    sent: sent && sent.draft !== null,
    isUrgent,
  }),
});
