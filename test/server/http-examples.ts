/**
 * An example of each call, with which tests make every call as every person. Tests fail if a call has no example. Calls
 * with `foreign` reference rows and are repeated with another borrower's rows.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { toEffectiveDate } from '#domain/calendar.ts';
import { accounts } from '#domain/accounts/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { documents } from '#domain/documents/calls.ts';
import { UploadedDocument } from '#domain/documents/shapes.ts';
import { PaymentHistoryPage } from '#domain/payments/history-shapes.ts';
import { PaymentMethodProfile } from '#domain/payments/shapes.ts';
import { sampleOtherDuty } from '#domain/repayment/military/samples.ts';
import { applications, inboxMessages } from '#server/db/schema/index.ts';
import { DEMO_PASSWORD } from '#server/demo/load.ts';
import { sentOptOut, sentRequest } from '#test/support/sample-requests.ts';
import { TODAY } from '#test/support/database.ts';
import { EXAMPLE_EMAIL } from '#test/support/confirmed.ts';
import { type TestServer, type WireRequest, readJson } from '#test/support/server.ts';
import { payer } from '#test/support/payer.ts';
import { samplePdfFile } from '#test/support/sample-pdf.ts';

/** The rows of one borrower that requests may reference. */
export interface Rows {
  readonly accountNumber: string;
  readonly accountId: string;
  readonly groupId: string;
  readonly methodId: string | null;
  /** A document that the borrower has uploaded. */
  readonly documentId: string;
  /** A PDF message and a plain-text message. */
  readonly letterId: string;
  readonly noteId: string;
  /** A payment in the payment history. */
  readonly historyId: string;
  /** An application that was denied, and one that was withdrawn. */
  readonly deniedNumber: string;
  readonly withdrawnNumber: string;
}

type Ask = Omit<WireRequest, 'token'>;

const marked = (...ids: readonly string[]): Ask => ({
  body: { messages: ids.map((messageId) => ({ messageId, isDirect: true })), readFlag: true },
});

export interface Example {
  /** Returns the request with the caller's own rows. */
  own(rows: Rows): Ask;
  /** Whether impersonators are refused with 403, although they have the role of a borrower. */
  readonly refusesImpersonators?: true;
  /** Requests in which a row belongs to another borrower, by the kind of row. */
  readonly foreign?: Readonly<Record<string, (own: Rows, foreign: Rows) => Ask>>;
}

const plain: Example = { own: () => ({}) };

const allPayments = { period: 'all', search: null, sort: 'date', order: 'desc' } as const;

/** Returns the date and the amounts of a payment of $10.00. */
const toAmounts = (accountNumber: string, groups: readonly unknown[] = []) => ({
  effectiveDate: toEffectiveDate(TODAY),
  paymentAmountControlTotal: 10,
  advanceDueDate: false,
  borrowerPaymentV2: {
    borrowerAccountPaymentsV2: [
      {
        accountNumber,
        paymentAmount: 10,
        borrowerGroupPaymentsV2: groups,
        isGroupLevelPayment: groups.length > 0,
        advanceDueDate: false,
      },
    ],
  },
});

function payment(
  { accountNumber, methodId }: Pick<Rows, 'accountNumber' | 'methodId'>,
  groups: readonly unknown[] = [],
): Ask {
  return {
    idempotencyKey: randomUUID(),
    body: { ...toAmounts(accountNumber, groups), ...payer({ methodId }) },
  };
}

/** The amounts due on an account or group, and a payment of $10.00. */
const chosenV1 = {
  totalDue: 100,
  advanceDueDate: false,
  monthlyPaymentAmount: 100,
  disclosedPaymentAmounts: [{ disclosureDate: TODAY, amount: 100 }],
  paymentOption: {
    SelectedRadio: 'OtherAmount',
    HasOtherSelected: true,
    PaymentAmount: 10,
    GroupTotal: 0,
    CanProgressNextDueDate: true,
    ShowAccountview: true,
  },
};

