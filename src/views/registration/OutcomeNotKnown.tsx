/** Something of ours stopped before the outcome was known; trying again asks for it under the same key. */
import type { ViewProps } from '#machines/kit/view.ts';
import type { registration } from '#machines/registration/registration.machine.ts';
import { Button, Notice } from '../../ui/index.ts';
import { registrationSubmissionMessages } from './messages.ts';

export function OutcomeNotKnown({ send }: Pick<ViewProps<typeof registration>, 'send'>) {
  return (
    <Notice
      kind="warning"
      id="notice"
      heading={registrationSubmissionMessages.outcomeUnknown}
      action={<Button onClick={() => send({ type: 'retry.wanted' })}>Try again</Button>}
    >
      <p>{registrationSubmissionMessages.explanation}</p>
    </Notice>
  );
}
