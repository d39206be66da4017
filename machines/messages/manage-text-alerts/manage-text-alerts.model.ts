/** Model of the text alerts. Rules of the number, the code and the consent: docs/decisions/spec-gaps.md. */
import type { ContextFrom } from 'xstate';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import { sampleTextAlerts } from '#domain/messages/text-alerts/samples.ts';
import type { TextAlertChange, TextAlertSettings, TextAlertValues } from '#domain/messages/text-alerts/shapes.ts';
import { expectedForm, touching, unless } from '../../kit/expected-form.ts';
import { COULD_NOT_LOAD, REVIEW, TRY_AGAIN, toErrors, toHeading, toNotice } from '../../kit/expected-page.ts';
import { expectedPresses, keptPress, onePress } from '../../kit/expected-presses.ts';
import { type Answer, type Expected, type ExpectedWhere, type Outcome, defineModel } from '../../kit/model.ts';
import { expectedOnce } from '../../kit/expected-submission.ts';
import { createSubmissionModel } from '../../kit/submission.model.ts';
import { manageTextAlerts, textAlertChange, textAlertsDraft } from './manage-text-alerts.machine.ts';

type Context = ContextFrom<typeof manageTextAlerts>;
type Step = Context['step'];

const SAVING = 'Saving your change…';
const CHECKING = "We're checking what happened to your change";
const QUESTION = 'Stop text alerts?';
const CODE_SENT = 'We sent you a code. It works for 10 minutes.';
const TOO_MANY = 'We send at most 3 codes in an hour. Try again in 12 minutes.';
const CODE_OVER = 'This code has expired, or there were too many wrong tries. Send a new code.';
const OUTDATED = 'Your settings have changed in another tab or on another device.';
const NOT_MADE = "We couldn't make this change.";
const NOTICES = [CODE_SENT, TOO_MANY, CODE_OVER, OUTDATED, NOT_MADE];
const NO_NUMBER = 'Please enter your phone number.';
const NO_ALERT = 'Choose at least one alert.';
const NO_CONSENT = 'To get text alerts, check the box to agree.';
const NO_CODE = 'Enter the six digits of the code.';
const WRONG_CODE = "This isn't the code that we sent last. You can try 4 more times.";
const CONSENT = 'I agree to get automated texts at this number';
const ALERT = 'Payment due soon';

/** The file with the code on a demo server. */
const FILE = '.data/outbox/text-code-1.txt';

const off = sampleTextAlerts;
const pending: TextAlertSettings = { ...off, pending: { phone: '*****0142', outboxFile: FILE } };
const on: TextAlertSettings = {
  ...off,
  phone: '*****0142',
  alerts: ['paymentDue'],
  sent: [{ sentAt: '2026-11-20T16:00:00.000Z', text: 'Larkfield: A payment is due on 11/25/2026.' }],
};
const changing: TextAlertSettings = { ...on, pending: { phone: '*****0199', outboxFile: null } };

const unchecked = {
  paymentDue: false,
  draftComing: false,
  paymentPosted: false,
  paymentReturned: false,
  application: false,
  letter: false,
};
const empty: TextAlertValues = { phone: '', consent: false, code: '', ...unchecked };
const valuesAt: Readonly<Record<Step, TextAlertValues>> = {
  start: { ...empty, phone: '402-555-0142' },
  number: empty,
  choice: { ...empty, paymentDue: true },
  code: empty,
};

function problemsOf(step: Step, { phone, paymentDue, consent, code }: TextAlertValues, refused: string | null) {
  const ofPhone = unless('phone', phone !== '', 'phone.required');
  const ofAlerts = unless('paymentDue', paymentDue, 'textAlerts.required');
  const ofConsent = unless('consent', consent, 'textConsent.required');
  switch (step) {
    case 'start':
      return [...ofPhone, ...ofAlerts, ...ofConsent];
    case 'number':
      return [...ofPhone, ...ofConsent];
    case 'choice':
      return ofAlerts;
    case 'code':
      return [
        ...unless('code', code !== '', 'textCode.format'),
        ...unless('code', code === '' || code !== refused, 'textCode.wrong', { triesLeft: 4 }),
      ];
  }
}

/** Returns the form of a step with these entries. */
function startsStep(step: Step, entries: Partial<TextAlertValues> = {}) {
  const values = { ...valuesAt[step], ...entries };
  return { step, refusedCode: null, form: expectedForm(values, problemsOf(step, values, null)) };
}

