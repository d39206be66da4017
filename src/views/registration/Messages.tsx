/** What is said above the forms of registration: what went wrong as a whole, and the fields to be put right. */
import { credentialFieldWords, credentialWords } from '#domain/credentials/words.ts';
import { type FieldProblem, say } from '#domain/verdict.ts';
import { ErrorPanel, Notice } from '../../ui/index.ts';
import { NOTICES } from './words.ts';

export interface MessagesProps {
  readonly notice: keyof typeof NOTICES | null;
  readonly panel: readonly FieldProblem[];
}

export function Messages({ notice, panel }: MessagesProps) {
  return (
    <>
      {notice !== null && (
        <Notice kind="error" id="notice">
          <p>{NOTICES[notice]}</p>
        </Notice>
      )}
      <ErrorPanel
        errors={panel.map(({ field, verdict }) => ({
          field,
          label: credentialFieldWords[field] ?? field,
          message: say(credentialWords, verdict),
        }))}
      />
    </>
  );
}
