/** The facts of the access check, at their boundaries (P §5.1, rulings 27, 28). */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  agreementsSchema,
  canEnterPlan,
  entryNotice,
  entryTo,
  entryToApplication,
  isApplicationInProcess,
  isTypeForIdr,
  isVeryDelinquent,
  paidInFull,
  sentBecause,
  sharedIssue,
} from '#domain/session/access/rules.ts';
import { AGREEMENTS, AccessData, READ_ACTIONS } from '#domain/session/access/shapes.ts';
import { accessMessages, agreementNames, entryMessages } from '#domain/session/access/messages.ts';
import { toCents } from '#domain/money.ts';
import { withMessages } from '#test/support/issues.ts';

const facts: AccessData = {
  isVeryDelinquent: false,
  borrowerActions: [],
  hasFederalAccount: true,
  totalDue: toCents(1),
};
const nothingDue = { ...facts, totalDue: toCents(0) };
const { toSentences } = withMessages(accessMessages);

describe('isVeryDelinquent', () => {
  it.each([
    [89, false],
    [90, true],
    [91, true],
    [0, false],
  ])('%s days past due: %s', (days, is) => {
    expect(isVeryDelinquent(days)).toBe(is);
  });
});

describe('isApplicationInProcess (ruling 60)', () => {
  const none = {
    ...facts,
    hasDefermentForbearanceApplicationInProcess: false,
    forbearanceHardshipSummary: { hasApplicationInProcess: false },
    idrApplicationSubmitted: false,
    termBasedApplicationSubmitted: false,
  };

  it.each([
    { hasDefermentForbearanceApplicationInProcess: true },
    { forbearanceHardshipSummary: { hasApplicationInProcess: true } },
    { idrApplicationSubmitted: true },
    { termBasedApplicationSubmitted: true },
  ])('is true for any kind: %j', (inProcess) => {
    expect(isApplicationInProcess({ ...none, ...inProcess })).toBe(true);
    // One known application is enough, even if other facts are unknown.
    expect(isApplicationInProcess({ ...facts, ...inProcess })).toBe(true);
  });

  it('is false if all flags are false', () => {
    expect(isApplicationInProcess(none)).toBe(false);
  });

  it.each([
    'hasDefermentForbearanceApplicationInProcess',
    'forbearanceHardshipSummary',
    'idrApplicationSubmitted',
    'termBasedApplicationSubmitted',
  ] as const)('is undefined if %s is unknown and no flag is true', (missing) => {
    const { [missing]: _, ...known } = none;
    expect(isApplicationInProcess(known)).toBeUndefined();
  });
});

it.each([
  [3, false],
  [1, true],
  [2, true],
  [undefined, undefined],
])('borrower type %s may apply for an income-driven plan: %s (ruling 62)', (borrowerType, may) => {
  expect(isTypeForIdr({ ...facts, ...(borrowerType !== undefined && { borrowerType }) })).toBe(may);
});

describe('canEnterPlan (P §5.1)', () => {
  it('requires eligibility and an amount due of at least a cent', () => {
    expect(canEnterPlan({ ...facts, isEligible: true }, 'always')).toBe(true);
    expect(canEnterPlan({ ...facts, isEligible: false }, 'always')).toBe(false);
    expect(canEnterPlan({ ...nothingDue, isEligible: true }, 'always')).toBe(false);
    expect(canEnterPlan({ ...facts, totalDue: toCents(-1), isEligible: true }, 'always')).toBe(false);
  });

  it('is undefined if eligibility is unknown', () => {
    expect(canEnterPlan(facts, 'always')).toBeUndefined();
    expect(canEnterPlan({ ...facts, isInSchoolOrGrace: true }, 'exceptInSchoolOrGrace')).toBeUndefined();
  });

  it('requires eligibility but no amount due in school or grace, where the plan allows it (ruling 28)', () => {
    const gray = { ...nothingDue, isEligible: true, isInSchoolOrGrace: true };
    expect(canEnterPlan(gray, 'exceptInSchoolOrGrace')).toBe(true);
    expect(canEnterPlan(gray, 'always')).toBe(false);
    expect(canEnterPlan({ ...gray, isInSchoolOrGrace: false }, 'exceptInSchoolOrGrace')).toBe(false);
    expect(canEnterPlan({ ...nothingDue, isEligible: true }, 'exceptInSchoolOrGrace')).toBe(false);
    expect(canEnterPlan({ ...gray, isEligible: false }, 'exceptInSchoolOrGrace')).toBe(false);
  });
});

