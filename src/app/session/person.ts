/** The person who is signed in, as views of the shell see them. */
import { useSelector } from '@xstate/react';
import type { Person } from '#domain/session/identity/shapes.ts';
import { usePortal } from '../portal.ts';

/** Who is signed in, or null. */
export const usePerson = (): Person | null => useSelector(usePortal().session, ({ context }) => context.person);
