/**
 * The invitation of an authorized payer (rulings 7, 15). The invited person opens the link in the email, and chooses a
 * username and a password. The token and the password stay in memory. After a reload, the username is there again, and
 * the machine asks for the outcome of an acceptance in flight.
 */
import { assign, setup } from 'xstate';
import { credentials } from '#domain/session/credentials/calls.ts';
import * as rules from '#domain/session/credentials/rules.ts';
import type {
  AcceptanceRecord,
  AcceptanceResponse,
  CredentialValues,
  InvitationAnswer,
} from '#domain/session/credentials/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested, KeyMade } from '../../kit/events.ts';
import { focusOn } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { toFormDraft } from '../../kit/form-draft.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer } from '../../kit/params.ts';
import { submission } from '../../kit/submission.machine.ts';
import { loading } from '../../kit/loading.ts';
import { type Keyed, submitActions, submitOnce } from '../../kit/submit-once.ts';

type Result = SubmissionResult<AcceptanceResponse, AcceptanceRecord>;

export const acceptanceSubmission = submission('acceptanceSubmission', {
  send: call(credentials.acceptInvitation),
  settle: call(credentials.settleAcceptance),
  isAccepted: rules.isInvitationAccepted,
});

export interface PayerInvitationInput {
  /** The token in the link; empty if there is none. */
  readonly token: string;
  /** Whether a person is logged in. The invitation is for someone who has no username for these loans yet. */
  readonly isSignedIn: boolean;
  /** Draft from an earlier visit: the username, and the key of an acceptance in flight. */
  readonly draft: FormDraft | null;
}

interface Context extends PayerInvitationInput, rules.CredentialDeps, Keyed {
  /** Null until it has loaded. */
  readonly invitation: InvitationAnswer['invitation'];
  readonly account: Form<CredentialValues>;
  readonly username: string | null;
  /** Notice above the form. */
  readonly notice: 'tooManyAttempts' | 'couldNotAccept' | 'nothingWasAccepted' | null;
}

const nothingRefused: rules.CredentialDeps = { takenUsernames: [], commonPassword: null };

const accountForm = createForm<CredentialValues, rules.CredentialDeps>({
  schema: rules.credentialSchema,
  // A password is never trimmed.
  normalize: (field, value) => (field === 'username' && typeof value === 'string' ? value.trim() : value),
  validateOnChange: (field) => field === 'terms',
  notStored: ['password', 'confirmation', 'terms'],
}).inMachine('account', { facts: (context: Context) => context });

/** Returns the form with the values of a draft. */
const startedForm = (draft: FormDraft | null) => ({
  ...nothingRefused,
  account: accountForm.start(accountForm.restored(rules.startingCredentials, draft), nothingRefused),
});

const emptyForm = () => startedForm(null);

/**
 * Returns the place of an invitation's draft, which distinguishes it from other invitations in the same tab without its
 * token.
 */
const getDraftPlace = (invitation: Context['invitation']): string | null => invitation?.expiresAt ?? null;

/** Returns the draft if it is about this invitation. An accepted invitation can no longer be loaded. */
const draftFor = ({ draft }: Pick<Context, 'draft'>, { invitation }: InvitationAnswer): FormDraft | null =>
  invitation === null || draft?.place === getDraftPlace(invitation) ? draft : null;

/** Returns the notice for an acceptance without a result. */
function toNotice(result: Result): Context['notice'] {
  if (result.result === 'neverArrived') return 'nothingWasAccepted';
  const failure = result.result === 'refused' ? result.failure : null;
  return failure !== null && rules.isTooManyAttempts(failure) ? 'tooManyAttempts' : 'couldNotAccept';
}

const isRefusedAs = (result: Result, outcome: AcceptanceResponse['outcome']): boolean =>
  result.result === 'refused' && result.answer?.outcome === outcome;

