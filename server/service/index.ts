/** Maps each call to its handler. A missing handler or one of the wrong type is a compile error. */
import type { access } from '#domain/access/calls.ts';
import type { accounts } from '#domain/accounts/calls.ts';
import type { autoDebit } from '#domain/auto-debit/calls.ts';
import type { banking } from '#domain/banking/calls.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { nextBankingDay } from '#domain/banking-days.ts';
import type { contact } from '#domain/contact/calls.ts';
import type { credentials } from '#domain/credentials/calls.ts';
import type { emailUs } from '#domain/email-us/calls.ts';
import type { inbox } from '#domain/inbox/calls.ts';
import type { instructions } from '#domain/instructions/calls.ts';
import type { paperless } from '#domain/paperless/calls.ts';
import type { identity } from '#domain/identity/calls.ts';
import type { documents } from '#domain/documents/calls.ts';
import type { deferment } from '#domain/deferment/calls.ts';
import type { drafts } from '#domain/drafts/calls.ts';
import type { forbearance } from '#domain/forbearance/calls.ts';
import type { loans } from '#domain/loans/calls.ts';
import type { loanDocuments } from '#domain/loan-documents/calls.ts';
import type { military } from '#domain/military/calls.ts';
import type { plans } from '#domain/plans/calls.ts';
import type { payers } from '#domain/payers/calls.ts';
import type { payments } from '#domain/payments/calls.ts';
import type { payoff } from '#domain/payoff/calls.ts';
import type { postponement } from '#domain/postponement/calls.ts';
import type { record } from '#domain/record/calls.ts';
import type { term } from '#domain/term/calls.ts';
import type { textAlerts } from '#domain/text-alerts/calls.ts';
import type { updates } from '#domain/updates/calls.ts';
import { accessFacts, completeAction } from './access.ts';
import { listAccounts } from './accounts.ts';
import { letterOfApplication, readApplication, withdrawApplication } from './application-details.ts';
import { listApplications, settleApplication } from './applications.ts';
import { changeAutoDebit, readAutoDebit, settleAutoDebit } from './auto-debit.ts';
import { bankName, saveMethod, validateBank } from './banking.ts';
import { emailOf, readContact, saveContact } from './contact.ts';
import { afterCutoffOf, availableDatesAt, borrowerPaymentOf, earliestPaymentDateAt, overviewOf } from './due.ts';
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
} from './deferment.ts';
import { downloadDocument, listDocuments, settleUpload, uploadDocument } from './documents.ts';
import { forgetDraft, readDraft, writeDraft } from './drafts.ts';
import { listSent, sendEmail, settleEmail } from './email-us.ts';
import { applyHardship, hardshipSummary } from './forbearance.ts';
import { forecastOf } from './forecast.ts';
import { listMessages, markMessages, pdfOf, plainTextOf, readMessage } from './inbox.ts';
import { changeInstruction, readInstructions, settleInstruction } from './instruction-changes.ts';
import { listInstructions } from './instructions.ts';
import { applyMilitary, loanInfo, militaryDates, militaryGroups, recertifications } from './military.ts';
import {
  accountSummary,
  borrowerWithAccounts,
  listNotifications,
  listStatusNotifications,
  onlyAccount,
} from './loans.ts';
import { accountRepayment } from './loan-repayment.ts';
import { listLoanDocuments, pdfOfLoanDocument, readLoanDocument } from './loan-documents.ts';
import { changeMethod, listManagedMethods, settleMethodChange } from './method-changes.ts';
import { listMethods } from './methods.ts';
import { planEstimates, planFacts, sendIdrEmail } from './plans.ts';
import { historyDetails, historyFile, listHistory, paymentTotals } from './payment-history.ts';
import { cancelPayment, settleCancellation } from './cancellation.ts';
import { payoffPdf, payoffQuote } from './payoff.ts';
import { changePayers, listPayers, settlePayers } from './payers.ts';
import { settlePayment, submitPayment, submitPaymentV1 } from './payments.ts';
import { claimsStatus, enroll, paperlessStatus, unenroll } from './paperless.ts';
import { changePasswordHere } from './password.ts';
import { cachedPerLoansVersion, cachedWithFacts } from './loans-cache.ts';
import { holdingsIn, portfolioIn, portfolioOn } from './portfolio.ts';
import { downloadRecord } from './record/download.ts';
import { listScheduled } from './scheduled.ts';
import type { Handler } from './scope.ts';
import { applyTerm, termLoanInfo } from './term.ts';
import { changeTextAlerts, readTextAlerts, settleTextAlertChange } from './text-alerts.ts';
import { calendarOfDates, readUpdates } from './updates.ts';
import { webAccountOf } from './web-account.ts';

type Entries<A> = A[keyof A];
type Served =
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
  | Entries<typeof updates>
  | (typeof documents)['list' | 'download' | 'upload' | 'settle'];

const borrowerPaymentIn = cachedWithFacts(
  async (scope, facts: { readonly earliest: PlainDate; readonly email: string }) =>
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
  'banking.settleChange': settleMethodChange,
  'autoDebit.read': readAutoDebit,
  'autoDebit.change': changeAutoDebit,
  'autoDebit.settle': settleAutoDebit,
  'payments.overview': cachedPerLoansVersion(async (scope) => overviewOf(await portfolioIn(scope))),
  'payments.availableDates': async ({ now }) => availableDatesAt(now),
  'payments.borrowerPayment': async (scope) =>
    borrowerPaymentIn(scope, { earliest: earliestPaymentDateAt(scope.now), email: await emailOf(scope) }),
  'payments.afterCutoff': cachedPerLoansVersion(async (scope) =>
    afterCutoffOf(portfolioOn(await holdingsIn(scope), nextBankingDay(scope.today))),
  ),
  'payments.specialInstructions': listInstructions,
  'payments.methods': listMethods,
  'payments.scheduled': listScheduled,
  'payments.submitV1': submitPaymentV1,
  'payments.submit': submitPayment,
  'payments.forecast': forecastOf,
  'payments.settle': settlePayment,
  'payments.history': listHistory,
  'payments.historyDetails': historyDetails,
  'payments.historyFile': historyFile,
  'payments.totals': paymentTotals,
  'payments.cancel': cancelPayment,
  'payments.settleCancellation': settleCancellation,
  'instructions.read': readInstructions,
  'instructions.change': changeInstruction,
  'instructions.settle': settleInstruction,
  'payers.list': listPayers,
  'payers.change': changePayers,
  'payers.settle': settlePayers,
  'payoff.quote': payoffQuote,
  'payoff.pdf': payoffPdf,
  'credentials.changePassword': changePasswordHere,
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
