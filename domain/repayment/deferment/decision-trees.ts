/** The qualification questions for deferments, one decision tree per type (R §4 Deferment qualification). */
import type { DecisionTree } from '../decision-tree.ts';

const leadsTo = <const Id extends string>(nextNodeId: Id) => ({ endsFlow: false, nextNodeId }) as const;
const ends = <const Result extends string>(returns: Result) => ({ endsFlow: true, returns }) as const;
const yes = { value: 'yes', text: 'Yes' } as const;
const no = { value: 'no', text: 'No' } as const;
const notEligible = ends('NotEligible');

/** Unemployment: the borrower receives benefits or looks for full-time work (34 CFR 682.210(h)). */
export const unemploymentTree = [
  {
    id: 'unemploymentBenefits',
    friendlyName: 'Unemployment Benefits',
    value: 'Are you receiving unemployment benefits?',
    options: [
      { ...yes, ...ends('UnemploymentBenefits') },
      { ...no, ...leadsTo('seekingEmployment') },
    ],
  },
  {
    id: 'seekingEmployment',
    friendlyName: 'Seeking Employment',
    value:
      'Are you looking for full-time work in the United States: at least 30 hours a week, expected to last at least three months?',
    options: [
      { ...yes, ...leadsTo('rejectedEmployment') },
      { ...no, ...notEligible },
    ],
  },
  {
    id: 'rejectedEmployment',
    friendlyName: 'Rejected Employment',
    value: 'Have you turned down a job because you were overqualified for it, or because of its pay or level?',
    options: [
      { ...yes, ...notEligible },
      { ...no, ...leadsTo('defermentExtension') },
    ],
  },
  {
    id: 'defermentExtension',
    friendlyName: 'Deferment Extension',
    value: 'Are you asking to extend an unemployment deferment that you have now?',
    options: [
      { ...yes, ...leadsTo('diligentAttempts') },
      { ...no, ...leadsTo('employmentAgency1') },
    ],
  },
  {
    id: 'diligentAttempts',
    friendlyName: 'Diligent Attempts',
    value: 'Have you made at least six diligent attempts to find full-time work in the last six months?',
    options: [
      { ...yes, ...leadsTo('employmentAgency2') },
      { ...no, ...notEligible },
    ],
  },
  {
    id: 'employmentAgency1',
    friendlyName: 'Employment Agency',
    value: 'Is there a public or private employment agency within 50 miles of where you live?',
    options: [
      { ...yes, ...leadsTo('registeredAgency') },
      { ...no, ...ends('Unemployment') },
    ],
  },
  {
    id: 'employmentAgency2',
    friendlyName: 'Employment Agency',
    value: 'Is there a public or private employment agency within 50 miles of where you live?',
    options: [
      { ...yes, ...leadsTo('registeredAgency') },
      { ...no, ...notEligible },
    ],
  },
  {
    id: 'registeredAgency',
    friendlyName: 'Registered With an Agency',
    value: 'Are you registered with that agency?',
    options: [
      { ...yes, ...ends('Unemployment') },
      { ...no, ...notEligible },
    ],
  },
] as const satisfies DecisionTree;

/** Economic hardship: one question (34 CFR 685.204(g)). After `Poverty` the form asks for family size and income. */
export const economicHardshipTree = [
  {
    id: 'economicHardship',
    friendlyName: 'Economic Hardship',
    value: 'Which of these describes your situation?',
    options: [
      { value: 'PeaceCorps', text: 'I am serving as a Peace Corps volunteer.', ...ends('PeaceCorps') },
      {
        value: 'PublicAssistance',
        text: 'I receive payments under a federal or state public assistance program, such as TANF, SSI or SNAP.',
        ...ends('PublicAssistance'),
      },
      {
        value: 'AnotherServicer',
        text: 'I have been granted an economic hardship deferment for the same period by another loan servicer.',
        ...ends('AnotherServicer'),
      },
      {
        value: 'Poverty',
        text: 'I work full-time, and my monthly income is low for the size of my family.',
        ...ends('Poverty'),
      },
    ],
  },
] as const satisfies DecisionTree;

/** Rehabilitation training: five questions that all require the answer yes (34 CFR 682.210(e)). */
export const rehabilitationTree = [
  {
    id: 'rehabTraining',
    friendlyName: 'Rehabilitation Training',
    value:
      'Are you receiving, or scheduled to receive, rehabilitation training: vocational, for drug or alcohol abuse, or for mental health?',
    options: [
      { ...yes, ...leadsTo('programLicense') },
      { ...no, ...notEligible },
    ],
  },
  {
    id: 'programLicense',
    friendlyName: 'Program License',
    value:
      'Is the program licensed, approved, certified or recognized by a state agency or the Department of Veterans Affairs?',
    options: [
      { ...yes, ...leadsTo('provideServices') },
      { ...no, ...notEligible },
    ],
  },
  {
    id: 'provideServices',
    friendlyName: 'Provides Services',
    value: 'Does the program provide its services under a written plan for you that names the day on which they end?',
    options: [
      { ...yes, ...leadsTo('programCommitment') },
      { ...no, ...notEligible },
    ],
  },
  {
    id: 'programCommitment',
    friendlyName: 'Program Commitment',
    value:
      'Does the program take so much of your time that it normally keeps you from working 30 hours a week or more?',
    options: [
      { ...yes, ...leadsTo('rehabServices') },
      { ...no, ...notEligible },
    ],
  },
  {
    id: 'rehabServices',
    friendlyName: 'Rehabilitation Services',
    value: 'Is the program providing these services to you now, or has it scheduled them?',
    options: [
      { ...yes, ...ends('RehabilitationTraining') },
      { ...no, ...notEligible },
    ],
  },
] as const satisfies DecisionTree;

/**
 * In-school. The question about attendance appears only if the borrower's school reports enrollment (R §4 In-school). Other
 * borrowers count as not attending (ruling 43).
 */
export const inSchoolTree = [
  {
    id: 'currentlyEnrolled',
    friendlyName: 'Currently Enrolled',
    value: 'Are you currently enrolled at least half-time at an eligible school?',
    options: [
      { ...yes, ...leadsTo('currentlyAttending') },
      { ...no, ...notEligible },
    ],
  },
  {
    id: 'currentlyAttending',
    friendlyName: 'Currently Attending',
    value: 'Are you currently attending the school that we have on record for you?',
    options: [
      { ...yes, ...ends('EnrolledAndAttending') },
      { ...no, ...ends('Enrolled') },
    ],
    otherwise: 'Enrolled',
  },
] as const satisfies DecisionTree;
