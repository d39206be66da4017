/**
 * A borrower enrolls in paperless, or opts out (Y §2.3, §4.9, §5.4). The server takes the same request again as done, so
 * that after a request without an answer the button simply may be pressed again (ruling 4).
 */
import { assign, setup } from 'xstate';
import { paperless } from '#domain/paperless/calls.ts';
import { paperlessSchema } from '#domain/paperless/rules.ts';
import type { ClaimsStatus, PaperlessAnswer, PaperlessStatus, PaperlessValues } from '#domain/paperless/shapes.ts';
import { call } from '../kit/effect.ts';
import type { FocusWanted, ScreenMeta } from '../kit/events.ts';
import { ERRORS_DELAY, NOTICE_DELAY, focus } from '../kit/focus.ts';
import type { Form, FormEvent } from '../kit/form.ts';
import { createForm } from '../kit/form-machine.ts';
import { withAnswer } from '../kit/params.ts';

/** The wait before the focus goes to what went wrong with paperless, in milliseconds (Y §9). */
const PAPERLESS_ERROR_DELAY = 500;

export interface ManagePaperlessInput {
  /** Whether it is asked for whom paperless is not open (Y §2.3, `eCorrClaimsStatusMessageEnabled`). */
  readonly asksClaimsStatus: boolean;
}

interface Context extends ManagePaperlessInput {
  readonly form: Form<PaperlessValues>;
  /** Said above the page. */
  readonly notice: 'enrolled' | 'optedOut' | 'refused' | 'noAnswer' | null;
}

const form = createForm<PaperlessValues, object>({
  schema: paperlessSchema,
  validateOnChange: () => true,
}).inMachine('form', { facts: () => ({}), errorsDelay: ERRORS_DELAY });

const emptyForm = () => form.start({ terms: false }, {});

export const managePaperless = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | { type: 'retry.wanted' }
      | { type: 'submit.pressed' }
      | { type: 'optOut.pressed' }
      | { type: 'optOut.confirmed' }
      | { type: 'optOut.dismissed' },
    input: {} as ManagePaperlessInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'settled',
    meta: {} as ScreenMeta,
  },
  actors: {
    getStatus: call(paperless.status),
    getClaimsStatus: call(paperless.claimsStatus),
    enroll: call(paperless.enroll),
    unenroll: call(paperless.unenroll),
  },
  guards: {
    ...form.guards,
    isEnrolled: (_, { enrolled }: PaperlessStatus) => enrolled,
    isClaimsStatusAsked: ({ context }) => context.asksClaimsStatus,
    isNotEligible: (_, { shouldShowMessage }: ClaimsStatus) => shouldShowMessage,
    isAccepted: (_, { result }: PaperlessAnswer) => result,
  },
  actions: {
    ...form.actions,
    clearForm: assign({ form: emptyForm }),
    setEnrolled: assign({ notice: 'enrolled' }),
    setOptedOut: assign({ notice: 'optedOut' }),
    setRefused: assign({ notice: 'refused' }),
    setNoAnswer: assign({ notice: 'noAnswer' }),
    clearNotice: assign({ notice: null }),
    focusNotice: focus('notice', NOTICE_DELAY),
    focusError: focus('notice', PAPERLESS_ERROR_DELAY),
  },
}).createMachine({
  id: 'managePaperless',
  description: 'A borrower enrolls in paperless or opts out',
  context: ({ input }) => ({ ...input, form: emptyForm(), notice: null }),
  meta: { path: '/profile/manage-paperless', title: 'Manage Paperless' },
  initial: 'checkingStatus',
  states: {
    checkingStatus: {
      description: 'The server is asked whether letters come to the inbox',
      tags: 'busy',
      invoke: {
        id: 'getStatus',
        src: 'getStatus',
        input: {},
        onDone: [
          { guard: withAnswer('isEnrolled'), target: 'enrolled' },
          { guard: 'isClaimsStatusAsked', target: 'checkingClaimsStatus' },
          { target: 'notEnrolled' },
        ],
        onError: { target: 'couldNotLoad', actions: 'focusNotice' },
      },
    },
    checkingClaimsStatus: {
      description: 'The server is asked whether somebody who is not enrolled may enroll',
      tags: 'busy',
      invoke: {
        id: 'getClaimsStatus',
        src: 'getClaimsStatus',
        input: {},
        onDone: [{ guard: withAnswer('isNotEligible'), target: 'notEligible' }, { target: 'notEnrolled' }],
        onError: { target: 'couldNotLoad', actions: 'focusNotice' },
      },
    },
    couldNotLoad: {
      description: 'What the page shows could not be fetched; it can be tried again',
      on: { 'retry.wanted': 'checkingStatus' },
    },
    notEligible: {
      description: 'Letters come by mail, and paperless is not open to the borrower',
      tags: 'settled',
    },
    notEnrolled: {
      description: 'Letters come by mail; the borrower may agree to the terms and enroll',
      on: {
        'field.changed': form.onChange(),
        'field.left': form.onLeave(),
        'submit.pressed': form.onSubmit({ target: 'enrolling', actions: 'clearNotice' }, 'clearNotice'),
      },
    },
    enrolling: {
      description: 'The server is asked to enroll the borrower',
      tags: 'busy',
      invoke: {
        id: 'enroll',
        src: 'enroll',
        input: {},
        onDone: [
          {
            guard: withAnswer('isAccepted'),
            target: 'enrolled',
            actions: ['clearForm', 'setEnrolled', 'focusNotice'],
          },
          { target: 'notEnrolled', actions: ['setRefused', 'focusError'] },
        ],
        onError: { target: 'notEnrolled', actions: ['setNoAnswer', 'focusError'] },
      },
    },
    enrolled: {
      description: 'Letters come to the inbox; the borrower may opt out',
      on: { 'optOut.pressed': { target: 'confirmingOptOut', actions: 'clearNotice' } },
    },
    confirmingOptOut: {
      description: 'The borrower is asked whether letters are to come by mail again',
      on: { 'optOut.confirmed': 'optingOut', 'optOut.dismissed': 'enrolled' },
    },
    optingOut: {
      description: 'The server is asked to end the enrollment',
      tags: 'busy',
      invoke: {
        id: 'unenroll',
        src: 'unenroll',
        input: {},
        onDone: [
          { guard: withAnswer('isAccepted'), target: 'notEnrolled', actions: ['setOptedOut', 'focusNotice'] },
          { target: 'enrolled', actions: ['setRefused', 'focusError'] },
        ],
        onError: { target: 'enrolled', actions: ['setNoAnswer', 'focusError'] },
      },
    },
  },
});
