/** The states of the flow, each after the shortest way to it. */
import type { Meta } from '@storybook/react-vite';

import model from '#machines/dashboard/dashboard.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Account Dashboard' } satisfies Meta;

export const LoadingAccounts = atState(model, 'loading');
export const ShowingAccounts = atState(model, 'showing');
export const NoAccounts = atState(model, 'empty');
export const CouldNotLoad = atState(model, 'couldNotLoad');
