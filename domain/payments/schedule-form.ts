/** The form of the schedule step (Y §4.1, §4.2, §5.1): its validation, and the dependencies between fields. */
import * as v from 'valibot';
import { ZERO, formatTyped, parseTyped, sumCents } from '../money.ts';
import { validatedText, findProblems } from '../issue.ts';
import { type PayableAmounts, payableOn } from './cutoff.ts';
import {
  type Payable,
  type PaymentIssue,
  validateAllocation,
  validateOtherAmount,
  validateTypedDate,
  offeredOptions,
} from './rules.ts';
import {
  type ScheduleInput,
  accountsFor,
  chosenAmount,
  chosenDay,
  everyPayable,
  hiddenPayables,
  dueDateChoiceField,
  keepsDueDate,
  levelField,
  getLevel,
  offersToKeepDueDate,
  optionField,
  getOption,
  otherAmountField,
  parseOtherAmount,
  getPayables,
  startingSchedule,
  computeTotal,
  getTypedAmount,
} from './schedule.ts';
import type { BorrowerPayment } from './shapes.ts';
import type { PaymentDraft, ScheduleValues } from './submission-shapes.ts';

/** Validates the amount of an account or group together with those that are paid with it. */
function validatePayable(
  values: ScheduleValues,
  payable: Payable,
  siblings: readonly Payable[],
  { most: payoff, quoted }: PayableAmounts,
): PaymentIssue | undefined {
  if (getOption(values, payable) === 'OtherAmount') {
    // The payoff quote of the chosen day includes interest that the current payoff does not (ruling 79).
    if (payable.group === null && quoted !== undefined && parseOtherAmount(values, payable) === quoted)
      return undefined;
    const own = validateOtherAmount(getTypedAmount(values, payable), payoff);
    if (own !== undefined) return own;
  }
  // A single group's amount never exceeds the payoff, but their sum can. After payments under way, the limit can be below
  // the amount due.
  if (sumCents(siblings.map((each) => chosenAmount(values, each))) > payoff)
    return { code: 'amount.exceedsPayoff', payoff };
  if (payable.group === null) return undefined;
  const typed = siblings.flatMap((each) => {
    const amount = parseOtherAmount(values, each);
    return amount === undefined ? [] : [{ id: each.id, amount, due: each.due }];
  });
  const mine = typed.find(({ id }) => id === payable.id);
  const others = typed.filter(({ id }) => id !== payable.id);
  return mine && validateAllocation(mine, others);
}

/** Returns the schema of the step (Y §5.1): of the Other amounts that are shown; without any, of the chosen options. */
export function scheduleSchema(facts: ScheduleInput, values: ScheduleValues) {
  const { payment, dates } = facts;
  const entries: Record<string, v.GenericSchema> = {
    total: v.optional(
      validatedText((): PaymentIssue | undefined =>
        computeTotal(values, payment) === 0 ? { code: 'total.zero' } : undefined,
      ),
      '',
    ),
  };
  for (const account of accountsFor(facts, values)) {
    const payables = getPayables(values, account);
    const most = payableOn(account, chosenDay(values, dates), facts);
    const typed = payables.filter((payable) => getOption(values, payable) === 'OtherAmount');
    const toField = typed.length > 0 ? otherAmountField : optionField;
    for (const payable of typed.length > 0 ? typed : payables) {
      entries[toField(payable)] = v.optional(
        validatedText(() => validatePayable(values, payable, payables, most)),
        '',
      );
    }
  }
  return v.looseObject({ ...entries, paymentDate: validatedText((typed) => validateTypedDate(typed, dates)) });
}

/** Returns whether the schedule step is complete: no invalid field, and an amount to pay. */
export const isScheduleComplete = (facts: ScheduleInput, values: ScheduleValues): boolean =>
  findProblems(scheduleSchema(facts, values), values).length === 0;

/** Formats an Other amount when its field loses focus: two decimals, no commas; an invalid amount does not change. */
export function normalizeAmount(typed: string): string {
  const amount = parseTyped(typed);
  return amount === undefined ? typed : formatTyped(amount);
}

