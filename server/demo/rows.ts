/** Computes the database rows of a demo borrower. */
import { createHash } from 'node:crypto';
import { isBankingDay, nextBankingDay, previousBankingDay } from '#domain/banking-days.ts';
import { type PlainDate, findEarliest } from '#domain/calendar.ts';
import { lastTaxYearOn, taxFormsDay } from '#domain/accounts/loan-documents/tax-days.ts';
import { getFixDay, nextDueDate } from '#domain/timeline/drafts.ts';
import { recertificationDay } from '#domain/accounts/recertification.ts';
import { sumAllParts } from '#domain/parts.ts';
import { toTermsRecord } from '#domain/accounts/pauses.ts';
import { ZERO } from '#domain/money.ts';
import { parsePhoneDigits } from '#domain/phone.ts';
import { isForbearance } from '#domain/postponement-kinds.ts';
import { repaymentEntered } from '#domain/repayment-start.ts';
import type { ApplicationContent } from '#domain/repayment/postponement/content.ts';
import { maskedNumber } from '#domain/payments/source.ts';
import type {
  accounts,
  applications,
  autoDebitChanges,
  autoDebits,
  bills,
  borrowers,
  contactInformation,
  documents,
  groupTerms,
  inboxMessages,
  loanEntries,
  loanGroups,
  loanPostponements,
  loans,
  paperlessEnrollments,
  paymentHistory,
  paymentInstructions,
  paymentMethods,
  pendingActions,
  scheduledPayments,
} from '../db/schema/index.ts';
import type { OpenedInsert } from '../db/seals.ts';
import { hashIdentity } from '../db/columns.ts';
import { toDemoFile, createPdf } from './documents.ts';
import { type DemoAccount, type DemoBorrower, type DemoPerson, numberOfCopy } from './format.ts';
import { entryRow, toWorkDays } from '../service/portfolio/groups.ts';
import { quarterlyStatementOn } from '../service/portfolio/due-documents.ts';
import { type SimulatedAccount, postedOn, simulateAccount } from './simulate.ts';

/** All rows of a borrower, by table. */
export interface BorrowerRows {
  readonly borrowers: readonly OpenedInsert<typeof borrowers>[];
  readonly accounts: readonly (typeof accounts.$inferInsert)[];
  readonly loanGroups: readonly (typeof loanGroups.$inferInsert)[];
  readonly loans: readonly (typeof loans.$inferInsert)[];
  readonly bills: readonly (typeof bills.$inferInsert)[];
  readonly groupTerms: readonly (typeof groupTerms.$inferInsert)[];
  readonly loanEntries: readonly (typeof loanEntries.$inferInsert)[];
  readonly paymentInstructions: readonly (typeof paymentInstructions.$inferInsert)[];
  readonly paymentMethods: readonly OpenedInsert<typeof paymentMethods>[];
  readonly scheduledPayments: readonly OpenedInsert<typeof scheduledPayments>[];
  readonly autoDebits: readonly (typeof autoDebits.$inferInsert)[];
  readonly autoDebitChanges: readonly (typeof autoDebitChanges.$inferInsert)[];
  readonly paymentHistory: readonly OpenedInsert<typeof paymentHistory>[];
  readonly pendingActions: readonly (typeof pendingActions.$inferInsert)[];
  readonly documents: readonly OpenedInsert<typeof documents>[];
  readonly paperlessEnrollments: readonly (typeof paperlessEnrollments.$inferInsert)[];
  readonly inboxMessages: readonly (typeof inboxMessages.$inferInsert)[];
  readonly applications: readonly OpenedInsert<typeof applications>[];
  readonly loanPostponements: readonly (typeof loanPostponements.$inferInsert)[];
}

/** Returns an opaque id that is the same for each load, derived from a person, a kind of row and an index. */
const opaqueId = (person: string, kind: string, index: number): string =>
  createHash('sha256').update(`${person}/${kind}/${index}`).digest('base64url').slice(0, 16);

/** An account with its index among the borrower's accounts, its number, and its simulated past. */
interface PlacedAccount {
  readonly demo: DemoAccount;
  readonly simulated: SimulatedAccount;
  readonly index: number;
  readonly accountId: string;
  readonly accountNumber: string;
}

