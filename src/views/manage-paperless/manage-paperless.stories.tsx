/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/manage-paperless/manage-paperless.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Manage Paperless', tags: ['!test'] } satisfies Meta;

export const CheckingStatus = atState(model, 'checkingStatus');
export const CheckingClaimsStatus = atState(model, 'checkingClaimsStatus');
export const CouldNotLoad = atState(model, 'couldNotLoad');
export const NotEligible = atState(model, 'notEligible');
export const NotEnrolled = atState(model, 'notEnrolled');
export const Enrolling = atState(model, 'enrolling');
export const Enrolled = atState(model, 'enrolled');
export const ConfirmingOptOut = atState(model, 'confirmingOptOut');
export const OptingOut = atState(model, 'optingOut');
