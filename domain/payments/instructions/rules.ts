/** Validation of a change of a payment instruction. */
import * as v from 'valibot';
import { type PlainIssue, validatedText } from '../../issue.ts';
import type { AccountInstructions, Instruction } from './shapes.ts';

export type InstructionIssue = PlainIssue<'instruction.required' | 'instruction.group' | 'instruction.same'>;

/** Returns the instruction that applies to later payments. */
export const latestInstruction = ({ current, next }: Pick<AccountInstructions, 'current' | 'next'>): Instruction =>
  next === null ? current : { code: next.code, groupId: next.groupId };

/** Validates a change of the `latest` instruction: it must differ, and a group must be one of several. */
export function validateInstruction(
  { code, groupId }: Instruction,
  { groups, latest }: { readonly groups: readonly { readonly groupId: string }[]; readonly latest: Instruction },
): InstructionIssue | undefined {
  const isGroup = groups.length > 1 && groups.some((group) => group.groupId === groupId);
  if (code === 'GROUP' ? !isGroup : groupId !== null) return { code: 'instruction.group' };
  return code === latest.code && groupId === latest.groupId ? { code: 'instruction.same' } : undefined;
}

/** Returns the value of an instruction's radio button: `GROUP.A`. */
export const toInstructionChoice = ({ code, groupId }: Instruction): string =>
  groupId === null ? code : `${code}.${groupId}`;

/** Returns the instruction among `possible` with this choice. */
export const findInstruction = (choice: string, possible: readonly Instruction[]): Instruction | undefined =>
  possible.find((each) => toInstructionChoice(each) === choice);

/** The facts of the form: the instructions of the account, once they have loaded. */
export type InstructionChoiceDeps = Pick<AccountInstructions, 'groups' | 'current' | 'next' | 'example'> | null;

function validateChoice(choice: string, facts: InstructionChoiceDeps): InstructionIssue | undefined {
  if (facts === null || choice === '') return { code: 'instruction.required' };
  const chosen = findInstruction(choice, facts.example.rows);
  if (chosen === undefined) return { code: 'instruction.group' };
  return validateInstruction(chosen, { groups: facts.groups, latest: latestInstruction(facts) });
}

/** Creates the schema of the form. */
export const instructionSchema = (facts: InstructionChoiceDeps) =>
  v.object({ instruction: validatedText((choice) => validateChoice(choice, facts)) });
