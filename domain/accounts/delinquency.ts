/** Delinquency: the number of days an account is past due, and the consequences by date. */
import { type PlainDate, addDays, daysBetween, later } from '../calendar.ts';
import { DEFAULT_DAYS } from '../loan-default.ts';
import type { LoanAccount, LoanAccounts } from './shapes.ts';

/** Days past due at which a loan is reported to the consumer reporting agencies: by the Department of Education, and by FFELP servicers. */
const REPORTING_DAYS = { education: 90, ffelp: 60 } as const;

/** The program whose rules determine the consequences; those of a private lender are unknown. */
export type Program = keyof typeof REPORTING_DAYS | 'private';

/** A consequence at a number of days past due, if nothing is paid. */
export interface Consequence {
  readonly code: 'reporting' | 'default';
  readonly days: number;
  readonly date: PlainDate;
}

/** Accounts of one program that are past due since the same day. */
export interface PastDueGroup {
  readonly program: Program;
  readonly since: PlainDate;
  readonly accounts: readonly LoanAccount[];
  /** Empty for private loans. */
  readonly consequences: readonly Consequence[];
}

type Delinquent = Pick<LoanAccount, 'pastDueSince' | 'daysPastDue' | 'balanceDate' | 'pauses'>;

/** Returns for how many days an account is past due, without those in granted pauses (ruling 97). 0 if it is not. */
export const getDaysPastDue = ({ pastDueSince: since, daysPastDue, balanceDate: today }: Delinquent): number =>
  since == null || today === undefined ? 0 : (daysPastDue ?? daysBetween(since, today));

/** Returns whether loans of an account are in default (ruling 97), by the statuses of its groups. */
export const hasDefault = ({ borrowerGroupPayments }: Pick<LoanAccount, 'borrowerGroupPayments'>): boolean =>
  borrowerGroupPayments?.some(({ status }) => status === 'inDefault') ?? false;

/** Returns whether an account is past due with loans that are not in default, so that a pause or another plan may help. */
export const isBeforeDefault = (account: Pick<LoanAccount, 'pastDueAmt' | 'borrowerGroupPayments'>): boolean =>
  account.pastDueAmt > 0 &&
  (!hasDefault(account) || account.borrowerGroupPayments?.some(({ status }) => status === 'pastDue') === true);

/** Returns the consequences. Pauses move their dates, including the remaining days of a running pause. */
function getConsequences(program: Program, account: Delinquent): readonly Consequence[] {
  const { pastDueSince: since, pauses = [] } = account;
  if (program === 'private' || since == null) return [];
  const today = account.balanceDate ?? since;
  const counted = getDaysPastDue(account);
  const resumes = pauses.reduce((day, { lastDay }) => later(day, addDays(lastDay, 1)), today);
  const at = (code: Consequence['code'], days: number) => {
    const date = addDays(today, days - counted);
    return { code, days, date: days > counted ? addDays(date, daysBetween(today, resumes)) : date };
  };
  return [at('reporting', REPORTING_DAYS[program]), at('default', DEFAULT_DAYS)];
}

/** Groups the past-due accounts by program and day, the longest past due first. Accounts without a known day are left out. */
export function groupPastDue({ federalAccounts, commercialAccounts }: LoanAccounts): readonly PastDueGroup[] {
  const groups = new Map<string, PastDueGroup>();
  const add = (account: LoanAccount, program: Program) => {
    const { pastDueAmt, pastDueSince: since } = account;
    if (pastDueAmt <= 0 || since === null || since === undefined) return;
    const key = `${since} ${program} ${getDaysPastDue(account)}`;
    const accounts = [...(groups.get(key)?.accounts ?? []), account];
    groups.set(key, { program, since, accounts, consequences: getConsequences(program, account) });
  };
  // Accounts of the Department of Education start with E, FFELP accounts with D (ruling 11).
  for (const account of federalAccounts) add(account, account.accountNumber.startsWith('E') ? 'education' : 'ffelp');
  for (const account of commercialAccounts) add(account, 'private');
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}
