/** How a plan is chosen for each program, read from the specification (R §2, §4 IDR, §8; ruling 29). */
import type { ContextFrom } from 'xstate';
import { ineligibleEstimates, sampleEstimates, standardEstimates } from '#domain/repayment/idr/samples.ts';
import type { ChosenPlans } from '#domain/repayment/idr/shapes.ts';
import type { LoanProgram, PlanEstimates, ProgramPlan } from '#domain/repayment/plans/shapes.ts';
import { CALL_ABOUT_DEFAULT } from '../../kit/expected-page.ts';
import { type EventCase, type Expected, defineModel } from '../../kit/model.ts';
import planFactsModel, { comparisonStops } from '../plan-facts/plan-facts.model.ts';
import { idrPlans } from './idr-plans.machine.ts';

type Context = ContextFrom<typeof idrPlans>;

const LEAVING = 'You Are Leaving Income-Based Repayment (IBR)';
const CHANGE = 'Change My Income-Driven Plan';
const RAP = 'Repayment Assistance Plan (RAP)';
const INELIGIBLE = "You don't qualify for an income-driven plan";

/** Nothing was chosen before: the recommended plans are. */
export const NOTHING: ChosenPlans = { Direct: null, FFELP: null };
export const RECOMMENDED: ChosenPlans = { Direct: 'RAP', FFELP: 'IBR_15' };
export const KEPT_IBR: ChosenPlans = { Direct: 'IBR_15', FFELP: 'IBR_15' };
/** The present plan of Direct loans on the Standard plan. */
export const KEPT: ChosenPlans = { Direct: 'STANDARD', FFELP: null };
const RAP_ONLY: ChosenPlans = { Direct: 'RAP', FFELP: null };

const begins = (state: string, estimates: PlanEstimates, chosen: ChosenPlans): Expected<Context> => ({
  state: state === 'ineligible' ? state : ['comparing.overTime.comparing', state],
  context: { estimates, chosen, details: null },
  ...(state !== 'ineligible' && { calls: { getPlanFacts: {} } }),
});

const notifies = [{ type: 'plans.changed', entry: ({ chosen }: Context) => chosen }];

/** The plans that can be chosen, by hand. */
const offers = ({ estimates }: Context, { program, planName }: ProgramPlan): boolean => {
  if (estimates === ineligibleEstimates) return false;
  if (program === 'FFELP') return estimates === sampleEstimates && planName === 'IBR_15';
  const names = estimates === sampleEstimates ? ['IBR_15', 'RAP', 'PAYE'] : ['STANDARD', 'RAP', 'PLAN_X'];
  return names.includes(planName);
};

/** On IBR today; neither the chosen nor the suggested plan is IBR (R §4). The suggested plan of the samples is RAP. */
const isLeaving = ({ estimates, chosen }: Context): boolean =>
  estimates === sampleEstimates && chosen.Direct !== 'IBR_15';

const choose = (
  program: LoanProgram,
  planName: string,
  name: string,
): EventCase<{ type: 'plan.chosen' } & ProgramPlan, Context> => ({
  event: { type: 'plan.chosen', program, planName },
  gesture: { action: 'check', role: 'radio', name },
  on: ['comparing.choice.choosing'],
  where: (context) => offers(context, { program, planName }) && context.chosen[program] !== planName,
  then: {
    in: 'comparing.choice.choosing',
    when: (context) => offers(context, { program, planName }),
    context: ({ chosen }) => ({ chosen: { ...chosen, [program]: planName } }),
    notifies,
  },
});

const open = (
  planName: string,
  name: string,
  reads: readonly string[],
): EventCase<{ type: 'details.opened' } & ProgramPlan, Context> => ({
  event: { type: 'details.opened', program: 'Direct', planName },
  gesture: { action: 'click', role: 'button', name: `View Details of ${name}` },
  on: ['comparing.choice.choosing'],
  where: (context) => offers(context, { program: 'Direct', planName }),
  then: {
    in: 'comparing.choice.choosing',
    when: (context) => offers(context, { program: 'Direct', planName }),
    state: 'comparing.choice.readingDetails',
    context: { details: { program: 'Direct', planName } },
    reads,
  },
});

const ends: Expected<Context> = { state: 'chosen', output: ({ chosen }: Context) => chosen };

