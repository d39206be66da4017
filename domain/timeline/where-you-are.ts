/** The situations of a borrower that the dashboard lists above the accounts. */
import { accountName } from '../account-name.ts';
import { getDaysPastDue, groupPastDue } from '../accounts/delinquency.ts';
import { daysInWords, nextPaymentText, pastDueHeading, pauseText } from '../accounts/messages.ts';
import type { LoanAccount, LoanAccounts } from '../accounts/shapes.ts';
import { addDays, formatUsDate } from '../calendar.ts';
import { formatUsd, sumCents } from '../money.ts';
import { startAgainText } from '../pause-end.ts';
import { detailsAddress } from '../repayment/postponement/address.ts';
import { isInProcess, isUndecided } from '../repayment/postponement/rules.ts';
import type { Application } from '../repayment/postponement/shapes.ts';
import { applicationKindNames, applicationStatusNames, nextText } from '../repayment/postponement/status-names.ts';

/** One situation that a borrower is in. */
export interface Situation {
  /** Distinguishes it from others with the same text. */
  readonly key: string;
  readonly what: string;
  /** The subject and the next event. */
  readonly details: readonly string[];
  /** What to do about it. Null if there is nothing to do. */
  readonly link: { readonly text: string; readonly page: string } | null;
}

/** The facts that determine the borrower's situations. */
export interface SituationInput {
  readonly accounts: LoanAccounts;
  readonly applications: readonly Application[];
  /** Whether the status of applications is shown (flag `applicationStatusInfoEnabled`). */
  readonly isStatusShown: boolean;
}

const OPTIONS = '/repayment-options';

const listPastDue = ({ accounts }: SituationInput): Situation[] =>
  groupPastDue(accounts).map((group) => {
    const amount = formatUsd(sumCents(group.accounts.map(({ pastDueAmt }) => pastDueAmt)));
    const days = Math.max(...group.accounts.map(getDaysPastDue));
    return {
      key: `pastDue ${group.since} ${group.program}`,
      what: `Past due since ${formatUsDate(group.since)}`,
      details: [`${pastDueHeading(group)}: ${amount}, ${daysInWords(days)} past due`],
      link: group.program === 'private' ? null : { text: 'See what you can do', page: `${OPTIONS}/can-not-afford` },
    };
  });

/** Returns the name of the document that an application waits for; undefined without one. */
const missingDocument = (application: Application): string | undefined =>
  isUndecided(application) && application.document?.uploads.length === 0 ? application.document.name : undefined;

const listApplications = ({ applications, isStatusShown }: SituationInput): Situation[] =>
  applications.filter(isInProcess).map((application) => {
    const { kind, status, confirmationNumber } = application;
    const missing = missingDocument(application);
    const name = applicationKindNames[kind];
    return {
      key: confirmationNumber,
      what: isStatusShown ? `${name}: ${applicationStatusNames[status]}` : `${name}: application in process`,
      details: [
        ...(isStatusShown && application.next != null ? [nextText(application)] : []),
        ...(missing === undefined ? [] : [`We need this document from you: ${missing}`]),
      ],
      link: { text: 'See your application', page: isStatusShown ? detailsAddress(confirmationNumber) : OPTIONS },
    };
  });

const listRecertifications = (account: LoanAccount): Situation[] =>
  account.recertifyBy == null
    ? []
    : [
        {
          key: `recertify ${account.accountId}`,
          what: `Recertify your income by ${formatUsDate(account.recertifyBy)}`,
          details: [accountName(account)],
          link: { text: 'See how to apply', page: OPTIONS },
        },
      ];

const listPauses = (account: LoanAccount): Situation[] =>
  (account.pauses ?? []).map(({ status, lastDay, firstPayment }) => ({
    key: `${account.accountId} ${status} ${lastDay}`,
    what: pauseText(status, lastDay),
    details: [
      accountName(account),
      `Your ${startAgainText(addDays(lastDay, 1))}`,
      ...(firstPayment === null ? [] : [nextPaymentText({ ...firstPayment, isFirst: true })]),
    ],
    link: null,
  }));

/** Returns the situations of a borrower in this order: past due, applications, recertification, pauses. */
export function listSituations(facts: SituationInput): readonly Situation[] {
  const all = [...facts.accounts.federalAccounts, ...facts.accounts.commercialAccounts];
  return [
    ...listPastDue(facts),
    ...listApplications(facts),
    ...all.flatMap(listRecertifications),
    ...all.flatMap(listPauses),
  ];
}
