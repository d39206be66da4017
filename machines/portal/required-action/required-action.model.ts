/** Specification of a required page (P §2.1, §5.1). */
import type { ContextFrom } from 'xstate';
import type { Agreement } from '#domain/session/access/shapes.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { toHeading } from '../../kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { spec, stopsInError, words } from '../../kit/spec.ts';
import completeRequiredAction from '../complete-required-action/complete-required-action.model.ts';
import { requiredAction } from './required-action.machine.ts';

type Context = ContextFrom<typeof requiredAction>;
type Page = Pick<Context, 'agreements'>;
const { to, press, hears, where } = words<typeof requiredAction>();

const NAMES: Readonly<Record<Agreement, string>> = {
  termsOfUse: 'Terms of Use',
  electronicCommunications: 'Consent to Electronic Communications',
};
const BOTH: readonly Agreement[] = ['termsOfUse', 'electronicCommunications'];
const toLabel = (agreement: Agreement) => `I agree to the ${NAMES[agreement]}`;

const problems = (values: Context['form']['values'], { agreements }: Page) =>
  agreements.flatMap((agreement) => unless(agreement, values[agreement] === true, 'agreement.missing', { agreement }));
const agrees = (agreement: Agreement) => ({
  label: toLabel(agreement),
  role: 'checkbox' as const,
  entries: [true, false],
  where: ({ agreements }: Page) => agreements.includes(agreement),
  errors: { 'agreement.missing': `You need to agree to the ${NAMES[agreement]} to continue.` },
  showsAtOnce: true as const,
});

const starts = (action: string, agreements: readonly Agreement[], ...reads: readonly string[]) => {
  const unticked = Object.fromEntries(agreements.map((each) => [each, false]));
  const form = expectedForm(unticked, problems(unticked, { agreements }));
  return [{ action, agreements }, to('reading', { action, agreements, notice: null, form }, { reads })] as const;
};
const hasAgreements = ({ agreements }: Page) => agreements.length > 0;
const couldNotContinue = to('reading', { notice: 'couldNotContinue' });

export default spec(requiredAction, {
  title: 'Required Actions',
  starts: {
    'two agreements': starts(
      'agreements',
      BOTH,
      'Please read and accept our agreements',
      ...BOTH.map(toLabel),
      "I don't agree",
    ),
    'a page to read': starts('direct-splash', [], 'Your loans are Direct Loans'),
  },
  notices: {
    couldNotContinue: ["Sorry, we couldn't continue.", "We didn't get your answer. Please choose Continue again."],
  },
  form: {
    in: ['reading'],
    problems,
    fields: {
      termsOfUse: agrees('termsOfUse'),
      electronicCommunications: agrees('electronicCommunications'),
    },
    refuses: { notice: null },
    submit: [
      {
        name: 'Continue',
        event: 'continue.pressed',
        then: to('leaving', { notice: null }, { calls: ({ action }) => ({ leaveAction: { action } }) }),
      },
    ],
  },
  states: {
    reading: {
      shows: ['Continue'],
      on: [
        where(
          hasAgreements,
          press(
            "I don't agree",
            'agreements.declined',
            to('declined', { notice: null }, { focus: toHeading, hides: BOTH.map(toLabel) }),
          ),
        ),
        where((page) => !hasAgreements(page), hears('agreements.declined')),
      ],
    },
    leaving: {
      over: true,
      shows: ['One moment…'],
      when: {
        leaveAction: {
          'the address opens': [answers({ navigated: true }), to('left')],
          'it does not open': [answers({ navigated: false }), couldNotContinue],
          'leaving stops in error': [stopsInError, couldNotContinue],
        },
      },
    },
    left: { shows: ['One moment…'] },
    declined: {
      shows: ["You haven't agreed, so we can't open your account online.", 'Back to the agreements'],
      on: [
        press(
          'Back to the agreements',
          'agreements.reconsidered',
          to('reading', undefined, { focus: toHeading, reads: BOTH.map(toLabel) }),
        ),
      ],
    },
  },
  claims: {
    'a person does not continue without accepting every agreement': {
      never: ({ isIn, context }) =>
        (isIn('leaving') || isIn('left')) && problems(context.form.values, context).length > 0,
      brokenBy: 'guard isFormComplete: always true',
    },
    'the page stays until the requested address has opened': {
      reaching: ({ isIn }) => isIn('left'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'the address opens',
      brokenBy: 'guard hasNavigated: always true',
    },
    'a page without agreements cannot be declined': {
      never: ({ isIn, context }) => isIn('declined') && context.agreements.length === 0,
      brokenBy: 'guard hasAgreements: always true',
    },
  },
  children: { leaveAction: completeRequiredAction },
});
