/** The rules of the paperless enrollment form (Y §5.4). */
import * as v from 'valibot';
import { refuse } from '../../issue.ts';

export type PaperlessIssue = { readonly code: 'terms.required' };

/** Creates the schema of the enrollment form, which requires agreement to the terms. */
export const paperlessSchema = () =>
  v.object({ terms: v.literal(true, refuse({ code: 'terms.required' } satisfies PaperlessIssue)) });
