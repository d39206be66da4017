/** Who is kept from what (P §5.1, rulings 27, 28): the facts behind the guards, at their limits. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  agreementsSchema,
  canEnterPlan,
  isApplicationInProcess,
  isTypeForIdr,
  isVeryDelinquent,
} from '#domain/access/rules.ts';
import { AGREEMENTS, AccessFacts, READ_ACTIONS } from '#domain/access/shapes.ts';
import { accessMessages, agreementNames } from '#domain/access/messages.ts';
import { addDays, plainDateOf } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import { withMessages } from '#test/support/issues.ts';

const TODAY = plainDateOf('2026-11-20');
const facts: AccessFacts = {
  isVeryDelinquent: false,
  borrowerActions: [],
  hasFederalAccount: true,
  totalDue: toCents(1),
};
const nothingDue = { ...facts, totalDue: toCents(0) };
const { sentencesOf } = withMessages(accessMessages);

describe('a very delinquent borrower', () => {
  it.each([
    [89, false],
    [90, true],
    [91, true],
  ])('%s days after the oldest unpaid instalment fell due: %s', (days, is) => {
    expect(isVeryDelinquent(addDays(TODAY, -days), TODAY)).toBe(is);
  });

  it('has an unpaid instalment', () => {
    expect(isVeryDelinquent(null, TODAY)).toBe(false);
  });
});

describe('an application in process (ruling 60)', () => {
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
  ])('is one of any kind: %j', (inProcess) => {
    expect(isApplicationInProcess({ ...none, ...inProcess })).toBe(true);
    // One that is known closes the entries, whatever else is not.
    expect(isApplicationInProcess({ ...facts, ...inProcess })).toBe(true);
  });

  it('is none where all are known not to be', () => {
    expect(isApplicationInProcess(none)).toBe(false);
  });

  it.each([
    'hasDefermentForbearanceApplicationInProcess',
    'forbearanceHardshipSummary',
    'idrApplicationSubmitted',
    'termBasedApplicationSubmitted',
  ] as const)('is not known where %s is not', (missing) => {
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

describe('the entry to a repayment plan (P §5.1)', () => {
  it('needs something due, a cent is enough, and eligibility', () => {
    expect(canEnterPlan({ ...facts, isEligible: true }, 'always')).toBe(true);
    expect(canEnterPlan({ ...facts, isEligible: false }, 'always')).toBe(false);
    expect(canEnterPlan({ ...nothingDue, isEligible: true }, 'always')).toBe(false);
    expect(canEnterPlan({ ...facts, totalDue: toCents(-1), isEligible: true }, 'always')).toBe(false);
  });

  it('is not known where eligibility is not', () => {
    expect(canEnterPlan(facts, 'always')).toBeUndefined();
    expect(canEnterPlan({ ...facts, isInSchoolOrGrace: true }, 'exceptInSchoolOrGrace')).toBeUndefined();
  });

  it('in school or grace needs nothing due where the entry says so (ruling 28), but eligibility', () => {
    const gray = { ...nothingDue, isEligible: true, isInSchoolOrGrace: true };
    expect(canEnterPlan(gray, 'exceptInSchoolOrGrace')).toBe(true);
    expect(canEnterPlan(gray, 'always')).toBe(false);
    expect(canEnterPlan({ ...gray, isInSchoolOrGrace: false }, 'exceptInSchoolOrGrace')).toBe(false);
    expect(canEnterPlan({ ...nothingDue, isEligible: true }, 'exceptInSchoolOrGrace')).toBe(false);
    expect(canEnterPlan({ ...gray, isEligible: false }, 'exceptInSchoolOrGrace')).toBe(false);
  });
});

describe('the agreements', () => {
  it('are two, each to be ticked by itself', () => {
    expect(AGREEMENTS).toEqual(['termsOfUse', 'electronicCommunications']);
    expect(agreementNames).toEqual({
      termsOfUse: 'Terms of Use',
      electronicCommunications: 'Consent to Electronic Communications',
    });
    const schema = agreementsSchema(AGREEMENTS);
    expect(v.is(schema, { termsOfUse: true, electronicCommunications: true })).toBe(true);
    expect(sentencesOf(schema, { termsOfUse: false, electronicCommunications: true })).toEqual([
      ['termsOfUse', 'You need to agree to the Terms of Use to continue.'],
    ]);
    expect(sentencesOf(schema, { termsOfUse: false, electronicCommunications: false })).toEqual([
      ['termsOfUse', 'You need to agree to the Terms of Use to continue.'],
      ['electronicCommunications', 'You need to agree to the Consent to Electronic Communications to continue.'],
    ]);
    expect(v.is(agreementsSchema([]), {})).toBe(true);
  });

  it('and two pages to read are the actions that are done there', () => {
    expect(READ_ACTIONS).toEqual(['direct-splash', 'email-disclaimer', 'agreements']);
  });
});

describe('the facts on the wire', () => {
  it('are dollars outside and cents inside; what is not known is left out', () => {
    const wire = { isVeryDelinquent: false, borrowerActions: ['agreements'], hasFederalAccount: true, totalDue: 12.5 };
    expect(v.parse(AccessFacts, wire)).toEqual({ ...wire, totalDue: 1250 });
    const known = {
      ...wire,
      isEligible: true,
      isInSchoolOrGrace: false,
      hasDefermentForbearanceApplicationInProcess: false,
      forbearanceHardshipSummary: { hasApplicationInProcess: true },
      idrApplicationSubmitted: false,
      termBasedApplicationSubmitted: false,
    };
    expect(v.parse(AccessFacts, known)).toEqual({ ...known, totalDue: 1250 });
    expect(v.is(AccessFacts, {})).toBe(false);
    expect(v.is(AccessFacts, { ...wire, forbearanceHardshipSummary: {} })).toBe(false);
  });
});