const applicationsKnown = {
  hasDefermentForbearanceApplicationInProcess: false,
  forbearanceHardshipSummary: { hasApplicationInProcess: false },
  idrApplicationSubmitted: false,
  termBasedApplicationSubmitted: false,
};
/** A borrower who may apply for everything. */
const welcome: AccessData = { ...facts, ...applicationsKnown, isEligible: true, borrowerType: 1 };

describe('entryTo, checked in the order of ruling 37', () => {
  const { borrowerType: _, ...withoutType } = welcome;
  const { isEligible: __, ...withoutEligibility } = welcome;
  const { idrApplicationSubmitted: ___, ...withoutApplications } = welcome;

  it.each<[string, AccessData | null, ReturnType<typeof entryTo>[]]>([
    ['nothing against it', welcome, ['open', 'open', 'open']],
    ['unknown facts', null, ['unknown', 'unknown', 'unknown']],
    [
      'no federal account, the first condition',
      { ...welcome, hasFederalAccount: false, borrowerType: 3, idrApplicationSubmitted: true, isEligible: false },
      ['noFederalAccount', 'noFederalAccount', 'noFederalAccount'],
    ],
    ['of type 3', { ...welcome, borrowerType: 3 }, ['open', 'notForType', 'open']],
    [
      'of type 3 with an application in process',
      { ...welcome, borrowerType: 3, termBasedApplicationSubmitted: true },
      ['inProcess', 'notForType', 'inProcess'],
    ],
    [
      'in process, not eligible',
      { ...welcome, idrApplicationSubmitted: true, isEligible: false },
      ['inProcess', 'inProcess', 'inProcess'],
    ],
    ['nothing due', { ...welcome, totalDue: toCents(0) }, ['open', 'nothingDue', 'nothingDue']],
    [
      'nothing due in school or grace',
      { ...welcome, totalDue: toCents(0), isInSchoolOrGrace: true },
      ['open', 'open', 'nothingDue'],
    ],
    ['not eligible', { ...welcome, isEligible: false }, ['open', 'notEligible', 'notEligible']],
    ['in default', { ...welcome, isEligible: false, isInDefault: true }, ['open', 'inDefault', 'inDefault']],
    [
      'not eligible, nothing due',
      { ...welcome, isEligible: false, totalDue: toCents(0) },
      ['open', 'notEligible', 'notEligible'],
    ],
    ['unknown type', withoutType, ['open', 'unknown', 'open']],
    ['unknown eligibility', withoutEligibility, ['open', 'unknown', 'unknown']],
    ['unknown applications', withoutApplications, ['unknown', 'unknown', 'unknown']],
  ])('%s', (_name, known, entries) => {
    expect((['deferment', 'idr', 'term'] as const).map((entry) => entryTo(known, entry))).toEqual(entries);
  });

  it.each([
    [{ hardship: { isEligible: true, ineligibleReason: null } }, 'open'],
    [{ hardship: { isEligible: false, ineligibleReason: 'PaidAhead' } }, 'paidAhead'],
    [{ hardship: { isEligible: false, ineligibleReason: 'NoEligLoans' } }, 'noLoansToPostpone'],
    // A server that gives no reason, and one that does not know this postponement.
    [{ hardship: { isEligible: false, ineligibleReason: null } }, 'noLoansToPostpone'],
    [{ unemployment: { isEligible: true, ineligibleReason: null } }, 'unknown'],
    [undefined, 'unknown'],
  ] as const)('checks the loans last: postponements %j', (allowed, entry) => {
    const known: AccessData = { ...welcome, ...(allowed && { postponements: allowed }) };
    expect(entryToApplication(known, 'hardship', 'hardship')).toBe(entry);
    expect(entryToApplication({ ...known, idrApplicationSubmitted: true }, 'hardship', 'hardship')).toBe('inProcess');
    expect(entryToApplication({ ...known, hasFederalAccount: false }, 'hardship', 'hardship')).toBe('noFederalAccount');
    expect(entryTo(known, 'hardship')).toBe('open');
  });

  it('checks the loans for the given kind of postponement, but not for plans', () => {
    const noLoans = { isEligible: false, ineligibleReason: 'NoEligLoans' } as const;
    const known: AccessData = {
      ...welcome,
      postponements: { unemployment: noLoans, military: { isEligible: true, ineligibleReason: null } },
    };
    expect(entryToApplication(known, 'unemployment', 'deferment')).toBe('noLoansToPostpone');
    expect(entryToApplication(known, 'military', 'deferment')).toBe('open');
    expect(entryToApplication({ ...known, isInDefault: true }, 'unemployment', 'deferment')).toBe('inDefault');
    expect(entryToApplication({ ...known, isInDefault: true }, 'military', 'deferment')).toBe('benefitsOnly');
    expect(entryToApplication(known, 'inSchool', 'deferment')).toBe('unknown');
    expect(entryToApplication(known, 'idr', 'idr')).toBe('open');
    // The flow opens and explains this; the guide's card shows the issue instead (rulings 28, 67).
    expect(entryToApplication({ ...known, isFarFromRepayment: true }, 'idr', 'idr')).toBe('tooEarly');
    // The first estimates of the flow redirect this borrower (rulings 29, 67).
    expect(entryToApplication({ ...known, ineligibleForIdr: true }, 'idr', 'idr')).toBe('notForType');
    expect(entryToApplication({ ...known, ineligibleForIdr: true }, 'term', 'term')).toBe('open');
    expect(entryToApplication(known, 'term', 'term')).toBe('open');
    expect(entryToApplication(null, 'military', 'deferment')).toBe('unknown');
  });

  it('is open for a route without an application', () => {
    expect(entryTo(facts, undefined)).toBe('open');
  });
});

