/** The handlers of the area's calls. */
import type { emailUs } from '#domain/messages/email-us/calls.ts';
import type { inbox } from '#domain/messages/inbox/calls.ts';
import type { paperless } from '#domain/messages/paperless/calls.ts';
import type { textAlerts } from '#domain/messages/text-alerts/calls.ts';
import type { GroupHandlers } from '../scope.ts';
import { listSent, sendEmail, settleEmail } from './email-us.ts';
import { listMessages, markMessages, readPdf, readPlainText, readMessage } from './inbox.ts';
import { claimsStatus, enroll, paperlessStatus, unenroll } from './paperless.ts';
import { changeTextAlerts, readTextAlerts, settleTextAlertChange } from './text-alerts.ts';

export const messagesHandlers = {
  'inbox.messages': listMessages,
  'inbox.message': readMessage,
  'inbox.mark': markMessages,
  'inbox.pdf': readPdf,
  'inbox.plainText': readPlainText,
  'paperless.status': paperlessStatus,
  'paperless.claimsStatus': claimsStatus,
  'paperless.enroll': enroll,
  'paperless.unenroll': unenroll,
  'textAlerts.read': readTextAlerts,
  'textAlerts.change': changeTextAlerts,
  'textAlerts.settle': settleTextAlertChange,
  'emailUs.send': sendEmail,
  'emailUs.settle': settleEmail,
  'emailUs.sent': listSent,
} satisfies GroupHandlers<typeof inbox | typeof paperless | typeof textAlerts | typeof emailUs>;
