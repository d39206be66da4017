/** Specification of choosing a plan for each program (R §2, §4 IDR, §8; ruling 29). */
import type { ContextFrom } from 'xstate';
import { ineligibleEstimates, sampleEstimates, standardEstimates } from '#domain/repayment/idr/samples.ts';
import type { ChosenPlans } from '#domain/repayment/idr/shapes.ts';
import type { LoanProgram, PlanEstimates, ProgramPlan } from '#domain/plans/shapes.ts';
import { CALL_ABOUT_DEFAULT } from '../../kit/expected-page.ts';
import { shared } from 'xstate-workbench/model';
import { spec, words } from '../../kit/spec.ts';
import planFactsModel, { comparisonStops } from '../plan-facts/plan-facts.model.ts';
import { idrPlans } from './idr-plans.machine.ts';

type Context = ContextFrom<typeof idrPlans>;
const { to, stays, given, where, does, press, hears } = words<typeof idrPlans>();

const LEAVING = 'You Are Leaving Income-Based Repayment (IBR)';
const CHANGE = 'Change My Income-Driven Plan';
const RAP = 'Repayment Assistance Plan (RAP)';

/** Without an earlier choice, the recommended plans are chosen. */
export const NOTHING: ChosenPlans = { Direct: null, FFELP: null };
export const RECOMMENDED: ChosenPlans = { Direct: 'RAP', FFELP: 'IBR_15' };
export const KEPT_IBR: ChosenPlans = { Direct: 'IBR_15', FFELP: 'IBR_15' };
/** The present plan of Direct loans on the Standard plan. */
export const KEPT: ChosenPlans = { Direct: 'STANDARD', FFELP: null };
const RAP_ONLY: ChosenPlans = { Direct: 'RAP', FFELP: null };

const CHOOSING = 'comparing.choice.choosing';

const starts = (
  estimates: PlanEstimates,
  chosen: ChosenPlans,
  result: ChosenPlans,
  more: Parameters<typeof to>[2] = { calls: { getPlanFacts: {} } },
  state: Parameters<typeof to>[0] = ['comparing.overTime.comparing', CHOOSING],
) => [{ estimates, chosen }, to(state, { estimates, chosen: result, details: null }, more)] as const;

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

const choose = (program: LoanProgram, planName: string, name: string) => {
  const isOffered = (context: Context) => offers(context, { program, planName });
  return where(
    (context) => isOffered(context) && context.chosen[program] !== planName,
    does(
      { action: 'check', role: 'radio', name },
      { type: 'plan.chosen', program, planName },
      given(
        isOffered,
        stays(({ chosen }) => ({ chosen: { ...chosen, [program]: planName } }), { notifies }),
      ),
    ),
  );
};

const opened = (planName: string, ...reads: readonly string[]) =>
  to('comparing.choice.readingDetails', { details: { program: 'Direct', planName } }, { reads });
const open = (planName: string, name: string, ...reads: readonly string[]) => {
  const isOffered = (context: Context) => offers(context, { program: 'Direct', planName });
  return where(
    isOffered,
    press(
      `View Details of ${name}`,
      { type: 'details.opened', program: 'Direct', planName },
      given(isOffered, opened(planName, ...reads)),
    ),
  );
};

const ends = to('chosen', undefined, { output: ({ chosen }) => chosen });
const previous = press('Previous', 'previous.pressed', stays(undefined, { notifies: [{ type: 'plans.left' }] }));

export default spec(idrPlans, {
  title: 'Income-Driven Repayment: Eligible Plan',
  place: 'Step 3 of the application for an income-driven plan',
  starts: {
    'a borrower with Direct and FFELP Loans on IBR': starts(sampleEstimates, NOTHING, RECOMMENDED),
    'a borrower who comes back to the step': starts(sampleEstimates, KEPT_IBR, KEPT_IBR),
    'a borrower whose kept plans are no longer offered': starts(
      standardEstimates,
      { Direct: 'PAYE', FFELP: 'IBR_15' },
      RAP_ONLY,
      {
        calls: { getPlanFacts: {} },
        reads: ['These loans stay as they are: E100200301, group B.', CALL_ABOUT_DEFAULT],
      },
    ),
    'a borrower whose income allows no income-driven plan': starts(
      ineligibleEstimates,
      NOTHING,
      { Direct: 'IBR_15', FFELP: null },
      {},
      'ineligible',
    ),
  },
  states: {
    ineligible: { shows: ["You don't qualify for an income-driven plan"], on: [previous] },
    'comparing.overTime.comparing': {
      when: { getPlanFacts: shared(comparisonStops('comparing.overTime.notCompared')) },
    },
    [CHOOSING]: {
      shows: ['Direct Loans', RAP, 'Recommended: lowest payment now', 'Current plan', 'Continue'],
      on: [
        choose('Direct', 'IBR_15', 'Income-Based Repayment (IBR) $130.20 per month'),
        choose('Direct', 'RAP', `${RAP} $99.17 per month`),
        choose('Direct', 'STANDARD', 'Standard Repayment $227.63 per month'),
        // SAVE has ended, and is never offered.
        hears({ type: 'plan.chosen', program: 'Direct', planName: 'SAVE' }, stays()),
        open('RAP', RAP, 'Recertify your income', 'Every year', '30 years (360 payments)', 'Pros', 'Cons'),
        open('STANDARD', 'Standard Repayment', 'Current monthly payment', 'No yearly check'),
        // A plan without configuration (R §8).
        hears(
          { type: 'details.opened', program: 'Direct', planName: 'PLAN_X' },
          given(
            ({ estimates }) => estimates === standardEstimates,
            opened(
              'PLAN_X',
              'PLAN_X',
              'Estimated monthly payment Unknown',
              'Recertify your income Unknown',
              'Balance forgiven after Unknown',
            ),
          ),
        ),
        press('Continue', 'continue.pressed', given(isLeaving, to('comparing.choice.confirmingLeavingIbr')), ends),
        previous,
      ],
    },
    'comparing.choice.readingDetails': {
      over: true,
      shows: ['Recertify your income', 'Balance forgiven after', 'Covers'],
      on: [press('Return to Plans', 'details.closed', to(CHOOSING, { details: null }))],
    },
    'comparing.choice.confirmingLeavingIbr': {
      over: true,
      shows: [LEAVING, CHANGE],
      on: [press('Return to Plans', 'leaving.declined', to(CHOOSING)), press(CHANGE, 'leaving.confirmed', ends)],
    },
  },
  finish: ['ineligible'],
  claims: {
    'no borrower leaves IBR without reading the consequences': {
      reaching: ({ isIn, context }) => isIn('chosen') && isLeaving(context),
      needs: (by) => by.kind === 'event' && by.event.type === 'leaving.confirmed',
      brokenBy: 'guard isLeavingIbr: always false',
    },
  },
  children: { getPlanFacts: planFactsModel },
});
