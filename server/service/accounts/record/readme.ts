/** The text that explains the files of the record to the borrower, a new servicer or a lawyer. */
import { formatUsDate } from '#domain/calendar.ts';
import type { Issuer } from '../../../pdf/write-pdf.ts';
import type { Snapshot } from './snapshot.ts';

const LINES = (
  { name, asOf }: Snapshot,
  { name: servicer, address, phone }: Issuer,
  created: string,
): readonly string[] => [
  `Your record at ${servicer}`,
  '',
  `Borrower: ${name}`,
  `Created: ${created}`,
  `Amounts as of: ${formatUsDate(asOf)}`,
  '',
  'This file is a copy of what we hold about your student loans. You can use it for a complaint, send it to a new',
  'servicer, or give it to a lawyer. It contains private information. Store it in a safe place, and do not email it',
  'unless you trust the person who gets it.',
  '',
  'WHAT IS IN IT',
  '',
  'account/snapshot.pdf            Your accounts, groups and loans, to read or print.',
  'account/snapshot.json           The same data for a computer, with your contact information, saved payment methods',
  '                                (with masked account numbers) and scheduled payments.',
  'account/changes.json            Changes of auto debit, payment instructions, text alerts and authorized payers.',
  'payments/payments.csv           Every payment. Open it in a spreadsheet. Dates are month/day/year, amounts are dollars.',
  'payments/payments.json          The same payments for a computer, with the split between your loan groups.',
  'payments/bills.json             Your bills by group of loans: when each was issued and due, and what was paid on it.',
  'payments/auto-debit.json        The payments that auto debit drew or will draw, from the day their amount was set.',
  'applications/applications.json  Your applications, their status, and what you told us in them.',
  'documents/issued.json           The statements, payment schedules, tax forms and mortgage letters that we issued to you.',
  'messages/inbox.json             The letters and messages that we sent to your inbox.',
  'messages/sent.json              The messages that you sent us with Email Us.',
  'uploads/                        The documents that you uploaded. Each name starts with its confirmation number.',
  'manifest.json                   A list of these files and of your uploads.',
  'SHA256SUMS.txt                  A check sum of each file.',
  '',
  'Canceled and returned payments are listed with that type. They do not count toward what you paid.',
  'If we could not find the file of an upload, the manifest lists it without a path. Please contact us about it.',
  '',
  'HOW TO CHECK THAT NOTHING WAS CHANGED',
  '',
  'SHA256SUMS.txt has a SHA-256 check sum for each file. If a file changes, its check sum no longer matches.',
  'On a Mac, open Terminal in this folder and run:  shasum -a 256 -c SHA256SUMS.txt',
  'On Linux, run:  sha256sum -c SHA256SUMS.txt',
  'On Windows, open PowerShell and run:  Get-FileHash FILE  and compare the result.',
  '',
  'QUESTIONS',
  '',
  servicer,
  ...address,
  phone,
];

/** Returns the text, with line ends that every system can show. */
export const readmeOf = (snapshot: Snapshot, issuer: Issuer, created: string): string =>
  LINES(snapshot, issuer, created)
    .map((line) => `${line}\r\n`)
    .join('');