function placed(person: DemoBorrower, today: PlainDate): PlacedAccount[] {
  return person.accounts
    .flatMap((demo) => {
      const enrolledOn = person.paymentMethods[0]?.created ?? null;
      const simulated = simulateAccount(demo, { isAutoDebit: person.autoDebit, enrolledOn }, today);
      return Array.from({ length: demo.copies }, (_, copy) => ({
        demo,
        simulated,
        accountNumber: numberOfCopy(demo.number, copy),
      }));
    })
    .map((account, index) => ({ ...account, index, accountId: opaqueId(person.signIn, 'account', index) }));
}

const groupRows = (
  borrowerKey: string,
  { accountId, simulated }: PlacedAccount,
  today: PlainDate,
): BorrowerRows['loanGroups'] =>
  simulated.groups.map((group) => ({
    borrowerKey,
    accountId,
    ...group,
    ...toWorkDays(group),
    recertificationOn: recertificationDay(group, today),
  }));

function loanRows(borrowerKey: string, { accountId, simulated }: PlacedAccount): BorrowerRows['loans'] {
  return simulated.groups.flatMap(({ groupId, loans: each }) =>
    each.map((loan) => ({ borrowerKey, accountId, groupId, ...loan })),
  );
}

const billRows = (borrowerKey: string, { accountId, simulated }: PlacedAccount): BorrowerRows['bills'] =>
  simulated.groups.flatMap(({ groupId, bills: own }) =>
    own.map((bill) => ({ borrowerKey, accountId, groupId, ...bill })),
  );

/** Returns the terms of a group, which are the same from its first disbursement on. */
const termRows = (borrowerKey: string, { accountId, simulated }: PlacedAccount): BorrowerRows['groupTerms'] =>
  simulated.groups.map((group) => {
    const { groupId, recertifyBy, isPermanentStandard, loans: own } = group;
    const fromDay = findEarliest(own.map(({ disbursedOn }) => disbursedOn)) ?? group.repaymentStarts;
    return {
      borrowerKey,
      accountId,
      groupId,
      ...toTermsRecord(group, fromDay, 'start'),
      recertifyBy,
      isPermanentStandard,
    };
  });

/**
 * Returns the times in which the government pays the interest of subsidized loans: in school and grace, and in a deferment.
 */
const entryRows = (borrowerKey: string, { accountId, simulated }: PlacedAccount): BorrowerRows['loanEntries'] =>
  simulated.groups.flatMap(({ repaymentStarts, pauses, loans: own }) =>
    own
      .filter(({ isSubsidized }) => isSubsidized)
      .flatMap(({ loanId, disbursedOn }) => [
        { loanId, onDay: disbursedOn, until: repaymentEntered({ repaymentStarts }) },
        ...pauses
          .filter(({ kind }) => kind !== null && !isForbearance(kind))
          .map(({ start, end }) => ({ loanId, onDay: start, until: end })),
      ])
      .filter(({ onDay, until }) => until !== null && onDay < until)
      .map((entry) => entryRow({ borrowerKey, accountId, confirmationNumber: null }, { ...SUBSIDY, ...entry })),
  );

const SUBSIDY = { kind: 'subsidy', principal: ZERO, interest: 0n, fees: ZERO, cause: null } as const;

/** Returns the day of the first disbursement of an account, from which its records begin. */
const recordsSince = ({ simulated }: PlacedAccount): PlainDate | null =>
  findEarliest(simulated.groups.flatMap(({ loans: own }) => own.map(({ disbursedOn }) => disbursedOn)));

/** Returns the key of a history row. Keys sort chronologically. */
const historyId = (account: number, payment: number): string =>
  `H${String(account + 1).padStart(3, '0')}-${String(payment + 1).padStart(5, '0')}`;

function historyRows(
  borrowerKey: string,
  { description, today }: { readonly description: string; readonly today: PlainDate },
  { accountId, index, simulated }: PlacedAccount,
): BorrowerRows['paymentHistory'] {
  return simulated.payments.map(({ effectiveDate, parts, groups }, at) => ({
    borrowerKey,
    paymentDetailId: historyId(index, at),
    accountId,
    effectiveDate,
    amount: sumAllParts(parts),
    ...parts,
    refunded: ZERO,
    description,
    groups: groups.map(({ groupId, parts: own, bills: paid, advancedTo, repaid }) => ({
      groupId,
      total: sumAllParts(own),
      ...own,
      bills: paid,
      ...(advancedTo && { advancedTo }),
      ...(repaid.length > 1 && { loans: repaid }),
    })),
    postedOn: postedOn(effectiveDate, today),
  }));
}