/** What was kept of a step. */
const keptOf = (place: Step, typed: FormDraft['typed'], key: string | null = null): FormDraft => ({
  version: 1,
  key,
  place,
  typed,
  leftOut: [],
});
const NUMBER = { phone: '402-555-0199' };
const isKept =
  (place: Step) =>
  ({ draft, key }: Context): boolean =>
    key === null && draft?.place === place;

/** Returns the form after a change of a value, or after a field was left. */
function changed(
  { step, form, refusedCode }: Context,
  values: Partial<TextAlertValues>,
  {
    left,
    attempted = form.attempted,
    refused = refusedCode?.code ?? null,
  }: {
    readonly left?: string;
    readonly attempted?: boolean;
    readonly refused?: string | null;
  } = {},
) {
  const now = { ...form.values, ...values };
  const touched = left === undefined ? form.touched : touching(form.touched, left);
  return expectedForm(now, problemsOf(step, now, refused), { touched, attempted });
}

const FORMS = ['notSignedUp', 'enteringCode', 'choosingAlerts', 'changingNumber'];
const hasPhone = ['notSignedUp', 'changingNumber'];
const hasAlerts = ['notSignedUp', 'choosingAlerts'];

const fill = (field: 'phone' | 'code', name: string, value: string, on_: readonly string[]) => ({
  event: { type: 'field.changed', field, value } as const,
  gesture: { action: 'fill', role: 'textbox', name, value } as const,
  on: on_,
  where: ({ form }: Context) => form.values[field] !== value,
  then: { in: FORMS, context: (before: Context) => ({ form: changed(before, { [field]: value }) }) },
});

/** Checks or unchecks a box. Its error is shown and hidden at once. */
const tick = (
  field: 'paymentDue' | 'consent',
  name: string,
  value: boolean,
  error: string,
  on_: readonly string[],
) => ({
  event: { type: 'field.changed', field, value } as const,
  gesture: { action: value ? 'check' : 'uncheck', role: 'checkbox', name } as const,
  on: on_,
  where: ({ form }: Context) => form.values[field] !== value,
  then: {
    in: on_,
    context: (before: Context) => ({ form: changed(before, { [field]: value }, { left: field }) }),
    ...(value ? { hides: [error] } : { reads: [error] }),
  },
});

const leave = (field: 'phone' | 'code', name: string, error: string, on_: readonly string[]) => ({
  event: { type: 'field.left', field } as const,
  gesture: { action: 'leave', role: 'textbox', name } as const,
  on: on_,
  then: [
    {
      in: on_,
      when: ({ form }: Context) => form.values[field] === '',
      context: (before: Context) => ({ form: changed(before, {}, { left: field }) }),
      reads: [error],
    },
    { in: FORMS, context: (before: Context) => ({ form: changed(before, {}, { left: field }) }) },
  ],
});

const isComplete = ({ step, form, refusedCode }: Context) =>
  problemsOf(step, form.values, refusedCode?.code ?? null).length === 0;

/** Returns the change that the form asks for. */
function wants({ step, form: { values }, settings }: Context): TextAlertChange {
  const { phone, code, paymentDue } = values;
  const alerts: TextAlertSettings['alerts'] = paymentDue ? ['paymentDue'] : [];
  if (step === 'code') return { change: 'confirm', code };
  if (step === 'choice') return { change: 'choose', alerts };
  return {
    change: 'start',
    phone,
    alerts: step === 'start' ? alerts : (settings?.alerts ?? []),
    consentVersion: 'sample',
  };
}

const sends = (body: TextAlertChange) => ({ state: 'changingSettings', calls: { changeSettings: { body } } });

/** The change is known: the page was not reloaded since. */
const isKnown = ({ change }: Context): boolean => change !== null;

/** Expects that the settings load, because the change is not known after a reload. Entries that were not saved come back. */
const resumed = (
  result: NonNullable<Context['notice']>['result'],
  text: string,
  { minutes = 0, isMade = false }: { readonly minutes?: number; readonly isMade?: boolean } = {},
): ExpectedWhere<Context> => ({
  state: 'refreshing',
  context: ({ draft }: Context) => ({
    key: null,
    notice: { result, minutes },
    draft: isMade || draft === null ? null : { ...draft, key: null },
    ...(!isMade && { pressed: [] }),
  }),
  calls: { refresh: {} },
  focus: toNotice,
  reads: [text],
});