describe('the notice after a redirect to the repayment options (P §5.1)', () => {
  it.each([
    ['?appInProcess=true', 'inProcess'],
    ['?isEligible=false', 'notEligible'],
    // An application in process comes first (ruling 37).
    ['?isEligible=false&appInProcess=true', 'inProcess'],
    ['', null],
    ['?appInProcess=false', null],
    ['?isEligible=true', null],
    ['?appInProcess', null],
  ])('%s means %s', (query, because) => {
    expect(sentBecause(query)).toBe(because);
  });

  const findNotice = (because: 'inProcess' | 'notEligible' | null, known: AccessData | null, isListed = false) =>
    entryNotice(because, { facts: known, isListed });

  it('is null without a redirect', () => {
    expect(findNotice(null, { ...welcome, isEligible: false, idrApplicationSubmitted: true }, true)).toBeNull();
  });

  it('is about an application in process while there may be one', () => {
    const inProcess = { because: 'inProcess' };
    expect(findNotice('inProcess', welcome, true)).toEqual(inProcess);
    expect(findNotice('inProcess', { ...welcome, idrApplicationSubmitted: true })).toEqual(inProcess);
    expect(findNotice('inProcess', null)).toEqual(inProcess);
    expect(findNotice('inProcess', facts)).toEqual(inProcess);
    expect(findNotice('inProcess', welcome)).toBeNull();
  });

  it.each<[string, AccessData | null, string[]]>([
    ['no reasons if the access facts give none', welcome, []],
    ['no reasons if the facts are unknown', null, []],
    ['no federal account', { ...welcome, hasFederalAccount: false, isEligible: false }, ['noFederalAccount']],
    ['nothing due', { ...welcome, totalDue: toCents(0) }, ['nothingDue']],
    ['not eligible', { ...welcome, isEligible: false }, ['notEligible']],
    ['the type', { ...welcome, borrowerType: 3 }, ['notForType']],
    ['no loan for an income-driven plan', { ...welcome, ineligibleForIdr: true }, ['notForType']],
    ['both', { ...welcome, borrowerType: 3, totalDue: toCents(0) }, ['notForType', 'nothingDue']],
    ['no application in process, which has its own notice', { ...welcome, idrApplicationSubmitted: true }, []],
  ])('is about missing eligibility, with the reasons: %s', (_name, known, reasons) => {
    expect(findNotice('notEligible', known)).toEqual({ because: 'notEligible', reasons });
  });

  it('explains each reason in plain words, with an alternative', () => {
    expect(Object.entries(entryMessages).map(([issue, { why, instead }]) => [issue, `${why} ${instead}`])).toEqual([
      [
        'noFederalAccount',
        'This is for federal loans, and you have none with us. For your other loans, your contract says what help you can get.',
      ],
      [
        'notForType',
        "Your loans can't be repaid under an income-driven plan. A term-based plan or a pause may still be possible.",
      ],
      ['inProcess', 'You have an application in process. You can start another one after we decide on that one.'],
      [
        'nothingDue',
        "No payment is due now, so there is no payment to lower. Come back when a payment is due. Until then, you don't need to do anything.",
      ],
      [
        'tooEarly',
        "Your loans don't enter repayment for more than 90 days. You can apply once they are 90 days or less from repayment.",
      ],
      ['notEligible', "Your loans don't qualify for another plan right now. A pause may still be possible."],
      ['inDefault', "Your loans are in default. Loans in default can't get a pause or another plan."],
      [
        'paidInFull',
        'Your federal loans are paid in full. You owe nothing on them, so there is nothing to pause or to change.',
      ],
      [
        'paidAhead',
        "You've paid ahead, so you have no payment due that we could pause. You can apply when a payment is due. Until then, you don't have to pay.",
      ],
      [
        'noLoansToPostpone',
        'None of your loans qualify for it right now. They may be paid in full, not due yet, already paused, in default, or have no months of it left.',
      ],
    ]);
  });
});

