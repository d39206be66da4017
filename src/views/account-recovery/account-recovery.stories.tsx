/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/account-recovery/account-recovery.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Forgot Username or Password', tags: ['!test'] } satisfies Meta;

export const Arriving = atState(model, 'arriving');
export const IdentifyingBorrower = atState(model, 'identifyingBorrower');
export const RequestingCode = atState(model, 'requestingCode');
export const EnteringCode = atState(model, 'enteringCode');
export const ResendingCode = atState(model, 'resendingCode');
export const CheckingCode = atState(model, 'checkingCode');
export const ChoosingPassword = atState(model, 'choosingPassword');
export const SettingPassword = atState(model, 'settingPassword');
export const PasswordSet = atState(model, 'passwordSet');
