/** The API contract (P §7, Y §7, ruling 1): method, path, callers and inputs of each call. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { access } from '#domain/session/access/calls.ts';
import { autoDebit } from '#domain/payments/auto-debit/calls.ts';
import { banking } from '#domain/payments/banking/calls.ts';
import type { CallSpec } from '#domain/call.ts';
import { calls, listCalls } from '#domain/api/calls.ts';
import { content } from '#domain/portal/content/calls.ts';
import { credentials } from '#domain/session/credentials/calls.ts';
import { demographics } from '#domain/profile/demographics/calls.ts';
import { drafts } from '#domain/portal/drafts/calls.ts';
import { inbox } from '#domain/messages/inbox/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { portal } from '#domain/portal/calls.ts';

/** Method and path below `/api/1/`, callers, time limit, and other properties. */
const PROMISED: Readonly<Record<string, string>> = {
  'portal.contentVersion': 'GET content/version/:clientId/:appId | public | read',
  'portal.serverTime': 'GET time/epoch | public | read',
  'content.item': 'GET content/items/:section/:name | public | read',
  'content.section': 'GET content/sections/:section | public | read',
  'content.list': 'GET content/lists/:section/:name | public | read',
  'content.page': 'GET content/pages | public | read',
  'content.search': 'GET content/search | public | read',
  'chat.information': 'GET chat/chat-information | public | read',
  'deferment.eligibility': 'GET deferment-forbearance/deferment-eligibility | borrower | read',
  'deferment.incomeCheck': 'GET deferment-forbearance/income/:income/family/:familySize | borrower | read',
  'deferment.groups': 'GET deferment-forbearance/deferment-eligible-groups | borrower | read',
  'deferment.inSchoolGroups': 'GET deferment-forbearance/in-school-data | borrower | read',
  'deferment.currentSchool': 'GET deferment-forbearance/current-school | borrower | read',
  'deferment.applyUnemployment':
    'POST deferment-forbearance/unemployment-deferment | borrower | write, once, changes access',
  'deferment.applyEconomicHardship':
    'POST deferment-forbearance/economic-hardship-deferment | borrower | write, once, changes access',
  'deferment.applyRehabilitation':
    'POST deferment-forbearance/rehab-deferment | borrower | write, once, changes access',
  'deferment.applyInSchool': 'POST deferment-forbearance/in-school-deferment | borrower | write, once, changes access',
  'forbearance.hardshipSummary': 'GET deferment-forbearance/hardship-summaries/current | borrower | read',
  'forbearance.applyHardship':
    'POST deferment-forbearance/hardship-forbearances | borrower | write, once, changes access',
  'military.dates': 'GET deferment-forbearance/military-deferment-dates | borrower | read',
  'military.groups': 'GET deferment-forbearance/military-data | borrower | read',
  'military.loanInfo': 'GET loan-infos/current | borrower | read',
  'military.recertifications': 'GET repayment-recertifications | borrower | read',
  'military.apply': 'POST deferment-forbearance/military-deferment | borrower | write, once, changes access',
  'postponement.applications': 'GET repayment-applications | borrower | read',
  'postponement.application': 'GET repayment-application-records/:confirmationNumber | borrower | read',
  'postponement.withdraw':
    'POST repayment-application-records/:confirmationNumber/withdrawal | borrower | write, changes access',
  'postponement.letter': 'GET repayment-application-records/:confirmationNumber/letter | borrower | read, gives a file',
  'postponement.cost': 'GET deferment-forbearance/cost/:postponement | borrower | read',
  'postponement.settle': 'POST repayment-applications/settlements | borrower | read',
  'plans.estimates': 'POST repayment-plans/estimates | borrower | read',
  'plans.facts': 'GET repayment-plans/facts | borrower | read',
  'plans.sendIdrEmail': 'POST repayment-plans/idr-email-notifications | borrower | write',
  'term.loanInfo': 'GET repayment-plans/term-loan-info | borrower | read',
  'term.apply': 'POST repayment-plans/term-applications | borrower | write, once, changes access',
  'demographics.countries': 'GET countries | public | read',
  'demographics.states': 'GET countries/:countryCode/states | public | read',
  'identity.webAccount': 'GET web-account | borrower payer | read',
  'access.facts': 'GET access-facts | borrower payer | read',
  'access.completeAction': 'POST borrower-action-completions | borrower | write',
  'accounts.list': 'GET loan-accounts | borrower | read',
  'loans.summary': 'GET loan-accounts/:accountId | borrower | read',
  'loans.onlySummary': 'GET only-loan-account | borrower | read',
  'loans.repayment': 'GET loan-accounts/:accountId/repayment | borrower | read',
  'loans.borrowerWithAccounts': 'GET loan-interest-rates | borrower | read',
  'loans.notifications': 'GET notifications | borrower | read',
  'loans.statusNotifications': 'GET application-status-notifications | borrower | read',
  'loanDocuments.list': 'GET loan-documents | borrower | read',
  'loanDocuments.read': 'GET loan-documents/:documentId | borrower | read',
  'updates.read': 'GET updates | borrower | read',
  'updates.calendar': 'GET updates/calendar | borrower | read, gives a file',
  'record.download': 'POST records/downloads | borrower | upload, gives a file',
  'loanDocuments.pdf': 'GET loan-documents/:documentId/pdf | borrower | read, gives a file',
  'banking.bankName': 'POST bank-lookups | borrower payer | read',
  'banking.validate': 'POST bank-validations | borrower payer | write',
  'banking.save': 'POST payment-methods | borrower | write',
  'banking.methods': 'GET payment-method-details | borrower | read',
  'banking.change': 'POST payment-method-changes | borrower | write, once',
  'banking.settleChange': 'POST payment-method-changes/settlements | borrower | read',
  'autoDebit.read': 'GET auto-debits | borrower | read',
  'autoDebit.change': 'POST auto-debit-changes | borrower | write, once',
  'autoDebit.settle': 'POST auto-debit-changes/settlements | borrower | read',
  'payments.overview': 'GET payment-overviews/current | borrower payer | read',
  'payments.availableDates': 'GET payment-dates | borrower payer | read',
  'payments.borrowerPayment': 'GET borrower-payments/current | borrower payer | read',
  'payments.afterCutoff': 'GET after-cutoff-payments-due | borrower payer | read',
  'instructions.read': 'GET payment-instructions | borrower | read',
  'instructions.change': 'POST payment-instructions/changes | borrower | write, once',
  'instructions.settle': 'POST payment-instructions/settlements | borrower | read',
  'payers.list': 'GET authorized-payers | borrower | read',
  'payers.change': 'POST authorized-payers/changes | borrower | write, once',
  'payers.settle': 'POST authorized-payers/settlements | borrower | read',
  'credentials.readInvitation': 'POST payer-invitations/lookups | public | read',
  'credentials.acceptInvitation': 'POST payer-invitations/acceptances | public | write, once',
  'credentials.settleAcceptance': 'POST payer-invitations/settlements | public | read',
  'payoff.quote': 'GET payoff-quotes | borrower | read',
  'payoff.pdf': 'GET payoff-quotes/:accountId/:date/pdf | borrower | read, gives a file',
  'payments.specialInstructions': 'GET special-payment-instructions | borrower | read',
  'payments.methods': 'GET payment-methods | borrower payer | read',
  'payments.scheduled': 'GET scheduled-payments | borrower payer | read',
  'payments.submitV1': 'POST payments/v1 | borrower payer | write, once, changes access',
  'payments.submit': 'POST payments/v2 | borrower payer | write, once, changes access',
  'payments.forecast': 'POST payment-forecasts | borrower payer | read',
  'payments.settle': 'POST payment-submissions/settlements | borrower payer | read',
  'payments.history': 'POST payment-history-queries | borrower payer | read',
  'payments.historyDetails': 'GET payment-history/:paymentDetailId | borrower | read',
  'payments.historyFile': 'POST payment-history-files | borrower payer | read, gives a file',
  'payments.totals': 'GET payment-totals/current | borrower payer | read',
  'payments.cancel': 'POST scheduled-payment-cancellations | borrower payer | write, once, changes access',
  'payments.settleCancellation': 'POST scheduled-payment-cancellations/settlements | borrower payer | read',
  'credentials.recognize': 'POST registrations/recognitions | public | write',
  'credentials.register': 'POST registrations | public | write, once',
  'credentials.requestCode': 'POST recovery-codes | public | write',
  'credentials.checkCode': 'POST recovery-codes/checks | public | read',
  'credentials.resetPassword': 'POST password-resets | public | write',
  'credentials.settle': 'POST registrations/settlements | public | read',
  'credentials.changePassword': 'PUT passwords/current | borrower payer | write',
  'confirmation.password': 'POST password-confirmations | borrower payer | write',
  'confirmation.sendEmailCode': 'POST email-codes | borrower payer | write',
  'confirmation.checkEmailCode': 'POST email-codes/checks | borrower payer | write',
  'security.read': 'GET security | borrower payer | read',
  'security.end': 'POST security/ends | borrower payer | write',
  'contact.read': 'GET contact-information | borrower payer | read',
  'contact.save': 'PUT contact-information | borrower payer | write, changes access',
  'inbox.messages': 'GET inbox-messages | borrower | read',
  'inbox.message': 'GET inbox-messages/:documentId | borrower | read',
  'inbox.mark': 'POST inbox-message-marks | borrower | write',
  'inbox.pdf': 'GET inbox-messages/:documentId/pdf | borrower | read, gives a file',
  'inbox.plainText': 'GET inbox-messages/:documentId/plain-text | borrower | read, gives a file',
  'paperless.status': 'GET electronic-correspondence | borrower | read',
  'paperless.claimsStatus': 'GET electronic-correspondence/claims-status | borrower | read',
  'paperless.enroll': 'PUT electronic-correspondence | borrower | write',
  'paperless.unenroll': 'DELETE electronic-correspondence | borrower | write',
  'textAlerts.read': 'GET text-alerts | borrower | read',
  'textAlerts.change': 'POST text-alert-changes | borrower | write, once',
  'textAlerts.settle': 'POST text-alert-changes/settlements | borrower | read',
  'emailUs.send': 'POST sent-messages | borrower | write, once',
  'emailUs.settle': 'POST sent-messages/settlements | borrower | read',
  'emailUs.sent': 'GET sent-messages | borrower | read',
  'drafts.read': 'GET drafts/:flow | borrower payer | read',
  'drafts.write': 'PUT drafts/:flow | borrower payer | write, outlives the page',
  'drafts.forget': 'DELETE drafts/:flow | borrower payer | write, outlives the page',
  'documents.list': 'GET document-uploads | borrower | read',
  'documents.download': 'GET document-uploads/:documentId | borrower | upload, gives a file',
  'documents.upload': 'POST document-uploads/upload/:documentTypeId/:flag | borrower | upload, once, with file',
  'documents.uploadAnonymously': 'POST document-uploads/upload-with-form-data | public | upload, once, with attachment',
  'privacy.request': 'POST forms/ca-privacy-optout | public | write, once',
  'privacy.settleRequest': 'POST forms/ca-privacy-optout/settlements | public | write',
  'privacy.optOut': 'POST forms/privacy-optout | public | write, once',
  'privacy.settleOptOut': 'POST forms/privacy-optout/settlements | public | write',
  'documents.settle': 'POST document-uploads/settlements | borrower | read',
  'documents.settleAnonymously': 'POST document-uploads/anonymous-settlements | public | read',
};

