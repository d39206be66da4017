/** Notes on how auto debit reacts to a payment (ruling 89). */
import { type AccountNames, accountNameAmong } from '#domain/account-name.ts';
import { type AccountDraftNote, draftNoteText } from '#domain/payments/draft-notes.ts';
import { Notice } from '../../../ui/index.ts';

export interface DraftNotesProps {
  readonly notes: readonly AccountDraftNote[];
  /** The accounts among which a note names its own. */
  readonly accounts: readonly AccountNames[];
}

/** Renders a line for each note; renders nothing without notes. */
export function DraftNotes({ notes, accounts }: DraftNotesProps) {
  if (notes.length === 0) return null;
  return (
    <Notice kind={notes.some(({ kind }) => kind === 'alsoDraws') ? 'warning' : 'info'}>
      {notes.map((note) => (
        <p key={note.accountNumber}>
          {accounts.length > 1 && <strong>{accountNameAmong(accounts, note.accountNumber)}: </strong>}
          {draftNoteText(note)}
        </p>
      ))}
    </Notice>
  );
}