/** Returns the same payment in version 1: $10.00 on the account. The body also names its groups. */
function paymentV1({ accountNumber, groupId, methodId }: Rows): Ask {
  const { body, idempotencyKey } = payment({ accountNumber, methodId });
  const {
    effectiveDate,
    paymentAmountControlTotal: _,
    borrowerPaymentV2: __,
    ...common
  } = v.parse(v.looseObject({ effectiveDate: v.string(), advanceDueDate: v.boolean() }), body);
  const { advanceDueDate, ...method } = common;
  return {
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    body: {
      ...method,
      methodPreserved: false,
      institutionName: 'JPMorgan Chase',
      borrowerPayment: {
        totalDue: 100,
        effectiveDate,
        formattedEffectiveDate: '11/20/2026',
        advanceDueDate,
        borrowerAccountPayments: [
          {
            ...chosenV1,
            accountNumber,
            displayName: 'Direct',
            currentPayoff: 1_000,
            isGroupLevelPayment: false,
            showAccountView: true,
            borrowerGroupPayments: [
              {
                ...chosenV1,
                groupId,
                amountDue: 100,
                pastDueAmt: 0,
                paymentDueDate: TODAY,
                outstandingBalance: 1.5,
                paymentOption: { ...chosenV1.paymentOption, PaymentAmount: 0, SelectedRadio: 'NoPayment' },
              },
            ],
          },
        ],
      },
    },
  };
}

let strangers = 0;

/** Returns registration details that match no borrower. Each detail differs each time: wrong attempts are limited. */
function nobody() {
  strangers += 1;
  return {
    accountNumber: String(900_000_000 + strangers),
    dateOfBirth: `${1920 + (strangers % 80)}-06-15`,
    ssnLastFour: String(1000 + strangers),
  };
}

const contactBody = {
  email: EXAMPLE_EMAIL,
  homePhone: '4025550131',
  mobilePhone: '',
  country: 'US',
  street: '12 Elm Street',
  city: 'Lincoln',
  state: 'NE',
  zip: '68506',
  updatedAt: null,
};

/** Returns the name of a flow without a draft. */
const newFlow = (): string => `f${randomUUID()}`;

/** A bank account that no borrower has saved. */
const bankAccount = { routingNumber: '021000021', accountNumber: '4711471147', accountTypeId: 1 };

/** Returns a small document. */
const documentFile = () => samplePdfFile('nothing.pdf');

const group = ({ accountNumber, groupId }: Rows) => ({
  accountNumber,
  groupId,
  paymentAmount: 10,
  advanceDueDate: false,
});

