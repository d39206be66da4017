/** Specification of the text alerts. Rules of the number, the code and the consent: docs/decisions/spec-gaps.md. */
import type { ContextFrom } from 'xstate';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import { sampleTextAlerts } from '#domain/messages/text-alerts/samples.ts';
import type { TextAlertChange, TextAlertSettings, TextAlertValues } from '#domain/messages/text-alerts/shapes.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { toHeading, toNotice } from '../../kit/expected-page.ts';
import { accepted, neverArrived, refusedAs, rejected, submits } from '../../kit/spec-submission.ts';
import { answers } from 'xstate-workbench/model';
import { spec, stopsInError, words } from '../../kit/spec.ts';
import { manageTextAlerts, textAlertChange, textAlertsDraft } from './manage-text-alerts.machine.ts';

type Context = ContextFrom<typeof manageTextAlerts>;
type Step = Context['step'];
type Result = NonNullable<Context['notice']>['result'];
const { to, given, unseen, queues, loads, notLoaded, press, thenPresses, where } = words<typeof manageTextAlerts>();

const QUESTION = 'Stop text alerts?';
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

const empty: TextAlertValues = {
  phone: '',
  consent: false,
  code: '',
  paymentDue: false,
  draftComing: false,
  paymentPosted: false,
  paymentReturned: false,
  application: false,
  letter: false,
};
const valuesAt: Readonly<Record<Step, TextAlertValues>> = {
  start: { ...empty, phone: '402-555-0142' },
  number: empty,
  choice: { ...empty, paymentDue: true },
  code: empty,
};

type Shown = Pick<Context, 'step' | 'refusedCode'>;
function problems({ phone, paymentDue, consent, code }: TextAlertValues, { step, refusedCode }: Shown) {
  const ofPhone = unless('phone', phone !== '', 'phone.required');
  const ofAlerts = unless('paymentDue', paymentDue, 'textAlerts.required');
  const ofConsent = unless('consent', consent, 'textConsent.required');
  const isRefused = code !== '' && code === refusedCode?.code;
  return {
    start: [...ofPhone, ...ofAlerts, ...ofConsent],
    number: [...ofPhone, ...ofConsent],
    choice: ofAlerts,
    code: [
      ...unless('code', code !== '', 'textCode.format'),
      ...unless('code', !isRefused, 'textCode.wrong', { triesLeft: 4 }),
    ],
  }[step];
}

/** The form of a step with these entries. */
function startsStep(step: Step, entries: Partial<TextAlertValues> = {}) {
  const [values, shown] = [
    { ...valuesAt[step], ...entries },
    { step, refusedCode: null },
  ];
  return { ...shown, form: expectedForm(values, problems(values, shown)) };
}

const NUMBER = { phone: '402-555-0199' };
const createDraft = (place: Step, typed: FormDraft['typed'] = NUMBER, key: string | null = null): FormDraft => ({
  version: 1,
  key,
  place,
  typed,
  leftOut: [],
});
const NO_CHOICE = { paymentDue: false };

/** The change that the form requests. */
function wants({ step, form: { values }, settings }: Context): TextAlertChange {
  const alerts: TextAlertSettings['alerts'] = values.paymentDue ? ['paymentDue'] : [];
  if (step === 'code') return { change: 'confirm', code: values.code };
  if (step === 'choice') return { change: 'choose', alerts };
  const chosen = step === 'start' ? alerts : (settings?.alerts ?? []);
  return { change: 'start', phone: values.phone, alerts: chosen, consentVersion: 'sample' };
}

const submission = submits({
  machine: textAlertChange,
  state: 'changingSettings',
  by: 'changeSettings',
  request: ({ change }: Context) => ({ body: change }),
  sample: {
    body: { change: 'choose', alerts: ['paymentDue'] },
    accepted: { outcome: 'codeSent' },
    rejected: { outcome: 'codeOver' },
    refusals: {
      'too many codes': { answers: { outcome: 'tooManyCodes', minutes: 12 } },
      'a wrong code': { answers: { outcome: 'wrongCode', triesLeft: 4 } },
      'nothing to change': { answers: { outcome: 'nothingToChange' } },
    },
    record: { change: 'start' },
  },
  texts: {
    sending: 'Saving your change…',
    outcomeUnknown: "We're checking what happened to your change",
    explanation: "We haven't heard back yet.",
    asking: 'Checking what happened to your change…',
  },
});
const sends = (make: (before: Context) => TextAlertChange, part: object = { notice: null }) =>
  to('changingSettings', (before) => ({ ...part, change: make(before) }), {
    calls: (before) => ({ changeSettings: { body: make(before) } }),
    reads: [submission.texts.sending],
  });