/**
 * Returns the values after a field changed (Y §4.1): a fixed option clears the Other amount beside it, and the box "do not
 * advance the due date" is unchecked wherever it appears or disappears.
 */
export function deriveOnChange(
  field: string,
  changed: ScheduleValues,
  before: ScheduleValues,
  facts: ScheduleInput,
): ScheduleValues {
  const id = /^option\.(.+)$/.exec(field)?.[1];
  const values =
    id === undefined || changed[`option.${id}`] === 'OtherAmount' ? changed : { ...changed, [`otherAmount.${id}`]: '' };
  return withBoxesReset({ facts, values }, { facts, values: before });
}

/** Returns whether an account or group is shown and its box is offered. */
const showsBox = (values: ScheduleValues, payable: Payable): boolean =>
  (payable.group !== null) === (getLevel(values, payable.account) === 'group') && offersToKeepDueDate(values, payable);

interface Filled {
  readonly facts: ScheduleInput;
  readonly values: ScheduleValues;
}

/** Returns the values with the box unchecked on each account and group where it is hidden now or was `before`. */
function withBoxesReset({ facts, values }: Filled, before: Filled): ScheduleValues {
  const accountsBefore = accountsFor(before.facts, before.values);
  let stored = values;
  for (const [index, account] of accountsFor(facts, values).entries()) {
    const payablesBefore = everyPayable(accountsBefore[index] ?? account);
    for (const [at, payable] of everyPayable(account).entries()) {
      if (!keepsDueDate(stored, payable)) continue;
      const was = showsBox(before.values, payablesBefore[at] ?? payable);
      if (!was || !showsBox(values, payable)) stored = { ...stored, [dueDateChoiceField(payable)]: false };
    }
  }
  return stored;
}

/** Returns the values after new data has loaded: the balances after the cutoff (Y §4.2). */
export const deriveValues = (values: ScheduleValues, facts: ScheduleInput, before: ScheduleInput): ScheduleValues =>
  withBoxesReset({ facts, values }, { facts: before, values });

/**
 * Returns the values on leaving the step (Y §4.2). An Other amount that is hidden, because its account is paid the other
 * way, is reset: to 0 if Other was selected, otherwise to empty. A visible one is normalized.
 */
export function settledSchedule(values: ScheduleValues, payment: BorrowerPayment): ScheduleValues {
  let settled = values;
  for (const account of payment.borrowerAccountPayments) {
    for (const payable of getPayables(values, account)) {
      settled = { ...settled, [otherAmountField(payable)]: normalizeAmount(getTypedAmount(values, payable)) };
    }
    for (const payable of hiddenPayables(values, account)) {
      const typed = getOption(values, payable) === 'OtherAmount' ? formatTyped(ZERO) : '';
      settled = { ...settled, [otherAmountField(payable)]: typed };
    }
  }
  return settled;
}

/** Returns the saved choices that are still valid: for known accounts and groups, with options that are offered. */
export function restoredSchedule(facts: ScheduleInput, stored: PaymentDraft['values']): ScheduleValues {
  const text = (field: string): string | undefined => {
    const value = stored[field];
    return typeof value === 'string' ? value : undefined;
  };
  const start = startingSchedule(facts);
  let values = { ...start, paymentDate: text('paymentDate') ?? start.paymentDate };
  for (const account of facts.payment.borrowerAccountPayments) {
    const level = text(levelField(account));
    if (level === 'account' || level === 'group') values = { ...values, [levelField(account)]: level };
    for (const payable of everyPayable(account)) {
      const option = offeredOptions(payable.due).find((offered) => offered === text(optionField(payable)));
      if (option === undefined) continue;
      const typed = option === 'OtherAmount' ? (text(otherAmountField(payable)) ?? '') : '';
      values = { ...values, [optionField(payable)]: option, [otherAmountField(payable)]: typed };
    }
  }
  for (const account of accountsFor(facts, values)) {
    for (const payable of everyPayable(account)) {
      const isTicked = stored[dueDateChoiceField(payable)] === true && showsBox(values, payable);
      values = { ...values, [dueDateChoiceField(payable)]: isTicked };
    }
  }
  return values;
}
