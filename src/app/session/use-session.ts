/** The session of this page, and the person who is signed in. */
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Person } from '#domain/session/identity/shapes.ts';
import type { session } from '#machines/session/session/session.machine.ts';
import { provided } from '../page/provided.ts';
import type { Activity } from './activity.ts';
import type { Confirmations } from './confirmations.ts';

export interface SessionParts {
  readonly session: ActorRefFrom<typeof session>;
  /** The time of the last activity in any tab. */
  readonly activity: Activity;
  /** The changes that wait for a confirmation. */
  readonly confirmations: Confirmations;
}

export const [SessionProvider, useSession] = provided<SessionParts>('session');

/** Returns the signed-in person, or null. */
export const usePerson = (): Person | null => useSelector(useSession().session, ({ context }) => context.person);
