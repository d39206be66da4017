/** The rules of the in-school deferment (R §4 In-school; rulings 34, 43). */
import * as v from 'valibot';
import type { CallRequest } from '../call.ts';
import { type DecisionTranscript, type DecisionTree, positionAfter } from '../decision-tree.ts';
import type { deferment } from './calls.ts';
import { enrollmentTree, inSchoolTree } from './decision-trees.ts';
import { type CurrentSchool, type InSchoolAnswers, InSchoolResult } from './shapes.ts';

/** The school that reports its enrollments: the first, where it has the clearing-house flag. Later ones do not count (R §4). */
export function reportingSchool({ currentSchoolList: [first] }: CurrentSchool): string | undefined {
  return first?.clearingHouseFlag === true ? first.school : undefined;
}

/** The questions that a borrower is asked. Only where the school reports is it asked whether the borrower attends it. */
export const inSchoolQuestionsFor = (schools: CurrentSchool): DecisionTree =>
  reportingSchool(schools) === undefined ? enrollmentTree : inSchoolTree;

/** What a result of the questions says. Without the question about attending, nobody counts as attending (ruling 43). */
export const inSchoolAnswersOf = (result: InSchoolResult): InSchoolAnswers => ({
  isCurrentlyEnrolled: true,
  isCurrentlyAttending: result === 'EnrolledAndAttending',
});

/** What answers say to the questions that are asked today; undefined where they are not complete, or do not allow it. */
export function answersAfter(schools: CurrentSchool, transcript: DecisionTranscript): InSchoolAnswers | undefined {
  const { result } = positionAfter(inSchoolQuestionsFor(schools), transcript);
  return v.is(InSchoolResult, result) ? inSchoolAnswersOf(result) : undefined;
}

/** Whether two sets of answers say the same. */
export const areSameAnswers = (one: InSchoolAnswers, other: InSchoolAnswers): boolean =>
  one.isCurrentlyEnrolled === other.isCurrentlyEnrolled && one.isCurrentlyAttending === other.isCurrentlyAttending;

/** Whether the deferment is applied for: only by who is enrolled and not attending (R §4). */
export const needsApplication = ({ isCurrentlyEnrolled, isCurrentlyAttending }: InSchoolAnswers): boolean =>
  isCurrentlyEnrolled && !isCurrentlyAttending;

/** Whether the school has reported it, so that nothing is needed: of who is both enrolled and attending (ruling 34). */
export const isReportedBySchool = ({ isCurrentlyEnrolled, isCurrentlyAttending }: InSchoolAnswers): boolean =>
  isCurrentlyEnrolled && isCurrentlyAttending;

/** What the application says: it has no body, but a query (R §7). */
export const inSchoolQuery = ({
  isCurrentlyEnrolled,
  isCurrentlyAttending,
}: InSchoolAnswers): CallRequest<typeof deferment.applyInSchool>['query'] => ({
  currentlyEnrolledCredit: isCurrentlyEnrolled ? 'true' : 'false',
  currentlyEnrolledSchool: isCurrentlyAttending ? 'true' : 'false',
});
