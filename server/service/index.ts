/** Maps each call to its handler. A missing handler or one of the wrong type is a compile error. */
import type { access } from '#domain/session/access/calls.ts';
import type { accounts } from '#domain/accounts/calls.ts';
import type { autoDebit } from '#domain/payments/auto-debit/calls.ts';
import type { banking } from '#domain/payments/banking/calls.ts';
import { nextBankingDay } from '#domain/banking-days.ts';
import type { confirmation } from '#domain/session/confirmation/calls.ts';
import type { contact } from '#domain/profile/contact/calls.ts';
import type { credentials } from '#domain/session/credentials/calls.ts';
import type { emailUs } from '#domain/messages/email-us/calls.ts';
import type { inbox } from '#domain/messages/inbox/calls.ts';
import type { instructions } from '#domain/payments/instructions/calls.ts';
import type { paperless } from '#domain/messages/paperless/calls.ts';
import type { identity } from '#domain/session/identity/calls.ts';
import type { documents } from '#domain/documents/calls.ts';
import type { deferment } from '#domain/repayment/deferment/calls.ts';
import type { drafts } from '#domain/portal/drafts/calls.ts';
import type { forbearance } from '#domain/repayment/forbearance/calls.ts';
import type { loans } from '#domain/accounts/loans/calls.ts';
import type { loanDocuments } from '#domain/accounts/loan-documents/calls.ts';
import type { military } from '#domain/repayment/military/calls.ts';
import type { plans } from '#domain/plans/calls.ts';
import type { payers } from '#domain/profile/payers/calls.ts';
import type { payments } from '#domain/payments/calls.ts';
import type { payoff } from '#domain/payments/payoff/calls.ts';
import type { postponement } from '#domain/repayment/postponement/calls.ts';
import type { record } from '#domain/accounts/record/calls.ts';
import type { security } from '#domain/session/security/calls.ts';
import type { term } from '#domain/repayment/term/calls.ts';
import type { textAlerts } from '#domain/messages/text-alerts/calls.ts';
import type { updates } from '#domain/accounts/updates/calls.ts';
import { accessFacts, completeAction } from './session/access.ts';
import { listAccounts } from './accounts/accounts.ts';
import { letterOfApplication, readApplication, withdrawApplication } from './repayment/application-details.ts';
import { listApplications, settleApplication } from './repayment/applications.ts';
import { changeAutoDebit, nextDraftsOf, readAutoDebit, autoDebitSubmissions } from './payments/auto-debit.ts';
import {
  bankName,
  changeMethod,
  listManagedMethods,
  saveMethod,
  methodChanges,
  validateBank,
} from './payments/banking.ts';
import { emailOf } from '../credentials/contact.ts';
import { checkEmailCode, confirmPassword, sendEmailCode } from './confirmation/confirmation.ts';
import { endSecurity, readSecurity } from './session/security.ts';
import { readContact, saveContact } from './profile/contact.ts';
import {
  afterCutoffOf,
  availableDatesAt,
  type PaymentFacts,
  borrowerPaymentOf,
  earliestPaymentDateAt,
  overviewOf,
} from './payments/due.ts';
import {
  applyEconomicHardship,
  applyInSchool,
  applyRehabilitation,
  applyUnemployment,
  costOfPause,
  currentSchool,
  defermentEligibility,
  defermentGroups,
  inSchoolGroups,
  incomeCheck,
} from './repayment/deferment.ts';
import { downloadDocument, listDocuments, settleUpload, uploadDocument } from './documents/documents.ts';
import { forgetDraft, readDraft, writeDraft } from './portal/drafts.ts';
import { listSent, sendEmail, settleEmail } from './messages/email-us.ts';
import { applyHardship, hardshipSummary } from './repayment/forbearance.ts';
import { forecastOf } from './payments/forecast.ts';
import { listMessages, markMessages, pdfOf, plainTextOf, readMessage } from './messages/inbox.ts';
import {
  changeInstruction,
  listInstructions,
  readInstructions,
  instructionSubmissions,
} from './payments/instruction-changes.ts';
import { applyMilitary, loanInfo, militaryDates, militaryGroups, recertifications } from './repayment/military.ts';
import {
  accountSummary,
  borrowerWithAccounts,
  listNotifications,
  listStatusNotifications,
  onlyAccount,
} from './accounts/loans.ts';
import { accountRepayment } from './accounts/loan-repayment.ts';
import { listLoanDocuments, pdfOfLoanDocument, readLoanDocument } from './loan-documents/document-calls.ts';
import { methodsFor } from './payments/methods.ts';
import { planEstimates, planFacts, sendIdrEmail } from './repayment/plans.ts';
import { historyDetails, historyFile, listHistory, paymentTotals } from './payments/payment-history.ts';
import { cancelPayment, listScheduled, cancellations } from './payments/scheduled.ts';
import { payoffPdf, payoffQuote } from './payments/payoff.ts';
import { changePayers, listPayers, settlePayers } from './profile/payers.ts';
import { paymentSubmissions, submitPayment, submitPaymentV1 } from './payments/payments.ts';
import { claimsStatus, enroll, paperlessStatus, unenroll } from './messages/paperless.ts';
import { changePasswordHere } from './session/password.ts';
import { cachedPerLoansVersion, cachedWithFacts } from './loans-cache.ts';
import { holdingsIn, portfolioIn, portfolioOn } from './portfolio/portfolio.ts';
import { downloadRecord } from './accounts/record/download.ts';
import type { Handler } from './scope.ts';
import { applyTerm, termLoanInfo } from './repayment/term.ts';
import { changeTextAlerts, readTextAlerts, settleTextAlertChange } from './messages/text-alerts.ts';
import { calendarOfDates, readUpdates } from './accounts/updates.ts';
import { webAccountOf } from './profile/web-account.ts';