const refreshes = { calls: { refresh: {} }, focus: toNotice };
const notAnswered = 'After a reload the machine asks for the outcome; the walk has one refusal, of a code.';
const isKnown = ({ change }: Context): boolean => change !== null;

/** After a reload the change is unknown: the settings load, and unsaved entries are restored. */
const resumes = (notice: NonNullable<Context['notice']>, isMade: boolean) =>
  to(
    'refreshing',
    ({ draft }) => ({
      key: null,
      notice,
      draft: isMade || draft === null ? null : { ...draft, key: null },
      ...(!isMade && { pressed: [] }),
    }),
    refreshes,
  );
/** The settings load again after a change. */
const settled = (result: Result, isMade: boolean) => {
  const notice = { result, minutes: 0 };
  return [
    given(
      isKnown,
      to(
        'refreshing',
        { key: null, change: null, notice, ...(!isMade && { pressed: [] }) },
        { ...refreshes, hides: [QUESTION] },
      ),
    ),
    isMade ? resumes(notice, true) : unseen(notAnswered, resumes(notice, false)),
  ];
};
const isAt =
  (at: Step) =>
  (context: Context): boolean =>
    context.step === at;
/** A failed change returns to its screen. */
const returns = (result: Result, minutes = 0) => {
  const notice = { result, minutes };
  const part = { key: null, change: null, notice, pressed: [] };
  return {
    known: [
      given((context) => isAt('start')(context) && context.change?.change === 'start', to('notSignedUp', part)),
      given(isAt('number'), to('changingNumber', part)),
      given(isAt('choice'), to('choosingAlerts', part)),
      given(isAt('code'), to('enteringCode', part)),
      given(isKnown, to('signedUp', part, { hides: [QUESTION] })),
    ],
    reloaded: resumes(notice, false),
  };
};
const sameNotice = 'The notice is the same as for a change that the server does not make.';

/** A screen, whichever call loaded the settings. */
const shows = (
  settings: TextAlertSettings,
  state: Parameters<typeof to>[0],
  step: Step,
  ...reads: readonly string[]
) => {
  const isStored = (place: Step) => (context: Context) =>
    context.key === null && context.pressed.length === 0 && context.draft?.place === place;
  return [
    answers(settings),
    given(({ key }) => key !== null, to('changingSettings', { settings }, { calls: submission.asks })),
    state === 'signedUp'
      ? [
          given(isStored('number'), to('changingNumber', { settings, draft: null, ...startsStep('number', NUMBER) })),
          given(
            isStored('choice'),
            to('choosingAlerts', { settings, draft: null, ...startsStep('choice', NO_CHOICE) }),
          ),
        ]
      : [],
    thenPresses(
      to(
        state,
        ({ draft }) => ({
          settings,
          draft: null,
          ...startsStep(step, state === 'notSignedUp' && draft?.place === 'start' ? NUMBER : {}),
        }),
        { reads },
      ),
      { settings, step },
    ),
  ] as const;
};

const starts = (draft: FormDraft | null) =>
  [
    { draft },
    to(
      'loadingSettings',
      {
        draft,
        settings: null,
        ...startsStep('start', empty),
        change: null,
        key: draft?.key ?? null,
        notice: null,
        pressed: [],
      },
      { calls: { getSettings: {} } },
    ),
  ] as const;

const isAtCode = isAt('code');
const isOn = ({ step, settings }: Context): boolean =>
  step === 'start' && settings?.canChange === true && settings.phone !== null;
/** The change is not that of this button. */
const isOther = (own: TextAlertChange['change']) => (context: Context) => context.change?.change !== own;

const resend = press(
  'Send a New Code',
  'resend.pressed',
  given(
    isAtCode,
    sends(() => ({ change: 'resend' })),
  ),
);
const otherNumber = (name: string, isFirst: boolean) =>
  where(
    (context) => isAtCode(context) && (context.settings?.phone === null) === isFirst && isOther('cancel')(context),
    press(
      name,
      'otherNumber.pressed',
      given(
        isAtCode,
        sends(() => ({ change: 'cancel' })),
      ),
    ),
  );
