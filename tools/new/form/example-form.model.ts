/** Model of Example Form (rulings 3, 4 and 112). */
import { createFormPageModel } from '#machines/kit/expected-form-page.ts';
import { unless } from '#machines/kit/expected-form.ts';
import { exampleFormPage } from './example-form.machine.ts';

const TEXT = 'When will my payment be posted?';
const NUMBER = 'M123456789';

export default createFormPageModel(exampleFormPage, {
  starting: { text: '' },
  facts: {},
  problems: ({ text }) => unless('text', text !== '', 'text.required'),
  entries: [{ field: 'text', value: TEXT, gesture: { action: 'fill', role: 'textbox', name: 'Message', value: TEXT } }],
  leaves: [
    {
      field: 'text',
      gesture: { action: 'leave', role: 'textbox', name: 'Message' },
      errors: { 'text.required': 'Please enter your message.' },
    },
  ],
  kept: { text: TEXT },
  body: ({ text }) => ({ topic: 'other', accountId: '', subject: 'Example Form', text }),
  received: () => NUMBER,
  receivedEarlier: NUMBER,
  answers: {
    accepted: { outcome: 'sent', messageNumber: NUMBER, sentAt: '2026-11-20T15:00:00.000Z' },
    record: { topic: 'other', accountNumber: null, subject: 'Example Form', text: TEXT },
    refused: { answer: { outcome: 'tooMany' }, notice: 'tooMany' },
  },
  notices: {
    tooMany: "You've sent as many messages as we can take in a day.",
    notSent: "We couldn't send your message. What you typed is still here.",
  },
  failed: 'notSent',
  neverArrived: 'notSent',
  texts: {
    sending: 'Sending your message…',
    outcomeUnknown: 'We are checking what happened to your message',
    explanation: "We haven't heard back yet. Please don't send it again: a message is sent only once.",
    asking: 'Checking what happened to your message…',
  },
  button: 'Send Message',
  screens: {
    all: ['Example Form'],
    entering: ['Message'],
    received: [`Thank you. We have your message. Its number is ${NUMBER}.`],
  },
});
