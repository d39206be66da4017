/** Standing instructions for payments above the amount due, by date, and their effect (rulings 15, 20). */
import type { BilledGroup } from './bills.ts';
import { nextBankingDay } from '../banking-days.ts';
import type { PlainDate } from '../calendar.ts';
import { type Cents, sumCents } from '../money.ts';
import { NO_INSTRUCTION } from './ledger.ts';
import { type StandingInstruction, INSTRUCTION_CODES } from './shapes.ts';
import { sumAllParts } from '../parts.ts';
import { postToAccount } from './posting.ts';

/** An instruction with the first payment date to which it applies; null if it has always applied. */
export interface DatedInstruction extends StandingInstruction {
  readonly effectiveFrom: PlainDate | null;
}

/** Returns the first payment date, not day of posting, to which a change of today applies: the next banking day. */
export const instructionEffectiveFrom = (today: PlainDate): PlainDate => nextBankingDay(today);

/** Returns the instruction that applies to a payment of `day`. `changes` are in chronological order. */
export function instructionOn(changes: readonly DatedInstruction[], day: PlainDate): StandingInstruction {
  const last = changes.findLast(({ effectiveFrom }) => effectiveFrom === null || effectiveFrom <= day);
  return last === undefined ? NO_INSTRUCTION : { code: last.code, groupId: last.groupId };
}

/** Returns whether two instructions have the same effect. Without an instruction, the highest rate comes first. */
export const isSameInstruction = (a: StandingInstruction, b: StandingInstruction): boolean =>
  a.code === b.code && a.groupId === b.groupId;

/** Returns all instructions that an account with these groups can have. A single group cannot be chosen. */
export const possibleInstructions = (groupIds: readonly string[]): StandingInstruction[] =>
  INSTRUCTION_CODES.flatMap((code): StandingInstruction[] => {
    if (code !== 'GROUP') return [{ code, groupId: null }];
    return groupIds.length < 2 ? [] : groupIds.map((groupId) => ({ code, groupId }));
  });

/** Returns how a payment would be divided under each possible instruction, by the rule that posts it. */
export const instructionExamples = (
  groups: readonly BilledGroup[],
  { amount, effectiveDate }: { readonly amount: Cents; readonly effectiveDate: PlainDate },
) =>
  possibleInstructions(groups.map(({ groupId }) => groupId)).map((instruction) => {
    const { paid } = postToAccount(groups, { amount, effectiveDate, groupId: null, keepsDueDate: false, instruction });
    return {
      ...instruction,
      shares: groups.map(({ groupId }) => ({
        groupId,
        amount: sumCents(
          paid.filter(({ group }) => group.groupId === groupId).map(({ applied }) => sumAllParts(applied)),
        ),
      })),
    };
  });