/**
 * Further steps for a new call, in addition to its entry in `domain/<area>/calls.ts` (docs/architecture.md, "Adding
 * something").
 */
const HOW_TO_ADD = `A new call also needs:
- a row in PROMISED, in this file
- a handler with its id in server/service/<area>/handlers.ts, or in server/portal/handlers.ts for a public call
- an example in test/server/http-examples.ts
- npm run diagrams
`;

const toPromise = (call: CallSpec): string => {
  const more = [
    call.timeLimit,
    ...(call.idempotent === true ? ['once'] : []),
    ...(call.outlivesPage === true ? ['outlives the page'] : []),
    ...(call.multipart === undefined ? [] : [`with ${call.multipart.file}`]),
    ...(call.answersFile !== undefined ? ['gives a file'] : []),
    ...(call.changesAccess === true ? ['changes access'] : []),
  ];
  return `${call.method} ${call.path} | ${call.access.join(' ')} | ${more.join(', ')}`;
};

describe('the calls', () => {
  it('have the documented paths and callers', () => {
    expect(Object.fromEntries(calls.map((call) => [call.id, toPromise(call)])), HOW_TO_ADD).toEqual(PROMISED);
  });

  it('for usernames and passwords exist only if the server manages accounts', () => {
    const getArea = ({ id }: CallSpec) => id.split('.')[0];
    expect(listCalls({ keepsAccounts: true })).toEqual(calls);
    const without = listCalls({ keepsAccounts: false });
    const gone = ['credentials', 'record', 'payers', 'security'];
    expect(without).toEqual(
      calls.filter((call) => !gone.includes(getArea(call) ?? '') && call.id !== 'confirmation.password'),
    );
    expect(calls.length - without.length).toBe(17);
  });
});

