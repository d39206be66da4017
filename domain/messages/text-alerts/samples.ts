/** Sample settings of text alerts, for models, tests and stories. */
import type { TextAlertSettings } from './shapes.ts';

/** A borrower without text alerts, whose contact information has a mobile number. */
export const sampleTextAlerts: TextAlertSettings = {
  isAvailable: true,
  canChange: true,
  phone: null,
  alerts: [],
  pending: null,
  suggestedPhone: '402-555-0142',
  consentVersion: 'sample',
  isPaperless: true,
  sent: [],
};
