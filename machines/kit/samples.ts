/**
 * One borrower's facts as the server answers them, parsed: what models, tests and stories share.
 * The day is Friday, 20 November 2026.
 */
import { plainDateOf as day } from '#domain/calendar.ts';
import { toCents as cents } from '#domain/money.ts';
import type { Navigation } from '#domain/portal/navigation.ts';
import type { Configuration, FeatureFlags } from '#domain/portal/shapes.ts';
import type { Person } from '#domain/identity/shapes.ts';
import type { DocumentType } from '#domain/documents/shapes.ts';
import type { ContentPage } from '#domain/content/shapes.ts';
import type { LoanAccounts } from '#domain/accounts/shapes.ts';
import type { ContactInformation } from '#domain/contact/shapes.ts';
import type { Country, State } from '#domain/demographics/shapes.ts';
import type {
  AfterCutoffDue,
  AvailableDates,
  BorrowerPayment,
  PaymentMethodProfile,
  PaymentOverview,
  ScheduledPayment,
  SpecialPaymentInstruction,
} from '#domain/payments/shapes.ts';

export const sampleToday = day('2026-11-20');

export const sampleDates: AvailableDates = {
  earliestPaymentDate: day('2026-11-20'),
  latestPaymentDate: day('2026-12-04'),
  // Thanksgiving Day, 26 November, is no banking day.
  availablePaymentDates: ['20', '23', '24', '25', '27', '30']
    .map((of) => day(`2026-11-${of}`))
    .concat(['01', '02', '03', '04'].map((of) => day(`2026-12-${of}`))),
  paymentRange: 14,
  excludeWeekends: true,
};

export const sampleOverview: PaymentOverview = {
  paymentDate: day('2026-12-05'),
  hasMultipleDueDays: false,
  autoDebitFlag: false,
  autoDebitAmount: cents(0),
};

export const samplePayment: BorrowerPayment = {
  email: 'avery@example.com',
  totalDue: cents(41_250),
  effectiveDate: day('2026-11-20'),
  formattedEffectiveDate: '11/20/2026',
  advanceDueDate: false,
  borrowerAccountPayments: [
    {
      accountId: 'acct-1',
      accountNumber: 'E100200301',
      loanType: 'Direct',
      totalDue: cents(41_250),
      amountDue: cents(20_625),
      pastDueAmt: cents(20_625),
      currentPayoff: cents(1_840_231),
      currentBalance: cents(1_831_002),
      accruedInterest: cents(9_229),
      lastBumpDate: day('2026-10-05'),
      paymentDueDate: day('2026-12-05'),
      nextPaymentAmountDue: cents(20_625),
      nextPaymentScheduleAmount: cents(20_625),
      monthlyPaymentAmount: cents(20_625),
      adjustedInterestRate: 5.5,
      advanceDueDate: true,
      isGroupLevelPayment: false,
      disclosedPaymentAmounts: [{ disclosureDate: day('2026-12-05'), amount: cents(20_625) }],
      borrowerGroupPayments: [
        {
          groupId: 'A',
          loanType: 'Direct Subsidized',
          totalDue: cents(28_250),
          amountDue: cents(7_625),
          pastDueAmt: cents(20_625),
          paymentDueDate: day('2026-12-05'),
          outstandingBalance: cents(5_229),
          advanceDueDate: false,
          disclosedPaymentAmounts: [{ disclosureDate: day('2026-12-05'), amount: cents(7_625) }],
          monthlyPaymentAmount: cents(7_625),
          nextPaymentAmountDue: cents(7_625),
          nextPaymentScheduleAmount: cents(7_625),
        },
        {
          groupId: 'B',
          loanType: 'Direct Unsubsidized',
          totalDue: cents(13_000),
          amountDue: cents(13_000),
          pastDueAmt: cents(0),
          paymentDueDate: day('2026-12-05'),
          outstandingBalance: cents(4_000),
          advanceDueDate: false,
          disclosedPaymentAmounts: [{ disclosureDate: day('2026-12-05'), amount: cents(13_000) }],
          monthlyPaymentAmount: cents(13_000),
          nextPaymentAmountDue: cents(13_000),
          nextPaymentScheduleAmount: cents(13_000),
        },
      ],
    },
  ],
};

/** What is owed on the account after today's cutoff. */
export const sampleAfterCutoff: readonly AfterCutoffDue[] = [
  {
    accountNumber: 'E100200301',
    outstandingBalance: cents(1_840_508),
    groupPayments: [
      { groupId: 'A', accruedInterest: cents(5_386), outstandingBalance: cents(920_254) },
      { groupId: 'B', accruedInterest: cents(4_120), outstandingBalance: cents(920_254) },
    ],
  },
];

