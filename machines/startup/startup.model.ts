/** How the portal starts, and what keeps it from starting. */
import type { Configuration, FeatureFlags } from '#domain/portal/shapes.ts';
import { defineModel } from '../kit/model.ts';
import { startup } from './startup.machine.ts';

const configuration: Configuration = {
  servicer: {
    name: 'Larkfield Loan Servicing',
    shortName: 'Larkfield',
    phone: '1-800-555-0142',
    email: 'help@larkfield.example',
    address: ['PO Box 4400', 'Larkfield, NE 68000'],
    hours: 'Monday to Friday, 8 a.m. to 9 p.m. Eastern',
  },
  federalProduct: 'StudentAid.gov',
  apiBase: '/api/1/',
  signIn: {
    issuer: 'http://localhost:4400/oidc',
    clientId: 'portal',
    apiAudience: 'urn:portal:api',
    payerApplicationId: '2',
    impersonatorRole: 'impersonator',
  },
  clientId: 1,
  applicationId: 1,
  idleSeconds: 1200,
  idleTimeout: 30,
  inboxMessagesPerPage: 10,
  paymentHistoryPageSize: 10,
  statementsPageSize: 12,
  screenReaderMessageMs: 5000,
  nameOnAccount: { min: 2, max: 22 },
  nickname: { min: 2, max: 27 },
  nearPayoffRange: 25,
  paymentSourceTypeId: 1,
  payerRoleIds: { borrower: 1, payer: 2 },
};

const flags: FeatureFlags = {
  loanInfoEnabled: true,
  applicationStatusInfoEnabled: true,
  isSubmitPaymentApiVersionV2: true,
  useNewPaymentSidebar: false,
  expandNotificationPanelDefault: false,
  isSsoEnabled: false,
  eCorrClaimsStatusMessageEnabled: true,
};

const noAnswer = { throws: { kind: 'noAnswer' } };

export default defineModel<typeof startup>({
  machine: startup,
  inputs: { anyone: {} },
  events: [{ event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Try again' } }],
  outcomes: {
    getStaticFiles: {
      'as they should be': { answers: { configuration, flags, icons: {} } },
      'a wrong configuration': { throws: { kind: 'unreadable', detail: 'config.json: idleSeconds must be positive' } },
    },
    getBuildVersion: { 'a version': { answers: '0.1.0' }, 'no answer': noAnswer },
    getContentVersion: {
      'two versions': { answers: { versionContent: '1', versionLoanInfoContent: '1' } },
      'no answer': noAnswer,
    },
    getClockDifference: { 'the server is a minute ahead': { answers: 60_000 }, 'no answer': noAnswer },
  },
  facts: () => null,
});
