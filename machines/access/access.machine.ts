/**
 * Who may open an address (P §5.1). The questions are asked in the order of ruling 37; each that a later issue adds takes
 * its place in that order. The chart asks nobody: it is given what is known and ends at once.
 */
import { assign, setup } from 'xstate';
import { homeOf, isPathForPayers } from '#domain/identity/rules.ts';
import type { Person } from '#domain/identity/shapes.ts';

/** For whom an address is: anyone, visitors who are not signed in, or people who are. */
export type Audience = 'anyone' | 'visitors' | 'signedIn';

export interface AccessInput {
  readonly path: string;
  readonly audience: Audience;
  readonly person: Person | null;
}

/** The verdict: allowed, sent elsewhere, or to sign in first and come back. */
export type AccessVerdict =
  { readonly kind: 'allowed' } | { readonly kind: 'redirect'; readonly to: string } | { readonly kind: 'signIn' };

interface Context extends AccessInput {
  readonly verdict: AccessVerdict;
}

export const access = setup({
  types: { context: {} as Context, input: {} as AccessInput, output: {} as AccessVerdict },
  guards: {
    isForAnyone: ({ context }) => context.audience === 'anyone',
    isForVisitors: ({ context }) => context.audience === 'visitors',
    isSignedIn: ({ context }) => context.person !== null,
    isPayer: ({ context }) => context.person?.role === 'payer',
    isPathForPayers: ({ context }) => isPathForPayers(context.path),
  },
  actions: {
    allow: assign({ verdict: { kind: 'allowed' } }),
    sendToSignIn: assign({ verdict: { kind: 'signIn' } }),
    sendHome: assign({ verdict: ({ context }) => ({ kind: 'redirect', to: homeOf(context.person ?? undefined) }) }),
  },
}).createMachine({
  id: 'access',
  description: 'Whether a person may open an address: sign-in, then the list of addresses for payers',
  context: ({ input }) => ({ ...input, verdict: { kind: 'signIn' } }),
  output: ({ context }) => context.verdict,
  initial: 'askingIfSignedIn',
  states: {
    askingIfSignedIn: {
      description: 'Does the address need somebody who is signed in, or somebody who is not?',
      always: [
        { guard: 'isForAnyone', target: 'allowed' },
        { guard: 'isSignedIn', target: 'askingIfForVisitors' },
        { guard: 'isForVisitors', target: 'allowed' },
        { target: 'sentToSignIn' },
      ],
    },
    askingIfForVisitors: {
      description: 'Signed-in people have no business on pages for visitors, such as the log-in page',
      always: [{ guard: 'isForVisitors', target: 'sentHome' }, { target: 'askingIfPayer' }],
    },
    askingIfPayer: {
      description: 'Is this an authorized payer, and may payers come here?',
      always: [
        { guard: 'isPathForPayers', target: 'allowed' },
        { guard: 'isPayer', target: 'sentHome' },
        { target: 'allowed' },
      ],
    },
    allowed: { description: 'The address may be opened', type: 'final', entry: 'allow' },
    sentToSignIn: { description: 'First sign in, then come back', type: 'final', entry: 'sendToSignIn' },
    sentHome: {
      description: 'The page is not for this person, who is sent to their own',
      type: 'final',
      entry: 'sendHome',
    },
  },
});
