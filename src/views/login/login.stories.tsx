/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/login/login.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Log In', tags: ['!test'] } satisfies Meta;

export const AskingIfSignInIsDown = atState(model, 'askingIfSignInIsDown');
export const SignInDown = atState(model, 'signInDown');
export const OfferingSignIn = atState(model, 'offeringSignIn');
export const LeavingForSignIn = atState(model, 'leavingForSignIn');
export const CouldNotLeave = atState(model, 'couldNotLeave');
export const AtTheProvider = atState(model, 'atTheProvider');
