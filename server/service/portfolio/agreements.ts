/** The agreements about the payments of accounts: payments under way, auto debit and standing instructions. */
import { eq, isNotNull } from 'drizzle-orm';
import type { ChangePlan } from '#domain/accounts/changes.ts';
import { businessDate } from '#domain/calendar.ts';
import { AUTO_DEBIT } from '#domain/payments/payment-types.ts';
import { type GrantedPlan, isAwaited } from '#domain/repayment/postponement/approved-plans.ts';
import type { FixedDraft } from '#domain/timeline/drafts.ts';
import type { PendingPayment } from '#domain/timeline/pending.ts';
import type { Agreements, AutoDebitAgreement } from '#domain/timeline/timeline.ts';
import { applications, autoDebitDrafts, autoDebits, scheduledPayments } from '../../db/schema/index.ts';
import { byAccount } from '../group-by.ts';
import { type Own, ownRows } from '../own-rows.ts';
import { readChanges, toDraftChange } from './auto-debit-changes.ts';
import { readAllInstructions } from './instructions.ts';
import { inOrder } from './debits.ts';

/** A payment under way, with the ids of its row. */
export interface PendingRow extends PendingPayment {
  readonly paymentId: string;
  readonly paymentDetailId: string;
  readonly paymentType: (typeof scheduledPayments.$inferSelect)['paymentType'];
}

/** A fixed draft, with the saved bank account on which it is drawn. */
export interface FixedRow extends FixedDraft {
  readonly profileId: string;
}

/** The agreements about an account. */
export interface AccountAgreements extends Agreements {
  readonly payments: readonly PendingRow[];
  readonly autoDebit: (Omit<AutoDebitAgreement, 'fixed'> & { readonly fixed: readonly FixedRow[] }) | null;
}

/** Returns the change with which a plan begins after its exit payment. */
export const changeAfterExit = ({ plan, payments, runs }: GrantedPlan): ChangePlan => ({
  kind: 'changePlan',
  plan,
  payments,
  runs,
  cause: 'exit',
});

/** Reads the agreements about each account, with the plans after exit payments if `isLeavingIbr`. */
export async function readAgreements(
  own: Own,
  isLeavingIbr = false,
): Promise<(accountId: string) => AccountAgreements> {
  const isWaiting = eq(applications.status, 'exitPaymentDue');
  const waiting = isLeavingIbr ? await ownRows(own, applications, isWaiting) : [];
  const awaited = waiting.flatMap(({ plans }) => (plans ?? []).filter(isAwaited));
  const s = scheduledPayments;
  const { paymentId, paymentDetailId, paymentType, amount, groupId, effectiveDate, authorizedAt } = s;
  const { keepsDueDate, billDueDate, isExtra } = s;
  const terms = { amount, groupId, effectiveDate, authorizedAt, keepsDueDate, billDueDate, isExtra };
  const rows = await own.db
    .select({ paymentId, paymentDetailId, paymentType, accountId: s.accountId, ...terms })
    .from(s)
    .where(eq(s.borrowerKey, own.borrowerKey));
  const progress = await ownRows(own, autoDebits);
  const d = autoDebitDrafts;
  const fixed = progress.length === 0 ? [] : await ownRows(own, d, isNotNull(d.actionOn));
  const changes = progress.length === 0 ? [] : await readChanges(own);
  const instructions = await readAllInstructions(own);
  const [paymentsByAccount, fixedBy, changesBy] = [
    byAccount(rows.toSorted(inOrder)),
    byAccount(fixed),
    byAccount(changes),
  ];
  return (accountId) => {
    const autoDebit = progress.find((row) => row.accountId === accountId);
    return {
      payments: (paymentsByAccount.get(accountId) ?? []).map(({ authorizedAt: at, ...row }): PendingRow => ({
        ...row,
        authorizedOn: businessDate(at),
        instruction: instructions.on(accountId, row.effectiveDate),
      })),
      autoDebit:
        autoDebit === undefined
          ? null
          : {
              changes: (changesBy.get(accountId) ?? []).map(toDraftChange),
              draftedThrough: autoDebit.draftedThrough,
              fixed: (fixedBy.get(accountId) ?? []).flatMap(({ actionOn: drawnOn, ...draft }) =>
                drawnOn === null ? [] : [{ ...draft, drawnOn }],
              ),
            },
      instructions: instructions.of(accountId),
      ...(awaited.length > 0 && {
        exitPlans: Object.fromEntries(
          awaited.filter((plan) => plan.accountId === accountId).map((plan) => [plan.groupId, changeAfterExit(plan)]),
        ),
      }),
    };
  };
}

/** Returns whether a payment under way is a draft of auto debit. */
export const isDraft = ({ paymentType }: Pick<PendingRow, 'paymentType'>): boolean => paymentType === AUTO_DEBIT;
