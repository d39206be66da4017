/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/session/session.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Around every page/Session', tags: ['!test'] } satisfies Meta;

export const RenewingSilently = atState(model, 'renewingSilently');
export const FinishingSignIn = atState(model, 'finishingSignIn');
export const SignedOut = atState(model, 'signedOut');
export const CouldNotSignIn = atState(model, 'couldNotSignIn');
export const LeavingForSignIn = atState(model, 'leavingForSignIn');
export const SignedIn = atState(model, 'signedIn');
export const LeavingForSignOut = atState(model, 'leavingForSignOut');
export const EndingHere = atState(model, 'endingHere');
