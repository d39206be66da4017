/** Sample startup files of the portal for models, tests and stories. */
import { toPlainDate } from '../calendar.ts';
import { DEFAULT_DURATIONS } from '../application-durations.ts';
import type { Navigation } from './navigation.ts';
import { type Configuration, DEFAULT_PAYOFF_QUOTE_DAYS, type FeatureFlags } from './shapes.ts';

export const sampleConfiguration: Configuration = {
  documents: {
    maxFileMegabytes: 10,
    types: [
      { id: 2, name: 'Proof of income' },
      { id: 9, name: 'Other' },
    ],
  },
  minDependents: 0,
  maxDependents: 20,
  idrAgiMaxAmount: 1_000_000,
  idrAgiValidateThreshold: 200_000,
  idrShowAllSteps: true,
  federalSite: 'https://studentaid.gov',
  defermentStart: {
    unemployment: { monthsBefore: 6, daysAfter: 60 },
    economicHardship: { monthsBefore: 6, daysAfter: 60 },
  },
  applicationDurations: DEFAULT_DURATIONS,
  hostilePayMinimumDisbursementDate: toPlainDate('2008-10-01'),
  postponementDocuments: {
    unemployment: 4,
    rehabilitation: 10,
    economicHardship: 2,
    inSchool: 3,
    military: 5,
    hardship: 1,
    otherLoans: 11,
  },
  termRepaymentAmount: 30_000,
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
    keepsAccounts: true,
  },
  clientId: 1,
  applicationId: 1,
  idleSeconds: 1200,
  idleTimeout: 30,
  scripts: { trackingScript: '', productAnalyticsScript: '' },
  inboxMessagesPerPage: 10,
  paymentHistoryPageSize: 10,
  statementsPageSize: 12,
  screenReaderMessageMs: 5000,
  notificationPrefix: 'Application status: ',
  nameOnAccount: { min: 2, max: 22 },
  nickname: { min: 2, max: 27 },
  nearPayoffRange: 25,
  payoffQuoteDays: DEFAULT_PAYOFF_QUOTE_DAYS,
  paymentSourceTypeId: 1,
  payerRoleIds: { borrower: 1, payer: 2 },
  externalRedirectHosts: ['studentaid.gov', 'www.irs.gov'],
  federalChangePasswordUrl: 'https://studentaid.gov/fsa-id/sign-in/landing',
  unhandledError: {
    displayGeneric: false,
    genericMessage: 'Something unexpected happened. Please call us at {phone}.',
  },
  captivePages: {
    'change-password': '/actions/change-password',
    'contact-info': '/actions/contact-info',
    'direct-splash': '/actions/direct-splash',
    'email-disclaimer': '/actions/email-disclaimer',
    agreements: '/actions/agreements',
  },
  splashCookieValues: ['shown'],
  privacyForm: {
    name: 50,
    location: 250,
    zip: 10,
    email: 100,
    relationships: [
      { value: 'Borrower', text: 'Borrower' },
      { value: 'Cosigner', text: 'Cosigner or endorser' },
    ],
    agentRelationships: [
      { value: 'Attorney', text: 'Attorney' },
      { value: 'ParentOrGuardian', text: 'Parent or guardian' },
    ],
  },
  chat: { url: 'http://localhost:4400/chat', isBotAfterSignIn: false, agentPaths: ['/dashboard', '/payments/*'] },
};

export const sampleNavigation: Navigation = {
  top: [],
  main: {
    borrower: [{ id: 'make-a-payment', title: 'Make a Payment', routerLink: '/payments/payflow/schedule' }],
    payer: [{ id: 'make-a-payment', title: 'Make a Payment', routerLink: '/payments/payflow/schedule' }],
  },
  profile: { borrower: [], payer: [] },
  drawer: [{ id: 'dashboard', title: 'Dashboard', routerLink: '/dashboard' }],
  footer: {
    social: [],
    preAuth: { links: [], columns: [] },
    postAuth: { links: [], columns: [] },
    copyright: [],
  },
  sidebars: [],
};

export const sampleFlags: FeatureFlags = {
  loanInfoEnabled: true,
  applicationStatusInfoEnabled: true,
  isSubmitPaymentApiVersionV2: true,
  useNewPaymentSidebar: false,
  expandNotificationPanelDefault: false,
  isSsoEnabled: false,
  eCorrClaimsStatusMessageEnabled: true,
};
