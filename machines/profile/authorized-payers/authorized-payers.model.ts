/** Specification of the authorized payers of a borrower (rulings 4, 7 and 15; docs/decisions/spec-gaps.md). */
import type { ContextFrom } from 'xstate';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { samplePayers } from '#domain/profile/payers/samples.ts';
import type { AuthorizedPayer, InviteValues } from '#domain/profile/payers/shapes.ts';
import { sampleKey } from '#domain/samples.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { toHeading, toNotice } from '../../kit/expected-page.ts';
import { accepted, neverArrived, refusedAs, rejected, submits } from '../../kit/spec-submission.ts';
import { answers } from 'xstate-workbench/model';
import { spec, stopsInError, words } from '../../kit/spec.ts';
import { authorizedPayers, payerChange, payersDraft } from './authorized-payers.machine.ts';

type Context = ContextFrom<typeof authorizedPayers>;
const { to, stays, given, unseen, thenPresses, press, loads, notLoaded, hears, where, notQueued } =
  words<typeof authorizedPayers>();

const NONE = "You don't have any authorized payers.";
const QUESTIONS = ['Remove this payer?', 'Remove this invitation?'];
const SEEN = ['What a payer can see and do', "What a payer can't see or do"];
const INVITE = 'Invite a payer';
const LINK = 'https://portal.example/account/payer-invitation#a-token';

const PERSON: InviteValues = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana.ruiz@example.com' };
const NO_ONE: InviteValues = { firstName: '', lastName: '', email: '' };
const ACTIVE_EMAIL = 'casey.lindqvist@example.com';
const ACTIVE = 'The person with this email address is already one of your payers.';

const [casey, robin] = samplePayers as readonly [AuthorizedPayer, AuthorizedPayer];

const problems = (
  { firstName, lastName, email }: InviteValues,
  { payers = [], refusedEmail }: Partial<Pick<Context, 'payers' | 'refusedEmail'>>,
) => [
  ...unless('firstName', firstName !== '', 'payerName.required', { name: 'first' }),
  ...unless('lastName', lastName !== '', 'payerName.required', { name: 'last' }),
  ...unless('email', email !== '', 'email.invalid'),
  ...unless(
    'email',
    email === '' ||
      (email !== refusedEmail && !payers.some((payer) => payer.email === email && payer.status === 'active')),
    'payer.active',
  ),
];
const empty = (payers: readonly AuthorizedPayer[]) => expectedForm(NO_ONE, problems(NO_ONE, { payers }));
const emptied = ({ payers }: Context) => ({ refusedEmail: null, form: empty(payers) });
const nothingSaid = { notice: null, link: null };

const isInvite = ({ change }: Context): boolean => change?.change === 'invite';
const isRenewal = ({ change }: Context): boolean => change?.change === 'renew';
const canChange = (context: Context): boolean => context.canChange;
/** The list is shown, and not the form of an invitation or the question about a removal. */
const isShown = (context: Context): boolean => context.change === null || isRenewal(context);

const draft: FormDraft = { version: 1, key: null, place: null, typed: { ...PERSON }, leftOut: [] };
const starts = (isBorrower: boolean, stored: FormDraft | null = null) =>
  [
    { canChange: isBorrower, draft: stored },
    to(
      'loadingPayers',
      {
        canChange: isBorrower,
        draft: stored,
        payers: [],
        selected: null,
        form: empty([]),
        refusedEmail: null,
        change: null,
        key: stored?.key ?? null,
        notice: null,
        link: null,
        pressed: [],
      },
      { calls: { getPayers: {} } },
    ),
  ] as const;

const removal = { change: 'remove', payerId: 'web-casey' } as const;
const tooMany = { kind: 'refused', status: 429 } as const;
const emailRefused = {
  kind: 'refused',
  status: 422,
  problem: {
    type: 'about:blank',
    title: 'The invitation was not sent.',
    status: 422,
    fields: [{ field: 'email', code: 'payer.active', message: ACTIVE }],
  },
} as const;

const submission = submits({
  machine: payerChange,
  state: 'changingPayers',
  by: 'changePayers',
  request: ({ change }: Context) => ({ body: change }),
  sample: {
    body: removal,
    accepted: { result: true, link: LINK },
    recorded: { result: true, link: null },
    refusals: {
      'an active payer has the email address': { throws: emailRefused },
      'too many invitations': { throws: tooMany },
    },
    rejected: { result: false, link: null },
    record: removal,
  },
  texts: {
    sending: 'Saving your change…',
    outcomeUnknown: "We're checking what happened to your change",
    explanation: "We haven't heard back yet.",
    asking: 'Checking what happened to your change…',
  },
});
const changes = (part: object, make: (before: Context) => object) =>
  to('changingPayers', (before) => ({ ...part, change: make(before) }) as object, {
    calls: (before) => ({ changePayers: { body: make(before) } }),
    reads: [submission.texts.sending],
  });

