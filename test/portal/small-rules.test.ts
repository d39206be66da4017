/** Rules of a line or two that machines, views and the server use, with examples. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { bankNameOf } from '#domain/payments/banking/rules.ts';
import { pagePathOf } from '#domain/portal/content/rules.ts';
import { emptyEmail, emailOf, isSent } from '#domain/messages/email-us/rules.ts';
import { unemploymentRequest } from '#domain/repayment/deferment/requests.ts';
import { plainDateOf } from '#domain/calendar.ts';
import { metadataOf, startingUpload, isReceived as isUploadReceived } from '#domain/documents/rules.ts';
import { FileResponse, fileNameFrom, fileNameOf, fileOf } from '#domain/file.ts';
import { inbox } from '#domain/messages/inbox/calls.ts';
import { dateFactsOf } from '#domain/repayment/military/rules.ts';
import { paperlessSchema } from '#domain/messages/paperless/rules.ts';
import { isApplicationReceived, refusalReasons } from '#domain/repayment/postponement/rules.ts';
import { confirmationNumberOf } from '#domain/profile/privacy/outcome.ts';
import { isReceived as isFormReceived, isTooOften, normalizeOptOutField } from '#domain/profile/privacy/rules.ts';
import { problemsOf } from '#domain/issue.ts';
import { redirectOf, routeOf } from '#domain/portal/routes.ts';

describe('the path of a static page', () => {
  it.each([
    ['/content/help/paying', 'help/paying'],
    ['/Content/Help/Paying', 'help/paying'],
    ['/content/help//', 'help'],
    ['/content', ''],
    ['/content/', ''],
    ['help/content/x', 'help/content/x'],
    ['/contents', 's'],
  ])('%s is %s', (address, path) => {
    expect(pagePathOf(address)).toBe(path);
  });
});

describe('a file response', () => {
  it('has content, media type and size', async () => {
    const file = fileOf('note.txt', 'text/plain', new TextEncoder().encode('Zoë'));
    expect(file).toMatchObject({ fileName: 'note.txt', mediaType: 'text/plain', size: 4 });
    expect(v.is(FileResponse, file)).toBe(true);
    if (!(file.content instanceof Blob)) throw new Error('The bytes are there');
    expect([await file.content.text(), file.content.type]).toEqual(['Zoë', 'text/plain']);
  });

  it.each([null, 'note.txt', {}, { fileName: 'note.txt' }, { content: new Blob() }])('cannot be %j', (given) => {
    expect(v.is(FileResponse, given)).toBe(false);
  });

  it.each([
    ['Your bill, November 2026', 'Your-bill-November-2026.pdf'],
    ['  — Zoë’s résumé —  ', 'Zoe-s-re-sume.pdf'],
    ['???', 'document.pdf'],
    ['', 'document.pdf'],
    ['a'.repeat(100), `${'a'.repeat(80)}.pdf`],
  ])('for "%s" is named %s', (text, name) => {
    expect(fileNameOf(text, 'pdf')).toBe(name);
  });

  it.each([
    ['attachment; filename="a.pdf"', 'a.pdf'],
    [`attachment; filename="a.pdf"; filename*=UTF-8''Zo%C3%AB.pdf`, 'Zoë.pdf'],
    [`attachment; filename*=UTF-8''b.pdf; size=7`, 'b.pdf'],
    ['inline', undefined],
    ['attachment; filename=""', undefined],
  ])('with the header %s is named %s', (header, name) => {
    expect(fileNameFrom(header)).toBe(name);
  });
});

describe('the data that is sent', () => {
  it('for a document has trimmed names and only the chosen identifying number', () => {
    const values = {
      ...startingUpload,
      firstName: ' Zoë ',
      lastName: ' Marsh ',
      accountNumber: 'A123456789',
      ssn: '123-45-6789',
      documentTypeId: '2',
    };
    const ids = { clientId: 1, applicationId: 2 };
    const always = { firstName: 'Zoë', lastName: 'Marsh', clientId: '1', applicationId: '2', documentTypeId: '2' };
    expect(metadataOf(values, ids)).toEqual(always);
    expect(metadataOf({ ...values, identifier: 'accountNumber' }, ids)).toEqual({
      ...always,
      accountNumber: '123456789',
    });
    expect(metadataOf({ ...values, identifier: 'ssn' }, ids)).toEqual({ ...always, uniqueId: '123456789' });
  });

  it('for a message is trimmed and has uniform line breaks', () => {
    const typed = { topic: 'billing', accountId: '', subject: ' Bill ', text: ' One\r\nTwo\n ' };
    expect(emailOf({ ...typed, topic: emptyEmail.topic })).toMatchObject({ subject: 'Bill', text: 'One\nTwo' });
  });

  it('for unemployment contains the start date and whether the borrower receives benefits', () => {
    const since = plainDateOf('2026-10-01');
    const answers = {
      defermentType: 'unemployment',
      decisionTranscript: [],
      familySize: null,
      monthlyIncome: null,
    } as const;
    const request = (defermentOption: 'UnemploymentBenefits' | 'Unemployment') =>
      unemploymentRequest({ ...answers, defermentOption }, since);
    expect(request('UnemploymentBenefits')).toEqual({ unemploymentDate: since, unemploymentBenefits: true });
    expect(request('Unemployment')).toEqual({ unemploymentDate: since, unemploymentBenefits: false });
  });
});

describe('the answer', () => {
  it.each([
    ['of an application', isApplicationReceived, 'received'],
    ['of a document', isUploadReceived, 'received'],
    ['of a privacy form', isFormReceived, 'received'],
    ['of a message', isSent, 'sent'],
  ] as const)('%s is recognized as accepted or not', (_, isTaken, taken) => {
    // Only the outcome matters.
    const ask = isTaken as (answer: { outcome: string }) => boolean;
    expect([ask({ outcome: taken }), ask({ outcome: 'refused' })]).toEqual([true, false]);
  });

  it('to a privacy form contains its number if it was received', () => {
    const received = { outcome: 'received', confirmationNumber: 'P-1' } as const;
    expect(confirmationNumberOf({ result: 'accepted', answer: received } as never)).toBe('P-1');
    expect(confirmationNumberOf({ result: 'neverArrived' } as never)).toBeNull();
  });

  it('429 means that a privacy form was sent too often', () => {
    expect([isTooOften({ kind: 'refused', status: 429 }), isTooOften({ kind: 'refused', status: 422 })]).toEqual([
      true,
      false,
    ]);
    expect(isTooOften({ kind: 'noAnswer' })).toBe(false);
  });

  const problem = { type: 'about:blank', title: 'Not now', status: 422 };
  const field = (message: string) => ({ field: 'startDate', code: 'x', message });
  it.each([
    ['nothing', null, []],
    ['no answer', { kind: 'noAnswer' }, []],
    ['a refusal without a reason', { kind: 'refused', status: 422 }, []],
    ['a title', { kind: 'refused', status: 422, problem }, ['Not now']],
    ['a detail', { kind: 'refused', status: 422, problem: { ...problem, detail: 'Later.' } }, ['Later.']],
    ['no fields', { kind: 'refused', status: 422, problem: { ...problem, fields: [] } }, ['Not now']],
    [
      'fields, each reason once',
      { kind: 'refused', status: 422, problem: { ...problem, fields: [field('A'), field('B'), field('A')] } },
      ['A', 'B'],
    ],
  ] as const)('to a refused application: %s', (_, failure, reasons) => {
    expect(refusalReasons(structuredClone(failure) as Parameters<typeof refusalReasons>[0])).toEqual(reasons);
  });
});

it("bankNameOf returns the bank's name only for the looked-up number", () => {
  const bank = { routingNumber: '011000015', bankName: 'Federal Reserve Bank' };
  expect(bankNameOf('011000015', bank)).toBe('Federal Reserve Bank');
  expect([bankNameOf('021000021', bank), bankNameOf('011000015', { ...bank, bankName: null })]).toEqual([
    undefined,
    undefined,
  ]);
  expect(bankNameOf('011000015', null)).toBeUndefined();
});

it('a field of the opt-out form is trimmed, and a ZIP code gets its hyphen', () => {
  expect([normalizeOptOutField('city', ' Ames '), normalizeOptOutField('zip', ' 500101234 ')]).toEqual([
    'Ames',
    '50010-1234',
  ]);
});

it('the paperless form requires agreement to the terms', () => {
  expect(problemsOf(paperlessSchema(), { terms: true })).toEqual([]);
  expect(problemsOf(paperlessSchema(), { terms: false })).toEqual([
    { field: 'terms', issue: { code: 'terms.required' } },
  ]);
});

it("the facts for military dates come from the server and today's date", () => {
  const [today, start, end] = ['2026-11-20', '2016-11-20', '2027-11-20'].map(plainDateOf);
  if (today === undefined || start === undefined || end === undefined) throw new Error('Three dates');
  const dates = { militaryDefermentStartDate: start, militaryDefermentEndDate: end };
  expect(dateFactsOf(dates, today)).toEqual({ today, earliestStart: start, latestEnd: end });
});

it('marking messages refers to each of them as an owned row', () => {
  const messages = [
    { messageId: 'a', isDirect: true },
    { messageId: 'b', isDirect: false },
  ];
  expect(inbox.mark.rows?.({ messages, readFlag: true })).toEqual([
    { kind: 'inboxMessage', key: 'a' },
    { kind: 'inboxMessage', key: 'b' },
  ]);
});

describe('a URL', () => {
  it('belongs to the most specific route, ignoring case, query and trailing slash', () => {
    expect(routeOf('/payments/payflow/method?x=1#y')?.page).toBe('payflow');
    expect(routeOf('/Payments/Payflow/')?.path).toBe('/payments/payflow/*');
    expect(routeOf('/payments/payment-activity/payment-activity-details')?.path).toBe(
      '/payments/payment-activity/payment-activity-details',
    );
    expect(routeOf('/no/such/page')).toBeUndefined();
  });

  it('keeps the rest of the path in a redirect', () => {
    expect(redirectOf('/dashboard')).toBeUndefined();
  });
});