export const sampleMethods: readonly PaymentMethodProfile[] = [
  {
    profileId: 'method-1',
    profileName: 'Everyday Checking',
    bankName: 'JPMorgan Chase',
    accountTypeId: 1,
    accountNumber: '*****6789',
    routingNumber: '*****0021',
    accountHolder: 'Avery Quist',
    clientId: 1,
    createdDate: day('2025-02-03'),
    lastUsedDate: day('2026-10-02'),
    updatedDate: null,
    webAccountId: 'web-1',
  },
  {
    profileId: 'method-2',
    profileName: 'Rainy Day Savings',
    bankName: 'Ally Bank',
    accountTypeId: 2,
    accountNumber: '*****4411',
    routingNumber: '*****3116',
    accountHolder: 'Avery Quist',
    clientId: 1,
    createdDate: day('2025-09-14'),
    lastUsedDate: null,
    updatedDate: null,
    webAccountId: 'web-1',
  },
];

export const sampleAccounts: LoanAccounts = {
  federalAccounts: [
    {
      accountId: 'acct-1',
      accountNumber: 'E100200301',
      currentBalance: cents(1_831_002),
      statusDesc: 'In repayment',
      latestPayment: { latestPaymentAmount: cents(20_625), latestPaymentDate: day('2026-10-05') },
      pastDueAmt: cents(20_625),
      pastDueSince: day('2026-11-05'),
      paymentAmountIncludingPastDue: cents(41_250),
      paymentDueDate: day('2026-12-05'),
      nextPaymentAmountDue: cents(20_625),
      isEnrolledInAutoDebit: false,
      showNoPaymentDueBanner: false,
    },
  ],
  commercialAccounts: [],
};

/** One payment by phone that is under way. */
export const sampleUpcoming: readonly ScheduledPayment[] = [
  {
    paymentId: 'payment-1',
    paymentDetailId: 'detail-1',
    effectiveDate: day('2026-11-25'),
    sumOfPaymentAmount: cents(5_000),
    paymentMethod: 'JPMorgan Chase *****6789',
    paymentType: 'Pay by Phone',
    accountNumber: 'E100200301',
    groupId: null,
    description: 'Scheduled',
  },
];

/** One account on which extra money goes to the smallest loan first, one on which nothing was asked for. */
export const sampleInstructions: readonly SpecialPaymentInstruction[] = [
  { borrowerAccountNumber: 'E100200301', specialPaymentInstructionsCode: 'LOWEST_BALANCE' },
  { borrowerAccountNumber: 'D200200301', specialPaymentInstructionsCode: 'STANDARD' },
];

/** How the borrower can be reached; nobody has changed it yet. */
export const sampleContact: ContactInformation = {
  email: 'avery@example.com',
  homePhone: '4025550131',
  mobilePhone: '',
  country: 'US',
  street: '2217 Prairie Rose Lane',
  city: 'Lincoln',
  state: 'NE',
  zip: '68506',
  updatedAt: null,
};

/** One country with several states, and one with none. */
export const sampleCountries: readonly Country[] = [
  { countryCode: 'US', countryName: 'United States' },
  { countryCode: 'GI', countryName: 'Gibraltar' },
];

export const sampleStates: readonly State[] = [
  { stateCode: 'IA', stateName: 'Iowa' },
  { stateCode: 'NE', stateName: 'Nebraska' },
];

/** The borrower. */
export const samplePerson: Person = {
  role: 'borrower',
  isImpersonator: false,
  isFederalIdentity: false,
  givenName: 'Avery',
  familyName: 'Quist',
  webAccountId: 'web-1',
};

/** A static page. */
export const sampleContentPage: ContentPage = {
  content: '<p>Interest is the price of borrowing.</p><h2 id="daily">Daily interest</h2><p>It is added up daily.</p>',
  metaData: { title: 'Interest', description: 'How daily interest is worked out.', keywords: 'interest, rate' },
};

/** Types of documents as the configuration names them. */
export const sampleDocumentTypes: readonly DocumentType[] = [
  { id: 2, name: 'Proof of income' },
  { id: 9, name: 'Other' },
];

/** The portal's configuration. */
export const sampleConfiguration: Configuration = {
  documents: { maxFileMegabytes: 10, types: [...sampleDocumentTypes] },
  minDependents: 0,
  maxDependents: 20,
  idrAgiMaxAmount: 1_000_000,
  postponementDocuments: {
    unemployment: 4,
    rehabilitation: 10,
    economicHardship: 2,
    inSchool: 3,
    military: 5,
    hardship: 1,
  },
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
  nameOnAccount: { min: 2, max: 22 },
  nickname: { min: 2, max: 27 },
  nearPayoffRange: 25,
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

/** Menus with an entry of each kind. */
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

/** The feature flags as shipped. */
export const sampleFlags: FeatureFlags = {
  loanInfoEnabled: true,
  applicationStatusInfoEnabled: true,
  isSubmitPaymentApiVersionV2: true,
  useNewPaymentSidebar: false,
  expandNotificationPanelDefault: false,
  isSsoEnabled: false,
  eCorrClaimsStatusMessageEnabled: true,
};