/** The notice names the person of the change. */
const announced =
  (result: NonNullable<Context['notice']>['result'], more: (before: Context) => object) => (before: Context) => {
    const { change, selected } = before;
    const { firstName, lastName } = change?.change === 'invite' ? change : { ...selected };
    return { key: null, change: null, notice: { result, name: `${firstName} ${lastName}` }, ...more(before) };
  };
const refreshes = { calls: { refresh: {} }, focus: toNotice };

const made = (link: string | null) => {
  const more = (before: Context) => ({ link, ...emptied(before) });
  const reads = link === null ? [] : [link];
  return [
    given(isInvite, to('refreshing', announced('invited', more), { ...refreshes, reads, hides: [INVITE] })),
    given(isRenewal, to('refreshing', announced('renewed', more), { ...refreshes, reads })),
    to('refreshing', announced('removed', more), { ...refreshes, reads, hides: QUESTIONS }),
  ];
};
const noPresses = () => ({ pressed: [] });
/** An invitation that was not sent returns to its form. */
const notMade = (result?: 'tooMany') => {
  return {
    invitation: given(isInvite, to('inviting', announced(result ?? 'notInvited', noPresses))),
    others: [
      given(isRenewal, to('refreshing', announced(result ?? 'notRenewed', noPresses), refreshes)),
      to('refreshing', announced(result ?? 'notRemoved', noPresses), { ...refreshes, hides: QUESTIONS }),
    ],
  };
};
const nothingMade = (result?: 'tooMany') => Object.values(notMade(result));

const lists = (payers: readonly AuthorizedPayer[], ...reads: readonly string[]) => {
  const resumed = { payers, draft: null, form: expectedForm(PERSON, problems(PERSON, { payers })) };
  return [
    answers({ payers }),
    given(
      ({ key }) => key !== null,
      to('changingPayers', { ...resumed, change: { change: 'invite', ...PERSON } }, { calls: submission.asks }),
    ),
    given((context) => context.canChange && context.draft !== null, to('inviting', resumed)),
    given(
      (context) => !context.canChange,
      to('listing', { payers, draft: null }, { reads: [...reads, 'Only the borrower can invite and remove payers.'] }),
    ),
    thenPresses(to('listing', { payers }, { reads }), { payers, canChange: true }),
  ] as const;
};

/** An impersonator has no buttons, and a press has no effect. */
const refusedTo = (event: Parameters<typeof hears>[0]) =>
  notQueued(where((context) => !context.canChange, hears(event, stays())));

/** A button in the row of a payer. */
const inRow = (
  type: 'renew.pressed' | 'remove.pressed',
  payer: AuthorizedPayer,
  verb: string,
  then: ReturnType<typeof to>,
) => {
  const { payerId, firstName, lastName } = payer;
  const event = { type, payerId } as const;
  const isListed = (context: Context) => context.canChange && context.payers.some((each) => each.payerId === payerId);
  return [
    where(
      // The button that was pressed is busy.
      (context) =>
        isShown(context) &&
        isListed(context) &&
        !(type === 'renew.pressed' && isRenewal(context) && context.selected?.payerId === payerId),
      press(`${verb} ${firstName} ${lastName}`, event, given(isListed, then)),
    ),
    refusedTo(event),
  ];
};
const remove = (payer: AuthorizedPayer, ...reads: readonly string[]) =>
  inRow(
    'remove.pressed',
    payer,
    'Remove',
    to('confirmingRemoval', { selected: payer, ...nothingSaid }, { reads, hides: [LINK] }),
  );
const renewal = { change: 'renew', payerId: robin.payerId } as const;

