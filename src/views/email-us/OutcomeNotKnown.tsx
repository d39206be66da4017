/** Something of ours stopped before the outcome was known; trying again asks for it under the same key. */
import type { ViewProps } from '#machines/kit/view.ts';
import type { emailUs } from '#machines/email-us/email-us.machine.ts';
import { Button, Notice } from '../../ui/index.ts';
import { emailSubmissionMessages } from './messages.ts';

export function OutcomeNotKnown({ send }: Pick<ViewProps<typeof emailUs>, 'send'>) {
  return (
    <Notice
      kind="warning"
      id="notice"
      heading={emailSubmissionMessages.outcomeUnknown}
      action={<Button onClick={() => send({ type: 'retry.wanted' })}>Try again</Button>}
    >
      <p>{emailSubmissionMessages.explanation}</p>
    </Notice>
  );
}
