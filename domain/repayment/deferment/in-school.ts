/** The rules of the in-school deferment (R §4 In-school; rulings 34, 43). */
import * as v from 'valibot';
import type { CallRequest } from '../../call.ts';
import { type DecisionTranscript, type DecisionTree, positionAfter, withoutQuestions } from '../decision-tree.ts';
import type { deferment } from './calls.ts';
import { inSchoolTree } from './decision-trees.ts';
import { type CurrentSchool, type InSchoolAnswers, InSchoolResult } from './shapes.ts';

/**
 * Returns the school that reports enrollment: the first school, if it has the clearinghouse flag. Later schools are
 * ignored (R §4).
 */
export function reportingSchool({ currentSchoolList: [first] }: CurrentSchool): string | undefined {
  return first?.clearingHouseFlag === true ? first.school : undefined;
}

/** Returns the conditional questions that are left out: the one about attendance if no school reports enrollment. */
export const listHiddenQuestions = (schools: CurrentSchool): readonly string[] =>
  reportingSchool(schools) === undefined ? ['currentlyAttending'] : [];

/** Returns the questions for a borrower with these schools. */
export const inSchoolQuestionsFor = (schools: CurrentSchool): DecisionTree =>
  withoutQuestions(inSchoolTree, listHiddenQuestions(schools));

/**
 * Converts the result of the questions to answers. Without the question about attendance, the borrower counts as not
 * attending (ruling 43).
 */
export const toInSchoolAnswers = (result: InSchoolResult): InSchoolAnswers => ({
  isCurrentlyEnrolled: true,
  isCurrentlyAttending: result === 'EnrolledAndAttending',
});

/**
 * Returns the answers of a transcript under the current questions; undefined if they are incomplete or not eligible.
 */
export function answersAfter(schools: CurrentSchool, transcript: DecisionTranscript): InSchoolAnswers | undefined {
  const { result } = positionAfter(inSchoolQuestionsFor(schools), transcript);
  return v.is(InSchoolResult, result) ? toInSchoolAnswers(result) : undefined;
}

/** Returns whether two sets of answers are equal. */
export const areSameAnswers = (one: InSchoolAnswers, other: InSchoolAnswers): boolean =>
  one.isCurrentlyAttending === other.isCurrentlyAttending;

/** Returns whether the borrower must apply for the deferment: enrolled but not attending (R §4). */
export const needsApplication = ({ isCurrentlyAttending }: InSchoolAnswers): boolean => !isCurrentlyAttending;

/**
 * Returns whether the school reports the enrollment, so that no application is needed: enrolled and attending (ruling
 * 34).
 */
export const isReportedBySchool = ({ isCurrentlyAttending }: InSchoolAnswers): boolean => isCurrentlyAttending;

/** Returns the query of the application call, which has no body (R §7). */
export const inSchoolQuery = ({
  isCurrentlyAttending,
}: InSchoolAnswers): CallRequest<typeof deferment.applyInSchool>['query'] => ({
  currentlyEnrolledCredit: 'true',
  currentlyEnrolledSchool: isCurrentlyAttending ? 'true' : 'false',
});
