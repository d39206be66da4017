/** Passwords of the portal's and the subject's words are easy to guess for an attacker who knows the portal. */
import { expect, it } from 'vitest';
import { isEasyToGuess } from '#server/credentials/password-strength.ts';

const NAMES = [
  'Borrower Portal',
  'Larkfield Loan Servicing',
  'Larkfield',
  'StudentAid.gov',
  'avery.lee',
  'Avery',
  'Lee',
];

it.each(['LarkfieldLoanServicing', 'studentloanportal', 'StudentLoans2026!', 'MyStudentLoanDebt!', 'averyLarkfield77'])(
  'refuses %s',
  (password) => expect(isEasyToGuess(password, NAMES)).toBe(true),
);

it.each(['kettle-orbit-velvet-9', 'loan-kettle-orbit-velvet', 'q7Fz!mW2xTbR'])('accepts %s', (password) =>
  expect(isEasyToGuess(password, NAMES)).toBe(false),
);
