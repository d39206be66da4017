/** Who may apply for an income-driven plan here (R §2, §6). */
import type { LoanAccount, LoanAccounts } from '../../accounts/shapes.ts';
import type { PlainDate } from '../../calendar.ts';
import { isFarFromRepayment } from '../../repayment-start.ts';

/** The statuses of loans that are not in repayment yet. */
const BEFORE_REPAYMENT: readonly string[] = ['inSchool', 'inGrace', 'inSchoolOrGrace'];

type Groups = NonNullable<LoanAccount['borrowerGroupPayments']>;

/** Returns the groups of loans that are still owed, federal and commercial (ruling 43). */
const owedGroups = ({ federalAccounts, commercialAccounts }: LoanAccounts): Groups =>
  [...federalAccounts, ...commercialAccounts]
    .flatMap(({ borrowerGroupPayments }) => borrowerGroupPayments ?? [])
    .filter(({ status }) => status !== 'paidInFull');

/** Returns whether every loan that is owed is in school or in grace. */
export function areAllInSchoolOrGrace(accounts: LoanAccounts): boolean {
  const groups = owedGroups(accounts);
  return groups.length > 0 && groups.every(({ status }) => BEFORE_REPAYMENT.includes(status));
}

/** Returns whether it is too early to apply: every loan is in school or grace, and enters repayment in more than 90 days. */
export function isTooEarly(accounts: LoanAccounts, today: PlainDate): boolean {
  const loans = owedGroups(accounts).flatMap((group) => group.loans);
  return (
    areAllInSchoolOrGrace(accounts) &&
    loans.every(({ conversionToRepayDate }) => isFarFromRepayment(conversionToRepayDate, today))
  );
}

/** Returns the first day on which a loan enters repayment; null if unknown. */
export function firstConversion(accounts: LoanAccounts): PlainDate | null {
  const dates = owedGroups(accounts).flatMap(({ loans }) =>
    loans.flatMap(({ conversionToRepayDate }) => conversionToRepayDate ?? []),
  );
  return dates.sort()[0] ?? null;
}
