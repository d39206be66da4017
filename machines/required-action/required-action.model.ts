/** How a page is walked that comes before everything else (P §2.1, §5.1). */
import type { Agreement } from '#domain/access/shapes.ts';
import { toErrors, toNotice } from '../kit/expected-page.ts';
import { defineModel } from '../kit/model.ts';
import completeRequiredAction from '../complete-required-action/complete-required-action.model.ts';
import { requiredAction } from './required-action.machine.ts';

const NAMES: Readonly<Record<Agreement, string>> = {
  termsOfUse: 'Terms of Use',
  electronicCommunications: 'Consent to Electronic Communications',
};
const BOTH: readonly Agreement[] = ['termsOfUse', 'electronicCommunications'];

const labelOf = (agreement: Agreement) => `I agree to the ${NAMES[agreement]}`;
const messageOf = (agreement: Agreement) => `You need to agree to the ${NAMES[agreement]} to continue.`;
const COULD_NOT_GO_ON = 'Sorry, we could not continue.';
const TO_READ = 'Your loans are Direct Loans';
const NOT_AGREED = 'You have not agreed, so we cannot open your account online.';

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

/** A box is ticked, or the tick taken out: what is wrong with it is told at once, and of the other what was told before. */
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

/** Continue without all ticks: nothing is sent, and what is missing is listed. */
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

/** The page stays as it was, and says that the answer did not arrive (ruling 3). */
const couldNotContinue = {
  state: 'reading',
  context: { hasFailed: true },
  focus: toNotice,
  reads: [COULD_NOT_GO_ON, 'Your answer did not reach us. Please choose Continue again.'],
};

export default defineModel<typeof requiredAction>({
  machine: requiredAction,
  title: 'Required Actions',
  inputs: {
    'two agreements': starts('agreements', BOTH, [
      'Please read and accept our agreements',
      ...BOTH.map(labelOf),
      'I do not agree',
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
      gesture: { action: 'click', role: 'button', name: 'I do not agree' },
      where: ({ agreements }) => agreements.length > 0,
      then: {
        in: 'reading',
        state: 'declined',
        context: { hasFailed: false },
        focus: focusHeading,
        hides: [...BOTH.map(labelOf), COULD_NOT_GO_ON],
      },
    },
    // A page that is only read has nothing to decline.
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
    'nobody goes on who has not agreed to everything': {
      never: ({ isIn, context }) => (isIn('leaving') || isIn('left')) && BOTH.some((each) => isMissing(context, each)),
      brokenBy: 'guard isFormComplete: always true',
    },
    'the page stays until the address that was asked for has opened': {
      reaching: ({ isIn }) => isIn('left'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'the address opens',
      brokenBy: 'guard hasNavigated: always true',
    },
    'nobody declines where nothing is to be agreed to': {
      never: ({ isIn, context }) => isIn('declined') && context.agreements.length === 0,
      brokenBy: 'guard hasAgreements: always true',
    },
  },
  children: { leaveAction: completeRequiredAction },
  facts: ({ agreements, form: { values, touched, attempted }, hasFailed }) => ({
    agreements: agreements.length,
    values,
    touched: [...touched].sort(),
    attempted,
    hasFailed,
  }),
});