/** Expects the screen of the change that was not made, with a notice. */
function returns(
  result: NonNullable<Context['notice']>['result'],
  text: string,
  minutes = 0,
): ExpectedWhere<Context>[] {
  const shared = {
    context: { key: null, change: null, notice: { result, minutes }, pressed: [] },
    focus: toNotice,
    reads: [text],
  };
  const isAt = (step: Step) => (context: Context) => context.step === step;
  return [
    { when: ({ step, change }) => step === 'start' && change?.change === 'start', state: 'notSignedUp', ...shared },
    { when: isAt('number'), state: 'changingNumber', ...shared },
    { when: isAt('choice'), state: 'choosingAlerts', ...shared },
    { when: isAt('code'), state: 'enteringCode', ...shared },
    { when: isKnown, state: 'signedUp', ...shared, hides: [QUESTION] },
    resumed(result, text, { minutes }),
  ];
}

/** Expects a made change, after which the settings load again. */
const refreshes = (
  result: NonNullable<Context['notice']>['result'],
  text: string,
  isMade: boolean,
): ExpectedWhere<Context>[] => [
  {
    when: isKnown,
    state: 'refreshing',
    context: { key: null, change: null, notice: { result, minutes: 0 }, ...(!isMade && { pressed: [] }) },
    calls: { refresh: {} },
    focus: toNotice,
    reads: [text],
    hides: [QUESTION],
  },
  resumed(result, text, { isMade }),
];

const refused = (answer: object): Answer => ({ answers: { result: 'refused', answer, failure: null } });

/** Presses while the settings change or load again. They count afterwards. */
const presses = expectedPresses<Context>();

/** Why an outcome is not seen after a reload. */
const NOT_ANSWERED = 'After a reload the server is asked for the outcome; the walk has one refusal, of a code.';

const submission = expectedOnce<Context>({
  state: 'changingSettings',
  call: 'changeSettings',
  request: ({ change }) => ({ body: change }),
});

/** Expects a screen, regardless of the call that loaded the settings. */
function shows(settings: TextAlertSettings, state: string, step: Step, reads: readonly string[]): Outcome<Context> {
  const then = {
    state,
    context: ({ draft }: Context) => ({
      settings,
      draft: null,
      ...startsStep(step, state === 'notSignedUp' && draft?.place === 'start' ? NUMBER : {}),
    }),
    reads,
  };
  const resumes: ExpectedWhere<Context>[] = [
    {
      when: isKept('number'),
      state: 'changingNumber',
      context: { settings, draft: null, ...startsStep('number', NUMBER) },
    },
    {
      when: isKept('choice'),
      state: 'choosingAlerts',
      context: { settings, draft: null, ...startsStep('choice', { paymentDue: false }) },
    },
  ];
  const asksFirst = { when: ({ key }: Context) => key !== null, ...submission.asks, context: { settings } };
  return {
    answers: settings,
    then: [asksFirst, ...presses.after(then, { settings, step }), ...(state === 'signedUp' ? resumes : []), then],
  };
}

const loads = { state: 'loadingSettings', calls: { getSettings: {} } };
const couldNotLoad: Expected<Context> = {
  state: 'couldNotLoad',
  context: { pressed: [] },
  focus: toNotice,
  reads: [COULD_NOT_LOAD],
};

/** Why an outcome of a change cannot be told from another one on the screen. */
const SAME_NOTICE = 'The notice is the same as for a change that the server does not make.';

const isAtCode = ({ step }: Context): boolean => step === 'code';
const isOn = ({ step, settings }: Context): boolean =>
  step === 'start' && settings?.canChange === true && settings.phone !== null;

/** The changes of the buttons on the screen of the code. */
const OWN: Readonly<Record<string, TextAlertChange['change']>> = {
  'resend.pressed': 'resend',
  'otherNumber.pressed': 'cancel',
};

/**
 * Case for a button on a screen. While the settings load again after a change, it counts afterwards. On the screen of the
 * code it also counts after the change in flight, unless that is its own.
 */
function button(
  event: {
    readonly type: 'resend.pressed' | 'otherNumber.pressed' | 'choose.pressed' | 'number.pressed' | 'stop.pressed';
  },
  name: string,
  screen: 'enteringCode' | 'signedUp',
  then: Expected<Context>,
  where: (context: Context) => boolean = () => true,
) {
  const isThere = screen === 'enteringCode' ? isAtCode : isOn;
  const counts = presses.counts(event, { when: isThere, ...then });
  return {
    event: { ...event },
    gesture: { action: 'click', role: 'button', name } as const,
    on: [screen, 'refreshing', ...(screen === 'enteringCode' ? ['changingSettings'] : [])],
    where: (context: Context) =>
      isThere(context) && where(context) && (context.change === null || context.change.change !== OWN[event.type]),
    then: [
      { in: screen, ...then },
      counts,
      ...(screen === 'enteringCode' ? [keptPress(event, 'changingSettings')] : []),
    ],
  };
}

