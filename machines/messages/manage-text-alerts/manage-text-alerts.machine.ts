/**
 * Text Alerts: the borrower confirms a phone number with a code, chooses alerts, changes both, and stops the texts. The
 * server stores which screen comes next, so a reload returns to it. If the response to a change is lost, the machine asks
 * the server for the outcome (ruling 4).
 */
import { assign, setup } from 'xstate';
import { normalizePhone } from '#domain/phone.ts';
import { textAlerts } from '#domain/messages/text-alerts/calls.ts';
import type { TextAlertNotice } from '#domain/messages/text-alerts/messages.ts';
import * as rules from '#domain/messages/text-alerts/rules.ts';
import type {
  TextAlertAnswer,
  TextAlertChange,
  TextAlertRecord,
  TextAlertSettings,
  TextAlertValues,
} from '#domain/messages/text-alerts/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested, KeyMade } from '../../kit/events.ts';
import { focusOn } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { toFormDraft } from '../../kit/form-draft.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer } from '../../kit/params.ts';
import { required } from '../../kit/failures.ts';
import { submission } from '../../kit/submission.machine.ts';
import { loading } from '../../kit/loading.ts';
import { type WithPresses, queuePressesIn, pressActions } from '../../kit/presses.ts';
import { type Changing, changeOnce, submitActions, submitGuards } from '../../kit/submit-once.ts';

type Result = SubmissionResult<TextAlertAnswer, TextAlertRecord>;

export const textAlertChange = submission('textAlertChange', {
  send: call(textAlerts.change),
  settle: call(textAlerts.settle),
  isAccepted: rules.isMade,
});

export interface ManageTextAlertsInput {
  /** Draft from an earlier visit: the entries of a step, and the key of a change in flight. */
  readonly draft: FormDraft | null;
}

interface Context extends ManageTextAlertsInput, rules.TextAlertDeps, Changing<TextAlertChange>, WithPresses {
  /** Null until the settings have loaded. */
  readonly settings: TextAlertSettings | null;
  readonly form: Form<TextAlertValues>;
  /** The result of the last change. `minutes` is the time until another code may be sent. */
  readonly notice: { readonly result: TextAlertNotice; readonly minutes: number } | null;
}

const form = createForm<TextAlertValues, rules.TextAlertDeps>({
  schema: rules.textAlertSchema,
  normalize: (field, value) => {
    if (typeof value !== 'string') return value;
    return field === 'phone' ? normalizePhone(value) : rules.normalizeCode(value);
  },
  notStored: ['code', 'consent'],
  validateOnChange: (field) => field !== 'phone' && field !== 'code',
}).inMachine('form', { facts: (context: Context) => context });

/** Returns the values that the form of a step starts with. */
function startingValues(step: rules.TextAlertStep, settings: TextAlertSettings | null): TextAlertValues {
  const chosen = step === 'choice' ? (settings?.alerts ?? []) : [];
  const phone = step === 'start' ? (settings?.suggestedPhone ?? '') : '';
  return { phone, consent: false, code: '', ...rules.alertBoxes(chosen) };
}

/** Returns the context with the form of a step, and the entries of a draft of this step. */
function startStep(step: rules.TextAlertStep, settings: TextAlertSettings | null, draft: FormDraft | null = null) {
  const facts = { step, refusedCode: null };
  const values = form.restored(startingValues(step, settings), draft?.place === step ? draft : null);
  return { ...facts, form: form.start(values, facts) };
}

/** Returns the change that the form of the current step requests. */
function toChange({ step, form: { values }, settings }: Context): TextAlertChange {
  const { phone, code } = values;
  const { alerts, consentVersion } = required(settings, 'settings');
  const chosen = rules.chosenAlerts(values);
  if (step === 'code') return { change: 'confirm', code: rules.normalizeCode(code) };
  if (step === 'choice') return { change: 'choose', alerts: chosen };
  return { change: 'start', phone: phone.trim(), alerts: step === 'start' ? chosen : alerts, consentVersion };
}

