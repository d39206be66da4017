/** The rules for messages to the servicer and their error messages. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { emailUsMessages } from '#domain/messages/email-us/messages.ts';
import { LONGEST_SUBJECT, LONGEST_TEXT, toEmail, emailSchema, isSent } from '#domain/messages/email-us/rules.ts';
import { EmailResponse } from '#domain/messages/email-us/shapes.ts';
import { getMessage, findProblems } from '#domain/issue.ts';

const accounts = [{ accountId: 'acct-1' }];
const right = { topic: 'payments', accountId: '', subject: 'My payment', text: 'When will it be posted?' };
const said = (changed: object) =>
  findProblems(emailSchema({ accounts }), { ...right, ...changed }).map(({ issue }) =>
    getMessage(emailUsMessages, issue),
  );

describe('a message', () => {
  it('is valid with topic, subject and text, with or without an account of the borrower', () => {
    expect(said({})).toEqual([]);
    expect(said({ accountId: 'acct-1' })).toEqual([]);
    expect(said({ subject: 'x'.repeat(LONGEST_SUBJECT), text: 'x'.repeat(LONGEST_TEXT) })).toEqual([]);
    // A line break counts as one character; surrounding spaces do not count.
    expect(said({ text: ` ${'x'.repeat(LONGEST_TEXT - 1)}\r\n ` })).toEqual([]);
    expect(said({ text: `${'x'.repeat(LONGEST_TEXT - 2)}\r\ny` })).toEqual([]);
  });

  it.each([
    [{ topic: '' }, 'Please select a topic.'],
    [{ topic: 'toString' }, 'Please select a topic.'],
    [{ accountId: 'acct-2' }, 'Please select one of your accounts.'],
    [{ subject: ' ' }, 'Please enter a subject.'],
    [{ subject: 'x'.repeat(101) }, 'Your subject is too long. Use up to 100 characters.'],
    [{ text: '\r\n' }, 'Please enter your message.'],
    [{ text: 'x'.repeat(4001) }, 'Your message has 4001 characters. It may have at most 4000.'],
  ])('is invalid: %j', (changed, sentence) => {
    expect(said(changed)).toEqual([sentence]);
  });

  it.each(['123-45-6789', '123 45 6789', 'it is 123-45-6789.'])(
    'may not contain a Social Security number: %s',
    (text) => {
      const sentence = 'Please remove the Social Security number. We never need it in a message.';
      expect(said({ text })).toEqual([sentence]);
      expect(said({ subject: text })).toEqual([sentence]);
    },
  );

  it.each(['E123456789', '402-555-0131', '11/20/2026', '1123-45-67890', '123-45 6789'])('may contain %s', (text) => {
    expect(said({ text })).toEqual([]);
  });

  it('is sent without surrounding spaces', () => {
    expect(toEmail({ ...right, subject: ' My payment ', text: 'One\r\nTwo\n' })).toEqual({
      ...right,
      text: 'One\nTwo',
    });
    expect(toEmail({ ...right, text: ' One\r\nTwo\n ' }).text).toBe('One\nTwo');
  });
});

describe('the answer to a message', () => {
  it.each<[EmailResponse, boolean]>([
    [{ outcome: 'tooMany' }, false],
    [{ outcome: 'sent', messageNumber: 'M-1', sentAt: '2026-11-20T15:00:00Z' }, true],
  ])('is parsed by its outcome, which says whether it was sent: %j', (answer, sent) => {
    expect(v.parse(EmailResponse, answer)).toEqual(answer);
    expect(v.is(EmailResponse, { ...answer, outcome: 'other' })).toBe(false);
    expect(v.is(EmailResponse, {})).toBe(false);
    expect(isSent(answer)).toBe(sent);
  });
});
