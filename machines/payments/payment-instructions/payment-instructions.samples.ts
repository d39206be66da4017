/** Parsed server responses with payment instructions. */
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents as cents } from '#domain/money.ts';
import type { AccountInstructions, Instruction, InstructionsAnswer } from '#domain/payments/instructions/shapes.ts';

const row = (code: Instruction['code'], groupId: string | null, a: number, b: number) => ({
  code,
  groupId,
  shares: [
    { groupId: 'A', amount: cents(a) },
    { groupId: 'B', amount: cents(b) },
  ],
});

export const sampleInstructions: AccountInstructions = {
  accountId: 'acct-1',
  accountName: 'Direct Loans · E100200301',
  groups: [
    { groupId: 'A', loanType: 'Direct Subsidized' },
    { groupId: 'B', loanType: 'Direct Unsubsidized' },
  ],
  current: { code: 'STANDARD', groupId: null },
  next: null,
  effectiveFrom: day('2026-11-23'),
  example: {
    date: day('2026-12-05'),
    amount: cents(30_625),
    extra: cents(10_000),
    rows: [
      row('STANDARD', null, 7_625, 23_000),
      row('HIGHEST_RATE', null, 7_625, 23_000),
      row('LOWEST_BALANCE', null, 17_625, 13_000),
      row('GROUP', 'A', 17_625, 13_000),
      row('GROUP', 'B', 7_625, 23_000),
    ],
  },
  history: [],
};

/** After a change to the lowest balance. */
const changedInstructions: AccountInstructions = {
  ...sampleInstructions,
  next: { code: 'LOWEST_BALANCE', groupId: null, effectiveFrom: day('2026-11-23') },
  history: [
    {
      code: 'LOWEST_BALANCE',
      groupId: null,
      effectiveFrom: day('2026-11-23'),
      changedAt: '2026-11-20T15:00:00.000Z',
      changedBy: 'borrower',
    },
  ],
};

const accounts = [
  { accountId: 'acct-1', accountName: 'Direct Loans · E100200301' },
  { accountId: 'acct-2', accountName: 'FFELP Loans · D100200302' },
];
export const sampleInstructionsAnswer: InstructionsAnswer = { accounts, account: sampleInstructions };
export const changedInstructionsAnswer: InstructionsAnswer = { accounts, account: changedInstructions };
export const noInstructionsAnswer: InstructionsAnswer = { accounts: [], account: null };
