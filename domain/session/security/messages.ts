/** The texts of changes on the security page. */
import type { ChangeKind } from './shapes.ts';

/** Descriptions of security changes, as sentences without a subject. */
export const changeLabels: Readonly<Record<ChangeKind, string>> = {
  registered: 'Online account created',
  passwordReset: 'Password set with a code',
  passwordChanged: 'Password changed',
  contactChanged: 'Contact information changed',
  emailChanged: 'Email address changed',
  recordDownloaded: 'Record downloaded',
  payerInvited: 'Payer invited',
  payerAccepted: 'Payer accepted the invitation',
  payerRemoved: 'Payer removed',
  textAlertsStarted: 'Text alerts started',
  textAlertsChanged: 'Text alerts changed',
  textAlertsStopped: 'Text alerts stopped',
  usernameEnded: 'Username ended',
  sessionEnded: 'Logged out in another browser',
  bankAccountSaved: 'Bank account saved',
  bankAccountChanged: 'Bank account renamed or removed',
  autoDebitChanged: 'Auto debit changed',
  instructionsChanged: 'Extra payments changed',
  impersonationStarted: 'Account viewed',
  employeeActed: 'Request sent for you',
};
