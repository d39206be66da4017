/**
 * Expectations shared by the steps of a payment: the choices that remain when the facts load, and the input of each
 * step.
 */
import type { ContextFrom } from 'xstate';
import { sampleMethods, upcomingForTotalDue } from '#domain/payments/samples.ts';
import type { SavedMethod } from '#domain/payments/shapes.ts';
import { expectedForm } from '../../kit/expected-form.ts';
import type { PartOf } from 'xstate-workbench/model';
import type { ChangingPaymentData } from './facts-again.machine.ts';
import type { payflow } from './payflow.machine.ts';
import type { PaymentData } from './payment-facts.machine.ts';
import { wholeFacts } from './payment-facts.model.ts';
import type { MethodEntry } from '../payment-method/payment-method.machine.ts';
import {
  emptyEntry,
  storedMethod as keptNewAccount,
  otherSavedEntry,
  savedEntry,
} from '../payment-method/payment-method.model.ts';
import type { ScheduleEntry } from '../payment-schedule/payment-schedule.machine.ts';
import {
  coveredSchedule,
  extraSchedule,
  otherAmountSchedule,
  partlyCoveredSchedule,
  startingSchedule,
  tooLateSchedule,
} from '../payment-schedule/payment-schedule.model.ts';

type Context = ContextFrom<typeof payflow>;

const isPast = ({ draft: stored }: Context): boolean => stored?.values['paymentDate'] === '11/19/2026';

/** Returns true if the URL requests the sample account (ruling 70). */
const isAccountRequested = ({ link }: Context): boolean => link?.accountId === 'acct-1';

/**
 * Returns true if the earlier draft or choices are resumed: always if they were sent, never if they have no changes,
 * otherwise unless the URL requests another account.
 */
function isResumed(before: Context): boolean {
  const { draft: stored, schedule, key, isUntouched } = before;
  if (key !== null) return stored !== null || schedule !== null;
  if (stored === null) return schedule !== null && !isUntouched;
  return !stored.isUntouched && (!isAccountRequested(before) || stored.account === 'acct-1');
}

/** Returns true if the URL requests an extra payment on the sample account. */
export const isExtraRequested = (before: Context): boolean =>
  isAccountRequested(before) && before.link?.isExtra === true;

export const isOther = (schedule: ScheduleEntry | null): boolean =>
  schedule?.form.values['option.acct-1'] === 'OtherAmount';

/** Returns true if the scheduled payments cover the amount due. */
export const isCovered = ({ facts: known }: Pick<Context, 'facts'>): boolean => known?.upcoming === upcomingForTotalDue;

/** Returns true if the date of a schedule is past in the facts that load at the start. */
const isTooLate = ({ form }: ScheduleEntry): boolean => form.values.paymentDate === '11/19/2026';

/** Returns the schedule at the start: the defaults, the draft, or the choices before a failure (ruling 3). */
export function storedSchedule(before: Context, loaded: PaymentData): ScheduleEntry {
  const { draft: stored, schedule } = before;
  if (!isResumed(before)) {
    if (isExtraRequested(before)) return extraSchedule;
    return isCovered({ facts: loaded }) ? coveredSchedule : partlyCoveredSchedule;
  }
  if (stored !== null) return isPast(before) ? tooLateSchedule : otherAmountSchedule;
  return schedule === null
    ? startingSchedule
    : { form: expectedForm(schedule.form.values, isTooLate(schedule) ? schedule.form.problems : []), cutoff: null };
}

/** Returns true if a bank account is chosen. */
export const hasSource = ({ method }: Context): boolean => method?.methodId !== '' || method.verified !== null;

/** Returns true if a new account was saved during its verification. */
export const isSaved = ({ verified }: MethodEntry): boolean => verified?.savedId === 'method-3';

export function storedMethod(before: Context): MethodEntry {
  const { draft: stored, method } = before;
  if (!isResumed(before)) return savedEntry;
  if (stored !== null) return stored.methodId === '' ? keptNewAccount : otherSavedEntry;
  // The saved account is not part of the sample answer.
  return method === null || method.methodId === 'method-3' || isSaved(method) ? savedEntry : method;
}

