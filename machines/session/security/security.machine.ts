/**
 * Security page: the person's usernames, sessions, log-ins and change log. The person can end a username, one session,
 * or all other sessions; the server accepts the same request twice.
 */
import { focusActions } from '../../kit/focus.ts';
import { assign, setup } from 'xstate';
import { security as calls } from '#domain/session/security/calls.ts';
import type { OwnSession, OwnUsername, SecurityEnd, SecurityOverview } from '#domain/session/security/shapes.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested } from '../../kit/events.ts';
import { loading } from '../../kit/loading.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { required } from '../../kit/failures.ts';

/** Selected username or session, or all other sessions. */
export type Selected =
  | { readonly end: 'username'; readonly username: OwnUsername }
  | { readonly end: 'session'; readonly session: OwnSession }
  | { readonly end: 'otherSessions' };

interface Context {
  /** Null until it has loaded. */
  readonly overview: SecurityOverview | null;
  /** The current or the last selection. */
  readonly selected: Selected | null;
  readonly notice: 'ended' | 'notEnded' | null;
}

interface EndPressed {
  readonly type: 'end.pressed';
  readonly selected: Selected;
}

/** Returns the request. */
function toBody({ selected }: Context): SecurityEnd {
  const requested = required(selected, 'a selection');
  switch (requested.end) {
    case 'username':
      return { end: 'username', usernameId: requested.username.usernameId };
    case 'session':
      return { end: 'session', sessionId: requested.session.sessionId };
    case 'otherSessions':
      return { end: 'otherSessions' };
  }
}

export const security = setup({
  types: {
    context: {} as Context,
    events: {} as EndPressed | { type: 'end.confirmed' } | { type: 'end.dismissed' } | { type: 'retry.requested' },
    input: {} as Readonly<Record<string, never>>,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'background' | 'settled',
  },
  actors: {
    getOverview: call(calls.read),
    endSelected: call(calls.end),
  },
  actions: {
    setOverview: assign({ overview: (_, overview: SecurityOverview) => overview }),
    setSelected: assign({ selected: (_, { selected }: EndPressed) => selected, notice: null }),
    setEnded: assign({ notice: 'ended' }),
    setNotEnded: assign({ notice: 'notEnded' }),
    ...focusActions,
  },
}).createMachine({
  id: 'security',
  description: 'Usernames, sessions, log-ins and changes of the account; a person can end unknown sessions',
  context: { overview: null, selected: null, notice: null },
  initial: 'loading',
  states: {
    ...loading('loading', {
      what: 'the page',
      actor: 'getOverview',
      input: {},
      onDone: { target: 'showing', actions: withAnswer('setOverview') },
    }),
    showing: {
      description: 'The page shows its data, and usernames and sessions can be ended',
      tags: 'settled',
      on: { 'end.pressed': { target: 'confirming', actions: withEvent('setSelected') } },
    },
    confirming: {
      description: 'A dialog asks the person to confirm',
      on: { 'end.confirmed': 'ending', 'end.dismissed': 'showing' },
    },
    ending: {
      description: 'The server ends the username or the sessions',
      tags: 'background',
      invoke: {
        id: 'endSelected',
        src: 'endSelected',
        input: ({ context }) => ({ body: toBody(context) }),
        onDone: { target: 'showing', actions: [withAnswer('setOverview'), 'setEnded', 'focusNotice'] },
        onError: { target: 'showing', actions: ['setNotEnded', 'focusNotice'] },
      },
    },
  },
});
