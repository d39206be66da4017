/** The plans that an approval grants: stored as decided, and named in the page, the letter and the message (ruling 99). */
import { type PlainDate, formatUsDate } from '../../calendar.ts';
import { formatUsd, sumCents, type Cents } from '../../money.ts';
import type { PaymentRun } from '../../accounts/shapes.ts';
import { getPreferredName } from '../../plans/catalogue.ts';
import { isGraduated, type Plan } from '../../plan-names.ts';
import type { ApprovedPlan } from './shapes.ts';

/** The payment for leaving IBR of one group. */
export interface AwaitedExit {
  readonly amount: Cents;
  readonly dueDate: PlainDate;
  /** The day on which it lapses, unless a payment in time is under way then. */
  readonly checkOn: PlainDate;
  /** `returned` if the bank has returned a payment that paid it; the plan has begun. */
  readonly state: 'awaited' | 'paid' | 'returned' | 'lapsed';
}

/** The new plan of a group, as decided. Amounts are in cents. */
export interface GrantedPlan {
  readonly accountId: string;
  readonly groupId: string;
  readonly plan: Plan;
  /** The first monthly payment, and its due date; null if nothing is owed. */
  readonly payment: Cents;
  readonly firstDueDate: PlainDate | null;
  /** The payment of each changed loan, by loan id, and the payments of the group from the first installment on. */
  readonly payments: Readonly<Record<string, Cents>>;
  readonly runs: readonly PaymentRun[];
  /** Null if the plan began with the approval. */
  readonly exit: AwaitedExit | null;
}

/** A granted plan that begins when its exit payment is paid. */
export type WithExit = GrantedPlan & { readonly exit: AwaitedExit };

/** Returns whether the exit payment of a plan is awaited. */
export const isAwaited = (plan: GrantedPlan): plan is WithExit => plan.exit?.state === 'awaited';

/** Returns the exit payment that is checked first; null if none is awaited. */
export function awaitedExit(plans: readonly GrantedPlan[]): { dueOn: PlainDate; checkOn: PlainDate } | null {
  const [first] = plans
    .flatMap(({ exit }) => (exit?.state === 'awaited' ? [exit] : []))
    .toSorted((a, b) => (a.checkOn < b.checkOn ? -1 : 1));
  return first === undefined ? null : { dueOn: first.dueDate, checkOn: first.checkOn };
}

/** Returns granted plans for display: one for all groups with the same plan and dates. */
export function toApprovedPlans(granted: readonly GrantedPlan[]): ApprovedPlan[] {
  const toKey = ({ plan, firstDueDate, exit }: GrantedPlan): string =>
    JSON.stringify([plan, firstDueDate, exit?.dueDate]);
  return [...new Set(granted.map(toKey))].flatMap((key): ApprovedPlan[] => {
    const same = granted.filter((each) => toKey(each) === key);
    const [first] = same;
    if (first === undefined) return [];
    const { plan, firstDueDate, exit } = first;
    const amount = sumCents(same.flatMap((each) => (each.exit === null ? [] : [each.exit.amount])));
    const payment = sumCents(same.map((each) => each.payment));
    return [{ plan, payment, firstDueDate, exitPayment: exit && { amount, dueDate: exit.dueDate } }];
  });
}

/** Returns the plans that have begun, or are still to begin. */
export const plansInForce = (granted: readonly GrantedPlan[]): GrantedPlan[] =>
  granted.filter(({ exit }) => exit?.state !== 'lapsed');

/** The consequence of not making the exit payment. */
export const EXIT_LAPSED =
  "We didn't get your exit payment in time, so your new plan didn't begin. Your loans stay on Income-Based Repayment (IBR). You can apply again.";

/** Returns the sentences about an approved plan: its name, its payment, the first due date, and that payments rise. */
function planLine({ plan, payment, firstDueDate }: ApprovedPlan): string {
  const from = firstDueDate === null ? '' : `, first due on ${formatUsDate(firstDueDate)}`;
  const later = isGraduated(plan) ? ' It goes up every two years.' : '';
  return `Your new plan is ${getPreferredName(plan)}. Your payment is ${formatUsd(payment)} a month${from}.${later}`;
}

/** Returns the sentences about plans that have begun. */
export const begunPlanLines = (plans: readonly ApprovedPlan[]): string[] => plans.map(planLine);

/** Returns the sentences about approved plans, with the payment for leaving IBR that each begins with. */
export const approvedPlanLines = (plans: readonly ApprovedPlan[]): string[] =>
  plans.flatMap((plan) => {
    const { exitPayment } = plan;
    const line = planLine(plan);
    if (exitPayment === null) return [line];
    const [amount, day] = [formatUsd(exitPayment.amount), formatUsDate(exitPayment.dueDate)];
    return [
      line,
      `To leave Income-Based Repayment (IBR), make one exit payment of ${amount} by ${day}. Your new plan begins on the day when it's paid in full, and unpaid interest is added to your principal then. If it isn't paid by ${day}, your loans stay on IBR.`,
    ];
  });

/** A letter to the borrower about the exit payment. */
interface ExitLetter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** Returns the letter about plans that have begun because the exit payment was paid. */
export const planBegunLetter = (plans: readonly ApprovedPlan[]): ExitLetter => ({
  subject: 'Your new plan has begun',
  paragraphs: [
    'We got your exit payment, so your loans have left Income-Based Repayment (IBR). Unpaid interest was added to your principal.',
    ...begunPlanLines(plans),
  ],
});

/** Returns the letter about an exit payment that the bank has returned. */
export const exitReturnedLetter = (dueDate: PlainDate): ExitLetter => ({
  subject: 'Your exit payment is due again',
  paragraphs: [
    `Your bank returned the payment that paid your exit payment for leaving IBR. It was due on ${formatUsDate(dueDate)}. Please pay it as soon as you can.`,
    'Your new plan stays in effect.',
  ],
});

/** The letter about an exit payment that was not made in time. */
export const EXIT_LAPSED_LETTER: ExitLetter = {
  subject: "Your new plan didn't begin",
  paragraphs: [EXIT_LAPSED, 'Your next IBR bill is shown under My Loans.'],
};