export default spec(authorizedPayers, {
  shows: ['Authorized Payers'],
  starts: {
    'a borrower': starts(true),
    'an impersonator': starts(false),
    'an impersonator of a borrower who left an invitation unfinished': starts(false, draft),
    'a borrower who left an invitation unfinished': starts(true, draft),
    'a borrower whose page was reloaded while an invitation was under way': starts(true, { ...draft, key: sampleKey }),
  },
  notices: {
    invited: 'You invited Ana Ruiz.',
    notInvited: "The invitation to Ana Ruiz wasn't sent. Please try again.",
    renewed: 'You sent Robin Hale a new invitation.',
    notRenewed: 'No new invitation was sent to Robin Hale.',
    removed: 'You removed',
    notRemoved: "wasn't removed. Please try again.",
    tooMany: "You've sent many invitations. Please try again in 15 minutes.",
    link: LINK,
  },
  form: {
    in: ['inviting'],
    problems,
    clears: nothingSaid,
    fields: {
      firstName: {
        label: 'First Name',
        entries: [PERSON.firstName],
        errors: { 'payerName.required': "Please enter the person's first name." },
      },
      lastName: {
        label: 'Last Name',
        entries: [PERSON.lastName],
        errors: { 'payerName.required': "Please enter the person's last name." },
      },
      email: {
        label: 'Email Address',
        entries: [PERSON.email, ACTIVE_EMAIL],
        errors: { 'email.invalid': 'Please enter a valid email address.', 'payer.active': ACTIVE },
      },
    },
    submit: [
      { name: 'Send Invitation', then: changes(nothingSaid, ({ form }) => ({ change: 'invite', ...form.values })) },
    ],
  },
  presses: {
    of: 'listing',
    in: ['changingPayers', 'refreshing'],
    types: ['invite.pressed', 'renew.pressed', 'remove.pressed'],
    after: 'refreshing',
  },
  states: {
    ...loads('loadingPayers', { getPayers: {} }),
    listing: {
      on: [
        where(
          (context) => context.canChange && isShown(context),
          press(
            'Invite a Payer',
            'invite.pressed',
            given(
              canChange,
              to('inviting', (before) => ({ ...nothingSaid, ...emptied(before) }), {
                focus: { place: 'field', field: 'firstName', delay: 0 },
              }),
            ),
          ),
        ),
        refusedTo('invite.pressed'),
        inRow(
          'renew.pressed',
          robin,
          'Send Again',
          changes({ selected: robin, ...nothingSaid }, () => renewal),
        ),
        // An active payer has no invitation to send again, and an unknown one is not on the list.
        hears({ type: 'renew.pressed', payerId: casey.payerId }, stays()),
        hears({ type: 'remove.pressed', payerId: 'web-unknown' }, stays()),
        remove(casey, 'Remove this payer?', "Casey Lindqvist is logged out at once and can't log in again."),
        remove(robin, 'Remove this invitation?', 'The link that we sent to Robin Hale no longer works after this.'),
      ],
    },
    inviting: {
      shows: [INVITE, 'First Name', 'Last Name', 'Send Invitation', 'Cancel'],
      on: [
        press(
          'Cancel',
          'invite.canceled',
          to('listing', (before) => ({ ...nothingSaid, ...emptied(before) }), { focus: toHeading }),
        ),
      ],
    },
    confirmingRemoval: {
      on: [
        press(
          'Yes, remove',
          'remove.confirmed',
          changes({}, ({ selected }) => ({ change: 'remove', payerId: selected?.payerId })),
        ),
        press('No, keep', 'remove.dismissed', to('listing', undefined, { hides: QUESTIONS })),
      ],
    },
    changingPayers: {
      over: true,
      on: [submission.keyMade],
      when: {
        changePayers: {
          'it is made, on a server that sends no email': [accepted({ result: true, link: LINK }), ...made(LINK)],
          'it turns out to be made': [accepted({ result: true, link: null }, removal), ...made(null)],
          'the invitation was accepted or removed in the meantime': [
            rejected({ result: false, link: null }),
            ...nothingMade(),
          ],
          'an active payer has the email address': [
            refusedAs(emailRefused),
            given(
              isInvite,
              to(
                'inviting',
                ({ form: { values } }) => ({ key: null, change: null, pressed: [], refusedEmail: values.email }),
                { wrongField: 'email' },
              ),
            ),
            unseen('Only an invitation is refused for its email address.', notMade().others),
          ],
          'too many invitations': [refusedAs(tooMany), ...nothingMade('tooMany')],
          'it never arrived': [
            neverArrived,
            unseen('The notice is the same as for a change that the server does not make.', nothingMade()),
          ],
          'the machine of the change stops in error': [
            stopsInError,
            to('outcomeCheckFailed', { pressed: [] }, { focus: toNotice, hides: QUESTIONS }),
          ],
        },
      },
    },
    outcomeCheckFailed: submission.outcomeCheckFailed,
  },
  several: [
    {
      in: ['listing', 'inviting', 'confirmingRemoval', 'changingPayers', 'refreshing', 'outcomeCheckFailed'],
      shows: SEEN,
    },
    {
      in: ['loadingPayers', 'refreshing'],
      when: {
        getPayers: {
          'active payers and invitations': lists(
            samplePayers,
            'Casey Lindqvist',
            'Active',
            'Kit Moreau',
            'Since 09/02/2026, 10:00 AM Eastern Time',
            'Robin Hale',
            'robin.hale@example.com',
            'Invited',
            'Can be accepted until 12/04/2026, 10:00 AM Eastern Time',
            'Sam Ode',
            'Expired',
            'Ended 11/03/2026, 9:00 AM Eastern Time',
          ),
          'no payer': lists([], NONE),
          'no answer in time': notLoaded({ pressed: [] }),
        },
      },
    },
  ],
  finish: ['listing'],
  claims: {
    'a change counts only when the server has made it': {
      reaching: ({ context }) => ['invited', 'renewed', 'removed'].includes(context.notice?.result ?? ''),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('it ') && by.outcome.includes('made'),
      brokenBy: 'guard isChanged: always true',
    },
    'an impersonator changes nothing': {
      never: ({ isIn, context }) => !context.canChange && (isIn('inviting') || isIn('confirmingRemoval')),
      brokenBy: 'guard canChange: always true',
    },
    'each change has a new key': {
      never: ({ isIn, context }) => isIn('listing') && context.key !== null,
      brokenBy: 'changingPayers -> changePayers done [isChanged]: action setChanged removed',
    },
  },
  children: { changePayers: submission.child },
  draft: { of: payersDraft, secrets: [] },
});
