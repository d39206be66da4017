/** How anything is walked that is submitted once: here an application, sent now or before a reload. */
import { effect } from './effect.ts';
import { defineModel } from './model.ts';
import { submission } from './submission.machine.ts';

interface Application {
  readonly plan: string;
}
interface Answer {
  readonly isAccepted: boolean;
}

const KEY = '3f2b8c1e-7a54-4d09-9c1b-52f6f0a7d301';
const application: Application = { plan: 'IBR' };
const accepted: Answer = { isAccepted: true };
const rejected: Answer = { isAccepted: false };

const machine = submission<Application, Answer, Application>('submission', {
  send: effect('submission.send'),
  settle: effect('submission.settle'),
  isTaken: ({ isAccepted }) => isAccepted,
});

export default defineModel<typeof machine>({
  machine,
  inputs: {
    'a submission': { idempotencyKey: KEY, body: application },
    'a submission that was sent before a reload': { idempotencyKey: KEY, body: null },
  },
  events: [
    { event: { type: 'outcome.askedAgain' }, gesture: { action: 'click', role: 'button', name: 'Check again now' } },
  ],
  outcomes: {
    send: {
      'it is taken': { answers: accepted },
      'it is refused': { answers: rejected },
      'the server refuses the request': { throws: { kind: 'refused', status: 422 } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    settle: {
      'it was taken': { answers: { outcome: 'recorded', answer: accepted, record: application } },
      'it was refused': { answers: { outcome: 'recorded', answer: rejected, record: application } },
      'it never arrived': { answers: { outcome: 'closed' } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
  },
  facts: ({ body }) => ({ isToBeSent: body !== null }),
});