export default {
  ...defineModel<typeof idrPlans>({
    machine: idrPlans,
    inputs: {
      'a borrower with Direct and FFELP Loans on IBR': {
        input: { estimates: sampleEstimates, chosen: NOTHING },
        then: begins('comparing.choice.choosing', sampleEstimates, RECOMMENDED),
      },
      'a borrower who comes back to the step': {
        input: { estimates: sampleEstimates, chosen: KEPT_IBR },
        then: begins('comparing.choice.choosing', sampleEstimates, KEPT_IBR),
      },
      'a borrower whose kept plans are not offered any more': {
        input: { estimates: standardEstimates, chosen: { Direct: 'PAYE', FFELP: 'IBR_15' } },
        then: {
          ...begins('comparing.choice.choosing', standardEstimates, RAP_ONLY),
          reads: ['These loans stay as they are: E100200301, group B.', CALL_ABOUT_DEFAULT],
        },
      },
      'a borrower whose income allows no income-driven plan': {
        input: { estimates: ineligibleEstimates, chosen: NOTHING },
        then: begins('ineligible', ineligibleEstimates, { Direct: 'IBR_15', FFELP: null }),
      },
    },
    events: [
      choose('Direct', 'IBR_15', 'Income-Based Repayment (IBR) $130.20 per month'),
      choose('Direct', 'RAP', `${RAP} $99.17 per month`),
      choose('Direct', 'STANDARD', 'Standard Repayment $227.63 per month'),
      // SAVE has ended, and is never offered.
      {
        event: { type: 'plan.chosen', program: 'Direct', planName: 'SAVE' },
        then: { in: 'comparing.choice.choosing' },
      },
      open('RAP', RAP, ['Recertify your income', 'Every year', '30 years (360 payments)', 'Pros', 'Cons']),
      open('STANDARD', 'Standard Repayment', ['Current monthly payment', 'No yearly check']),
      // A plan without configuration (R §8).
      {
        event: { type: 'details.opened', program: 'Direct', planName: 'PLAN_X' },
        then: [
          {
            in: 'comparing.choice.choosing',
            when: ({ estimates }) => estimates === standardEstimates,
            state: 'comparing.choice.readingDetails',
            context: { details: { program: 'Direct', planName: 'PLAN_X' } },
            reads: [
              'PLAN_X',
              'Estimated monthly payment Unknown',
              'Recertify your income Unknown',
              'Balance forgiven after Unknown',
            ],
          },
        ],
      },
      {
        event: { type: 'details.closed' },
        gesture: { action: 'click', role: 'button', name: 'Return to Plans' },
        then: {
          in: 'comparing.choice.readingDetails',
          state: 'comparing.choice.choosing',
          context: { details: null },
          hides: ['Recertify your income'],
        },
      },
      {
        event: { type: 'continue.pressed' },
        gesture: { action: 'click', role: 'button', name: 'Continue' },
        on: ['comparing.choice.choosing'],
        then: [
          {
            in: 'comparing.choice.choosing',
            when: isLeaving,
            state: 'comparing.choice.confirmingLeavingIbr',
            reads: [LEAVING, CHANGE],
          },
          { in: 'comparing.choice.choosing', ...ends },
        ],
      },
      {
        event: { type: 'previous.pressed' },
        gesture: { action: 'click', role: 'button', name: 'Previous' },
        on: ['comparing.choice.choosing', 'ineligible'],
        then: { in: ['comparing.choice.choosing', 'ineligible'], notifies: [{ type: 'plans.left' }] },
      },
      {
        event: { type: 'leaving.declined' },
        gesture: { action: 'click', role: 'button', name: 'Return to Plans' },
        then: { in: 'comparing.choice.confirmingLeavingIbr', state: 'comparing.choice.choosing', hides: [LEAVING] },
      },
      {
        event: { type: 'leaving.confirmed' },
        gesture: { action: 'click', role: 'button', name: CHANGE },
        then: { in: 'comparing.choice.confirmingLeavingIbr', ...ends },
      },
    ],
    outcomes: { getPlanFacts: comparisonStops('comparing.overTime.notCompared') },
    screens: {
      'comparing.choice.choosing': ['Direct Loans', RAP, 'Recommended: lowest payment now', 'Current plan', 'Continue'],
      'comparing.choice.readingDetails': ['Recertify your income', 'Balance forgiven after', 'Covers'],
      'comparing.choice.confirmingLeavingIbr': [LEAVING, CHANGE],
      ineligible: [INELIGIBLE],
    },
    finish: ['ineligible'],
    claims: {
      'nobody leaves IBR without being told what follows': {
        reaching: ({ isIn, context }) => isIn('chosen') && isLeaving(context),
        needs: (by) => by.kind === 'event' && by.event.type === 'leaving.confirmed',
        brokenBy: 'guard isLeavingIbr: always false',
      },
    },
    children: { getPlanFacts: planFactsModel },
    facts: ({ estimates, chosen, details }) => ({
      estimates: [sampleEstimates, standardEstimates, ineligibleEstimates].indexOf(estimates),
      chosen,
      details,
    }),
  }),
  title: 'Income-Driven Repayment: Eligible Plan',
  place: 'Step 3 of the application for an income-driven plan',
};
