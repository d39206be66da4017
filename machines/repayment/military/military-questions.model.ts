/** Model of the questions about active duty, from the specification (R §4, §5 Military; rulings 33, 55). */
import { sampleToday } from '#domain/samples.ts';
import { type ExpectedDecisions, createDecisionModel } from '../decision-tree/expected-decisions.ts';
import { unless } from '../../kit/expected-form.ts';
import { militaryQuestions } from './military-questions.machine.ts';

/** Facts for validation: on 11/20/2026 a deferment can begin on 07/01/2023 or later, and end within a year. */
export const sampleDateFacts = { today: sampleToday, earliestStart: '2023-07-01', latestEnd: '2027-11-20' };

const OPERATION = 'Operation Inherent Resolve';
// Start less than a year ago: the end can be any day from tomorrow until one year after the start.
const START = '03/02/2026';
const END = '03/02/2027';

const questions: ExpectedDecisions['questions'] = {
  activeDuty: {
    asks: 'Are you on active duty in the armed forces?',
    called: 'Active Duty',
    answers: {
      Yes: { value: 'yes', leadsTo: 'activeDutyConnection' },
      No: { value: 'no', leadsTo: 'NotOnActiveDuty' },
    },
  },
  activeDutyConnection: {
    asks: 'Is your active duty in connection with a war, another military operation or a national emergency?',
    called: 'Connection With a War, Operation or Emergency',
    answers: {
      Yes: { value: 'yes', leadsTo: 'canSendOrdersNow', asksFor: ['operation'] },
      No: { value: 'no', leadsTo: 'performingService' },
    },
  },
  canSendOrdersNow: {
    asks: 'Can you send us a copy of your orders now?',
    called: 'Orders',
    answers: {
      Yes: { value: 'yes', leadsTo: 'hostileDangerPay' },
      No: { value: 'no', leadsTo: 'hostileDangerPay', asksFor: ['startDate', 'endDate'] },
    },
  },
  performingService: {
    asks: 'Does your service qualify you for a student loan repayment program of the Department of Defense?',
    called: 'DoD Loan Repayment',
    answers: {
      Yes: { value: 'yes', leadsTo: 'OnActiveDuty' },
      No: { value: 'no', leadsTo: 'nationalGuard' },
    },
  },
  nationalGuard: {
    asks: 'Are you in the National Guard, and has a governor activated you?',
    called: 'National Guard',
    answers: {
      Yes: { value: 'yes', leadsTo: 'OnActiveDuty' },
      No: { value: 'no', leadsTo: 'OnActiveDuty' },
    },
  },
  hostileDangerPay: {
    asks: 'Do you serve in an area that qualifies you for hostile fire or imminent danger pay?',
    called: 'Hostile Fire or Imminent Danger Pay',
    answers: {
      Yes: { value: 'yes', leadsTo: 'OnActiveDuty' },
      No: { value: 'no', leadsTo: 'OnActiveDuty' },
    },
    otherwise: 'OnActiveDuty',
  },
};

const fields: NonNullable<ExpectedDecisions['fields']> = {
  facts: sampleDateFacts,
  each: {
    operation: { called: 'War, Operation or Emergency', typed: ['OP', OPERATION] },
    startDate: { called: 'Start Date of Active Duty', typed: ['11/21/2026', START], empties: 'endDate' },
    endDate: { called: 'End Date of Active Duty', typed: ['03/03/2027', END] },
  },
  problems: ({ operation, startDate, endDate }) => [
    ...unless('operation', operation !== '', 'field.required'),
    ...unless('operation', operation !== 'OP', 'operation.tooShort', { min: 3 }),
    ...unless('startDate', startDate !== '', 'field.required'),
    ...unless('startDate', startDate !== '11/21/2026', 'startDate.inFuture'),
    ...unless('endDate', endDate !== '', 'field.required'),
    // The end is compared with the start only if the start is valid.
    ...unless('endDate', endDate !== '03/03/2027' || startDate !== START, 'endDate.tooLate'),
  ],
  messages: {
    'field.required': 'Field is required.',
    'operation.tooShort': 'Field must be at least three characters.',
    'startDate.inFuture': 'Start date cannot be in the future.',
    'endDate.tooLate': 'End date must be within 12 months of the start date.',
  },
};

export default {
  ...createDecisionModel(militaryQuestions, { questions, missing: 'Field is required.', fields }),
  title: 'Military: Questions',
  place: 'Step 1 of the military deferment application',
};