const ofCode = [
  where((context) => isAtCode(context) && isOther('resend')(context), resend),
  otherNumber('Use Another Number', true),
  otherNumber('Keep My Current Number', false),
];
const opens = (state: Parameters<typeof to>[0], step: Step, field: string) =>
  given(isOn, to(state, { ...startsStep(step), notice: null }, { focus: { place: 'field', field, delay: 0 } }));
const cancels = press(
  'Cancel',
  'edit.canceled',
  to('signedUp', { ...startsStep('start'), notice: null }, { focus: toHeading }),
);

export default spec(manageTextAlerts, {
  starts: {
    'a borrower': starts(null),
    'a borrower who left the sign-up unfinished': starts(createDraft('start')),
    'a borrower who left another number unfinished': starts(createDraft('number')),
    'a borrower who left a choice of alerts unfinished': starts(createDraft('choice', NO_CHOICE)),
    'a borrower whose page was reloaded while the sign-up was under way': starts(
      createDraft('start', NUMBER, sampleKey),
    ),
    'a borrower whose page was reloaded while another number was under way': starts(
      createDraft('number', NUMBER, sampleKey),
    ),
    'a borrower whose page was reloaded while a choice was under way': starts(
      createDraft('choice', NO_CHOICE, sampleKey),
    ),
  },
  shows: ['Text Alerts'],
  notices: {
    codeSent: 'We sent you a code. It works for 10 minutes.',
    tooManyCodes: 'We send at most 3 codes in an hour. Try again in 12 minutes.',
    codeOver: 'This code has expired, or there were too many wrong tries. Send a new code.',
    nothingToChange: 'Your settings have changed in another tab or on another device.',
    notMade: "We couldn't make this change.",
  },
  form: {
    in: ['notSignedUp', 'enteringCode', 'choosingAlerts', 'changingNumber'],
    problems,
    fields: {
      phone: {
        label: 'Mobile phone number',
        in: ['notSignedUp', 'changingNumber'],
        entries: ['', NUMBER.phone],
        errors: { 'phone.required': 'Please enter your phone number.' },
      },
      paymentDue: {
        label: ALERT,
        role: 'checkbox',
        in: ['notSignedUp', 'choosingAlerts'],
        entries: [true, false],
        errors: { 'textAlerts.required': 'Choose at least one alert.' },
        showsAtOnce: true,
      },
      consent: {
        label: 'I agree to get automated texts at this number',
        role: 'checkbox',
        in: ['notSignedUp', 'changingNumber'],
        entries: [true, false],
        errors: { 'textConsent.required': 'To get text alerts, check the box to agree.' },
        showsAtOnce: true,
      },
      code: {
        label: 'Code',
        in: ['enteringCode'],
        entries: ['', '123456', '654321'],
        errors: {
          'textCode.format': 'Enter the six digits of the code.',
          'textCode.wrong': "This isn't the code that we sent last. You can try 4 more times.",
        },
      },
    },
    refuses: { notice: null },
    submit: [
      { name: 'Send Code', in: ['notSignedUp', 'changingNumber'], then: sends(wants) },
      { name: 'Confirm', in: ['enteringCode'], then: sends(wants) },
      { name: 'Save', in: ['choosingAlerts'], then: sends(wants) },
    ],
  },
  presses: {
    of: ['enteringCode', 'signedUp'],
    in: ['refreshing'],
    types: ['resend.pressed', 'otherNumber.pressed', 'choose.pressed', 'number.pressed', 'stop.pressed'],
    after: 'refreshing',
  },
  states: {
    ...loads('loadingSettings', { getSettings: {} }),
    unavailable: { shows: ['Off'] },
    viewingOnly: { shows: ['Your text alerts'] },
    notSignedUp: {
      shows: ['Sign up for text alerts', 'Mobile phone number', 'Which alerts do you want?', 'Send Code'],
    },
    enteringCode: { shows: ['Confirm your number', 'Confirm', 'Send a New Code'], on: ofCode },
    signedUp: {
      shows: ['Your text alerts', 'Change Alerts', 'Change Number', 'Stop Text Alerts'],
      on: [
        where(
          isOn,
          press('Change Alerts', 'choose.pressed', opens('choosingAlerts', 'choice', 'paymentDue')),
          press('Change Number', 'number.pressed', opens('changingNumber', 'number', 'phone')),
          press('Stop Text Alerts', 'stop.pressed', given(isOn, to('confirmingStop', { notice: null }))),
        ),
      ],
    },
    choosingAlerts: { shows: ['Change your alerts', 'Save', 'Cancel'], on: [cancels] },
    changingNumber: {
      shows: ['Use another number', 'Your current number gets texts until', 'Send Code', 'Cancel'],
      on: [cancels],
    },
    confirmingStop: {
      over: true,
      shows: [QUESTION],
      on: [
        press(
          'Yes, stop them',
          'stop.confirmed',
          sends(() => ({ change: 'stop' }), {}),
        ),
        press('No, keep them', 'stop.dismissed', to('signedUp')),
      ],
    },
    changingSettings: {
      over: true,
      on: [submission.keyMade, ofCode.map(queues)],
      when: {
        changeSettings: {
          'a code is sent': [accepted({ outcome: 'codeSent' }), ...settled('codeSent', true)],
          'it turns out to be made': [
            accepted({ outcome: 'codeSent' }, { change: 'start' }),
            unseen('The screen is the same as after an immediate response.', settled('codeSent', true)),
          ],
          'the hourly limit of codes': [
            rejected({ outcome: 'tooManyCodes', minutes: 12 }),
            returns('tooManyCodes', 12).known,
            unseen(notAnswered, returns('tooManyCodes', 12).reloaded),
          ],
          'a wrong code': [
            rejected({ outcome: 'wrongCode', triesLeft: 4 }),
            given(
              ({ change }) => change?.change === 'confirm',
              to(
                'enteringCode',
                ({ form: { values } }) => ({
                  key: null,
                  change: null,
                  pressed: [],
                  refusedCode: { code: values.code, triesLeft: 4 },
                }),
                { wrongField: 'code' },
              ),
            ),
            Object.values(returns('notMade')).flat(),
          ],
          'a code that no longer works': [rejected({ outcome: 'codeOver' }), Object.values(returns('codeOver')).flat()],
          'settings that have changed elsewhere': [
            rejected({ outcome: 'nothingToChange' }),
            ...settled('nothingToChange', false),
          ],
          'the server refuses the request': [
            refusedAs({ kind: 'refused', status: 422 }),
            unseen(sameNotice, returns('notMade').known),
            unseen(notAnswered, returns('notMade').reloaded),
          ],
          'it never arrived': [neverArrived, unseen(sameNotice, Object.values(returns('notMade')).flat())],
          'the machine of the change stops in error': [
            stopsInError,
            to('outcomeCheckFailed', { pressed: [] }, { focus: toNotice, hides: [QUESTION] }),
          ],
        },
      },
    },
    outcomeCheckFailed: submission.outcomeCheckFailed,
  },
  several: [
    {
      in: ['loadingSettings', 'refreshing'],
      when: {
        getSettings: {
          'no alerts': shows(off, 'notSignedUp', 'start', 'Off'),
          'a number without its code': shows(pending, 'enteringCode', 'code', 'ending in 0142', FILE),
          'alerts to a number': shows(
            on,
            'signedUp',
            'start',
            'ending in 0142',
            ALERT,
            'A payment is due on 11/25/2026.',
          ),
          'alerts, and another number without its code': shows(changing, 'enteringCode', 'code', 'ending in 0199'),
          'a server without texts': shows(
            { ...off, isAvailable: false },
            'unavailable',
            'start',
            "Text alerts aren't available right now.",
          ),
          'an impersonator': shows(
            { ...on, canChange: false },
            'viewingOnly',
            'start',
            'Only the borrower can change text alerts',
            'ending in 0142',
          ),
          'no answer in time': notLoaded({ pressed: [] }),
        },
      },
    },
  ],
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
      never: ({ isIn, context }) =>
        context.settings?.canChange === false &&
        ['notSignedUp', 'enteringCode', 'choosingAlerts', 'changingNumber'].some(isIn),
      brokenBy: 'guard isViewOnly: always false',
    },
  },
  children: { changeSettings: submission.child },
  draft: { of: textAlertsDraft, secrets: ['123456', '654321'] },
  facts: ({ settings, step, form: { values }, refusedCode, change, key, notice, pressed, draft }) => ({
    stored: draft?.place ?? null,
    pressed,
    phone: settings?.phone ?? null,
    pending: settings?.pending?.phone ?? null,
    canChange: settings?.canChange ?? null,
    step,
    values: { phone: values.phone, paymentDue: values.paymentDue, consent: values.consent, code: values.code },
    refusedCode,
    change,
    key,
    hasNotice: notice !== null,
  }),
});