type Entries<A> = A[keyof A];
export type Served =
  | Entries<typeof access>
  | Entries<typeof identity>
  | Entries<typeof accounts>
  | Entries<typeof loans>
  | Entries<typeof loanDocuments>
  | Entries<typeof autoDebit>
  | Entries<typeof banking>
  | Entries<typeof payments>
  | Entries<typeof payers>
  | Entries<typeof payoff>
  | Entries<typeof instructions>
  | (typeof credentials)['changePassword']
  | Entries<typeof contact>
  | Entries<typeof inbox>
  | Entries<typeof paperless>
  | Entries<typeof textAlerts>
  | Entries<typeof emailUs>
  | Entries<typeof drafts>
  | Entries<typeof deferment>
  | Entries<typeof forbearance>
  | Entries<typeof military>
  | Entries<typeof postponement>
  | Entries<typeof term>
  | Entries<typeof plans>
  | Entries<typeof record>
  | Entries<typeof confirmation>
  | Entries<typeof security>
  | Entries<typeof updates>
  | (typeof documents)['list' | 'download' | 'upload' | 'settle'];

const borrowerPaymentIn = cachedWithFacts(async (scope, facts: Omit<PaymentFacts, 'today'>) =>
  borrowerPaymentOf(await portfolioIn(scope), { ...facts, today: scope.today }),
);

