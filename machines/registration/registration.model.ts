/** How an online account is created: by somebody who starts, and by somebody whose page was reloaded in between. */
import { plainDateOf } from '#domain/calendar.ts';
import { defineModel } from '../kit/model.ts';
import { registration } from './registration.machine.ts';

const KEY = '3f2b8c1e-7a54-4d09-9c1b-52f6f0a7d301';

const fill = (role: 'textbox' | 'password', field: string, name: string, value: string, on: string) => ({
  event: { type: 'field.entered', field, value } as const,
  on: [on],
  gesture: { action: 'fill', role, name, value } as const,
});
const leave = (field: string, name: string, on: string) => ({
  event: { type: 'field.left', field } as const,
  on: [on],
  gesture: { action: 'leave', role: 'textbox', name } as const,
});

const taken = { result: 'taken', answer: { outcome: 'registered' }, record: null };
const refused = (outcome: string) => ({ result: 'refused', answer: { outcome }, failure: null });
const failed = (status: number) => ({ result: 'refused', answer: null, failure: { kind: 'refused', status } });

export default defineModel<typeof registration>({
  machine: registration,
  inputs: {
    'a borrower without an online account': { draft: null },
    'a borrower whose page was reloaded while the registration was under way': { draft: { version: 1, key: KEY } },
  },
  events: [
    fill('textbox', 'accountNumber', 'Account Number', 'E123456789', 'identifyingBorrower'),
    leave('accountNumber', 'Account Number', 'identifyingBorrower'),
    fill('textbox', 'dateOfBirth', 'Date of Birth', '02/29/1996', 'identifyingBorrower'),
    fill('password', 'ssnLastFour', 'Last Four Digits of Social Security Number', '4821', 'identifyingBorrower'),
    { event: { type: 'continue.pressed' }, gesture: { action: 'click', role: 'button', name: 'Continue' } },
    fill('textbox', 'username', 'Username', 'avery.quist', 'choosingCredentials'),
    leave('username', 'Username', 'choosingCredentials'),
    fill('password', 'password', 'Password', 'seven quiet herons', 'choosingCredentials'),
    fill('password', 'confirmation', 'Confirm Password', 'seven quiet herons', 'choosingCredentials'),
    {
      event: { type: 'field.entered', field: 'terms', value: true },
      on: ['choosingCredentials'],
      where: ({ account }) => !account.values.terms,
      gesture: { action: 'check', role: 'checkbox', name: 'I agree to the Terms of Use' },
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Create Online Account' },
    },
    { event: { type: 'previous.pressed' }, gesture: { action: 'click', role: 'button', name: 'Previous' } },
    { event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Try again' } },
  ],
  outcomes: {
    getToday: {
      'the business day': { answers: plainDateOf('2026-11-20') },
      'no business day': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
    recognize: {
      'a borrower has all three': { answers: { isRecognized: true } },
      'nobody has them': { answers: { isRecognized: false } },
      'too many attempts': { throws: { kind: 'refused', status: 429 } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    makeSubmissionKey: {
      'a key': { answers: KEY },
      'no key can be made': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
    submitRegistration: {
      'the account is created': { answers: taken },
      'the account is created, as the server says when it is asked': {
        answers: { ...taken, record: { username: 'avery.quist' } },
      },
      'the username is taken': { answers: refused('usernameTaken') },
      'nobody is recognized any more': { answers: refused('notRecognized') },
      'too many attempts': { answers: failed(429) },
      'the server refuses the request': { answers: failed(422) },
      'it never arrived': { answers: { result: 'neverArrived' } },
      'the chart of the submission stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
  },
  facts: ({ today, identity, account, isRecognized, key, takenUsernames }) => ({
    knowsToday: today !== null,
    identity: identity.problems.map(({ field }) => field),
    account: account.problems.map(({ field }) => field),
    isRecognized,
    hasKey: key !== null,
    taken: takenUsernames.length > 0,
  }),
});