it('sharedIssue returns an issue only if it applies to every option', () => {
  expect(sharedIssue(['inProcess', 'inProcess'])).toBe('inProcess');
  expect(sharedIssue(['noFederalAccount'])).toBe('noFederalAccount');
  expect(sharedIssue(['inProcess', 'open'])).toBeNull();
  expect(sharedIssue(['nothingDue', 'notForType'])).toBeNull();
  expect(sharedIssue(['unknown', 'unknown'])).toBeNull();
  expect(sharedIssue(['open', 'open'])).toBeNull();
  expect(sharedIssue([])).toBeNull();
});

describe('the agreements', () => {
  it('consist of two, each with its own checkbox', () => {
    expect(AGREEMENTS).toEqual(['termsOfUse', 'electronicCommunications']);
    expect(agreementNames).toEqual({
      termsOfUse: 'Terms of Use',
      electronicCommunications: 'Consent to Electronic Communications',
    });
    const schema = agreementsSchema(AGREEMENTS);
    expect(v.is(schema, { termsOfUse: true, electronicCommunications: true })).toBe(true);
    expect(toSentences(schema, { termsOfUse: false, electronicCommunications: true })).toEqual([
      ['termsOfUse', 'You need to agree to the Terms of Use to continue.'],
    ]);
    expect(toSentences(schema, { termsOfUse: false, electronicCommunications: false })).toEqual([
      ['termsOfUse', 'You need to agree to the Terms of Use to continue.'],
      ['electronicCommunications', 'You need to agree to the Consent to Electronic Communications to continue.'],
    ]);
    expect(v.is(agreementsSchema([]), {})).toBe(true);
  });

  it('are one of the three actions that a person completes by reading a page', () => {
    expect(READ_ACTIONS).toEqual(['direct-splash', 'email-disclaimer', 'agreements']);
  });
});

describe('the access facts on the wire', () => {
  it('convert dollars to cents, and omit unknown facts', () => {
    const wire = { isVeryDelinquent: false, borrowerActions: ['agreements'], hasFederalAccount: true, totalDue: 12.5 };
    expect(v.parse(AccessData, wire)).toEqual({ ...wire, totalDue: 1250 });
    const known = {
      ...wire,
      isEligible: true,
      isInSchoolOrGrace: false,
      hasDefermentForbearanceApplicationInProcess: false,
      forbearanceHardshipSummary: { hasApplicationInProcess: true },
      idrApplicationSubmitted: false,
      termBasedApplicationSubmitted: false,
    };
    expect(v.parse(AccessData, known)).toEqual({ ...known, totalDue: 1250 });
    expect(v.is(AccessData, {})).toBe(false);
    expect(v.is(AccessData, { ...wire, forbearanceHardshipSummary: {} })).toBe(false);
  });
});

describe('loans that are paid in full', () => {
  const account = (kind: 'federal' | 'commercial', payoff: number) => ({ kind, payoff: toCents(payoff) });

  it.each([
    { accounts: [], expected: null },
    { accounts: [account('federal', 0)], expected: 'all' },
    { accounts: [account('federal', 0), account('commercial', 1)], expected: 'federal' },
    { accounts: [account('commercial', 1)], expected: null },
    { accounts: [account('federal', 0), account('federal', 1), account('commercial', 0)], expected: null },
  ])('$expected of $accounts', ({ accounts, expected }) => {
    expect(paidInFull(accounts)).toBe(expected);
  });

  it.each(['deferment', 'hardship', 'idr', 'term'] as const)('close %s, whatever else would close it', (requested) => {
    const paid: AccessData = { ...facts, paidInFull: 'federal', idrApplicationSubmitted: true };
    expect(entryTo(paid, requested)).toBe('paidInFull');
  });

  it('need no notice after a redirect, since the page has no offers', () => {
    const paid: AccessData = { ...facts, paidInFull: 'all', isEligible: false };
    expect(entryNotice('notEligible', { facts: paid, isListed: false })).toBeNull();
  });
});
