/** Texts of payment instructions. */
import type { Messages } from '../../issue.ts';
import type { InstructionIssue } from './rules.ts';
import type { Instruction } from './shapes.ts';

export const instructionMessages: Messages<InstructionIssue> = {
  'instruction.required': () => 'Choose where your extra money should go.',
  'instruction.group': () => 'Choose one of the loan groups of this account.',
  'instruction.same': () => 'This is already your instruction. Choose another one to change it.',
};

/** Returns the name of an instruction. */
export function instructionLabel({ code, groupId }: Instruction): string {
  switch (code) {
    case 'STANDARD':
      return 'No instruction';
    case 'HIGHEST_RATE':
      return 'Highest interest rate first';
    case 'LOWEST_BALANCE':
      return 'Lowest balance first';
    case 'GROUP':
      return `Group ${groupId ?? ''} first`;
  }
}
