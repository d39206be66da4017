/** Texts of payment instructions. */
import type { Messages } from '../../issue.ts';
import type { InstructionIssue } from './rules.ts';
import type { Instruction } from './shapes.ts';

export const instructionMessages: Messages<InstructionIssue> = {
  'instruction.required': () => 'Choose where your extra payments should go.',
  'instruction.group': () => 'Choose one of the loan groups of this account.',
  'instruction.same': () => 'Your extra payments already go there. Choose something else to change it.',
};

const labels = {
  STANDARD: 'No instruction',
  HIGHEST_RATE: 'Highest interest rate first',
  LOWEST_BALANCE: 'Lowest balance first',
};

/** Returns a sentence about the instruction that counts now. */
export const instructionNow = (instruction: Instruction): string =>
  instruction.code === 'STANDARD'
    ? "You haven't chosen yet. We use our standard rule."
    : `Your instruction now: ${instructionLabel(instruction)}.`;

/** Returns the name of an instruction. */
export const instructionLabel = ({ code, groupId }: Instruction): string =>
  code === 'GROUP' ? `Group ${groupId ?? ''} first` : labels[code];
