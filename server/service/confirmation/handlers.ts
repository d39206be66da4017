/** The handlers of the area's calls. */
import type { confirmation } from '#domain/session/confirmation/calls.ts';
import type { GroupHandlers } from '../scope.ts';
import { checkEmailCode, confirmPassword, sendEmailCode } from './confirmation.ts';

export const confirmationHandlers = {
  'confirmation.password': confirmPassword,
  'confirmation.sendEmailCode': sendEmailCode,
  'confirmation.checkEmailCode': checkEmailCode,
} satisfies GroupHandlers<typeof confirmation>;
