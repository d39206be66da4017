/**
 * What came with the page. Each part is given out once: who asks again, because something has failed or some time has passed,
 * asks the server. A host of static files puts nothing there, and everything is asked for.
 */
import * as v from 'valibot';
import { DOCUMENT_DATA, DocumentData } from '#domain/portal/document.ts';

const Written = v.pipe(v.string(), v.parseJson(), DocumentData);

const takenFrom = (parts: Map<string, unknown>) => (name: string) => {
  const part = parts.get(name);
  parts.delete(name);
  return part;
};

/** Functions that give out a file by its name and an answer by its address; undefined where it did not come. */
export function readDocumentData(page: Pick<Document, 'getElementById'>) {
  const written = v.safeParse(Written, page.getElementById(DOCUMENT_DATA)?.textContent);
  const { files, answers } = written.success ? written.output : { files: {}, answers: {} };
  return {
    takeFile: takenFrom(new Map(Object.entries(files))),
    takeAnswer: takenFrom(new Map(Object.entries(answers))),
  };
}
