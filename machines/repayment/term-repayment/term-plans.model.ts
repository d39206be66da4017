/** How the plan step of the term-based wizard is walked, read from the specification (R §2, §4, §5; ruling 31). */
import type { ContextFrom } from 'xstate';
import type { PlanEstimates } from '#domain/repayment/plans/shapes.ts';
import { onIbr, onPaye, onStandard } from '#domain/repayment/term/samples.ts';
import type { PlanSelection } from '#domain/repayment/term/shapes.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { CALL_ABOUT_DEFAULT, REVIEW, toErrors } from '../../kit/expected-page.ts';
import { type EventCase, type Expected, defineModel } from '../../kit/model.ts';
import planFactsModel, { comparisonStops } from '../plan-facts/plan-facts.model.ts';
import { termPlans } from './term-plans.machine.ts';

type Context = ContextFrom<typeof termPlans>;
type Case = EventCase<Parameters<typeof termPlans.transition>[1], Context>;

const UNCHANGED = 'Choose a different plan for at least one program.';
const IBR_TITLE = 'You Are Currently in an IBR Plan';
const IDR_TITLE = 'You Are Currently in an IDR Plan';
const RETURN = 'Return to Application';
const GRADUATED_NAME = 'Graduated Repayment $74.10 per month';

/** The present plan of each sample in its program. */
const PRESENT = new Map<PlanEstimates, PlanSelection>([
  [onStandard, { selectedPlanDirect: 'STANDARD', selectedPlanFfel: '' }],
  [onIbr, { selectedPlanDirect: 'IBR_15', selectedPlanFfel: 'IBR_15' }],
  [onPaye, { selectedPlanDirect: 'PAYE', selectedPlanFfel: '' }],
]);
const presentOf = (estimates: PlanEstimates): PlanSelection => {
  const present = PRESENT.get(estimates);
  if (present === undefined) throw new Error('Not one of the samples');
  return present;
};

const isUnchanged = (values: PlanSelection, estimates: PlanEstimates) => {
  const present = presentOf(estimates);
  return (
    values.selectedPlanDirect === present.selectedPlanDirect && values.selectedPlanFfel === present.selectedPlanFfel
  );
};

const formWith = (values: PlanSelection, estimates: PlanEstimates, attempted = false) =>
  expectedForm(values, unless('selectedPlanDirect', !isUnchanged(values, estimates), 'plan.unchanged'), { attempted });

const notifies = [{ type: 'plans.changed', entry: ({ form }: Context): PlanSelection => form.values }];

/** A plan is selected; `of` says in which sample. */
const select = (of: PlanEstimates, field: keyof PlanSelection, value: string, name: string, group: string): Case => ({
  event: { type: 'field.changed', field, value },
  gesture: { action: 'check', role: 'radio', name, group: `Plans for your ${group}` },
  where: ({ estimates, form }) => estimates === of && form.values[field] !== value,
  then: {
    in: 'comparing.choice.selecting',
    context: ({ form, estimates }) => ({
      form: formWith({ ...form.values, [field]: value }, estimates, form.attempted),
    }),
    notifies,
  },
});

/** Whether a program leaves IBR for a plan that is not the standard plan. */
const leavesIbr = ({ estimates, form: { values } }: Context) =>
  estimates === onIbr && Object.values(values).includes('GRADUATED');
const leavesPaye = ({ estimates, form: { values } }: Context) =>
  estimates === onPaye && values.selectedPlanDirect !== 'PAYE';

const startsWith = (estimates: PlanEstimates, selection = presentOf(estimates), reads: readonly string[] = []) => ({
  input: { estimates, selection },
  then: {
    state: ['comparing.overTime.comparing', 'comparing.choice.selecting'],
    context: { estimates, form: formWith(selection, estimates), details: null },
    calls: { getPlanFacts: {} },
    reads,
  } satisfies Expected<Context>,
});

/** The selection is there. */
const ends: Expected<Context> = { state: 'selected', output: ({ form }: Context) => form.values };

const answerWarning = (type: 'leaving.declined' | 'leaving.confirmed', state: string, name: string): Case => ({
  event: { type },
  gesture: { action: 'click', role: 'button', name },
  on: [state],
  then: {
    in: state,
    ...(type === 'leaving.confirmed' ? ends : { state: 'comparing.choice.selecting', hides: [IBR_TITLE, IDR_TITLE] }),
  },
});

const DIRECT = 'Direct Loans';
const FFELP = 'FFELP Loans';