export const EXAMPLES: Readonly<Record<string, Example>> = {
  'portal.contentVersion': { own: () => ({ params: { clientId: '1', appId: '1' } }) },
  'portal.serverTime': plain,
  'content.item': { own: () => ({ params: { section: 'payments', name: 'pay-now-disclaimer' } }) },
  'content.section': { own: () => ({ params: { section: 'payments' } }) },
  'content.list': { own: () => ({ params: { section: 'usds', name: 'universalmessages' } }) },
  'content.page': { own: () => ({ query: { path: 'help/interest' } }) },
  'content.search': { own: () => ({ query: { term: 'auto debit' } }) },
  'chat.information': plain,
  'identity.webAccount': plain,
  'access.facts': plain,
  'access.completeAction': { own: () => ({ body: { action: 'agreements' } }) },
  'accounts.list': plain,
  'loans.summary': { own: ({ accountId }) => ({ params: { accountId } }) },
  'loans.onlySummary': plain,
  'loans.repayment': { own: ({ accountId }) => ({ params: { accountId } }) },
  'loans.borrowerWithAccounts': plain,
  'loans.notifications': plain,
  'loans.statusNotifications': plain,
  'loanDocuments.list': { own: () => ({ query: { kind: 'statement', page: '1', size: '12' } }) },
  'loanDocuments.read': { own: ({ accountId }) => ({ params: { documentId: `mortgageLetter.${accountId}` } }) },
  'loanDocuments.pdf': { own: ({ accountId }) => ({ params: { documentId: `mortgageLetter.${accountId}` } }) },
  'updates.read': plain,
  'updates.calendar': plain,
  'record.download': { own: () => ({ body: { password: DEMO_PASSWORD } }), refusesImpersonators: true },
  'banking.bankName': { own: () => ({ body: { routingNumber: bankAccount.routingNumber } }) },
  'banking.validate': { own: () => ({ body: { ...bankAccount, serviceType: 0, profileId: null } }) },
  'banking.save': {
    own: () => ({ body: { ...bankAccount, profileName: 'My Checking Account', accountHolder: 'Test Person' } }),
  },
  'banking.methods': plain,
  // An unknown account, which is neither changed nor removed.
  'banking.change': {
    own: () => ({ idempotencyKey: randomUUID(), body: { change: 'remove', profileId: 'method-0' } }),
  },
  'banking.settleChange': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'autoDebit.read': plain,
  // An unknown account, on which nothing is changed.
  'autoDebit.change': {
    own: () => ({ idempotencyKey: randomUUID(), body: { change: 'stop', accountId: 'account-0' } }),
  },
  'autoDebit.settle': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'payments.overview': plain,
  'payments.availableDates': plain,
  'payments.borrowerPayment': plain,
  'payments.afterCutoff': plain,
  'instructions.read': { own: ({ accountId }) => ({ query: { account: accountId } }) },
  'instructions.change': {
    own: ({ accountId }) => ({
      idempotencyKey: randomUUID(),
      body: { accountId, code: 'LOWEST_BALANCE', groupId: null },
    }),
  },
  'instructions.settle': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'payers.list': plain,
  // The same email address each time, so that a second request sends the invitation again.
  'payers.change': {
    own: () => ({
      idempotencyKey: randomUUID(),
      body: { change: 'invite', firstName: 'Robin', lastName: 'Hale', email: 'robin.hale@example.com' },
    }),
  },
  'payers.settle': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'payoff.quote': { own: ({ accountId }) => ({ query: { account: accountId, date: '2026-11-30' } }) },
  'payoff.pdf': { own: ({ accountId }) => ({ params: { accountId, date: '2026-11-30' } }) },
  'payments.specialInstructions': plain,
  'payments.methods': plain,
  'payments.scheduled': plain,
  'payments.submitV1': {
    own: (rows) => paymentV1(rows),
    foreign: {
      account: (own, foreign) => paymentV1({ ...own, accountNumber: foreign.accountNumber }),
      group: (own, foreign) => paymentV1({ ...own, groupId: `${foreign.groupId}-not-mine` }),
      paymentMethod: (own, foreign) => paymentV1({ ...own, methodId: foreign.methodId ?? 'not-mine' }),
    },
  },
  'payments.submit': {
    own: (rows) => payment(rows),
    foreign: {
      account: (own, foreign) => payment({ ...own, accountNumber: foreign.accountNumber }),
      group: (own, foreign) => payment(own, [group(foreign)]),
      'group of an own account': (own, foreign) =>
        payment(own, [group({ ...own, groupId: `${foreign.groupId}-not-mine` })]),
      paymentMethod: (own, foreign) => payment({ ...own, methodId: foreign.methodId ?? 'not-mine' }),
    },
  },
  'payments.forecast': {
    own: ({ accountNumber }) => ({ body: toAmounts(accountNumber) }),
    foreign: {
      account: (_, foreign) => ({ body: toAmounts(foreign.accountNumber) }),
      group: (own, foreign) => ({ body: toAmounts(own.accountNumber, [group(foreign)]) }),
    },
  },
  'payments.settle': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'payments.history': { own: () => ({ body: { ...allPayments, page: 1, size: 10 } }) },
  'payments.historyDetails': { own: ({ historyId }) => ({ params: { paymentDetailId: historyId } }) },
  'payments.historyFile': { own: () => ({ body: allPayments }) },
  'payments.totals': plain,
  'payments.cancel': {
    own: () => ({ idempotencyKey: randomUUID(), body: { paymentId: 'payment-1', paymentDetailId: 'detail-1' } }),
  },
  'payments.settleCancellation': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  // Unknown details, different each time, because repeated attempts are rate limited.
  'credentials.recognize': { own: () => ({ body: nobody() }) },
  'credentials.register': {
    own: () => ({
      idempotencyKey: randomUUID(),
      body: { requestToken: 'no token', username: 'somebody.new', password: 'seven quiet herons', terms: true },
    }),
  },
  'credentials.settle': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'credentials.readInvitation': { own: () => ({ body: { token: 'no token' } }) },
  'credentials.acceptInvitation': {
    own: () => ({
      idempotencyKey: randomUUID(),
      body: { token: 'no token', username: 'somebody.new', password: 'seven quiet herons', terms: true },
    }),
  },
  'credentials.settleAcceptance': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'credentials.requestCode': { own: () => ({ body: nobody() }) },
  'credentials.checkCode': { own: () => ({ body: { requestToken: 'no token', oneTimeCode: '123456' } }) },
  'credentials.resetPassword': {
    own: () => ({
      body: { requestToken: 'no token', usernameId: 'web-nobody', newPassword: 'seven quiet herons' },
    }),
  },
  'credentials.changePassword': {
    own: () => ({ body: { presentPassword: 'not the present one', newPassword: 'seven quiet herons' } }),
  },
  'confirmation.password': { own: () => ({ body: { password: DEMO_PASSWORD } }), refusesImpersonators: true },
  'confirmation.sendEmailCode': { own: () => ({ body: { email: 'new@example.com' } }) },
  'confirmation.checkEmailCode': { own: () => ({ body: { email: 'new@example.com', oneTimeCode: '123456' } }) },
  'security.read': plain,
  'security.end': { own: () => ({ body: { end: 'session', sessionId: 'no-session' } }) },
  'privacy.request': { own: () => ({ idempotencyKey: randomUUID(), body: sentRequest }) },
  'privacy.settleRequest': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'privacy.optOut': { own: () => ({ idempotencyKey: randomUUID(), body: sentOptOut }) },
  'privacy.settleOptOut': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'demographics.countries': plain,
  'demographics.states': { own: () => ({ params: { countryCode: 'US' } }) },
  'contact.read': plain,
  'contact.save': { own: () => ({ body: contactBody }) },
  'inbox.messages': { own: () => ({ query: { filter: 'all', page: '1', size: '10' } }) },
  'inbox.message': { own: ({ letterId }) => ({ params: { documentId: letterId } }) },
  'inbox.mark': {
    own: (rows) => marked(rows.letterId, rows.noteId),
    foreign: { 'message among own ones': (own, foreign) => marked(own.letterId, foreign.letterId) },
  },
  'inbox.pdf': { own: ({ letterId }) => ({ params: { documentId: letterId } }) },
  'inbox.plainText': { own: ({ noteId }) => ({ params: { documentId: noteId } }) },
  'paperless.status': plain,
  'paperless.claimsStatus': plain,
  'paperless.enroll': plain,
  'paperless.unenroll': plain,
  'textAlerts.read': plain,
  // Stopping alerts that are off changes nothing.
  'textAlerts.change': { own: () => ({ idempotencyKey: randomUUID(), body: { change: 'stop' } }) },
  'textAlerts.settle': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'emailUs.send': {
    own: () => ({
      idempotencyKey: randomUUID(),
      body: { topic: 'payments', accountId: '', subject: 'My payment', text: 'When will it be posted?' },
    }),
  },
  'emailUs.settle': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'emailUs.sent': plain,
  'drafts.read': { own: () => ({ params: { flow: 'payflow' } }) },
  'drafts.write': {
    // A different flow each time, because an existing draft is rejected.
    own: () => ({ params: { flow: newFlow() }, body: { after: 0, writer: 'a-tab', data: { version: 1 } } }),
  },
  'documents.list': plain,
  'documents.download': { own: ({ documentId }) => ({ params: { documentId } }) },
  'documents.upload': {
    own: () => ({
      params: { documentTypeId: '2', flag: 'false' },
      form: { file: documentFile() },
      idempotencyKey: randomUUID(),
    }),
  },
  'documents.uploadAnonymously': {
    own: () => ({
      form: {
        firstName: 'Test',
        lastName: 'Person',
        accountNumber: '100200301',
        clientId: '1',
        applicationId: '1',
        documentTypeId: '2',
        attachment: documentFile(),
      },
      idempotencyKey: randomUUID(),
    }),
  },
  'documents.settle': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'documents.settleAnonymously': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'deferment.eligibility': plain,
  'deferment.incomeCheck': { own: () => ({ params: { income: '1500', familySize: '2' } }) },
  'deferment.groups': { own: () => ({ query: { defermentType: '2' } }) },
  'deferment.inSchoolGroups': plain,
  'deferment.currentSchool': plain,
  // Only one application per person is received; while it is in process, others are rejected.
  'deferment.applyUnemployment': {
    own: () => ({
      idempotencyKey: randomUUID(),
      body: { unemploymentDate: TODAY, unemploymentBenefits: true },
    }),
  },
  'deferment.applyEconomicHardship': {
    own: () => ({
      idempotencyKey: randomUUID(),
      body: { selectedPlan: 'PeaceCorps', startDate: TODAY, familySize: 0, monthlyIncome: 0 },
    }),
  },
  'deferment.applyRehabilitation': { own: () => ({ idempotencyKey: randomUUID() }) },
  'deferment.applyInSchool': {
    own: () => ({
      idempotencyKey: randomUUID(),
      query: { currentlyEnrolledCredit: 'true', currentlyEnrolledSchool: 'false' },
    }),
  },
  'forbearance.hardshipSummary': plain,
  'forbearance.applyHardship': { own: () => ({ idempotencyKey: randomUUID() }) },
  'plans.facts': plain,
  'plans.estimates': {
    own: () => ({
      body: {
        adjustedGrossIncome: 42_000,
        numberOfChildDependents: 1,
        numberOfOtherDependents: 0,
        maritalStatus: 1,
        planType: 'IDR',
        externalLoanProfiles: [
          { balance: 8000, owner: 'Borrower', program: 'Direct', loanType: 'Direct Unsubsidized', interestRate: 5 },
        ],
      },
    }),
  },
  'plans.sendIdrEmail': plain,
  'term.loanInfo': plain,
  'term.apply': {
    own: () => ({
      idempotencyKey: randomUUID(),
      body: {
        eligibleLoans: [{ loanProgramGroupType: 'Direct', planType: 2 }],
        hasExternalLoans: false,
        esignDate: TODAY,
        extraAmount: 0,
      },
    }),
  },
  'military.dates': plain,
  'military.groups': plain,
  'military.loanInfo': plain,
  'military.recertifications': plain,
  'military.apply': {
    own: () => ({
      idempotencyKey: randomUUID(),
      body: {
        ...sampleOtherDuty,
        performingService: true,
        applyingForScra: true,
        applyingForMandatoryForbearance: true,
      },
    }),
  },
  'postponement.applications': plain,
  'postponement.application': { own: ({ deniedNumber }) => ({ params: { confirmationNumber: deniedNumber } }) },
  'postponement.withdraw': { own: ({ withdrawnNumber }) => ({ params: { confirmationNumber: withdrawnNumber } }) },
  'postponement.letter': { own: ({ deniedNumber }) => ({ params: { confirmationNumber: deniedNumber } }) },
  'postponement.settle': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
  'postponement.cost': { own: () => ({ params: { postponement: 'unemployment' } }) },
  'drafts.forget': { own: () => ({ params: { flow: newFlow() }, query: { after: '0', writer: 'a-tab' } }) },
};

