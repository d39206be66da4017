/** What is said above the forms of registration: what went wrong as a whole, and the fields to be put right. */
import { credentialFieldWords, credentialWords } from '#domain/credentials/words.ts';
import { type FieldProblem, say } from '#domain/verdict.ts';
import { ErrorPanel, Notice } from '../../ui/index.ts';
import { REMARKS } from './words.ts';

export interface MessagesProps {
  readonly remark: keyof typeof REMARKS | null;
  readonly panel: readonly FieldProblem[];
}

export function Messages({ remark, panel }: MessagesProps) {
  return (
    <>
      {remark !== null && (
        <Notice kind="error" id="notice">
          <p>{REMARKS[remark]}</p>
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