function instructionRows(
  borrowerKey: string,
  { accountId, demo: { extraGoesTo } }: PlacedAccount,
): BorrowerRows['paymentInstructions'] {
  if (extraGoesTo === undefined) return [];
  return typeof extraGoesTo === 'object'
    ? [{ borrowerKey, accountId, code: 'GROUP', groupId: extraGoesTo.group }]
    : [{ borrowerKey, accountId, code: extraGoesTo, groupId: null }];
}

/**
 * Returns the scheduled payments, each authorized this morning. Dates that are not banking days move to the next
 * banking day.
 */
function scheduledRows(
  person: DemoBorrower,
  all: readonly PlacedAccount[],
  methods: BorrowerRows['paymentMethods'],
  today: PlainDate,
): BorrowerRows['scheduledPayments'] {
  return person.scheduledPayments.flatMap(({ date, amount, account, group, method, type }, index) => {
    const paid = all.find(({ accountNumber }) => accountNumber === account);
    const drawn = methods[method];
    if (paid === undefined || drawn === undefined) return [];
    const { profileId, bankName, routingNumber, accountNumber, accountTypeId, accountHolder } = drawn;
    return [
      {
        borrowerKey: person.signIn,
        paymentId: opaqueId(person.signIn, 'scheduled', index),
        paymentDetailId: opaqueId(person.signIn, 'scheduled detail', index),
        accountId: paid.accountId,
        groupId: group ?? null,
        effectiveDate: isBankingDay(date) ? date : nextBankingDay(date),
        amount,
        profileId,
        routingNumber,
        bankAccountNumber: accountNumber,
        accountTypeId,
        accountHolder,
        paymentMethod: `${bankName} ${maskedNumber(accountNumber)}`,
        paymentType: type,
        keepsDueDate: false,
        authorizedAt: new Date(`${today}T12:00:00Z`),
      },
    ];
  });
}

/** Returns a confirmation number that is the same for each load, derived from a hexadecimal hash. */
const toConfirmationNumber = (hash: string): string =>
  hash
    .slice(-12)
    .toUpperCase()
    .replaceAll(/(.{4})(?=.)/g, '$1-');

/** Returns the uploaded documents, each uploaded in the morning of its day. */
const documentRows = (person: DemoBorrower, actorWebAccountId: string): BorrowerRows['documents'] =>
  person.documents.map(({ fileName, type, uploaded, text }, index) => {
    const id = createHash('sha256').update(`${person.signIn}/document/${index}`).digest('hex');
    return {
      borrowerKey: person.signIn,
      documentId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
      documentTypeId: type,
      fileName,
      mediaType: 'application/pdf',
      size: createPdf(text).length,
      ...toDemoFile(text),
      confirmationNumber: toConfirmationNumber(id),
      uploadedAt: new Date(`${uploaded}T15:00:00Z`),
      actorWebAccountId,
      actorRole: 'borrower',
      actorIsImpersonator: false,
    };
  });
const inOrder = (days: readonly PlainDate[]) => [...new Set(days)].toSorted();

/** Returns the days on which the bills, payments and tax forms of a borrower were announced, the oldest first. */
function announcedDays(all: readonly PlacedAccount[], today: PlainDate) {
  const groups = all.flatMap(({ simulated }) => simulated.groups);
  const payments = all.flatMap(({ simulated }) => simulated.payments);
  return {
    bill: inOrder(groups.flatMap(({ bills: own }) => own.map(({ issuedOn }) => issuedOn))),
    payment: inOrder(payments.map(({ effectiveDate }) => postedOn(effectiveDate, today))),
    taxForm: [taxFormsDay(lastTaxYearOn(today))],
  };
}

/** Returns the inbox messages. Read messages were read on the day they were received. */
function messageRows(
  { signIn: borrowerKey, inbox }: DemoBorrower,
  all: readonly PlacedAccount[],
  today: PlainDate,
): BorrowerRows['inboxMessages'] {
  const announced = announcedDays(all, today);
  return inbox.flatMap(({ received, text, isUnread, ...message }, index) => {
    const receivedOn = typeof received === 'string' ? received : announced[received.of].at(-received.ago);
    if (receivedOn === undefined) return [];
    const documentId = opaqueId(borrowerKey, 'message', index);
    const readAt = isUnread ? null : new Date(`${receivedOn}T18:00:00Z`);
    return [{ borrowerKey, documentId, ...message, text: text.join('\n\n'), receivedOn, readAt }];
  });
}