const NO_ROWS: Rows = {
  accountNumber: '',
  accountId: '',
  groupId: '',
  methodId: null,
  documentId: '',
  letterId: '',
  noteId: '',
  historyId: '',
  deniedNumber: '',
  withdrawnNumber: '',
};

/** Adds a denied and a withdrawn application, unless they exist. */
async function addApplications(
  { opened: { db } }: TestServer,
  borrowerKey: string,
): Promise<Pick<Rows, 'deniedNumber' | 'withdrawnNumber'>> {
  const [deniedNumber, withdrawnNumber] = [`DENIED-${borrowerKey.toUpperCase()}`, `GONE-${borrowerKey.toUpperCase()}`];
  const row = { borrowerKey, kind: 'hardship', receivedAt: new Date('2026-01-05T15:00:00Z') } as const;
  await db
    .insert(applications)
    .values([
      {
        ...row,
        confirmationNumber: deniedNumber,
        status: 'denied',
        reviewStartedAt: new Date('2026-01-06T15:00:00Z'),
        decidedAt: new Date('2026-01-12T15:00:00Z'),
        denialReason: 'paidAhead',
      },
      { ...row, confirmationNumber: withdrawnNumber, status: 'withdrawn' },
    ])
    .onConflictDoNothing();
  return { deniedNumber, withdrawnNumber };
}