/** Returns the notice for a successful change. */
const toNotice = ({ outcome }: TextAlertAnswer): TextAlertNotice => (outcome === 'wrongCode' ? 'notMade' : outcome);

const getAnswer = (result: Result): TextAlertAnswer | null => (result.result === 'neverArrived' ? null : result.answer);

/** Returns true if the entries of a step are restored. Queued presses take precedence. */
const canResume = (step: rules.TextAlertStep, { draft, pressed }: Context, settings: TextAlertSettings): boolean =>
  rules.getTextAlertScreen(settings) === 'on' && draft?.place === step && pressed.length === 0;

const read = {
  what: 'the settings',
  actor: 'getSettings',
  input: {},
  // The settings determine the screen.
  onDone: [
    { guard: withAnswer('isUnavailable'), target: 'unavailable', actions: withAnswer('startWithSettings') },
    { guard: withAnswer('isViewOnly'), target: 'viewingOnly', actions: withAnswer('startWithSettings') },
    { guard: withAnswer('isCodePending'), target: 'enteringCode', actions: withAnswer('startWithSettings') },
    { guard: withAnswer('canResumeNumber'), target: 'changingNumber', actions: withAnswer('resumeNumber') },
    { guard: withAnswer('canResumeChoice'), target: 'choosingAlerts', actions: withAnswer('resumeChoice') },
    { guard: withAnswer('isOn'), target: 'signedUp', actions: withAnswer('startWithSettings') },
    { target: 'notSignedUp', actions: withAnswer('startWithSettings') },
  ],
} as const;

/** Returns the transitions to the screen of a failed change. */
const backToScreen = <const Actions extends readonly unknown[]>(...actions: Actions) =>
  [
    { guard: 'isOfSignUp', target: 'notSignedUp', actions },
    { guard: 'isOfNumber', target: 'changingNumber', actions },
    { guard: 'isOfChoice', target: 'choosingAlerts', actions },
    { guard: 'isOfCode', target: 'enteringCode', actions },
    { target: 'signedUp', actions },
  ] as const;

const changing = changeOnce('changingSettings', {
  what: 'the change',
  actor: 'changeSettings',
  onDone: [
    // After a reload the kind of change is unknown; the settings show its outcome.
    { guard: 'isResumed', target: 'refreshing', actions: [withAnswer('setResult'), 'focusNotice'] },
    { guard: withAnswer('isMade'), target: 'refreshing', actions: [withAnswer('setResult'), 'focusNotice'] },
    {
      guard: withAnswer('isWrongCode'),
      target: 'enteringCode',
      actions: [withAnswer('setRefusedCode'), focusOn('code')],
    },
    { guard: withAnswer('isOutdated'), target: 'refreshing', actions: [withAnswer('setResult'), 'focusNotice'] },
    ...backToScreen(withAnswer('setResult'), 'focusNotice'),
  ],
  reload: read,
});

