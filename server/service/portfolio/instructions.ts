/** Standing instructions for payments above the amount due (rulings 15, 20). */
import { type DatedInstruction, instructionOn } from '#domain/accounts/instructions.ts';
import type { StandingInstruction } from '#domain/accounts/shapes.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { paymentInstructionChanges, paymentInstructions } from '../../db/schema/index.ts';
import { byAccount } from '../group-by.ts';
import { type Own, ownRows } from '../own-rows.ts';

/** The standing instructions of a borrower, by account and payment date. */
export interface Instructions {
  /** Returns the changes of the instruction of an account, the oldest first. */
  of(accountId: string): readonly DatedInstruction[];
  /** Returns the instruction that applies to a payment on an account on `day`. */
  on(accountId: string, day: PlainDate): StandingInstruction;
}

/** Reads the borrower's standing instructions with their changes. */
export async function readAllInstructions(own: Own): Promise<Instructions> {
  const c = paymentInstructionChanges;
  const initial = await ownRows(own, paymentInstructions);
  const changed = await ownRows(own, c, undefined, c.changedAt, c.changeId);
  const changesBy = byAccount([...initial.map((row) => ({ ...row, effectiveFrom: null })), ...changed]);
  const of = (accountId: string) => changesBy.get(accountId) ?? [];
  return { of, on: (accountId, day) => instructionOn(of(accountId), day) };
}
