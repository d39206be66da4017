/**
 * Authorized Payers (rulings 7, 15): the payers and invitations of the borrower, with a form to invite a person, and
 * buttons to send an invitation again and to remove a payer. If the response to a change is lost, the machine asks the
 * server for the outcome (ruling 4).
 */
import { assign, setup } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import { payers as calls } from '#domain/profile/payers/calls.ts';
import * as rules from '#domain/profile/payers/rules.ts';
import type {
  AuthorizedPayer,
  InviteValues,
  PayerChange,
  PayerChangeAnswer,
  PayersAnswer,
} from '#domain/profile/payers/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested, KeyMade } from '../../kit/events.ts';
import { focusOn } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { toFormDraft } from '../../kit/form-draft.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { submission } from '../../kit/submission.machine.ts';
import { loading } from '../../kit/loading.ts';
import { type WithPresses, queuePressesIn, pressActions } from '../../kit/presses.ts';
import { type Changing, changeOnce, submitActions, submitGuards } from '../../kit/submit-once.ts';

type Result = SubmissionResult<PayerChangeAnswer, PayerChange>;

export const payerChange = submission('payerChange', {
  send: call(calls.change),
  settle: call(calls.settle),
  isAccepted: ({ result }) => result,
});

export interface AuthorizedPayersInput {
  /** Whether the person may change anything. An impersonator may only look. */
  readonly canChange: boolean;
  /** Draft from an earlier visit: the entries of an invitation, and the key of one in flight. */
  readonly draft: FormDraft | null;
}

type Outcome = 'invited' | 'notInvited' | 'renewed' | 'notRenewed' | 'removed' | 'notRemoved' | 'tooMany';

interface Context extends AuthorizedPayersInput, Changing<PayerChange>, WithPresses {
  readonly payers: readonly AuthorizedPayer[];
  /** The payer or invitation that is being removed or sent again, or the last one that was. */
  readonly selected: AuthorizedPayer | null;
  /** The invitation form. */
  readonly form: Form<InviteValues>;
  /** The email address that the server refused because an active payer has it. */
  readonly refusedEmail: string | null;
  /** The result of the last change, and the name of the person whom it concerns. */
  readonly notice: { readonly result: Outcome; readonly name: string } | null;
  /** The URL in the last invitation, on a server that sends no email. */
  readonly link: string | null;
}

interface PayerSelected {
  readonly type: 'renew.pressed' | 'remove.pressed';
  readonly payerId: string;
}

const toRuleInput = ({ payers, refusedEmail }: Pick<Context, 'payers' | 'refusedEmail'>): rules.InviteDeps => ({
  payers: refusedEmail === null ? payers : [...payers, { email: refusedEmail, status: 'active' }],
});

const form = createForm<InviteValues, rules.InviteDeps>({
  schema: rules.inviteSchema,
  normalize: (_, value) => (typeof value === 'string' ? value.trim() : value),
}).inMachine('form', { facts: (context: Context) => toRuleInput(context) });

const findSelected = ({ payers }: Context, { payerId }: PayerSelected): AuthorizedPayer | undefined =>
  payers.find((payer) => payer.payerId === payerId);

/** Returns the name of the person whom the change concerns. */
function nameIn({ change, selected }: Context): string {
  const { firstName, lastName } = change?.change === 'invite' ? change : (selected ?? { firstName: '', lastName: '' });
  return `${firstName} ${lastName}`;
}

const DONE = { invite: 'invited', renew: 'renewed', remove: 'removed' } as const;
const NOT_DONE = { invite: 'notInvited', renew: 'notRenewed', remove: 'notRemoved' } as const;

const failureIn = (result: Result): CallFailure | null => (result.result === 'refused' ? result.failure : null);

const notDone = (context: Context, isTooMany: boolean): Partial<Context> => ({
  key: null,
  pressed: [],
  notice: { result: isTooMany ? 'tooMany' : NOT_DONE[context.change?.change ?? 'invite'], name: nameIn(context) },
});

const list = {
  what: 'the payers and invitations',
  actor: 'getPayers',
  input: {},
  onDone: { target: 'listing', actions: withAnswer('setPayers') },
} as const;

/** Returns the context with the entries of the draft, and the invitation that was in flight. */
function resumed({ draft, key }: Context, { payers }: PayersAnswer): Partial<Context> {
  const values = form.restored(rules.startingInvite, draft);
  return {
    payers,
    draft: null,
    form: form.start(values, toRuleInput({ payers, refusedEmail: null })),
    change: key === null ? null : rules.toInvite(values),
  };
}

const changing = changeOnce('changingPayers', {
  what: 'the change',
  actor: 'changePayers',
  onDone: [
    { guard: withAnswer('isEmailRefused'), target: 'inviting', actions: ['setRefusedEmail', focusOn('email')] },
    {
      guard: withAnswer('isInviteNotSent'),
      target: 'inviting',
      actions: [withAnswer('setNotChanged'), 'clearChange', 'focusNotice'],
    },
    {
      guard: withAnswer('isChanged'),
      target: 'refreshing',
      actions: [withAnswer('setChanged'), 'clearChange', 'startInvite', 'focusNotice'],
    },
    { target: 'refreshing', actions: [withAnswer('setNotChanged'), 'clearChange', 'focusNotice'] },
  ],
  reload: list,
});

/** The presses on the list. */
const PRESSES = ['invite.pressed', 'renew.pressed', 'remove.pressed'] as const;

