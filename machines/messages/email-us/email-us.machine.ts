/**
 * Message to the servicer (P §2.1, /email-us). It is sent exactly once (ruling 4), and the borrower receives a copy
 * with its number. The draft contains only the key of a message in flight.
 */
import { assign, setup } from 'xstate';
import { emailUs as calls } from '#domain/messages/email-us/calls.ts';
import * as rules from '#domain/messages/email-us/rules.ts';
import type {
  EmailResponse,
  EmailDraft,
  EmailPage,
  EmailRecord,
  EmailValues,
  SentEmail,
} from '#domain/messages/email-us/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { call } from '../../kit/effect.ts';
import type { FocusWanted, KeyMade, ScreenMeta } from '../../kit/events.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer } from '../../kit/params.ts';
import { submission } from '../../kit/submission.machine.ts';
import { loading } from '../../kit/loading.ts';
import { type Keyed, submitActions, submitOnce } from '../../kit/submit-once.ts';

type Result = SubmissionResult<EmailResponse, EmailRecord>;

export const emailSubmission = submission('emailSubmission', {
  send: call(calls.send),
  settle: call(calls.settle),
  isAccepted: rules.isSent,
});

export interface EmailUsInput {
  /** Draft of a message that was in flight when the page was reloaded. */
  readonly draft: EmailDraft | null;
}

interface Context extends Keyed {
  /** Data of the page. */
  readonly page: EmailPage;
  readonly form: Form<EmailValues>;
  readonly sent: SentEmail | null;
  /** Notice above the form. */
  readonly notice: 'tooMany' | 'couldNotSend' | 'nothingWasSent' | null;
}

const emailForm = createForm<EmailValues, rules.EmailFacts>({
  schema: rules.emailSchema,
  normalize: (_, value) => (typeof value === 'string' ? value.trim() : value),
}).inMachine('form', { facts: ({ page }: Context) => page });

const emptyPage: EmailPage = { accounts: [], messages: [], total: 0 };
const startedWith = (page: EmailPage) => ({ page, form: emailForm.start(rules.emptyEmail, page) });

/** Returns the typed message for the borrower's copy. */
function recordOf({ page, form: { values } }: Context): EmailRecord {
  const { accountId, ...email } = rules.emailOf(values);
  const account = page.accounts.find((each) => each.accountId === accountId);
  return { ...email, accountNumber: account?.accountNumber ?? null };
}

/** Returns the copy of a sent message. */
function sentOf(context: Context, result: Result): SentEmail | null {
  if (result.result !== 'accepted' || result.answer.outcome !== 'sent') return null;
  const { messageNumber, sentAt } = result.answer;
  return { ...(result.record ?? recordOf(context)), messageNumber, sentAt };
}

/** Returns the notice for a message that was not sent. */
function noticeOf(result: Result): Context['notice'] {
  if (result.result === 'neverArrived') return 'nothingWasSent';
  return result.result === 'refused' && result.answer?.outcome === 'tooMany' ? 'tooMany' : 'couldNotSend';
}

export const emailUs = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | KeyMade
      | { type: 'submit.pressed' }
      | { type: 'retry.wanted' }
      | { type: 'another.wanted' },
    input: {} as EmailUsInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'completed' | 'entering',
    meta: {} as ScreenMeta,
    children: {} as { sendEmail: 'sendEmail' },
  },
  actors: {
    getPage: call(calls.sent),
    sendEmail: emailSubmission,
  },
  guards: {
    hasKey: ({ context }) => context.key !== null,
    ...emailForm.guards,
    isSent: (_, result: Result) => result.result === 'accepted',
  },
  actions: {
    keepPage: assign((_, page: EmailPage) => startedWith(page)),
    ...emailForm.actions,
    ...submitActions,
    keepSent: assign(({ context }, result: Result) => ({ sent: sentOf(context, result), key: null })),
    setNotSent: assign((_, result: Result) => ({ notice: noticeOf(result), key: null })),
    clearNotice: assign({ notice: null }),
  },
}).createMachine({
  id: 'emailUs',
  description: 'A borrower writes a message to the servicer, sends it once and receives a copy',
  context: ({ input }) => ({
    ...startedWith(emptyPage),
    key: input.draft?.key ?? null,
    sent: null,
    notice: null,
  }),
  meta: { path: '/email-us', title: 'Email Us' },
  initial: 'loadingPage',
  states: {
    ...loading('loadingPage', {
      what: "the borrower's accounts and earlier messages",
      actor: 'getPage',
      input: {},
      onDone: [
        { guard: 'hasKey', target: 'sending', actions: withAnswer('keepPage') },
        { target: 'writing', actions: withAnswer('keepPage') },
      ],
    }),
    writing: {
      description: 'The borrower writes the message',
      tags: 'entering',
      on: {
        'field.changed': emailForm.onChange(),
        'field.left': emailForm.onLeave(),
        'submit.pressed': emailForm.onSubmit({ target: 'sending', actions: 'clearNotice' }, 'clearNotice'),
      },
    },
    ...submitOnce('sending', {
      what: 'the message',
      actor: 'sendEmail',
      request: ({ form: { values } }: Context) => ({ body: rules.emailOf(values) }),
      waiting: 'busy',
      tags: ['entering'],
      onDone: [
        { guard: withAnswer('isSent'), target: 'sent', actions: withAnswer('keepSent') },
        { target: 'writing', actions: [withAnswer('setNotSent'), 'focusNotice'] },
      ],
    }),
    sent: {
      description: 'The servicer has the message, and the borrower a copy with its number',
      tags: 'completed',
      on: { 'another.wanted': 'loadingPage' },
    },
  },
});

/** Returns the draft of a message in flight, which is its key (ruling 4). */
export const emailDraft = ({ key }: Context): EmailDraft | null => (key === null ? null : { version: 1, key });

/** Returns true if the form has unsent input. */
export const hasUnsentEmail = ({ form: { values } }: Context): boolean => rules.isBegun(values);