/** Returns an instant in the morning of a day, or null. */
const toMorning = (day: PlainDate | undefined): Date | null =>
  day === undefined ? null : new Date(`${day}T15:00:00Z`);

/** Returns the contents of an application; null if it came by mail or phone. */
function toApplicationContent({
  kind,
  received,
  contents,
}: DemoBorrower['applications'][number]): ApplicationContent | null {
  if (contents === undefined) return null;
  if (kind === 'unemployment' && 'receivesBenefits' in contents) return { kind, ...contents };
  if (kind === 'economicHardship' && 'selectedPlan' in contents) {
    return { kind, ...contents, familySize: null, monthlyIncome: null };
  }
  if (kind === 'term' && 'planType' in contents) {
    const { planType, hasExternalLoans } = contents;
    return { kind, plans: [{ program: 'Direct', planType }], hasExternalLoans, esignDate: received, extraAmount: 0 };
  }
  throw new Error(`The contents do not match an application of kind ${kind}`);
}

const applicationNumber = (signIn: string, index: number): string =>
  toConfirmationNumber(createHash('sha256').update(`${signIn}/application/${index}`).digest('hex'));

/**
 * Returns the applications, without an actor. Those with contents advance by their dates: the next step is computed on
 * the first call.
 */
const applicationRows = ({ signIn: borrowerKey, applications: all }: DemoBorrower): BorrowerRows['applications'] =>
  all.map((application, index) => {
    const { kind, status, received, reviewStarted, decided, startDate, endDate } = application;
    const content = toApplicationContent(application);
    return {
      borrowerKey,
      confirmationNumber: applicationNumber(borrowerKey, index),
      kind,
      status,
      receivedAt: new Date(`${received}T15:00:00Z`),
      reviewStartedAt: toMorning(reviewStarted),
      decidedAt: toMorning(decided),
      startDate: startDate ?? null,
      endDate: endDate ?? null,
      asked: content,
      nextStepOn: content === null ? null : received,
    };
  });

/** Returns the periods of pauses, of all loans of the groups that they pause; not each has an application. */
const periodRows = (
  { signIn: borrowerKey, applications: all }: DemoBorrower,
  placedAccounts: readonly PlacedAccount[],
): BorrowerRows['loanPostponements'] =>
  placedAccounts.flatMap(({ accountId, simulated }) =>
    simulated.groups.flatMap(({ groupId, loans: own, pauses }) =>
      pauses.flatMap(({ kind, start, end, grantedOn }) => {
        const index = all.findIndex((application) => application.kind === kind && application.status === 'inEffect');
        const confirmationNumber = index === -1 ? `postponed-${start}` : applicationNumber(borrowerKey, index);
        const period = { kind, grantedOn, startDate: start, endDate: end, confirmationNumber };
        return own.map(({ loanId }) => ({ borrowerKey, accountId, loanId, groupId, ...period }));
      }),
    ),
  );

const paperlessRows = ({ signIn: borrowerKey, paperless }: DemoBorrower): BorrowerRows['paperlessEnrollments'] =>
  paperless === undefined
    ? []
    : [{ borrowerKey, enrolled: paperless === 'enrolled', isEligible: paperless === 'enrolled' }];

/** Returns the contact information of a demo person. Impersonators have none. */
export function contactRows(
  person: DemoPerson,
  borrowerKey: string,
  webAccountId: string,
): (typeof contactInformation.$inferInsert)[] {
  if (person.role === 'impersonator' || person.contact === undefined) return [];
  const { email = '', contact } = person;
  const { homePhone = '', mobilePhone = '', state = '', zip = '' } = contact;
  const phones = { homePhone: parsePhoneDigits(homePhone) ?? '', mobilePhone: parsePhoneDigits(mobilePhone) ?? '' };
  return [{ borrowerKey, webAccountId, email, ...contact, ...phones, state, zip }];
}

