/** The handlers of all calls of borrowers and payers, by the id of the call. Each area lists its own. */
import { accountsHandlers } from './accounts/handlers.ts';
import { confirmationHandlers } from './confirmation/handlers.ts';
import { documentsHandlers } from './documents/handlers.ts';
import { loanDocumentsHandlers } from './loan-documents/handlers.ts';
import { messagesHandlers } from './messages/handlers.ts';
import { paymentsHandlers } from './payments/handlers.ts';
import { portalHandlers } from './portal/handlers.ts';
import { profileHandlers } from './profile/handlers.ts';
import { repaymentHandlers } from './repayment/handlers.ts';
import { sessionHandlers } from './session/handlers.ts';

export const handlers = {
  ...accountsHandlers,
  ...confirmationHandlers,
  ...documentsHandlers,
  ...loanDocumentsHandlers,
  ...messagesHandlers,
  ...paymentsHandlers,
  ...portalHandlers,
  ...profileHandlers,
  ...repaymentHandlers,
  ...sessionHandlers,
};
