/** What is asked of whoever enrolls in paperless (Y §5.4). */
import * as v from 'valibot';
import { refuse } from '../issue.ts';

export type PaperlessIssue = { readonly code: 'terms.required' };

/** The form to enroll: the terms have to be agreed to. */
export const paperlessSchema = () =>
  v.object({ terms: v.literal(true, refuse({ code: 'terms.required' } satisfies PaperlessIssue)) });
