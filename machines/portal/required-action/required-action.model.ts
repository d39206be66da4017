/** Model of a required page (P §2.1, §5.1). */
import type { Agreement } from '#domain/session/access/shapes.ts';
import { toErrors, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import completeRequiredAction from '../complete-required-action/complete-required-action.model.ts';
import { requiredAction } from './required-action.machine.ts';

const NAMES: Readonly<Record<Agreement, string>> = {
  termsOfUse: 'Terms of Use',
  electronicCommunications: 'Consent to Electronic Communications',
};
const BOTH: readonly Agreement[] = ['termsOfUse', 'electronicCommunications'];

const labelOf = (agreement: Agreement) => `I agree to the ${NAMES[agreement]}`;
const messageOf = (agreement: Agreement) => `You need to agree to the ${NAMES[agreement]} to continue.`;
const COULD_NOT_GO_ON = "Sorry, we couldn't continue.";
const TO_READ = 'Your loans are Direct Loans';
const NOT_AGREED = "You haven't agreed, so we can't open your account online.";

interface Page {
  readonly agreements: readonly Agreement[];
  readonly form: {
    readonly values: Readonly<Record<string, boolean>>;
    readonly touched: readonly string[];
    readonly attempted: boolean;
  };
}

const isTicked = ({ form }: Page, agreement: Agreement) => form.values[agreement] === true;
const isMissing = (page: Page, agreement: Agreement) =>
  page.agreements.includes(agreement) && !isTicked(page, agreement);

const missing = (agreement: Agreement) => ({ code: 'agreement.missing', agreement });

const focusHeading = { place: 'heading', delay: 0 } as const;

/**
 * Case for checking or unchecking a box. Its own error is updated immediately; the other box's error does not change.
 */
const tick = (agreement: Agreement, value: boolean) => ({
  event: { type: 'field.changed', field: agreement, value } as const,
  gesture: { action: value ? 'check' : 'uncheck', role: 'checkbox', name: labelOf(agreement) } as const,
  where: (page: Page) => page.agreements.includes(agreement) && isTicked(page, agreement) !== value,
  then: {
    in: 'reading',
    context: ({ form }: Page) => ({
      form: {
        values: { [agreement]: value },
        touched: [...new Set([...form.touched, agreement])],
        errors: Object.fromEntries(
          BOTH.filter((each) =>
            each === agreement
              ? !value
              : form.values[each] === false && (form.attempted || form.touched.includes(each)),
          ).map((each) => [each, missing(each)]),
        ),
      },
    }),
    ...(value ? { hides: [messageOf(agreement)] } : { reads: [messageOf(agreement)] }),
  },
});

/** Expected result of Continue with unchecked boxes: nothing is sent, and the missing agreements are listed. */
const refuses = (...agreements: readonly Agreement[]) => ({
  in: 'reading',
  when: (page: Page) => BOTH.every((each) => isMissing(page, each) === agreements.includes(each)),
  context: {
    hasFailed: false,
    form: {
      attempted: true,
      errors: Object.fromEntries(agreements.map((each) => [each, missing(each)])),
      panel: agreements.map((each) => ({ field: each, issue: missing(each) })),
    },
  },
  focus: toErrors,
  reads: agreements.map(messageOf),
  hides: [COULD_NOT_GO_ON],
});

const starts = (action: string, agreements: readonly Agreement[], reads: readonly string[]) => ({
  input: { action, agreements },
  then: {
    state: 'reading',
    context: {
      action,
      agreements,
      hasFailed: false,
      form: {
        values: Object.fromEntries(agreements.map((each) => [each, false])),
        touched: [],
        attempted: false,
        errors: {},
        panel: [],
      },
    },
    reads,
  },
});

/** Expected result of a failed request: the page does not change, and a notice says that it failed (ruling 3). */
const couldNotContinue = {
  state: 'reading',
  context: { hasFailed: true },
  focus: toNotice,
  reads: [COULD_NOT_GO_ON, "We didn't get your answer. Please choose Continue again."],
};

export default defineModel<typeof requiredAction>({
  machine: requiredAction,
  title: 'Required Actions',
  inputs: {
    'two agreements': starts('agreements', BOTH, [
      'Please read and accept our agreements',
      ...BOTH.map(labelOf),
      "I don't agree",
    ]),
    'a page to read': starts('direct-splash', [], [TO_READ]),
  },
  events: [
    tick('termsOfUse', true),
    tick('termsOfUse', false),
    tick('electronicCommunications', true),
    tick('electronicCommunications', false),
    {
      event: { type: 'continue.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Continue' },
      then: [
        refuses(...BOTH),
        refuses('termsOfUse'),
        refuses('electronicCommunications'),
        {
          in: 'reading',
          state: 'leaving',
          context: { hasFailed: false },
          calls: ({ action }) => ({ leaveAction: { action } }),
          hides: [COULD_NOT_GO_ON],
        },
      ],
    },
    {
      event: { type: 'agreements.declined' },
      gesture: { action: 'click', role: 'button', name: "I don't agree" },
      where: ({ agreements }) => agreements.length > 0,
      then: {
        in: 'reading',
        state: 'declined',
        context: { hasFailed: false },
        focus: focusHeading,
        hides: [...BOTH.map(labelOf), COULD_NOT_GO_ON],
      },
    },
    // A page without agreements has no button to decline.
    {
      event: { type: 'agreements.declined' },
      where: ({ agreements }) => agreements.length === 0,
      then: { in: 'reading' },
    },
    {
      event: { type: 'agreements.reconsidered' },
      gesture: { action: 'click', role: 'button', name: 'Back to the agreements' },
      then: { in: 'declined', state: 'reading', focus: focusHeading, reads: BOTH.map(labelOf), hides: [NOT_AGREED] },
    },
  ],
  outcomes: {
    leaveAction: {
      'the address opens': { answers: { navigated: true }, then: { state: 'left' } },
      'it does not open': { answers: { navigated: false }, then: couldNotContinue },
      'leaving stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' }, then: couldNotContinue },
    },
  },
  screens: {
    reading: ['Continue'],
    leaving: ['One moment…'],
    declined: [NOT_AGREED, 'Back to the agreements'],
  },
  claims: {
    'a person does not continue without accepting every agreement': {
      never: ({ isIn, context }) => (isIn('leaving') || isIn('left')) && BOTH.some((each) => isMissing(context, each)),
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