type WithCompleted = Pick<Context, 'completed'>;

// The steps are completed in order.
export const hasMethod = ({ completed }: WithCompleted): boolean => completed.length === 2;
export const hasSchedule = ({ completed }: WithCompleted): boolean => completed.length > 0;
export const withoutMethod = (before: WithCompleted): Context['completed'] => (hasSchedule(before) ? ['schedule'] : []);

/**
 * Returns the completed steps. A step becomes incomplete if a choice is no longer valid, or if a new account must be
 * verified again.
 */
function storedSteps(before: Context): Context['completed'] {
  if (!isResumed(before)) return [];
  if (before.draft !== null && isPast(before)) return [];
  if (before.draft !== null) return before.draft.methodId === '' ? ['schedule'] : ['schedule', 'method'];
  return ['', 'method-3'].includes(before.method?.methodId ?? 'none') ? withoutMethod(before) : before.completed;
}

export const scheduleInput = ({
  schedule,
  account,
  facts: known,
}: Pick<Context, 'schedule' | 'account' | 'facts'>) => ({
  chooseSchedule: {
    payment: known?.payment,
    dates: known?.dates,
    today: known?.today,
    upcoming: known?.upcoming,
    account,
    accrualEnd: wholeFacts.accrualEnd,
    nearPayoffRange: 2_500,
    entry: schedule,
  },
});
/** Saved method for a new account that was saved, with masked numbers, after a return to the step. */
export const savedThere: SavedMethod = {
  profileId: 'method-3',
  profileName: 'My Checking Account',
  bankName: 'JPMorgan Chase',
  accountTypeId: 1,
  accountNumber: '*****1147',
  routingNumber: '*****0021',
  accountHolder: 'Avery Quist',
};
export const comeBackTo = (method: MethodEntry | null): MethodEntry | null =>
  method && isSaved(method) ? { ...emptyEntry, methodId: 'method-3' } : method;
export const methodInput = ({ method, limits, facts: known }: Pick<Context, 'method' | 'limits' | 'facts'>) => ({
  chooseMethod: {
    methods: known?.methods ?? sampleMethods,
    limits,
    canSave: true,
    entry: comeBackTo(method),
  },
});

/** Returns the account from the URL, or from the resumed choices. */
export const findAccount = (before: Context): string | null =>
  isAccountRequested(before) ? 'acct-1' : ((isResumed(before) ? before.draft?.account : null) ?? before.account);

/** Returns the steps after the facts have loaded; `draft` is consumed. */
export const started = (before: Context, loaded: PaymentData): PartOf<Context> => ({
  facts: loaded,
  account: findAccount(before),
  isDraftSetAside: before.isDraftSetAside || (before.draft !== null && !isResumed(before)),
  schedule: storedSchedule(before, loaded),
  isUntouched: !isResumed(before),
  method: storedMethod(before),
  mustReenterAccount: before.draft?.methodId === '' || before.mustReenterAccount,
  completed: storedSteps(before),
  isSentBefore: before.key !== null,
  draft: null,
});
/** Returns true if a draft with a new bank account is valid except for the account, whose step must be repeated. */
export const isAccountLost = ({ draft: stored, mustReenterAccount, completed }: Context): boolean =>
  stored === null
    ? mustReenterAccount && hasSchedule({ completed })
    : stored.methodId === '' && stored.values['paymentDate'] !== '11/19/2026';

export const withAgain = ({ facts: known }: Context, again: ChangingPaymentData): PaymentData | null =>
  known && { ...known, ...again };
/** The schedule as attempted, so that its errors are shown. */
export const attempted = ({ schedule }: Context): ScheduleEntry | null =>
  schedule && {
    form: expectedForm(schedule.form.values, [], { touched: schedule.form.touched, attempted: true }),
    cutoff: null,
  };
