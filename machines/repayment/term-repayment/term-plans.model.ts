/** Specification of the plan step of the term-based wizard (R §2, §4, §5; ruling 31). */
import type { ContextFrom } from 'xstate';
import type { PlanEstimates } from '#domain/plans/shapes.ts';
import { onIbr, onPaye, onStandard } from '#domain/repayment/term/samples.ts';
import type { PlanSelection } from '#domain/repayment/term/shapes.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { CALL_ABOUT_DEFAULT } from '../../kit/expected-page.ts';
import { shared } from 'xstate-workbench/model';
import { spec, words } from '../../kit/spec.ts';
import planFactsModel, { comparisonStops } from '../plan-facts/plan-facts.model.ts';
import { termPlans } from './term-plans.machine.ts';

type Context = ContextFrom<typeof termPlans>;
const { to, stays, given, where, press, hears } = words<typeof termPlans>();

const IBR_TITLE = 'You Are Currently in an IBR Plan';
const IDR_TITLE = 'You Are Currently in an IDR Plan';
const RETURN = 'Return to Application';
const SELECTING = 'comparing.choice.selecting';

/** The present plan of each sample in its program. */
const PRESENT = new Map<PlanEstimates, PlanSelection>([
  [onStandard, { selectedPlanDirect: 'STANDARD', selectedPlanFfel: '' }],
  [onIbr, { selectedPlanDirect: 'IBR_15', selectedPlanFfel: 'IBR_15' }],
  [onPaye, { selectedPlanDirect: 'PAYE', selectedPlanFfel: '' }],
]);
const findPresentPlans = (estimates: PlanEstimates): PlanSelection => {
  const present = PRESENT.get(estimates);
  if (present === undefined) throw new Error('Unknown sample');
  return present;
};

const problems = (values: PlanSelection, { estimates }: Pick<Context, 'estimates'>) => {
  const present = findPresentPlans(estimates);
  const isChanged =
    values.selectedPlanDirect !== present.selectedPlanDirect || values.selectedPlanFfel !== present.selectedPlanFfel;
  return unless('selectedPlanDirect', isChanged, 'plan.unchanged');
};

/** Whether a program leaves IBR for a plan that is not the standard plan. */
const leavesIbr = ({ estimates, form: { values } }: Context) =>
  estimates === onIbr && Object.values(values).includes('GRADUATED');
const leavesPaye = ({ estimates, form: { values } }: Context) =>
  estimates === onPaye && values.selectedPlanDirect !== 'PAYE';

const starts = (estimates: PlanEstimates, selection = findPresentPlans(estimates), ...reads: readonly string[]) =>
  [
    { estimates, selection },
    to(
      ['comparing.overTime.comparing', SELECTING],
      { estimates, form: expectedForm(selection, problems(selection, { estimates })), details: null },
      { calls: { getPlanFacts: {} }, reads },
    ),
  ] as const;

/** A plan that these samples offer. */
const plan = (value: string, name: string, ...samples: readonly PlanEstimates[]) => ({
  value,
  name,
  where: ({ estimates }: Context) => samples.includes(estimates),
});

/** The step ends with the selection. */
const ends = to('selected', undefined, { output: ({ form }) => form.values });

/** A warning before an income-driven plan is left. */
const warns = (title: string, confirm: string) => ({
  over: true as const,
  shows: [title, RETURN, confirm],
  on: [press(RETURN, 'leaving.declined', to(SELECTING)), press(confirm, 'leaving.confirmed', ends)],
});

export default spec(termPlans, {
  title: 'Term-Based Repayment: Select Plans',
  place: 'Step 2 of the application for term-based plans',
  starts: {
    'a borrower on the standard plan': starts(onStandard),
    'a borrower with both programs on IBR': starts(onIbr),
    'a borrower on PAYE, with a loan in default': starts(
      onPaye,
      findPresentPlans(onPaye),
      'These loans stay as they are: E100200301, group B.',
      CALL_ABOUT_DEFAULT,
    ),
    'a borrower who comes back to the step': starts(onIbr, {
      selectedPlanDirect: 'STANDARD',
      selectedPlanFfel: 'IBR_15',
    }),
  },
  form: {
    in: [SELECTING],
    problems,
    notifies: { changed: [{ type: 'plans.changed', entry: ({ form }: Context) => form.values }] },
    fields: {
      selectedPlanDirect: {
        label: 'Direct Loans',
        role: 'radio',
        group: 'Plans for your Direct Loans',
        entries: [
          plan('GRADUATED', 'Graduated Repayment $74.10 per month', onStandard),
          plan('STANDARD', 'Standard Repayment $130.04 per month', onStandard),
          plan('STANDARD', 'Standard Repayment $232.15 per month', onIbr, onPaye),
          plan('GRADUATED', 'Graduated Repayment $133.42 per month', onIbr),
        ],
        errors: { 'plan.unchanged': 'Choose a different plan for at least one program.' },
      },
      selectedPlanFfel: {
        label: 'FFELP Loans',
        role: 'radio',
        group: 'Plans for your FFELP Loans',
        entries: [plan('GRADUATED', 'Graduated Repayment $34.28 per month', onIbr)],
      },
    },
    submit: [
      {
        name: 'Continue',
        event: 'continue.pressed',
        then: [
          given(leavesIbr, to('comparing.choice.confirmingLeavingIbr')),
          given(leavesPaye, to('comparing.choice.confirmingLeavingIdr')),
          ends,
        ],
      },
    ],
  },
  states: {
    'comparing.overTime.comparing': {
      when: { getPlanFacts: shared(comparisonStops('comparing.overTime.notCompared')) },
    },
    [SELECTING]: {
      shows: [
        'Eligible Programs',
        'Your Current Plan',
        'Choose a Different Plan',
        'Term: 10 years*',
        '* between 10 and 30 years for consolidation loans',
      ],
      on: where(
        ({ estimates }) => estimates === onStandard,
        press(
          'View Details of Graduated Repayment',
          { type: 'details.opened', program: 'Direct', planName: 'GRADUATED' },
          to(
            'comparing.choice.readingDetails',
            { details: { program: 'Direct', planName: 'GRADUATED' } },
            { reads: ['Graduated Repayment', 'Monthly Payment', '120 payments*', 'Pros', 'Cons'] },
          ),
        ),
        // A plan that is not offered has no details.
        hears({ type: 'details.opened', program: 'FFELP', planName: 'GRADUATED' }, stays()),
      ),
    },
    'comparing.choice.readingDetails': {
      over: true,
      shows: ['Payments', 'Term', 'Return to Plans'],
      on: [press('Return to Plans', 'details.closed', to(SELECTING, { details: null }, { hides: ['120 payments*'] }))],
    },
    'comparing.choice.confirmingLeavingIbr': warns(IBR_TITLE, 'Exit My Income-Based Plan'),
    'comparing.choice.confirmingLeavingIdr': warns(IDR_TITLE, 'Exit My Income-Driven Plan'),
  },
  claims: {
    'no borrower continues without a change': {
      never: ({ isIn, context }) => isIn('selected') && problems(context.form.values, context).length > 0,
      brokenBy: 'guard isFormComplete: always true',
    },
    'no borrower leaves IBR without the warning': {
      reaching: ({ isIn, context }) => isIn('selected') && leavesIbr(context),
      needs: (by) => by.kind === 'event' && by.event.type === 'leaving.confirmed',
      brokenBy: 'guard hasWarning: always false',
    },
  },
  children: { getPlanFacts: planFactsModel },
});
