/**
 * The state in which a file loads and the browser saves it:
 *
 * actors: { getPdf: savedCall(calls.pdf) },
 *
 * gettingPdf: saving({
 *   what: 'the PDF',
 *   actor: 'getPdf',
 *   input: ({ context: { documentId } }: { readonly context: Context }) => ({ params: { documentId } }),
 *   onDone: 'showing',
 *   onError: { target: 'showing', actions: ['setUnsaved', 'focusNotice'] },
 * }),
 */

/** A file, and the transitions after it was saved, or could not be loaded or saved. */
interface Saved<Actor, Input, Done, Failed> {
  /** Name of the file in descriptions: `the PDF`. */
  readonly what: string;
  /** The call that loads the file (`savedCall`), which is also the id of the running one. */
  readonly actor: Actor;
  readonly input: Input;
  readonly onDone: Done;
  readonly onError: Failed;
}

/** Returns the state. The page stays usable in the meantime. */
export const saving = <const Actor extends string, const Input, const Done, const Failed>({
  what,
  actor,
  input,
  onDone,
  onError,
}: Saved<Actor, Input, Done, Failed>) =>
  ({
    description: `The browser loads and saves ${what}`,
    tags: 'background',
    invoke: { id: actor, src: actor, input, onDone, onError },
  }) as const;
