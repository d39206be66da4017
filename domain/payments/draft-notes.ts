/** Notes on how auto debit reacts to a manual payment, shown before and after its submission (ruling 89). */
import type { AccountDraft } from '../accounts/shapes.ts';
import { type PlainDate, formatUsDate } from '../calendar.ts';
import { type Cents, formatUsd, sumCents } from '../money.ts';
import { type UnderWay, payableOn } from './cutoff.ts';
import type { AccountPayment } from './shapes.ts';

/**
 * `alsoDraws`: the draft is drawn as announced. `counts`: the payment counts toward the draft, which can then be lower.
 * `drawsNothing`: the payment pays the account in full before the draft.
 */
export interface DraftNote {
  readonly kind: 'alsoDraws' | 'counts' | 'drawsNothing';
  readonly draft: AccountDraft;
}

/**
 * Returns the note on the next draft of an account that a payment pays; undefined without a draft, and if a payment
 * submitted in time is dated after the draft and does not pay the account in full. `day` is the date of the payment, `today`
 * the day of its submission.
 */
export function draftNoteFor(
  draft: AccountDraft | null | undefined,
  { day, today, paysInFull }: { day: PlainDate; today: PlainDate; paysInFull: boolean },
): DraftNote | undefined {
  if (draft === null || draft === undefined) return undefined;
  const isInTime = today <= draft.lastChangeDate;
  if (isInTime && day <= draft.draftDate) return { kind: paysInFull ? 'drawsNothing' : 'counts', draft };
  return isInTime && !paysInFull ? undefined : { kind: 'alsoDraws', draft };
}

/** The note about one account. */
export interface AccountDraftNote extends DraftNote {
  readonly accountNumber: string;
}

/** A payment line by line, as it is about to be submitted or was submitted. */
interface PaidLines extends UnderWay {
  readonly lines: readonly { readonly accountNumber: string; readonly amount: Cents }[];
  /** Undefined while the input is not a valid date. */
  readonly day: PlainDate | undefined;
  /** Whether the drafts already take the payment into account, as after a reload of the receipt. */
  readonly isScheduled?: boolean;
}

/** Returns the notes about the accounts that a payment pays. */
export function draftNotes(
  accounts: readonly AccountPayment[],
  { lines, day, isScheduled = false, ...underWay }: PaidLines,
): AccountDraftNote[] {
  if (day === undefined) return [];
  return accounts.flatMap((account) => {
    const { accountNumber, draft } = account;
    const paid = sumCents(lines.filter((line) => line.accountNumber === accountNumber).map(({ amount }) => amount));
    if (paid === 0) return [];
    const { quoted } = payableOn(account, day, underWay);
    const paysInFull = !isScheduled && quoted !== undefined && paid >= quoted;
    const note = draftNoteFor(draft, { day, today: underWay.today, paysInFull });
    return note === undefined || (isScheduled && note.kind === 'counts') ? [] : [{ ...note, accountNumber }];
  });
}

/** Returns the text of a note. */
export function draftNoteText({ kind, draft }: DraftNote): string {
  const date = formatUsDate(draft.draftDate);
  if (kind === 'alsoDraws')
    return `Auto debit also draws ${formatUsd(draft.amount)} on ${date}. This payment doesn't change that. If you then pay more than you owe, we send the rest back.`;
  return kind === 'counts'
    ? `This payment counts for your auto debit on ${date}, which may then draw less or nothing.`
    : `This payment pays the account in full, so auto debit draws nothing on ${date}.`;
}

/** Returns the text about a payoff quote: paying it in time ends the draft. */
export const draftEndsText = ({ draftDate, lastChangeDate }: AccountDraft): string =>
  `If you submit this payment by ${formatUsDate(lastChangeDate)}, auto debit draws nothing on ${formatUsDate(draftDate)}.`;