export const authorizedPayers = setup({
  types: {
    context: {} as Context,
    events: {} as
      | KeyMade
      | FormEvent
      | PayerSelected
      | { type: 'retry.requested' }
      | { type: 'invite.pressed' }
      | { type: 'submit.pressed' }
      | { type: 'invite.canceled' }
      | { type: 'remove.confirmed' }
      | { type: 'remove.dismissed' },
    input: {} as AuthorizedPayersInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'background' | 'settled' | 'entering',
    children: {} as { changePayers: 'changePayers' },
  },
  actors: {
    getPayers: call(calls.list),
    changePayers: payerChange,
  },
  guards: {
    ...form.guards,
    ...submitGuards,
    canResume: ({ context: { canChange, draft } }) => canChange && draft !== null,
    canChange: ({ context }) => context.canChange,
    isRenewable: ({ context }, event: PayerSelected) => {
      const selected = findSelected(context, event);
      return context.canChange && selected !== undefined && rules.isRenewable(selected);
    },
    isRemovable: ({ context }, event: PayerSelected) => context.canChange && findSelected(context, event) !== undefined,
    isChanged: (_, { result }: Result) => result === 'accepted',
    isEmailRefused: ({ context }, result: Result) =>
      context.change?.change === 'invite' && rules.isEmailRefused(failureIn(result)),
    isInviteNotSent: ({ context }, { result }: Result) => context.change?.change === 'invite' && result !== 'accepted',
  },
  actions: {
    ...form.actions,
    ...submitActions,
    setPayers: assign((_, { payers }: PayersAnswer) => ({ payers, draft: null })),
    resume: assign(({ context }, answer: PayersAnswer) => resumed(context, answer)),
    startInvite: assign(({ context }) => {
      const now = { ...context, refusedEmail: null };
      return { refusedEmail: null, form: form.start(rules.startingInvite, toRuleInput(now)) };
    }),
    setSelected: assign({ selected: ({ context }, event: PayerSelected) => findSelected(context, event) ?? null }),
    wantInvite: assign({ change: ({ context }) => rules.toInvite(context.form.values) }),
    wantRenewal: assign({
      change: ({ context }) => ({ change: 'renew' as const, payerId: context.selected?.payerId ?? '' }),
    }),
    wantRemoval: assign({
      change: ({ context }) => ({ change: 'remove' as const, payerId: context.selected?.payerId ?? '' }),
    }),
    setRefusedEmail: assign(({ context }) => ({
      key: null,
      change: null,
      pressed: [],
      ...form.reveal(context, { refusedEmail: context.form.values.email }, 'email'),
    })),
    setChanged: assign(({ context }, result: Result) => ({
      key: null,
      notice: { result: DONE[context.change?.change ?? 'invite'], name: nameIn(context) },
      link: result.result === 'accepted' ? result.answer.link : null,
    })),
    setNotChanged: assign(({ context }, result: Result) =>
      notDone(context, rules.isTooManyInvitations(failureIn(result))),
    ),
    clearNotice: assign({ notice: null, link: null }),
    clearChange: assign({ change: null }),
    ...pressActions,
  },
}).createMachine({
  id: 'authorizedPayers',
  description: 'The borrower views, invites and removes authorized payers',
  context: ({ input }) => {
    const start = { payers: [], refusedEmail: null };
    return {
      ...input,
      ...start,
      selected: null,
      form: form.start(rules.startingInvite, toRuleInput(start)),
      change: null,
      key: input.draft?.key ?? null,
      notice: null,
      link: null,
      pressed: [],
    };
  },
  initial: 'loadingPayers',
  states: {
    ...loading('loadingPayers', {
      ...list,
      onDone: [
        { guard: 'hasBeenSent', target: 'changingPayers', actions: withAnswer('resume') },
        { guard: 'canResume', target: 'inviting', actions: withAnswer('resume') },
        list.onDone,
      ],
    }),
    listing: {
      description: 'The payers and invitations are shown with their status',
      tags: 'settled',
      entry: 'repeatPresses',
      on: {
        'invite.pressed': {
          guard: 'canChange',
          target: 'inviting',
          actions: ['clearNotice', 'startInvite', focusOn('firstName')],
        },
        'renew.pressed': {
          guard: withEvent('isRenewable'),
          target: 'changingPayers',
          actions: ['clearNotice', withEvent('setSelected'), 'wantRenewal'],
        },
        'remove.pressed': {
          guard: withEvent('isRemovable'),
          target: 'confirmingRemoval',
          actions: ['clearNotice', withEvent('setSelected')],
        },
      },
    },
    inviting: {
      description: 'The borrower enters the name and email address of a person',
      tags: 'entering',
      on: {
        'field.changed': form.onChange('clearNotice'),
        'field.left': form.onLeave(),
        'submit.pressed': form.onSubmit({ target: 'changingPayers', actions: ['clearNotice', 'wantInvite'] }),
        'invite.canceled': { target: 'listing', actions: ['clearNotice', 'startInvite', 'focusHeading'] },
      },
    },
    confirmingRemoval: {
      description: 'A dialog asks the borrower to confirm the removal',
      on: {
        'remove.confirmed': { target: 'changingPayers', actions: 'wantRemoval' },
        'remove.dismissed': 'listing',
      },
    },
    ...changing,
    changingPayers: queuePressesIn(changing.changingPayers, ...PRESSES),
    refreshing: queuePressesIn(changing.refreshing, ...PRESSES),
  },
});

/** Returns the draft: the entries of an invitation, and the key of one in flight (rulings 4, 112). */
export const payersDraft = ({ draft, form: entered, change, key }: Context): FormDraft | null =>
  toFormDraft(form.typed(entered, rules.startingInvite), { draft, key: change?.change === 'invite' ? key : null });
