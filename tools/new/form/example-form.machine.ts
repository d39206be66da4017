/**
 * Example Form: the borrower enters a text, and the portal sends it once as a message to the servicer. If no response
 * comes, the machine asks the server for the outcome (ruling 4).
 */
import * as v from 'valibot';
import { assign, setup } from 'xstate';
import { emailUs } from '#domain/messages/email-us/calls.ts';
import * as rules from '#domain/messages/email-us/rules.ts';
import type { Email, EmailRecord, EmailResponse } from '#domain/messages/email-us/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { call } from '#machines/kit/effect.ts';
import type { FocusWanted, KeyMade } from '#machines/kit/events.ts';
import type { Form, FormEvent } from '#machines/kit/form.ts';
import { createForm } from '#machines/kit/form-machine.ts';
import { withAnswer } from '#machines/kit/params.ts';
import { submission } from '#machines/kit/submission.machine.ts';
import { type Keyed, submitActions, submitOnce } from '#machines/kit/submit-once.ts';

type Result = SubmissionResult<EmailResponse, EmailRecord>;

/** The call that sends the form, and the call that returns the outcome of a lost one. */
export const exampleFormSubmission = submission('exampleFormSubmission', {
  send: call(emailUs.send),
  settle: call(emailUs.settle),
  isAccepted: rules.isSent,
});

/** The fields of the form. */
interface Values {
  readonly text: string;
}

interface Context extends Keyed {
  readonly form: Form<Values>;
  /** Number of the sent message. */
  readonly messageNumber: string | null;
  /** Notice above the form. */
  readonly notice: 'tooMany' | 'notSent' | null;
}

/** The rules for the text are those of Email Us, because the server checks them too. */
const form = createForm<Values, object>({
  schema: () => v.pick(rules.emailSchema({ accounts: [] }), ['text']),
}).inMachine('form', { facts: (context: Context) => context });

const emailOf = ({ form: { values } }: Context): Email =>
  rules.emailOf({ topic: 'other', accountId: '', subject: 'Example Form', text: values.text });

const numberOf = (result: Result): string | null =>
  result.result === 'accepted' && result.answer.outcome === 'sent' ? result.answer.messageNumber : null;

const noticeOf = (result: Result): Context['notice'] =>
  result.result === 'refused' && result.answer?.outcome === 'tooMany' ? 'tooMany' : 'notSent';

export const exampleForm = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | KeyMade | { type: 'submit.pressed' } | { type: 'retry.wanted' },
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'completed' | 'entering' | 'settled',
    children: {} as { sendForm: 'sendForm' },
  },
  actors: { sendForm: exampleFormSubmission },
  guards: {
    ...form.guards,
    isSent: (_, { result }: Result) => result === 'accepted',
  },
  actions: {
    ...form.actions,
    ...submitActions,
    setSent: assign((_, result: Result) => ({ key: null, messageNumber: numberOf(result) })),
    setNotSent: assign((_, result: Result) => ({ key: null, notice: noticeOf(result) })),
    clearNotice: assign({ notice: null }),
  },
}).createMachine({
  id: 'exampleForm',
  description: 'The borrower enters a text and sends it once to the servicer',
  context: { form: form.start({ text: '' }, {}), key: null, messageNumber: null, notice: null },
  initial: 'entering',
  states: {
    entering: {
      description: 'The borrower enters the text',
      tags: 'entering',
      on: {
        'field.changed': form.onChange(),
        'field.left': form.onLeave(),
        'submit.pressed': form.onSubmit({ target: 'sending', actions: 'clearNotice' }, 'clearNotice'),
      },
    },
    ...submitOnce('sending', {
      what: 'the form',
      actor: 'sendForm',
      request: (context: Context) => ({ body: emailOf(context) }),
      waiting: 'busy',
      tags: ['entering'],
      onDone: [
        { guard: withAnswer('isSent'), target: 'sent', actions: [withAnswer('setSent'), 'focusNotice'] },
        { target: 'entering', actions: [withAnswer('setNotSent'), 'focusNotice'] },
      ],
    }),
    sent: { description: 'The servicer has the text', tags: ['completed', 'settled'] },
  },
});

/** Returns true if the form has unsent input. */
export const hasUnsentText = ({ form: { values } }: Context): boolean => values.text.trim() !== '';
