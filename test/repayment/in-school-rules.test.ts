/** The rules of the in-school deferment: questions and the meaning of the answers (R §4, §7; rulings 34, 43). */
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import * as v from 'valibot';
import { deferment } from '#domain/repayment/deferment/calls.ts';
import * as rules from '#domain/repayment/deferment/in-school.ts';
import { type InSchoolAnswers, InSchoolDraft } from '#domain/repayment/deferment/shapes.ts';

const school = fc.record({ school: fc.string(), clearingHouseFlag: fc.boolean() });
const answers = fc.record({ isCurrentlyEnrolled: fc.constant<true>(true), isCurrentlyAttending: fc.boolean() });

const given = (...texts: string[]) =>
  texts.map((answer, at) => ({ question: ['currentlyEnrolled', 'currentlyAttending'][at] ?? '', answer }));
const schools = (...flags: boolean[]) => ({
  currentSchoolList: flags.map((clearingHouseFlag, at) => ({ school: `School ${at}`, clearingHouseFlag })),
});

describe('the question about attendance', () => {
  it.each([
    ['is not asked without a known school', schools(), undefined],
    ['is asked if the first school reports', schools(true), 'School 0'],
    ['is asked if only the first school reports', schools(true, false), 'School 0'],
    ['is not asked if the first school does not report', schools(false), undefined],
    ['is not asked if only a later school reports', schools(false, true), undefined],
  ])('%s', (_, known, name) => {
    expect(rules.reportingSchool(known)).toBe(name);
    expect(rules.inSchoolQuestionsFor(known).map(({ id }) => id)).toEqual(
      name === undefined ? ['currentlyEnrolled'] : ['currentlyEnrolled', 'currentlyAttending'],
    );
  });

  it('depends only on the first school', () => {
    fc.assert(
      fc.property(fc.array(school, { minLength: 1 }), fc.array(school), (known, others) => {
        const [first] = known;
        expect(rules.reportingSchool({ currentSchoolList: [...known, ...others] })).toBe(
          first?.clearingHouseFlag === true ? first.school : undefined,
        );
      }),
    );
  });
});

const attending: InSchoolAnswers = { isCurrentlyEnrolled: true, isCurrentlyAttending: true };
const notAttending: InSchoolAnswers = { isCurrentlyEnrolled: true, isCurrentlyAttending: false };

it.each([
  ['enrolled and attending', schools(true), given('yes', 'yes'), attending],
  ['enrolled and not attending', schools(true), given('yes', 'no'), notAttending],
  ['not asked about attendance, so not attending', schools(false), given('yes'), notAttending],
  ['attending, but the school no longer reports', schools(false), given('yes', 'yes'), notAttending],
  ['enrolled, but the school reports now', schools(true), given('yes'), undefined],
  ['not enrolled', schools(true), given('no'), undefined],
  ['not enrolled, no school known', schools(), given('no'), undefined],
  ['no answers', schools(true), [], undefined],
])('%s', (_, known, transcript, expected) => {
  expect(rules.answersAfter(known, transcript)).toEqual(expected);
});

test('borrowers who are enrolled but not attending apply; those who are both need no application', () => {
  const of = (said: InSchoolAnswers) => [rules.needsApplication(said), rules.isReportedBySchool(said)];
  expect(of(notAttending)).toEqual([true, false]);
  expect(of(attending)).toEqual([false, true]);
});

test('the application sends each answer under its own name', () => {
  expect(rules.inSchoolQuery(notAttending)).toEqual({
    currentlyEnrolledCredit: 'true',
    currentlyEnrolledSchool: 'false',
  });
  fc.assert(
    fc.property(answers, (each) => {
      const query = v.parse(deferment.applyInSchool.query, rules.inSchoolQuery(each));
      expect(query.currentlyEnrolledCredit).toBe('true');
      expect(query.currentlyEnrolledSchool === 'true').toBe(each.isCurrentlyAttending);
    }),
  );
});

test('areSameAnswers compares the answers', () => {
  fc.assert(
    fc.property(answers, answers, (one, other) => {
      expect(rules.areSameAnswers(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});

test('a draft with an invalid structure is rejected', () => {
  const draft = {
    version: 1,
    transcript: given('yes', 'no'),
    answers: notAttending,
    step: 'application',
    submission: { key: '3f2b8c1e-7a54-4d09-9c1b-52f6f0a7d301', sent: true },
  };
  expect(v.is(InSchoolDraft, draft)).toBe(true);
  for (const wrong of [
    { version: 2 },
    { step: 'plan' },
    { answers: 'yes' },
    // Only a borrower who is enrolled has answers.
    { answers: { isCurrentlyEnrolled: false, isCurrentlyAttending: false } },
    { submission: { key: '1', sent: true } },
    // Only the first step has no answers, and nothing was sent there.
    { answers: null },
    { answers: null, submission: null },
    { answers: null, step: 'qualification' },
  ]) {
    expect(v.is(InSchoolDraft, { ...draft, ...wrong })).toBe(false);
  }
  const { submission } = draft;
  for (const right of [null, { ...submission, sent: false }]) {
    const first = { ...draft, step: 'qualification', answers: null, submission: right };
    expect(v.is(InSchoolDraft, first)).toBe(true);
  }
  expect(v.is(InSchoolDraft, { ...draft, step: 'qualification', submission: null })).toBe(true);
});
