/** Schemas and small rules at their edges, in addition to the tests of their flows. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { access } from '#domain/session/access/calls.ts';
import { validateAccountNumber } from '#domain/account-number.ts';
import { parseUsDate, plainDateOf } from '#domain/calendar.ts';
import { normalizeContactField } from '#domain/profile/contact/rules.ts';
import { kindOfPage } from '#domain/portal/content/rules.ts';
import { FormEntry } from '#domain/portal/content/shapes.ts';
import { credentials } from '#domain/session/credentials/calls.ts';
import {
  isPasswordChanged,
  isPasswordReset,
  needsNoCode,
  isRegistered,
  codeCheckOf,
  isCodeOver,
  isCodeRight,
  resetOf,
  startingReset,
} from '#domain/session/credentials/rules.ts';
import { documents } from '#domain/documents/calls.ts';
import { FILE_TYPES, FILE_TYPE_NAMES, fileTypeOf } from '#domain/documents/files.ts';
import { UploadResponse } from '#domain/documents/shapes.ts';
import { problemWithDraft } from '#domain/portal/drafts/rules.ts';
import { EmailResponse } from '#domain/messages/email-us/shapes.ts';
import { FileResponse, fileNameOf } from '#domain/file.ts';
import { initialReadAddresses, initialReadsOf, initialTextsOf } from '#domain/api/initial-data.ts';
import { interestFor } from '#domain/interest.ts';
import { problemsOf } from '#domain/issue.ts';
import { validateEnd } from '#domain/repayment/military/rules.ts';
import { noStoredAnswers } from '#domain/repayment/military/samples.ts';
import { DateFacts } from '#domain/repayment/military/shapes.ts';
import { toCents } from '#domain/money.ts';
import { DocumentData } from '#domain/portal/document.ts';
import { NavEntry } from '#domain/portal/navigation.ts';
import { type PortalRoute, hasPage, redirectOf, routeAt, routeOf, routes } from '#domain/portal/routes.ts';
import { AskedFor } from '#domain/repayment/postponement/shapes.ts';
import { privacyRequestSchema, valuesOfPrivacyRequest } from '#domain/profile/privacy/rules.ts';
import { PrivacyResponse } from '#domain/profile/privacy/shapes.ts';
import { sentRequest, sentWithDocument } from '#test/support/sample-requests.ts';

describe('the stored content of an application', () => {
  const hardship = { kind: 'economicHardship', selectedPlan: 'Poverty', familySize: 2, monthlyIncome: 900 };
  const military = {
    kind: 'military',
    operation: null,
    ...noStoredAnswers,
    canSendOrders: true,
    performingService: false,
    endDate: '2026-11-20',
    benefits: [],
  };

  it.each([
    { kind: 'unemployment', receivesBenefits: true },
    { kind: 'rehabilitation' },
    hardship,
    ...['PeaceCorps', 'PublicAssistance', 'AnotherServicer'].map((selectedPlan) => ({
      ...hardship,
      selectedPlan,
      familySize: null,
      monthlyIncome: null,
    })),
    { kind: 'inSchool', isReportedBySchool: false },
    { kind: 'hardship' },
    military,
  ])('is parsed unchanged: %j', (asked) => {
    expect(v.parse(AskedFor, asked)).toEqual(asked);
  });

  it('has no answer to a question that was added later', () => {
    const { nationalGuard: _, ...before } = military;
    expect(v.parse(AskedFor, before)).toEqual(military);
  });

  it.each([
    { kind: 'unemployment' },
    { kind: 'rehabilitation', receivesBenefits: true },
    { ...hardship, selectedPlan: 'Other' },
    { ...hardship, familySize: undefined },
    { kind: 'inSchool' },
    { kind: 'hardship', months: 12 },
    { ...military, endDate: '2026-02-30' },
    { kind: 'other' },
    {},
  ])('is rejected if incomplete or invalid: %j', (asked) => {
    expect(v.is(AskedFor, asked)).toBe(false);
  });
});

describe('an answer with several outcomes', () => {
  it.each([
    [PrivacyResponse, { outcome: 'tooMany' }],
    [PrivacyResponse, { outcome: 'received', confirmationNumber: 'PRV-1' }],
    [UploadResponse, { outcome: 'refused', reason: 'file.empty' }],
    [EmailResponse, { outcome: 'tooMany' }],
    [EmailResponse, { outcome: 'sent', messageNumber: 'M-1', sentAt: '2026-11-20T15:00:00Z' }],
  ] as const)('is parsed by its outcome', (schema, answer) => {
    expect(v.parse(schema, answer)).toEqual(answer);
    expect(v.is(schema, { ...answer, outcome: 'other' })).toBe(false);
    expect(v.is(schema, {})).toBe(false);
  });
});

it('the facts for military dates require three dates', () => {
  const facts = { today: '2026-11-20', earliestStart: '2001-09-11', latestEnd: '2029-11-20' };
  expect(v.parse(DateFacts, facts)).toEqual(facts);
  expect(v.is(DateFacts, {})).toBe(false);
});

it('the number of unread messages is read from access facts that contain it', () => {
  expect(access.facts.unreadIn?.({ unreadMessages: 3 })).toBe(3);
  expect(access.facts.unreadIn?.({})).toBeUndefined();
});

describe('a menu entry', () => {
  const leaf = { id: 'a', title: 'A', routerLink: '/a' };
  const dropdown = { id: 'b', title: 'B', dropdown: true, children: [leaf] };

  it.each([[leaf], [{ id: 'a', title: 'A', url: 'https://a.example' }], [dropdown]])('may be %j', (entry) => {
    expect(v.safeParse(NavEntry, entry).issues).toBeUndefined();
  });

  it.each([
    [{ id: 'a', title: 'A' }],
    [{ ...leaf, url: 'https://a.example' }],
    [{ ...leaf, children: [leaf] }],
    [{ ...dropdown, children: [] }],
    [{ ...dropdown, children: undefined }],
    [{ ...dropdown, routerLink: '/b' }],
    [{ ...dropdown, url: 'https://b.example' }],
  ])('may not be %j', (entry) => {
    expect(v.is(NavEntry, entry)).toBe(false);
  });
});

describe('an upload without signing in', () => {
  const body = { ...sentWithDocument, attachment: { name: 'lease.pdf', size: 9, mediaType: 'application/pdf' } };
  const problems = (change: object) => problemsOf(documents.uploadAnonymously.body, { ...body, ...change });

  it('requires an account number or a Social Security number', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ accountNumber: undefined, uniqueId: '123456789' })).toEqual([]);
    expect(problems({ accountNumber: undefined })).toEqual([
      { field: 'accountNumber', issue: { code: 'identifier.required' } },
    ]);
  });

  it('reports all errors at once', () => {
    expect(problems({ accountNumber: undefined, firstName: '' }).map(({ field }) => field)).toEqual([
      'firstName',
      'accountNumber',
    ]);
  });

  it('requires a file with name, size and media type', () => {
    for (const attachment of [{}, { name: 'a.pdf', size: 9 }, { name: 'a.pdf', mediaType: '' }, 'a.pdf']) {
      expect(problems({ attachment })).not.toEqual([]);
    }
  });
});

describe('a registration', () => {
  const body = {
    requestToken: 'token',
    username: 'avery.lindqvist',
    password: 'seven quiet herons',
    terms: true,
  };
  const fields = (change: object) =>
    problemsOf(credentials.register.body, { ...body, ...change }).map(({ field }) => field);

  it('rejects a password with the username, even if other fields are invalid', () => {
    expect(fields({})).toEqual([]);
    expect(fields({ password: 'avery.lindqvist herons' })).toEqual(['password']);
    expect(fields({ password: 'avery.lindqvist herons', terms: false })).toEqual(['terms', 'password']);
  });

  it('compares password and username only if both are texts', () => {
    expect(fields({ username: 5 })).toEqual(['username']);
    expect(fields({ password: 5 })).toEqual(['password']);
  });
});

describe('the credential forms', () => {
  it('start with a single username preselected', () => {
    const username = (id: string) => ({ id, masked: 'a***y' });
    const passwords = { newPassword: '', confirmation: '' };
    expect(startingReset([username('u-1')])).toEqual({ usernameId: 'u-1', ...passwords });
    expect(startingReset([username('u-1'), username('u-2')])).toEqual({ usernameId: '', ...passwords });
  });

  it('send a code without the spaces and hyphens between its digits', () => {
    expect(codeCheckOf('token', { oneTimeCode: ' 123 4-56 ' })).toEqual({
      requestToken: 'token',
      oneTimeCode: '123456',
    });
  });

  it("send the request token, the username's id and the new password", () => {
    const values = { usernameId: 'u-1', newPassword: 'seven quiet herons', confirmation: 'seven quiet herons' };
    expect(resetOf('token', values)).toEqual({
      requestToken: 'token',
      usernameId: 'u-1',
      newPassword: 'seven quiet herons',
    });
  });

  it('interpret the outcomes of their calls', () => {
    const request = { requestToken: 'token', outboxFile: null };
    expect([needsNoCode({ ...request, next: 'credentials' }), needsNoCode({ ...request, next: 'code' })]).toEqual([
      true,
      false,
    ]);
    expect([isRegistered({ outcome: 'registered' }), isRegistered({ outcome: 'usernameTaken' })]).toEqual([
      true,
      false,
    ]);
    expect([isPasswordChanged({ outcome: 'changed' }), isPasswordChanged({ outcome: 'wrongPassword' })]).toEqual([
      true,
      false,
    ]);
    expect([isPasswordReset({ outcome: 'reset' }), isPasswordReset({ outcome: 'over' })]).toEqual([true, false]);
    const outcomes = ['right', 'wrong', 'over'] as const;
    const answers = outcomes.map((outcome) => ({ outcome, usernames: [] }));
    expect(answers.map(isCodeRight)).toEqual([true, false, false]);
    expect(answers.map(isCodeOver)).toEqual([false, false, true]);
  });
});

it('the prefetched reads in a document are non-empty lists of URLs', () => {
  const data = (borrower: unknown) => ({ files: {}, answers: {}, initialReads: { borrower, payer: [] } });
  expect(v.is(DocumentData, data([['a'], ['b', 'c']]))).toBe(true);
  expect(v.is(DocumentData, data([[]]))).toBe(false);
});

describe('the file types', () => {
  it('have names that match the sentence', () => {
    const names = FILE_TYPES.map(({ name }) => name);
    expect(`${names.slice(0, -1).join(', ')} or ${names.at(-1)}`).toBe(FILE_TYPE_NAMES);
  });

  it('are recognized by extension, ignoring trailing spaces', () => {
    expect(fileTypeOf('lease.PDF ')?.name).toBe('PDF');
    expect([fileTypeOf('lease'), fileTypeOf(''), fileTypeOf('pdf')]).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['--Your bill--', 'Your-bill.pdf'],
    ['—', 'document.pdf'],
    ['a--b', 'a--b.pdf'],
  ])('are appended to a name made from %j: %s', (text, name) => {
    expect(fileNameOf(text, 'pdf')).toBe(name);
  });

  it('include a clear error for a value that is not a file', () => {
    expect(v.safeParse(FileResponse, {}).issues?.[0].message).toBe('A file is expected');
  });
});

it('digits before and after a UUID do not count as a long number', () => {
  const id = '0b5e6a3c-8f1d-4c2b-9a7e-1d2c3b4a5f6e';
  expect(problemWithDraft({ at: `12345 ${id} 6789` })).toBeNull();
  expect(problemWithDraft({ at: `12345${id}6789` })).toBeNull();
  expect(problemWithDraft({ at: '123456789' })).toEqual({ code: 'draft.secret' });
});

describe('the reads to prefetch for a page', () => {
  const routeOfPage = (page: string): PortalRoute => {
    const route = routes.find((each) => each.page === page);
    if (route === undefined) throw new Error(`No address shows ${page}`);
    return route;
  };

  it('are the access facts and its own reads, with dependent reads in sequence', () => {
    expect(initialReadsOf(routeOfPage('payflow'), 'borrower')).toEqual([
      ['access-facts'],
      ['drafts/payflow'],
      ['payment-overviews/current'],
      ['payment-dates', 'borrower-payments/current'],
      ['payment-methods'],
      ['content/items/payments/interest-accrual-end-date'],
      ['scheduled-payments'],
      ['special-payment-instructions'],
    ]);
    expect(initialReadsOf(routeOfPage('upload-documents'), 'borrower')).toEqual([['access-facts']]);
    expect(initialReadsOf({ path: '/x', title: 'X', audience: 'signedIn' }, 'borrower')).toEqual([['access-facts']]);
  });

  it('include managed texts, which the server has itself', () => {
    expect(initialTextsOf(routeOfPage('payflow'))).toEqual([
      { section: 'payments', name: 'interest-accrual-end-date' },
    ]);
    expect(initialTextsOf(routeOfPage('login'))).toEqual([{ section: 'globalsite', name: 'auth-service-down' }]);
    expect(initialTextsOf(routeOfPage('dashboard'))).toEqual([]);
    expect(initialTextsOf(routeOfPage('upload-documents'))).toEqual([]);
    expect(initialTextsOf({ path: '/x', title: 'X', audience: 'anyone' })).toEqual([]);
  });

  it('are all listed in initialReadAddresses', () => {
    const all = routes.flatMap((route) => [initialReadsOf(route, 'borrower'), initialReadsOf(route, 'payer')].flat(2));
    expect([...initialReadAddresses].sort()).toEqual([...new Set(all)].sort());
    for (const address of ['borrower-payments/current', 'loan-accounts', 'drafts/military']) {
      expect(initialReadAddresses).toContain(address);
    }
  });
});

describe('the route table', () => {
  const files = Object.keys(import.meta.glob('/src/pages/*.{ts,tsx}')).map((file) =>
    file.replace(/^.*\/|\.tsx?$/g, ''),
  );

  it('refers to exactly the existing pages', () => {
    const named = new Set(routes.flatMap(({ page }) => page ?? []));
    expect([...named].sort()).toEqual(files.sort());
  });

  it('redirects to existing routes', () => {
    for (const { path, redirectTo } of routes) {
      if (redirectTo !== undefined) expect(routeAt(redirectTo)?.redirectTo, path).toBeUndefined();
      if (redirectTo !== undefined) expect(routeAt(redirectTo), path).toBeDefined();
    }
    expect(redirectOf('/Content/Forms/DocUpload?a=1')).toBe('/content/docupload?a=1');
    expect(hasPage('/content/forms/docupload')).toBe(true);
  });

  it('has the more specific of two matching routes first', () => {
    const example = (path: string) => path.replace('/*', '/x/y').replace(/:\w+/, 'x');
    for (const route of routes) expect(routeOf(example(route.path))?.path, route.path).toBe(route.path);
    expect(routeOf('/content/forms/deferment')?.path).toBe('/content/forms/:formName');
    expect(routeOf('/content/forms/deferment/more')?.path).toBe('/content/*');
    expect(routeOf('/Content/Forms/DocUpload/')?.path).toBe('/content/forms/docupload');
  });

  it('prerenders no page with data of a borrower', () => {
    const prerendered = routes.filter(({ isPrerendered }) => isPrerendered === true);
    expect(prerendered.length).toBeGreaterThan(0);
    expect(prerendered.filter(({ audience }) => audience === 'signedIn')).toEqual([]);
  });
});

describe('typed fields', () => {
  it('with only spaces are empty', () => {
    const day = plainDateOf('2026-11-20');
    const facts = { today: day, earliestStart: day, latestEnd: day };
    expect(validateEnd('  ', '', facts)).toEqual({ code: 'field.required' });
    expect(validateAccountNumber('  ')).toEqual({ code: 'accountNumber.required' });
  });

  it('of contact information are trimmed and otherwise unchanged', () => {
    expect(normalizeContactField('street', ' 12 Elm Street 681020001 ', { country: 'US' })).toBe(
      '12 Elm Street 681020001',
    );
    expect(normalizeContactField('city', ' 681020001 ', { country: 'US' })).toBe('681020001');
    expect(normalizeContactField('zip', ' 681020001 ', { country: 'US' })).toBe('68102-0001');
  });

  it.each(['112/01/2026', 'x12/01/2026', '12/01/20261', '12/01/2026x', '12-01-2026'])('are not dates: %s', (typed) => {
    expect(parseUsDate(typed)).toBeUndefined();
  });
});

describe('interest', () => {
  it('is rounded to the nearest millionth of a cent, half up', () => {
    // 18 and 19 x 10^8 / 3,652,500,000 = 0.493 and 0.520
    expect([18, 19].map((principal) => interestFor(toCents(principal), 1, 1))).toEqual([0n, 1n]);
  });

  it('is zero for zero days and throws for a negative number', () => {
    expect(interestFor(toCents(100_000), 5000, 0)).toBe(0n);
    expect(() => interestFor(toCents(100_000), 5000, -1)).toThrow(RangeError);
  });
});

describe('the page kind of a search result', () => {
  it.each([
    ['/content/docupload', 'form'],
    ['/content/forms/deferment', 'form'],
    ['/content/docuploads', 'page'],
    ['/elsewhere/content/docupload', 'page'],
    ['/content/help', 'help'],
    ['/content/helpful', 'page'],
  ])('at %s is %s', (path, kind) => {
    expect(kindOfPage(path)).toBe(kind);
  });

  it('a form must have a path or an https URL', () => {
    const entry = { id: 'a', headline: 'A', message: '<p>A</p>', group: 'plans', href: 'ftp://a.example' };
    expect(v.safeParse(FormEntry, entry).issues?.map(({ message }) => message)).toEqual([
      'A page, or an https address',
    ]);
  });
});

it('the agent’s business name has the same length limit as other names', () => {
  const values = valuesOfPrivacyRequest({
    ...sentRequest,
    personCertifying: 'agent',
    authorizedAgentBusinessName: 'B'.repeat(41),
  });
  const limits = { name: 40, location: 40, zip: 10, email: 40 };
  const schema = privacyRequestSchema(
    {
      limits,
      relationships: [],
      agentRelationships: [],
      servicer: 'Larkfield',
      states: null,
      today: plainDateOf('2026-11-20'),
    },
    values,
  );
  expect(problemsOf(schema, values)).toContainEqual({
    field: 'agentBusinessName',
    issue: { code: 'text.tooLong', subject: 'own', field: 'business name', max: 40 },
  });
});