/** Returns the enrollments in auto debit: each account, from the first saved bank account, since it was saved. */
function autoDebitRows(
  { signIn: borrowerKey, autoDebit }: DemoBorrower,
  all: readonly PlacedAccount[],
  methods: BorrowerRows['paymentMethods'],
  webAccountId: string,
  today: PlainDate,
): Pick<BorrowerRows, 'autoDebits' | 'autoDebitChanges'> {
  const [method] = methods;
  if (!autoDebit || method === undefined) return { autoDebits: [], autoDebitChanges: [] };
  const { profileId, bankName, accountNumber, createdDate } = method;
  // The simulated past contains the drafts before today.
  const draftedThrough = previousBankingDay(today);
  return {
    autoDebits: all.map((account) => {
      const dueDate = nextDueDate(account.simulated.groups, draftedThrough);
      const { accountId } = account;
      return {
        borrowerKey,
        accountId,
        draftedThrough,
        actionOn: dueDate && getFixDay(account.simulated.groups, dueDate),
      };
    }),
    autoDebitChanges: all.map(({ accountId, index }) => ({
      borrowerKey,
      changeId: opaqueId(borrowerKey, 'auto debit', index),
      accountId,
      kind: 'enrolled',
      profileId,
      paymentMethod: `${bankName} ${maskedNumber(accountNumber)}`,
      extraAmount: ZERO,
      changedOn: createdDate,
      changedAt: new Date(`${createdDate}T15:00:00.000Z`),
      actorWebAccountId: webAccountId,
      actorRole: 'borrower',
      actorIsImpersonator: false,
    })),
  };
}

/** Returns the rows of a demo borrower whose simulated past ends on `today`. */
export function toRows(person: DemoBorrower, webAccountId: string, today: PlainDate): BorrowerRows {
  const { signIn: borrowerKey, givenName, familyName, email, autoDebit, dateOfBirth, ssnLastFour } = person;
  const all = placed(person, today);
  const description = autoDebit ? 'Auto Debit' : 'Online Payment';
  const methods: BorrowerRows['paymentMethods'] = person.paymentMethods.map((method, index) => ({
    borrowerKey,
    profileId: opaqueId(borrowerKey, 'method', index),
    profileName: method.name,
    bankName: method.bankName,
    accountTypeId: method.type === 'checking' ? 1 : 2,
    accountNumber: method.accountNumber,
    routingNumber: method.routingNumber,
    accountHolder: method.accountHolder,
    webAccountId,
    createdDate: method.created,
    lastUsedDate: method.lastUsed ?? null,
    updatedDate: null,
  }));
  return {
    borrowers: [
      {
        borrowerKey,
        givenName,
        familyName,
        email,
        autoDebit,
        dateOfBirth,
        ssnLastFour,
        identityHash: hashIdentity(person),
        borrowerType: person.borrowerType,
        // Forms of earlier years are derived from the simulated history.
        taxFormsFrom: lastTaxYearOn(today) + 1,
        taxFormsOn: taxFormsDay(lastTaxYearOn(today) + 1),
        schools: person.schools.map(({ name, reportsEnrollment }) => ({
          school: name,
          clearingHouseFlag: reportsEnrollment,
        })),
      },
    ],
    accounts: all.map((account) => ({
      borrowerKey,
      accountId: account.accountId,
      accountNumber: account.accountNumber,
      kind: account.accountNumber.startsWith('J') ? 'commercial' : 'federal',
      loanType: account.demo.loanType,
      autoDebit,
      recordsSince: recordsSince(account),
      // Statements of earlier months are derived from the simulated history.
      statementsFrom: today,
      statementOn: quarterlyStatementOn(account.simulated.groups, today),
    })),
    loanGroups: all.flatMap((account) => groupRows(borrowerKey, account, today)),
    loans: all.flatMap((account) => loanRows(borrowerKey, account)),
    bills: all.flatMap((account) => billRows(borrowerKey, account)),
    groupTerms: all.flatMap((account) => termRows(borrowerKey, account)),
    loanEntries: all.flatMap((account) => entryRows(borrowerKey, account)),
    paymentInstructions: all.flatMap((account) => instructionRows(borrowerKey, account)),
    paymentMethods: methods,
    scheduledPayments: scheduledRows(person, all, methods, today),
    ...autoDebitRows(person, all, methods, webAccountId, today),
    paymentHistory: all.flatMap((account) => historyRows(borrowerKey, { description, today }, account)),
    documents: documentRows(person, webAccountId),
    pendingActions: person.pendingActions.map((action, position) => ({ borrowerKey, webAccountId, action, position })),
    paperlessEnrollments: paperlessRows(person),
    inboxMessages: messageRows(person, all, today),
    applications: applicationRows(person),
    loanPostponements: periodRows(person, all),
  };
}