export const handlers: { readonly [C in Served as C['id']]: Handler<C> } = {
  'identity.webAccount': webAccountOf,
  'access.facts': accessFacts,
  'access.completeAction': completeAction,
  'accounts.list': listAccounts,
  'loans.summary': accountSummary,
  'loans.onlySummary': onlyAccount,
  'loans.repayment': accountRepayment,
  'loans.borrowerWithAccounts': borrowerWithAccounts,
  'loans.notifications': listNotifications,
  'loans.statusNotifications': listStatusNotifications,
  'loanDocuments.list': listLoanDocuments,
  'loanDocuments.read': readLoanDocument,
  'loanDocuments.pdf': pdfOfLoanDocument,
  'banking.bankName': bankName,
  'banking.validate': validateBank,
  'banking.save': saveMethod,
  'banking.methods': listManagedMethods,
  'banking.change': changeMethod,
  'banking.settleChange': methodChanges.settle,
  'autoDebit.read': readAutoDebit,
  'autoDebit.change': changeAutoDebit,
  'autoDebit.settle': autoDebitSubmissions.settle,
  'payments.overview': cachedPerLoansVersion(async (scope) => {
    const portfolio = await portfolioIn(scope);
    return overviewOf(portfolio, nextDraftsOf(portfolio));
  }),
  'payments.availableDates': async ({ now }) => availableDatesAt(now),
  'payments.borrowerPayment': async (scope) =>
    borrowerPaymentIn(scope, {
      earliest: earliestPaymentDateAt(scope.now),
      email: await emailOf(scope),
      payoffQuoteDays: scope.payoffQuoteDays,
      isPayer: scope.person.role === 'payer',
    }),
  'payments.afterCutoff': cachedPerLoansVersion(async (scope) =>
    afterCutoffOf(portfolioOn(await holdingsIn(scope), nextBankingDay(scope.today))),
  ),
  'payments.specialInstructions': listInstructions,
  'payments.methods': methodsFor,
  'payments.scheduled': listScheduled,
  'payments.submitV1': submitPaymentV1,
  'payments.submit': submitPayment,
  'payments.forecast': forecastOf,
  'payments.settle': paymentSubmissions.settle,
  'payments.history': listHistory,
  'payments.historyDetails': historyDetails,
  'payments.historyFile': historyFile,
  'payments.totals': paymentTotals,
  'payments.cancel': cancelPayment,
  'payments.settleCancellation': cancellations.settle,
  'instructions.read': readInstructions,
  'instructions.change': changeInstruction,
  'instructions.settle': instructionSubmissions.settle,
  'payers.list': listPayers,
  'payers.change': changePayers,
  'payers.settle': settlePayers,
  'payoff.quote': payoffQuote,
  'payoff.pdf': payoffPdf,
  'credentials.changePassword': changePasswordHere,
  'security.read': readSecurity,
  'security.end': endSecurity,
  'confirmation.password': confirmPassword,
  'confirmation.sendEmailCode': sendEmailCode,
  'confirmation.checkEmailCode': checkEmailCode,
  'contact.read': readContact,
  'contact.save': saveContact,
  'inbox.messages': listMessages,
  'inbox.message': readMessage,
  'inbox.mark': markMessages,
  'inbox.pdf': pdfOf,
  'inbox.plainText': plainTextOf,
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
  'drafts.read': readDraft,
  'drafts.write': writeDraft,
  'drafts.forget': forgetDraft,
  'documents.list': listDocuments,
  'documents.download': downloadDocument,
  'documents.upload': uploadDocument,
  'documents.settle': settleUpload,
  'deferment.eligibility': defermentEligibility,
  'deferment.incomeCheck': incomeCheck,
  'deferment.groups': defermentGroups,
  'deferment.inSchoolGroups': inSchoolGroups,
  'deferment.currentSchool': currentSchool,
  'deferment.applyUnemployment': applyUnemployment,
  'deferment.applyEconomicHardship': applyEconomicHardship,
  'deferment.applyRehabilitation': applyRehabilitation,
  'deferment.applyInSchool': applyInSchool,
  'forbearance.hardshipSummary': hardshipSummary,
  'forbearance.applyHardship': applyHardship,
  'military.dates': militaryDates,
  'military.groups': militaryGroups,
  'military.loanInfo': loanInfo,
  'military.recertifications': recertifications,
  'military.apply': applyMilitary,
  'postponement.applications': listApplications,
  'postponement.application': readApplication,
  'postponement.withdraw': withdrawApplication,
  'postponement.letter': letterOfApplication,
  'postponement.settle': settleApplication,
  'postponement.cost': costOfPause,
  'term.loanInfo': termLoanInfo,
  'term.apply': applyTerm,
  'plans.estimates': planEstimates,
  'plans.facts': planFacts,
  'plans.sendIdrEmail': sendIdrEmail,
  'record.download': downloadRecord,
  'updates.read': readUpdates,
  'updates.calendar': calendarOfDates,
};