/** Adds a letter and a plain-text message to a borrower's inbox, unless they exist. */
async function addMessages(
  { opened: { db } }: TestServer,
  borrowerKey: string,
): Promise<Pick<Rows, 'letterId' | 'noteId'>> {
  const [letterId, noteId] = [`letter-of-${borrowerKey}`, `note-of-${borrowerKey}`];
  const row = { borrowerKey, isDirect: true, subject: 'A message', text: 'Its text', receivedOn: TODAY };
  await db
    .insert(inboxMessages)
    .values([
      { ...row, documentId: letterId, isPlainText: false },
      { ...row, documentId: noteId, isPlainText: true },
    ])
    .onConflictDoNothing();
  return { letterId, noteId };
}

const Wire = v.object({
  borrowerAccountPayments: v.array(
    v.object({ accountNumber: v.string(), borrowerGroupPayments: v.array(v.object({ groupId: v.string() })) }),
  ),
});
const Cards = v.object({ federalAccounts: v.array(v.object({ accountNumber: v.string(), accountId: v.string() })) });

/** Looks up the rows of a demo borrower through the API. */
export async function readRows(server: TestServer, signIn: string): Promise<Rows> {
  const token = await server.mintToken(signIn);
  const due = await readJson(await server.make(payments.borrowerPayment, { token }), Wire);
  const methods = await readJson(await server.make(payments.methods, { token }), v.array(PaymentMethodProfile));
  const cards = await readJson(await server.make(accounts.list, { token }), Cards);
  const [account] = due.borrowerAccountPayments;
  const [first] = account?.borrowerGroupPayments ?? [];
  const accountNumber = account?.accountNumber ?? cards.federalAccounts[0]?.accountNumber;
  const accountId = cards.federalAccounts.find((card) => card.accountNumber === accountNumber)?.accountId;
  if (accountNumber === undefined || accountId === undefined || first === undefined)
    throw new Error(`${signIn} has no account`);
  await server.make(documents.upload, { ...EXAMPLES['documents.upload']?.own(NO_ROWS), token });
  const history = await server.make(payments.history, { ...EXAMPLES['payments.history']?.own(NO_ROWS), token });
  const [paid] = (await readJson(history, PaymentHistoryPage)).payments;
  const [document] = await readJson(await server.make(documents.list, { token }), v.array(UploadedDocument));
  return {
    accountNumber,
    accountId,
    groupId: first.groupId,
    methodId: methods[0]?.profileId ?? null,
    documentId: document?.documentId ?? '',
    historyId: paid?.paymentDetailId ?? 'none',
    ...(await addMessages(server, signIn)),
    ...(await addApplications(server, signIn)),
  };
}