export default defineModel<typeof termPlans>({
  machine: termPlans,
  title: 'Term-Based Repayment: Select Plans',
  place: 'Step 2 of the application for term-based plans',
  inputs: {
    'a borrower on the standard plan': startsWith(onStandard),
    'a borrower with both programs on IBR': startsWith(onIbr),
    'a borrower on PAYE, with a loan in default': startsWith(onPaye, presentOf(onPaye), [
      'These loans stay as they are: E100200301, group B.',
      CALL_ABOUT_DEFAULT,
    ]),
    'a borrower who comes back to the step': startsWith(onIbr, {
      selectedPlanDirect: 'STANDARD',
      selectedPlanFfel: 'IBR_15',
    }),
  },
  events: [
    select(onStandard, 'selectedPlanDirect', 'GRADUATED', GRADUATED_NAME, DIRECT),
    select(onStandard, 'selectedPlanDirect', 'STANDARD', 'Standard Repayment $130.04 per month', DIRECT),
    select(onIbr, 'selectedPlanDirect', 'STANDARD', 'Standard Repayment $232.15 per month', DIRECT),
    select(onIbr, 'selectedPlanDirect', 'GRADUATED', 'Graduated Repayment $133.42 per month', DIRECT),
    select(onIbr, 'selectedPlanFfel', 'GRADUATED', 'Graduated Repayment $34.28 per month', FFELP),
    select(onPaye, 'selectedPlanDirect', 'STANDARD', 'Standard Repayment $232.15 per month', DIRECT),
    {
      event: { type: 'details.opened', program: 'Direct', planName: 'GRADUATED' },
      gesture: { action: 'click', role: 'button', name: 'View Details of Graduated Repayment' },
      on: ['comparing.choice.selecting'],
      where: ({ estimates }) => estimates === onStandard,
      then: {
        in: 'comparing.choice.selecting',
        state: 'comparing.choice.readingDetails',
        context: { details: { program: 'Direct', planName: 'GRADUATED' } },
        reads: ['Monthly Payment', '120 payments*', 'Pros', 'Cons'],
      },
    },
    // A plan that is not offered has no details.
    {
      event: { type: 'details.opened', program: 'FFELP', planName: 'GRADUATED' },
      where: ({ estimates }) => estimates === onStandard,
      then: { in: 'comparing.choice.selecting' },
    },
    {
      event: { type: 'details.closed' },
      gesture: { action: 'click', role: 'button', name: 'Return to Plans' },
      on: ['comparing.choice.readingDetails'],
      then: {
        in: 'comparing.choice.readingDetails',
        state: 'comparing.choice.selecting',
        context: { details: null },
        hides: ['120 payments*'],
      },
    },
    {
      event: { type: 'continue.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Continue' },
      on: ['comparing.choice.selecting'],
      then: [
        {
          in: 'comparing.choice.selecting',
          when: leavesIbr,
          state: 'comparing.choice.confirmingLeavingIbr',
          reads: [IBR_TITLE],
        },
        {
          in: 'comparing.choice.selecting',
          when: leavesPaye,
          state: 'comparing.choice.confirmingLeavingIdr',
          reads: [IDR_TITLE],
        },
        {
          in: 'comparing.choice.selecting',
          when: ({ form, estimates }) => isUnchanged(form.values, estimates),
          context: ({ form, estimates }) => ({ form: formWith(form.values, estimates, true) }),
          focus: toErrors,
          reads: [REVIEW, UNCHANGED],
        },
        { in: 'comparing.choice.selecting', ...ends },
      ],
    },
    answerWarning('leaving.declined', 'comparing.choice.confirmingLeavingIbr', RETURN),
    answerWarning('leaving.confirmed', 'comparing.choice.confirmingLeavingIbr', 'Exit My Income-Based Plan'),
    answerWarning('leaving.declined', 'comparing.choice.confirmingLeavingIdr', RETURN),
    answerWarning('leaving.confirmed', 'comparing.choice.confirmingLeavingIdr', 'Exit My Income-Driven Plan'),
  ],
  outcomes: { getPlanFacts: comparisonStops('comparing.overTime.notCompared') },
  screens: {
    'comparing.choice.selecting': [
      'Eligible Programs',
      'Your Current Plan',
      'Choose a Different Plan',
      'Term: 10 years*',
      '* between 10 and 30 years for consolidation loans',
    ],
    'comparing.choice.readingDetails': ['Graduated Repayment', 'Payments', 'Term', 'Return to Plans'],
    'comparing.choice.confirmingLeavingIbr': [IBR_TITLE, RETURN, 'Exit My Income-Based Plan'],
    'comparing.choice.confirmingLeavingIdr': [IDR_TITLE, RETURN, 'Exit My Income-Driven Plan'],
  },
  claims: {
    'nobody goes on without a change': {
      never: ({ isIn, context }) => isIn('selected') && isUnchanged(context.form.values, context.estimates),
      brokenBy: 'guard isFormComplete: always true',
    },
    'nobody leaves IBR without the warning': {
      reaching: ({ isIn, context }) => isIn('selected') && leavesIbr(context),
      needs: (by) => by.kind === 'event' && by.event.type === 'leaving.confirmed',
      brokenBy: 'guard isWarnedOf: always false',
    },
  },
  children: { getPlanFacts: planFactsModel },
  facts: ({ estimates, form: { values, attempted }, details }) => ({
    present: presentOf(estimates),
    values,
    attempted,
    details,
  }),
});