export const manageTextAlerts = setup({
  types: {
    context: {} as Context,
    events: {} as
      | KeyMade
      | FormEvent
      | { type: 'retry.requested' }
      | { type: 'submit.pressed' }
      | { type: 'choose.pressed' }
      | { type: 'number.pressed' }
      | { type: 'edit.canceled' }
      | { type: 'resend.pressed' }
      | { type: 'otherNumber.pressed' }
      | { type: 'stop.pressed' }
      | { type: 'stop.confirmed' }
      | { type: 'stop.dismissed' },
    input: {} as ManageTextAlertsInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'background' | 'settled',
    children: {} as { changeSettings: 'changeSettings' },
  },
  actors: {
    getSettings: call(textAlerts.read),
    changeSettings: textAlertChange,
  },
  guards: {
    ...form.guards,
    isUnavailable: (_, settings: TextAlertSettings) => rules.getTextAlertScreen(settings) === 'unavailable',
    isViewOnly: (_, settings: TextAlertSettings) => rules.getTextAlertScreen(settings) === 'viewing',
    isCodePending: (_, settings: TextAlertSettings) => rules.getTextAlertScreen(settings) === 'code',
    isOn: (_, settings: TextAlertSettings) => rules.getTextAlertScreen(settings) === 'on',
    ...submitGuards,
    isResumed: ({ context: { change } }) => change === null,
    canResumeNumber: ({ context }, settings: TextAlertSettings) => canResume('number', context, settings),
    canResumeChoice: ({ context }, settings: TextAlertSettings) => canResume('choice', context, settings),
    isMade: (_, { result }: Result) => result === 'accepted',
    isWrongCode: ({ context }, result: Result) =>
      context.change?.change === 'confirm' && getAnswer(result)?.outcome === 'wrongCode',
    isOutdated: (_, result: Result) => getAnswer(result)?.outcome === 'nothingToChange',
    isOfSignUp: ({ context: { step, change } }) => step === 'start' && change?.change === 'start',
    isOfNumber: ({ context }) => context.step === 'number',
    isOfChoice: ({ context }) => context.step === 'choice',
    isOfCode: ({ context }) => context.step === 'code',
  },
  actions: {
    ...form.actions,
    ...submitActions,
    setSettings: assign({ settings: (_, settings: TextAlertSettings) => settings }),
    startWithSettings: assign(({ context: { draft } }, settings: TextAlertSettings) => ({
      settings,
      draft: null,
      ...startStep(
        rules.getTextAlertScreen(settings) === 'code' ? 'code' : 'start',
        settings,
        rules.getTextAlertScreen(settings) === 'off' ? draft : null,
      ),
    })),
    resumeNumber: assign(({ context: { draft } }, settings: TextAlertSettings) => ({
      settings,
      draft: null,
      ...startStep('number', settings, draft),
    })),
    resumeChoice: assign(({ context: { draft } }, settings: TextAlertSettings) => ({
      settings,
      draft: null,
      ...startStep('choice', settings, draft),
    })),
    startNumber: assign(({ context: { settings } }) => ({ ...startStep('number', settings), notice: null })),
    startChoice: assign(({ context: { settings } }) => ({ ...startStep('choice', settings), notice: null })),
    leaveStep: assign(({ context: { settings } }) => ({ ...startStep('start', settings), notice: null })),
    wantForm: assign(({ context }) => ({ change: toChange(context), notice: null })),
    wantResend: assign({ change: { change: 'resend' as const }, notice: null }),
    wantCancel: assign({ change: { change: 'cancel' as const }, notice: null }),
    wantStop: assign({ change: { change: 'stop' as const } }),
    setResult: assign(({ context: { draft } }, result: Result) => {
      const answer = getAnswer(result);
      const notice: TextAlertNotice = answer === null ? 'notMade' : toNotice(answer);
      const minutes = answer?.outcome === 'tooManyCodes' ? answer.minutes : 0;
      // The entries of a failed change are restored with the settings.
      const isMade = result.result === 'accepted';
      const entries = draft === null || isMade ? null : { ...draft, key: null };
      return {
        key: null,
        change: null,
        draft: entries,
        notice: { result: notice, minutes },
        ...(!isMade && { pressed: [] }),
      };
    }),
    setRefusedCode: assign(({ context }, result: Result) => {
      const answer = getAnswer(result);
      const triesLeft = answer?.outcome === 'wrongCode' ? answer.triesLeft : 0;
      const refusedCode = { code: rules.normalizeCode(context.form.values.code), triesLeft };
      return { key: null, change: null, pressed: [], ...form.reveal(context, { refusedCode }, 'code') };
    }),
    clearNotice: assign({ notice: null }),
    ...pressActions,
  },
}).createMachine({
  id: 'manageTextAlerts',
  description: 'The borrower signs up for text alerts, changes them and stops them',
  context: ({ input: { draft } }) => ({
    draft,
    settings: null,
    ...startStep('start', null),
    change: null,
    key: draft?.key ?? null,
    notice: null,
    pressed: [],
  }),
  initial: 'loadingSettings',
  states: {
    ...loading('loadingSettings', {
      ...read,
      onDone: [
        { guard: 'hasBeenSent', target: 'changingSettings', actions: withAnswer('setSettings') },
        ...read.onDone,
      ],
    }),
    unavailable: { description: 'This server sends no texts', tags: 'settled', entry: 'repeatPresses' },
    viewingOnly: {
      description: 'An employee who impersonates the borrower sees the settings and cannot change them',
      tags: 'settled',
      entry: 'repeatPresses',
    },
    notSignedUp: {
      description: 'The borrower enters a number, chooses alerts and agrees to the texts',
      tags: 'settled',
      entry: 'repeatPresses',
      on: {
        'field.changed': form.onChange(),
        'field.left': form.onLeave(),
        'submit.pressed': form.onSubmit({ target: 'changingSettings', actions: 'wantForm' }, 'clearNotice'),
      },
    },
    enteringCode: {
      description: 'The borrower enters the code that was sent to the number, or asks for another one',
      tags: 'settled',
      entry: 'repeatPresses',
      on: {
        'field.changed': form.onChange(),
        'field.left': form.onLeave(),
        'submit.pressed': form.onSubmit({ target: 'changingSettings', actions: 'wantForm' }, 'clearNotice'),
        'resend.pressed': { target: 'changingSettings', actions: 'wantResend' },
        'otherNumber.pressed': { target: 'changingSettings', actions: 'wantCancel' },
      },
    },
    signedUp: {
      description: 'The number and the chosen alerts are shown',
      tags: 'settled',
      entry: 'repeatPresses',
      on: {
        'choose.pressed': { target: 'choosingAlerts', actions: ['startChoice', focusOn('paymentDue')] },
        'number.pressed': { target: 'changingNumber', actions: ['startNumber', focusOn('phone')] },
        'stop.pressed': { target: 'confirmingStop', actions: 'clearNotice' },
      },
    },
    choosingAlerts: {
      description: 'The borrower chooses other alerts',
      on: {
        'field.changed': form.onChange(),
        'submit.pressed': form.onSubmit({ target: 'changingSettings', actions: 'wantForm' }, 'clearNotice'),
        'edit.canceled': { target: 'signedUp', actions: ['leaveStep', 'focusHeading'] },
      },
    },
    changingNumber: {
      description: 'The borrower enters another number; the present one stays active until the new one is confirmed',
      on: {
        'field.changed': form.onChange(),
        'field.left': form.onLeave(),
        'submit.pressed': form.onSubmit({ target: 'changingSettings', actions: 'wantForm' }, 'clearNotice'),
        'edit.canceled': { target: 'signedUp', actions: ['leaveStep', 'focusHeading'] },
      },
    },
    confirmingStop: {
      description: 'A dialog asks the borrower to confirm the stop',
      on: {
        'stop.confirmed': { target: 'changingSettings', actions: 'wantStop' },
        'stop.dismissed': 'signedUp',
      },
    },
    ...changing,
    changingSettings: queuePressesIn(changing.changingSettings, 'resend.pressed', 'otherNumber.pressed'),
    refreshing: queuePressesIn(
      changing.refreshing,
      'resend.pressed',
      'otherNumber.pressed',
      'choose.pressed',
      'number.pressed',
      'stop.pressed',
    ),
  },
});

/** Returns the draft: the entries of a step, and the key of a change in flight (rulings 4, 112). */
export const textAlertsDraft = ({ draft, settings, step, form: entered, key }: Context): FormDraft | null =>
  toFormDraft(form.typed(entered, startingValues(step, settings)), {
    draft: draft && { ...draft, key },
    key,
    place: step,
  });
