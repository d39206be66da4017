import type { SubmissionMessages } from '../../kit/submission/messages.ts';

/** The texts during a change of the authorized payers. */
export const payerChangeMessages: SubmissionMessages = {
  sending: 'Saving your change…',
  outcomeUnknown: "We're checking what happened to your change",
  explanation: "We haven't heard back yet. You don't need to do anything: we'll show you if the change was made.",
  asking: 'Checking what happened to your change…',
};

/** The results of a change. `name` is the person's name. */
export const AUTHORIZED_PAYER_NOTICES = {
  invited: (name: string) => `You invited ${name}.`,
  notInvited: (name: string) => `The invitation to ${name} wasn't sent. Please try again.`,
  renewed: (name: string) => `You sent ${name} a new invitation. The earlier link no longer works.`,
  notRenewed: (name: string) =>
    `No new invitation was sent to ${name}. They may have accepted the first one: see the list below.`,
  removed: (name: string) => `You removed ${name}.`,
  notRemoved: (name: string) => `${name} wasn't removed. Please try again.`,
  tooMany: () => "You've sent many invitations. Please try again in 15 minutes.",
} as const;
