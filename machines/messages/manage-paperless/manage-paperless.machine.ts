/**
 * Paperless enrollment and opt-out (Y §2.3, §4.9, §5.4). The server accepts the same request twice, so that the
 * borrower can press the button again after a request without an answer (ruling 4).
 */
import { assign, setup } from 'xstate';
import { paperless } from '#domain/messages/paperless/calls.ts';
import { paperlessSchema } from '#domain/messages/paperless/rules.ts';
import type {
  ClaimsStatus,
  PaperlessResponse,
  PaperlessStatus,
  PaperlessValues,
} from '#domain/messages/paperless/shapes.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested, ScreenMeta } from '../../kit/events.ts';
import { focus, focusActions } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { loading } from '../../kit/loading.ts';
import { withAnswer } from '../../kit/params.ts';

/** Delay in milliseconds before a paperless error receives focus (Y §9). */
const PAPERLESS_ERROR_DELAY = 500;

export interface ManagePaperlessInput {
  /** Whether the page checks paperless eligibility (Y §2.3, `eCorrClaimsStatusMessageEnabled`). */
  readonly asksClaimsStatus: boolean;
}

interface Context extends ManagePaperlessInput {
  readonly form: Form<PaperlessValues>;
  /** Notice at the top of the page. */
  readonly notice: 'enrolled' | 'optedOut' | 'refused' | 'noAnswer' | null;
}

const form = createForm<PaperlessValues, object>({
  schema: paperlessSchema,
  validateOnChange: () => true,
}).inMachine('form', { facts: () => ({}) });

const emptyForm = () => form.start({ terms: false }, {});

export const managePaperless = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | { type: 'retry.requested' }
      | { type: 'submit.pressed' }
      | { type: 'optOut.pressed' }
      | { type: 'optOut.confirmed' }
      | { type: 'optOut.dismissed' },
    input: {} as ManagePaperlessInput,
    emitted: {} as FocusRequested,
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
    isClaimsStatusRequested: ({ context }) => context.asksClaimsStatus,
    isNotEligible: (_, { shouldShowMessage }: ClaimsStatus) => shouldShowMessage,
    isAccepted: (_, { result }: PaperlessResponse) => result,
  },
  actions: {
    ...form.actions,
    clearForm: assign({ form: emptyForm }),
    setEnrolled: assign({ notice: 'enrolled' }),
    setOptedOut: assign({ notice: 'optedOut' }),
    setRefused: assign({ notice: 'refused' }),
    setNoAnswer: assign({ notice: 'noAnswer' }),
    clearNotice: assign({ notice: null }),
    ...focusActions,
    focusError: focus('notice', PAPERLESS_ERROR_DELAY),
  },
}).createMachine({
  id: 'managePaperless',
  description: 'A borrower enrolls in paperless or opts out',
  context: ({ input }) => ({ ...input, form: emptyForm(), notice: null }),
  meta: { path: '/profile/manage-paperless', title: 'Manage Paperless' },
  initial: 'checkingStatus',
  states: {
    ...loading('checkingStatus', {
      what: 'the paperless enrollment',
      actor: 'getStatus',
      input: {},
      onDone: [
        { guard: withAnswer('isEnrolled'), target: 'enrolled' },
        { guard: 'isClaimsStatusRequested', target: 'checkingClaimsStatus' },
        { target: 'notEnrolled' },
      ],
    }),
    checkingClaimsStatus: {
      description: 'The server reports whether a borrower who is not enrolled is eligible for paperless',
      tags: 'busy',
      invoke: {
        id: 'getClaimsStatus',
        src: 'getClaimsStatus',
        input: {},
        onDone: [{ guard: withAnswer('isNotEligible'), target: 'notEligible' }, { target: 'notEnrolled' }],
        onError: 'couldNotLoad',
      },
    },
    notEligible: {
      description: 'Letters are sent by mail, and the borrower is not eligible for paperless',
      tags: 'settled',
    },
    notEnrolled: {
      description: 'Letters are sent by mail; the borrower can accept the terms and enroll',
      on: {
        'field.changed': form.onChange(),
        'field.left': form.onLeave(),
        'submit.pressed': form.onSubmit({ target: 'enrolling', actions: 'clearNotice' }, 'clearNotice'),
      },
    },
    enrolling: {
      description: 'The server enrolls the borrower',
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
      description: 'Letters are sent to the inbox; the borrower can opt out',
      on: { 'optOut.pressed': { target: 'confirmingOptOut', actions: 'clearNotice' } },
    },
    confirmingOptOut: {
      description: 'A dialog asks the borrower to confirm the return to letters by mail',
      on: { 'optOut.confirmed': 'optingOut', 'optOut.dismissed': 'enrolled' },
    },
    optingOut: {
      description: 'The server ends the enrollment',
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
