/** Example Form: the borrower enters a text, and the portal sends it once as a message to the servicer (ruling 4). */
import * as v from 'valibot';
import { emailUs } from '#domain/messages/email-us/calls.ts';
import * as rules from '#domain/messages/email-us/rules.ts';
import { call } from '#machines/kit/effect.ts';
import { formPage } from '#machines/kit/form-page.machine.ts';
import { submission } from '#machines/kit/submission.machine.ts';

/** The call that sends the form, and the call that returns the outcome of a lost one. */
export const exampleFormSubmission = submission('exampleFormSubmission', {
  send: call(emailUs.send),
  settle: call(emailUs.settle),
  isAccepted: rules.isSent,
});

/** The fields of the form. */
export interface Values {
  readonly text: string;
}

export const exampleFormPage = formPage({
  id: 'exampleForm',
  description: 'The borrower enters a text and sends it once to the servicer',
  form: {
    // The rules for the text are those of Email Us, because the server checks them too.
    schema: () => v.pick(rules.emailSchema({ accounts: [] }), ['text']),
    starting: { text: '' } satisfies Values,
    facts: {},
  },
  what: 'the form',
  submission: exampleFormSubmission,
  body: ({ text }) => rules.toEmail({ topic: 'other', accountId: '', subject: 'Example Form', text }),
  received: ({ answer }) => (answer.outcome === 'sent' ? answer.messageNumber : null),
  notice: (result) =>
    result.result === 'refused' && result.answer?.outcome === 'tooMany' ? ('tooMany' as const) : ('notSent' as const),
});
export const exampleForm = exampleFormPage.machine;