const asks = (change: 'resend' | 'cancel'): Expected<Context> => ({
  ...sends({ change }),
  context: { change: { change }, notice: null },
  reads: [SAVING],
  hides: NOTICES,
});
const cancels = asks('cancel');

const ofSettings = [
  button({ type: 'resend.pressed' }, 'Send a New Code', 'enteringCode', asks('resend')),
  ...(['Use Another Number', 'Keep My Current Number'] as const).map((name) =>
    button(
      { type: 'otherNumber.pressed' },
      name,
      'enteringCode',
      cancels,
      ({ settings }) => (settings?.phone === null) === (name === 'Use Another Number'),
    ),
  ),
  button({ type: 'choose.pressed' }, 'Change Alerts', 'signedUp', {
    state: 'choosingAlerts',
    context: { ...startsStep('choice'), notice: null },
    focus: { place: 'field', field: 'paymentDue', delay: 0 },
    hides: NOTICES,
  }),
  button({ type: 'number.pressed' }, 'Change Number', 'signedUp', {
    state: 'changingNumber',
    context: { ...startsStep('number'), notice: null },
    focus: { place: 'field', field: 'phone', delay: 0 },
    hides: NOTICES,
  }),
  button({ type: 'stop.pressed' }, 'Stop Text Alerts', 'signedUp', {
    state: 'confirmingStop',
    context: { notice: null },
    reads: [QUESTION],
    hides: NOTICES,
  }),
];

const starts = (draft: FormDraft | null) => ({
  input: { draft },
  then: {
    ...loads,
    context: {
      draft,
      settings: null,
      step: 'start' as const,
      refusedCode: null,
      form: expectedForm(empty, problemsOf('start', empty, null)),
      change: null,
      key: draft?.key ?? null,
      notice: null,
      pressed: [],
    },
  },
});

