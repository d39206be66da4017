/** Specification of Example Form (rulings 3, 4 and 112). */
import { unless } from '#machines/kit/expected-form.ts';
import { formPageSpec } from '#machines/kit/form-page-spec.ts';
import { neverArrived, refusedAs, rejected } from '#machines/kit/spec-submission.ts';
import { exampleFormPage } from './example-form.machine.ts';

const TEXT = 'When will my payment be posted?';
const NUMBER = 'M123456789';

export default formPageSpec(exampleFormPage, {
  shows: ['Example Form'],
  facts: {},
  form: {
    shows: ['Message'],
    starting: { text: '' },
    stored: { text: TEXT },
    fields: {
      text: { label: 'Message', entries: [TEXT], errors: { 'text.required': 'Please enter your message.' } },
    },
    problems: ({ text }) => unless('text', text !== '', 'text.required'),
    button: 'Send Message',
  },
  submission: {
    texts: {
      sending: 'Sending your message…',
      outcomeUnknown: 'We are checking what happened to your message',
      explanation: "We haven't heard back yet. Please don't send it again: a message is sent only once.",
      asking: 'Checking what happened to your message…',
    },
    body: ({ text }) => ({ topic: 'other', accountId: '', subject: 'Example Form', text }),
    accepted: [
      { outcome: 'sent', messageNumber: NUMBER, sentAt: '2026-11-20T15:00:00.000Z' },
      { topic: 'other', accountNumber: null, subject: 'Example Form', text: TEXT },
    ],
    notAccepted: {
      'too many messages in a day': [rejected({ outcome: 'tooMany' }), 'tooMany'],
      'the server refuses the request': [refusedAs({ kind: 'refused', status: 422 }), 'notSent'],
      'it never arrived': [neverArrived, 'notSent'],
    },
  },
  notices: {
    tooMany: "You've sent as many messages as we can take in a day.",
    notSent: "We couldn't send your message. What you typed is still here.",
  },
  received: {
    shows: [`Thank you. We have your message. Its number is ${NUMBER}.`],
    of: () => NUMBER,
  },
});
