/** Payment instructions: where money beyond the amount due goes (rulings 15, 20). */
import * as v from 'valibot';
import { AccountId, StandingInstruction } from '../../accounts/shapes.ts';
import { PlainDateFromWire } from '../../calendar.ts';
import { MoneyFromWire } from '../../money.ts';

export type Instruction = StandingInstruction;

/** A change requested by the borrower. */
export const InstructionChange = v.strictObject({
  accountId: AccountId,
  code: StandingInstruction.entries.code,
  groupId: v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{1,16}$/))),
});
export type InstructionChange = v.InferOutput<typeof InstructionChange>;

/**
 * The response to a change. `isChanged` is false if the account already has this instruction, for example from another tab.
 */
export const ChangedInstruction = v.object({ isChanged: v.boolean(), effectiveFrom: PlainDateFromWire });
export type ChangedInstruction = v.InferOutput<typeof ChangedInstruction>;

/** A change in the history of an account. */
export const InstructionRecord = v.object({
  ...StandingInstruction.entries,
  effectiveFrom: PlainDateFromWire,
  /** ISO instant. */
  changedAt: v.string(),
  /** `employee` is an employee who acted for the borrower. */
  changedBy: v.picklist(['borrower', 'employee']),
});
export type InstructionRecord = v.InferOutput<typeof InstructionRecord>;

/** How the next payment would be divided under each instruction. */
const Example = v.object({
  date: PlainDateFromWire,
  amount: MoneyFromWire,
  /** The part of the amount that is beyond the amount due. */
  extra: MoneyFromWire,
  rows: v.array(
    v.object({
      ...StandingInstruction.entries,
      shares: v.array(v.object({ groupId: v.string(), amount: MoneyFromWire })),
    }),
  ),
});

/** The instructions of one account. */
export const AccountInstructions = v.object({
  accountId: v.string(),
  accountName: v.string(),
  groups: v.array(v.object({ groupId: v.string(), loanType: v.string() })),
  /** In force for a payment of today. */
  current: StandingInstruction,
  /** In force for payments from `effectiveFrom` on, if that differs from `current`. */
  next: v.nullable(v.object({ ...StandingInstruction.entries, effectiveFrom: PlainDateFromWire })),
  /** The first payment date to which a change made now would apply. */
  effectiveFrom: PlainDateFromWire,
  example: Example,
  /** The latest change first. */
  history: v.array(InstructionRecord),
});
export type AccountInstructions = v.InferOutput<typeof AccountInstructions>;

export const InstructionsAnswer = v.object({
  accounts: v.array(v.object({ accountId: v.string(), accountName: v.string() })),
  /** Null if nothing is owed on any account. */
  account: v.nullable(AccountInstructions),
});
export type InstructionsAnswer = v.InferOutput<typeof InstructionsAnswer>;
