/**
 * What came with the page. Each part is given out once: who asks again, because something has failed or some time has passed,
 * asks the server. A host of static files puts nothing there, and everything is asked for.
 */
import * as v from 'valibot';
import type { Person } from '#domain/identity/shapes.ts';
import { DOCUMENT_DATA, DocumentData, type FirstReads } from '#domain/portal/document.ts';

const Written = v.pipe(v.string(), v.parseJson(), DocumentData);

const takenFrom = (parts: Map<string, unknown>) => (name: string) => {
  const part = parts.get(name);
  parts.delete(name);
  return part;
};

/**
 * Functions that give out a file by its name and an answer by its address; undefined where it did not come. `file` only looks
 * at one, `pageScripts` are the scripts of a page for signed-in people, and `firstReads` are the addresses of the reads with which
 * it begins for a person, those of a list one after the other.
 */
export function readDocumentData(page: Pick<Document, 'getElementById'>) {
  const written = v.safeParse(Written, page.getElementById(DOCUMENT_DATA)?.textContent);
  const { files, answers } = written.success ? written.output : { files: {}, answers: {} };
  const reads = written.success ? written.output.firstReads : undefined;
  const named = new Map(Object.entries(files));
  return {
    file: (name: string) => named.get(name),
    takeFile: takenFrom(named),
    /** Whether the server says that the page is for signed-in people. */
    isForSignedIn: reads !== undefined,
    pageScripts: written.success ? (written.output.pageScripts ?? []) : [],
    firstReads: (role: Person['role']): FirstReads => reads?.[role] ?? [],
    takeAnswer: takenFrom(new Map(Object.entries(answers))),
  };
}