export default defineModel<typeof manageTextAlerts>({
  machine: manageTextAlerts,
  inputs: {
    'a borrower': starts(null),
    'a borrower who left the sign-up unfinished': starts(keptOf('start', NUMBER)),
    'a borrower who left another number unfinished': starts(keptOf('number', NUMBER)),
    'a borrower who left a choice of alerts unfinished': starts(keptOf('choice', { paymentDue: false })),
    'a borrower whose page was reloaded while the sign-up was under way': starts(keptOf('start', NUMBER, sampleKey)),
    'a borrower whose page was reloaded while another number was under way': starts(
      keptOf('number', NUMBER, sampleKey),
    ),
    'a borrower whose page was reloaded while a choice was under way': starts(
      keptOf('choice', { paymentDue: false }, sampleKey),
    ),
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: [{ in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] }, ...submission.retried],
    },
    submission.keyMade,
    fill('phone', 'Mobile phone number', '', hasPhone),
    fill('phone', 'Mobile phone number', '402-555-0199', hasPhone),
    leave('phone', 'Mobile phone number', NO_NUMBER, hasPhone),
    tick('paymentDue', ALERT, true, NO_ALERT, hasAlerts),
    tick('paymentDue', ALERT, false, NO_ALERT, hasAlerts),
    tick('consent', CONSENT, true, NO_CONSENT, hasPhone),
    tick('consent', CONSENT, false, NO_CONSENT, hasPhone),
    fill('code', 'Code', '', ['enteringCode']),
    fill('code', 'Code', '123456', ['enteringCode']),
    fill('code', 'Code', '654321', ['enteringCode']),
    leave('code', 'Code', NO_CODE, ['enteringCode']),
    ...(['Send Code', 'Confirm', 'Save'] as const).map((name) => ({
      event: { type: 'submit.pressed' } as const,
      gesture: { action: 'click', role: 'button', name } as const,
      on: name === 'Send Code' ? hasPhone : name === 'Confirm' ? ['enteringCode'] : ['choosingAlerts'],
      then: [
        {
          in: FORMS,
          when: isComplete,
          state: 'changingSettings',
          context: (before: Context) => ({ change: wants(before), notice: null }),
          calls: (before: Context) => ({ changeSettings: { body: wants(before) } }),
          reads: [SAVING],
          hides: NOTICES,
        },
        {
          in: FORMS,
          context: (before: Context) => ({ notice: null, form: changed(before, {}, { attempted: true }) }),
          focus: toErrors,
          reads: [REVIEW],
          hides: NOTICES,
        },
      ],
    })),
    ...ofSettings,
    {
      event: { type: 'edit.cancelled' },
      gesture: { action: 'click', role: 'button', name: 'Cancel' },
      on: ['choosingAlerts', 'changingNumber'],
      then: {
        in: ['choosingAlerts', 'changingNumber'],
        state: 'signedUp',
        context: { ...startsStep('start'), notice: null },
        focus: toHeading,
        hides: NOTICES,
      },
    },
    {
      event: { type: 'stop.confirmed' },
      gesture: { action: 'click', role: 'button', name: 'Yes, stop them' },
      on: ['confirmingStop'],
      then: {
        in: 'confirmingStop',
        ...sends({ change: 'stop' }),
        context: { change: { change: 'stop' } },
        reads: [SAVING],
      },
    },
    {
      event: { type: 'stop.dismissed' },
      gesture: { action: 'click', role: 'button', name: 'No, keep them' },
      on: ['confirmingStop'],
      then: { in: 'confirmingStop', state: 'signedUp', hides: [QUESTION] },
    },
  ],
  outcomes: {
    getSettings: {
      'no alerts': shows(off, 'notSignedUp', 'start', ['Off']),
      'a number without its code': shows(pending, 'enteringCode', 'code', ['ending in 0142', FILE]),
      'alerts to a number': shows(on, 'signedUp', 'start', [
        'ending in 0142',
        ALERT,
        'A payment is due on 11/25/2026.',
      ]),
      'alerts, and another number without its code': shows(changing, 'enteringCode', 'code', ['ending in 0199']),
      'a server without texts': shows({ ...off, isAvailable: false }, 'unavailable', 'start', [
        "Text alerts aren't available right now.",
      ]),
      'an impersonator': shows({ ...on, canChange: false }, 'viewingOnly', 'start', [
        'Only the borrower can change text alerts',
        'ending in 0142',
      ]),
      'no answer in time': { throws: { kind: 'noAnswer' }, then: couldNotLoad },
    },
    changeSettings: {
      'a code is sent': {
        answers: { result: 'accepted', answer: { outcome: 'codeSent' }, record: null },
        then: refreshes('codeSent', CODE_SENT, true),
      },
      'it turns out to be made': {
        answers: { result: 'accepted', answer: { outcome: 'codeSent' }, record: { change: 'start' } },
        then: refreshes('codeSent', CODE_SENT, true),
      },
      'the hourly limit of codes': {
        ...refused({ outcome: 'tooManyCodes', minutes: 12 }),
        then: returns('tooManyCodes', TOO_MANY, 12),
      },
      'a wrong code': {
        ...refused({ outcome: 'wrongCode', triesLeft: 4 }),
        then: [
          {
            when: ({ change }) => change?.change === 'confirm',
            state: 'enteringCode',
            context: (before) => ({
              key: null,
              change: null,
              pressed: [],
              refusedCode: { code: before.form.values.code, triesLeft: 4 },
              form: changed(before, {}, { left: 'code', refused: before.form.values.code }),
            }),
            focus: { place: 'field', field: 'code', delay: 0 },
            reads: [WRONG_CODE],
          },
          ...returns('notMade', NOT_MADE),
        ],
      },
      'a code that no longer works': {
        ...refused({ outcome: 'codeOver' }),
        then: returns('codeOver', CODE_OVER),
      },
      'settings that have changed elsewhere': {
        ...refused({ outcome: 'nothingToChange' }),
        then: refreshes('nothingToChange', OUTDATED, false),
      },
      'the server refuses the request': {
        answers: { result: 'refused', answer: null, failure: { kind: 'refused', status: 422 } },
        then: returns('notMade', NOT_MADE),
      },
      'it never arrived': { answers: { result: 'neverArrived' }, then: returns('notMade', NOT_MADE) },
      'the machine of the change stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: {
          state: 'outcomeCheckFailed',
          context: { pressed: [] },
          focus: toNotice,
          reads: [CHECKING],
          hides: [QUESTION],
        },
      },
    },
  },
  screens: {
    loadingSettings: ['Text Alerts', 'Loading…'],
    couldNotLoad: ['Text Alerts', COULD_NOT_LOAD, TRY_AGAIN],
    unavailable: ['Text Alerts', 'Off'],
    viewingOnly: ['Text Alerts', 'Your text alerts'],
    notSignedUp: ['Sign up for text alerts', 'Mobile phone number', 'Which alerts do you want?', 'Send Code'],
    enteringCode: ['Confirm your number', 'Confirm', 'Send a New Code'],
    signedUp: ['Your text alerts', 'Change Alerts', 'Change Number', 'Stop Text Alerts'],
    choosingAlerts: ['Change your alerts', ALERT, 'Save', 'Cancel'],
    changingNumber: ['Use another number', 'Your current number gets texts until', 'Send Code', 'Cancel'],
    confirmingStop: [QUESTION],
    changingSettings: ['Text Alerts'],
    refreshing: ['Text Alerts'],
    outcomeCheckFailed: [CHECKING],
  },
  finish: ['signedUp', 'notSignedUp', 'unavailable', 'viewingOnly'],
  claims: {
    'a code is sent only after the borrower has agreed': {
      never: ({ context }) => context.change?.change === 'start' && !context.form.values.consent,
      brokenBy: 'guard isFormComplete: always true',
    },
    'a change that was not made keeps the form': {
      reaching: ({ isIn, context }) => isIn('refreshing') && context.draft === null,
      needs: (by) =>
        by.kind === 'outcome' &&
        ['a code is sent', 'it turns out to be made', 'settings that have changed elsewhere'].includes(by.outcome),
      brokenBy: 'guard isMade: always true',
    },
    'an impersonator gets no form': {
      never: ({ isIn, context }) => context.settings?.canChange === false && FORMS.some(isIn),
      brokenBy: 'guard isViewOnly: always false',
    },
  },
  notOnScreen: {
    'changeSettings "it turns out to be made" (1)': 'The screen is the same as after an immediate response.',
    'changeSettings "the server refuses the request" (1)': SAME_NOTICE,
    'changeSettings "the server refuses the request" (2)': SAME_NOTICE,
    'changeSettings "the server refuses the request" (3)': SAME_NOTICE,
    'changeSettings "the server refuses the request" (4)': SAME_NOTICE,
    'changeSettings "the server refuses the request" (5)': SAME_NOTICE,
    'changeSettings "it never arrived" (1)': SAME_NOTICE,
    'changeSettings "it never arrived" (2)': SAME_NOTICE,
    'changeSettings "it never arrived" (3)': SAME_NOTICE,
    'changeSettings "it never arrived" (4)': SAME_NOTICE,
    'changeSettings "it never arrived" (5)': SAME_NOTICE,
    'changeSettings "it never arrived" (6)': SAME_NOTICE,
    'changeSettings "it turns out to be made" (2)': 'The screen is the same as after an immediate response.',
    'changeSettings "the server refuses the request" (6)': NOT_ANSWERED,
    'changeSettings "the hourly limit of codes" (6)': NOT_ANSWERED,
    'changeSettings "settings that have changed elsewhere" (2)': NOT_ANSWERED,
  },
  children: {
    changeSettings: createSubmissionModel(textAlertChange, {
      key: sampleKey,
      body: { change: 'choose', alerts: ['paymentDue'] },
      accepted: { outcome: 'codeSent' },
      rejected: { outcome: 'codeOver' },
      refusals: {
        'too many codes': { answers: { outcome: 'tooManyCodes', minutes: 12 } },
        'a wrong code': { answers: { outcome: 'wrongCode', triesLeft: 4 } },
        'nothing to change': { answers: { outcome: 'nothingToChange' } },
      },
      record: { change: 'start' },
      messages: {
        sending: SAVING,
        outcomeUnknown: CHECKING,
        explanation: "We haven't heard back yet.",
        asking: 'Checking what happened to your change…',
      },
    }),
  },
  draft: { of: textAlertsDraft, secrets: ['123456', '654321'] },
  tries: onePress('resend.pressed', 'otherNumber.pressed', 'choose.pressed', 'number.pressed', 'stop.pressed'),
  facts: ({ settings, step, form: { values }, refusedCode, change, key, notice, pressed, draft }) => ({
    kept: draft?.place ?? null,
    pressed,
    phone: settings?.phone ?? null,
    pending: settings?.pending?.phone ?? null,
    canChange: settings?.canChange ?? null,
    step,
    values: {
      phone: values.phone,
      paymentDue: values.paymentDue,
      consent: values.consent,
      code: values.code,
    },
    refusedCode,
    change,
    key,
    hasNotice: notice !== null,
  }),
});
