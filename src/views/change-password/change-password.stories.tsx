/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/change-password/change-password.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Change Password', tags: ['!test'] } satisfies Meta;

export const ChoosingPassword = atState(model, 'choosingPassword');
export const ChangingPassword = atState(model, 'changingPassword');
export const PasswordChanged = atState(model, 'passwordChanged');
export const MarkingDone = atState(model, 'leaving > leaveAction: markingDone');
export const Leaving = atState(model, 'leaving > leaveAction: leaving');