describe('the inputs of a call', () => {
  const takes = (schema: v.GenericSchema, values: readonly unknown[]) => values.map((value) => v.is(schema, value));

  it('accept client ids of one to nine digits', () => {
    const { params } = portal.contentVersion;
    const ids = ['1', '123456789', '', '1234567890', 'a1', '1a', '-1'];
    expect(
      takes(
        params,
        ids.map((clientId) => ({ clientId, appId: '1' })),
      ),
    ).toEqual([true, true, ...Array.from({ length: 5 }, () => false)]);
    expect(v.is(params, { clientId: '1', appId: 'x' })).toBe(false);
  });

  it('accept account numbers from the server that start with any single character (ruling 61)', () => {
    const due = (accountNumber: string) => [{ accountNumber, outstandingBalance: 1, groupPayments: [] }];
    const numbers = [
      'E100200301',
      'X100200301',
      '1100200301',
      ' 100200301',
      '🙂100200301',
      '100200301',
      'EE100200301',
      'E10020030',
    ];
    expect(takes(payments.afterCutoff.response, numbers.map(due))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('do not require a version for managed content', () => {
    for (const { query } of [content.item, content.section, content.list]) {
      expect(takes(query, [{}, { version: '1' }, { version: 1 }])).toEqual([true, true, false]);
    }
    expect(v.parse(content.page.query, { path: '/Help/Interest/' })).toEqual({ path: 'help/interest' });
    expect(v.is(content.page.query, {})).toBe(false);
    expect(takes(content.search.query, [{ term: 'x'.repeat(200) }, { term: 'x'.repeat(201) }, {}])).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('accept country codes of at most 20 characters', () => {
    const codes = ['US', 'x'.repeat(20), 'x'.repeat(21)].map((countryCode) => ({ countryCode }));
    expect(takes(demographics.states.params, codes)).toEqual([true, true, false]);
    expect(v.is(demographics.states.params, {})).toBe(false);
  });

  it('accept one borrower action with a name of lower-case letters, digits and hyphens', () => {
    const names = [
      'agreements',
      'a',
      `a${'b'.repeat(39)}`,
      `a${'b'.repeat(40)}`,
      '',
      '1a',
      '-a',
      'Agreements',
      'a b',
      ' a',
    ];
    expect(
      takes(
        access.completeAction.body,
        names.map((action) => ({ action })),
      ),
    ).toEqual([true, true, true, ...Array.from({ length: 7 }, () => false)]);
    expect(v.is(access.completeAction.body, { action: 'agreements', webAccountId: 'web-1' })).toBe(false);
  });

  it('accept routing numbers of nine digits and account numbers of 4 to 17 (Y §5.2)', () => {
    const routing = ['021000021', '02100002', '0210000210', '02100002a'].map((routingNumber) => ({ routingNumber }));
    expect(takes(banking.bankName.body, routing)).toEqual([true, false, false, false]);
    const validation = {
      routingNumber: '021000021',
      accountNumber: '1234',
      accountTypeId: 1,
      serviceType: 0,
      profileId: null,
    };
    const validations = [
      validation,
      { ...validation, accountNumber: '12345678901234567', accountTypeId: 2, profileId: 'p' },
      { ...validation, accountNumber: '123' },
      { ...validation, accountNumber: '123456789012345678' },
      { ...validation, accountTypeId: 3 },
      { ...validation, serviceType: 1 },
      { ...validation, more: 1 },
    ];
    expect(takes(banking.validate.body, validations)).toEqual([true, true, false, false, false, false, false]);
    const profile = {
      profileName: 'n'.repeat(27),
      accountTypeId: 1,
      accountNumber: '1234',
      routingNumber: '021000021',
      accountHolder: 'h'.repeat(22),
    };
    const profiles = [
      profile,
      // Too long for the form's rules, which report it (Y §5.2). The schema only limits the input size.
      { ...profile, profileName: 'n'.repeat(28) },
      { ...profile, isForPayment: true },
      { ...profile, isForPayment: false },
      { ...profile, accountHolder: 'h'.repeat(101) },
      { ...profile, webAccountId: 'web-1' },
    ];
    expect(takes(banking.save.body, profiles)).toEqual([true, true, true, false, false, false]);
  });

  it('require flow, revision and writer of a draft', () => {
    const flows = [
      'payflow',
      'a',
      `a${'B'.repeat(39)}`,
      'a-1',
      `a${'b'.repeat(40)}`,
      '',
      'Payflow',
      '1a',
      'a_b',
      ' a',
      'a/b',
    ];
    expect(
      takes(
        drafts.read.params,
        flows.map((flow) => ({ flow })),
      ),
    ).toEqual([...Array.from({ length: 4 }, () => true), ...Array.from({ length: 7 }, () => false)]);
    const writing = { after: 0, writer: 'tab_1-x', data: { day: '' } };
    const writings = [
      writing,
      { ...writing, after: 2_000_000_000 },
      { ...writing, writer: 'w'.repeat(64) },
      { ...writing, after: 2_000_000_001 },
      { ...writing, after: -1 },
      { ...writing, after: 0.5 },
      { ...writing, writer: '' },
      { ...writing, writer: 'w'.repeat(65) },
      { ...writing, writer: 'a b' },
      { ...writing, data: { note: '123456789' } },
    ];
    expect(takes(drafts.write.body, writings)).toEqual([true, true, true, ...Array.from({ length: 7 }, () => false)]);
    const after = (text: string) => v.safeParse(drafts.forget.query, { after: text, writer: 'tab' });
    expect(after('12').output).toEqual({ after: 12, writer: 'tab' });
    expect(after('2000000000').success).toBe(true);
    expect(['', 'x', '1x', 'x1', '-1', '1.5', '2000000001', '00000000001'].map((text) => after(text).success)).toEqual(
      Array.from({ length: 8 }, () => false),
    );
    expect(v.is(drafts.forget.query, { after: '1' })).toBe(false);
  });

  const KEY = '6f1c1d2e-7d35-4c58-9a0e-2f9f3d0f6b11';
  it('accept one UUID as the key to settle', () => {
    for (const { body } of [payments.settle, credentials.settle]) {
      const bodies = [{ idempotencyKey: KEY }, { idempotencyKey: 'x' }, {}, { idempotencyKey: KEY, more: 1 }];
      expect(takes(body, bodies)).toEqual([true, false, false, false]);
    }
  });

  const REGISTRATION = {
    requestToken: 'token',
    username: 'Avery.Lindqvist',
    password: 'seven quiet herons',
    terms: true,
  };
  it('validate a whole registration and convert its username to lower case', () => {
    const { body } = credentials.register;
    expect(v.parse(body, REGISTRATION)).toEqual({ ...REGISTRATION, username: 'avery.lindqvist' });
    const wrong = [
      { requestToken: 't'.repeat(101) },
      { requestToken: undefined },
      { username: 'short' },
      { password: 'too short' },
      { terms: false },
      { accountNumber: '123456789' },
      { role: 'payer' },
    ];
    expect(
      takes(
        body,
        wrong.map((more) => ({ ...REGISTRATION, ...more })),
      ),
    ).toEqual(wrong.map(() => false));
    const withName = v.safeParse(body, { ...REGISTRATION, password: 'this is avery.lindqvist here' });
    expect(withName.issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
      ['password', '{"code":"password.containsUsername"}'],
    ]);
  });

  it('reject a password that contains the username, even if other fields are invalid', () => {
    const parseSent = (more: object) => v.safeParse(credentials.register.body, { ...REGISTRATION, ...more });
    const holding = { password: 'this is avery.lindqvist here' };
    const listFields = (more: object) => parseSent(more).issues?.map((issue) => v.getDotPath(issue));
    expect(listFields({ ...holding, ssnLastFour: 'x' })).toEqual(['ssnLastFour', 'password']);
    expect(listFields({ ...holding, terms: false })).toEqual(['terms', 'password']);
    expect(listFields({ ...holding, username: 'short' })).toEqual(['username']);
    expect(listFields({ username: 'avery.lindqvist', password: 'avery.lindq' })).toEqual(['password']);
    // Password and username are compared only if both are texts.
    expect(listFields({ username: 5 })).toEqual(['username']);
    expect(listFields({ password: 5 })).toEqual(['password']);
  });

  it("have no user id for a password change, which always affects the caller's own password", () => {
    const change = { presentPassword: 'demo', newPassword: 'seven quiet herons' };
    const bodies = [change, { ...change, newPassword: 'short' }, { ...change, webAccountId: 'web-2' }, {}];
    expect(takes(credentials.changePassword.body, bodies)).toEqual([true, false, false, false]);
  });
});

describe('the response of a call', () => {
  it.each([
    [credentials.recognize.response, { requestToken: 'token', outboxFile: null, next: 'code' }],
    [credentials.register.response, { outcome: 'registered' }],
    [credentials.register.response, { outcome: 'over' }],
    [credentials.register.response, { outcome: 'usernameTaken' }],
    [credentials.settle.response, { outcome: 'closed' }],
    [
      credentials.settle.response,
      { outcome: 'recorded', answer: { outcome: 'registered' }, record: { username: 'avery' } },
    ],
    [credentials.changePassword.response, { outcome: 'changed' }],
    [credentials.changePassword.response, { outcome: 'wrongPassword' }],
    [credentials.register.response, { outcome: 'commonPassword' }],
    [credentials.changePassword.response, { outcome: 'containsUsername' }],
    [credentials.changePassword.response, { outcome: 'commonPassword' }],
    [portal.serverTime.response, { epoch: 1 }],
    [portal.contentVersion.response, { versionContent: '1', versionLoanInfoContent: '2' }],
    [drafts.write.response, { revision: 1 }],
    [drafts.forget.response, { revision: 1 }],
    [drafts.read.response, { revision: 1, writer: 'tab', data: { day: '' } }],
    [access.completeAction.response, { borrowerActions: ['agreements'] }],
    [banking.bankName.response, { bankName: null }],
    [banking.validate.response, { nachaValidationResult: { isSuccessful: true } }],
    [banking.save.response, { result: 'id' }],
    [banking.change.response, { result: true }],
    [autoDebit.change.response, { result: true }],
  ] as const)('%# requires all its fields', (schema, answer) => {
    expect(v.parse(schema, answer)).toEqual(answer);
    expect(v.is(schema, {})).toBe(false);
  });

  it.each([credentials.register, credentials.changePassword])('%# accepts no other outcome', ({ response }) => {
    expect(v.is(response, { outcome: '' })).toBe(false);
    expect(v.is(response, { outcome: 'other' })).toBe(false);
  });
});

describe('the rows that a payment refers to', () => {
  const listRows = (body: object) => payments.submit.rows(body as Parameters<typeof payments.submit.rows>[0]);
  const shares = [
    { accountNumber: 'E000000001', borrowerGroupPaymentsV2: [] },
    {
      accountNumber: 'D000000002',
      borrowerGroupPaymentsV2: [
        { accountNumber: 'D000000002', groupId: 'AA' },
        { accountNumber: 'D000000003', groupId: 'AB' },
      ],
    },
  ];
  const named = [
    { kind: 'account', key: 'E000000001' },
    { kind: 'account', key: 'D000000002' },
    { kind: 'group', key: 'D000000002/AA' },
    { kind: 'group', key: 'D000000003/AB' },
  ];

  it('are all its accounts and groups, each group with its account', () => {
    expect(listRows({ borrowerPaymentV2: { borrowerAccountPaymentsV2: shares }, methodId: null })).toEqual(named);
  });

  it('include its saved payment method, if any', () => {
    const method = { kind: 'paymentMethod', key: 'm1' };
    expect(listRows({ borrowerPaymentV2: { borrowerAccountPaymentsV2: shares }, methodId: 'm1' })).toEqual([
      ...named,
      method,
    ]);
    const first = {
      borrowerPayment: {
        borrowerAccountPayments: [
          { accountNumber: 'E000000001', borrowerGroupPayments: [{ groupId: 'AA' }, { groupId: 'AB' }] },
        ],
      },
    };
    const rows = (methodId: string | null) =>
      payments.submitV1.rows({ ...first, methodId } as unknown as Parameters<typeof payments.submitV1.rows>[0]);
    const groups = [
      { kind: 'account', key: 'E000000001' },
      { kind: 'group', key: 'E000000001/AA' },
      { kind: 'group', key: 'E000000001/AB' },
    ];
    expect(rows(null)).toEqual(groups);
    expect(rows('m1')).toEqual([...groups, method]);
  });
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
