/**
 * Reads the data that the server embeds in the document. Each part is returned once; later requests, for example after
 * a failure, go to the server. A static host embeds nothing, so all data come from the server.
 */
import * as v from 'valibot';
import type { Person } from '#domain/session/identity/shapes.ts';
import { DOCUMENT_DATA, DocumentData, type InitialReads } from '#domain/portal/document.ts';

const Written = v.pipe(v.string(), v.parseJson(), DocumentData);

const takenFrom = (parts: Map<string, unknown>) => (name: string) => {
  const part = parts.get(name);
  parts.delete(name);
  return part;
};

/**
 * Returns functions that look up embedded files by name and responses by address. They return undefined for data that
 * are not embedded. `file` does not consume its entry. `pageScripts` are the scripts of a page that requires sign-in.
 * `initialReads` are the addresses of the page's initial data for a role; the addresses in each list load sequentially.
 */
export function readDocumentData(page: Pick<Document, 'getElementById'>) {
  const written = v.safeParse(Written, page.getElementById(DOCUMENT_DATA)?.textContent);
  const { files, answers } = written.success ? written.output : { files: {}, answers: {} };
  const reads = written.success ? written.output.initialReads : undefined;
  const named = new Map(Object.entries(files));
  return {
    file: (name: string) => named.get(name),
    takeFile: takenFrom(named),
    /** Whether the page requires sign-in, as reported by the server. */
    isForSignedIn: reads !== undefined,
    pageScripts: written.success ? (written.output.pageScripts ?? []) : [],
    initialReads: (role: Person['role']): InitialReads => reads?.[role] ?? [],
    takeAnswer: takenFrom(new Map(Object.entries(answers))),
  };
}