export const payerInvitation = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | KeyMade | { type: 'submit.pressed' } | { type: 'retry.requested' },
    input: {} as PayerInvitationInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'entering' | 'settled',
    children: {} as { acceptInvitation: 'acceptInvitation' },
  },
  actors: {
    readInvitation: call(credentials.readInvitation),
    acceptInvitation: acceptanceSubmission,
  },
  guards: {
    ...accountForm.guards,
    isSignedIn: ({ context }) => context.isSignedIn,
    isUnderWay: ({ context }, answer: InvitationAnswer) => (draftFor(context, answer)?.key ?? null) !== null,
    isOpen: (_, { invitation }: InvitationAnswer) => invitation !== null,
    isAccepted: (_, { result }: Result) => result === 'accepted',
    isUsernameTaken: (_, result: Result) => isRefusedAs(result, 'usernameTaken'),
    /** After a reload, the password that was refused is not known. */
    isPasswordCommon: ({ context: { account } }, result: Result) =>
      account.values.password !== '' && isRefusedAs(result, 'commonPassword'),
    isNotValid: ({ context }, result: Result) => context.invitation === null || isRefusedAs(result, 'notValid'),
  },
  actions: {
    ...accountForm.actions,
    ...submitActions,
    setInvitation: assign(({ context }, answer: InvitationAnswer) => {
      const draft = draftFor(context, answer);
      return { ...answer, ...startedForm(draft), key: draft?.key ?? null, draft: null };
    }),
    setTakenUsername: assign(({ context }) => {
      const takenUsernames = [rules.normalizedUsername(context.account.values.username)];
      return { key: null, ...accountForm.reveal(context, { takenUsernames }, 'username') };
    }),
    setCommonPassword: assign(({ context }) => ({
      key: null,
      ...accountForm.reveal(context, { commonPassword: context.account.values.password }, 'password'),
    })),
    setResult: assign((_, result: Result) => ({ notice: toNotice(result), key: null })),
    /** The input is no longer needed. */
    setUsername: assign(({ context }, result: Result) => ({
      ...emptyForm(),
      key: null,
      username: (result.result === 'accepted' ? result.record?.username : undefined) ?? context.account.values.username,
    })),
    clearInput: assign(() => ({ ...emptyForm(), key: null, draft: null })),
    clearNotice: assign({ notice: null }),
  },
}).createMachine({
  id: 'payerInvitation',
  description: 'A person whom a borrower invited as an authorized payer chooses a username and a password',
  context: ({ input }) => ({
    ...input,
    ...emptyForm(),
    invitation: null,
    key: null,
    username: null,
    notice: null,
  }),
  initial: 'startingInvitation',
  states: {
    startingInvitation: {
      description: 'Chooses the first state; a person who is logged in cannot accept',
      always: [{ guard: 'isSignedIn', target: 'signedIn' }, { target: 'loadingInvitation' }],
    },
    signedIn: {
      description: 'A person is logged in, and has to log out first',
      tags: 'settled',
    },
    ...loading('loadingInvitation', {
      what: 'the invitation',
      actor: 'readInvitation',
      input: ({ context: { token } }: { readonly context: Context }) => ({ body: { token } }),
      onDone: [
        { guard: withAnswer('isUnderWay'), target: 'accepting', actions: withAnswer('setInvitation') },
        { guard: withAnswer('isOpen'), target: 'choosingCredentials', actions: withAnswer('setInvitation') },
        { target: 'notValid', actions: 'clearInput' },
      ],
    }),
    notValid: {
      description: 'The invitation is unknown, was accepted, replaced or removed, or has expired',
      tags: 'settled',
    },
    choosingCredentials: {
      description: 'The invited person chooses a username and a password',
      tags: 'entering',
      exit: 'clearNotice',
      on: {
        'field.changed': accountForm.onChange(),
        'field.left': accountForm.onLeave(),
        'submit.pressed': accountForm.onSubmit({ target: 'accepting' }, 'clearNotice'),
      },
    },
    ...submitOnce('accepting', {
      what: 'the acceptance',
      actor: 'acceptInvitation',
      request: ({ token, account }: Context) => ({ body: rules.toAcceptance(token, account.values) }),
      waiting: 'busy',
      onDone: [
        {
          guard: withAnswer('isAccepted'),
          target: 'accepted',
          actions: [withAnswer('setUsername'), 'focusHeading'],
        },
        { guard: withAnswer('isNotValid'), target: 'notValid', actions: ['clearInput', 'focusHeading'] },
        {
          guard: withAnswer('isUsernameTaken'),
          target: 'choosingCredentials',
          actions: ['setTakenUsername', focusOn('username')],
        },
        {
          guard: withAnswer('isPasswordCommon'),
          target: 'choosingCredentials',
          actions: ['setCommonPassword', focusOn('password')],
        },
        { target: 'choosingCredentials', actions: [withAnswer('setResult'), 'focusNotice'] },
      ],
    }),
    accepted: {
      description: 'The payer has a username and can log in',
      tags: 'settled',
    },
  },
});

/** Returns the draft: the username, and the key of an acceptance in flight (rulings 4, 112). */
export const invitationDraft = ({ draft, account, invitation, key }: Context): FormDraft | null =>
  toFormDraft(accountForm.typed(account, rules.startingCredentials), { draft, key, place: getDraftPlace(invitation) });
