/** The rules for downloading the borrower's record. */
import * as v from 'valibot';
import { validatedText } from '../../issue.ts';

/** The values of the form, as typed. */
export interface RecordValues {
  readonly password: string;
}

export type RecordIssue = { code: 'recordPassword.required' } | { code: 'recordPassword.wrong' };

/** The server's rejection that the form is validated against. */
export interface RecordDeps {
  /** A wrong password; null if there was none. */
  readonly wrongPassword: string | null;
}

/** Creates the schema of the form. */
export const recordSchema = ({ wrongPassword }: RecordDeps) =>
  v.looseObject({
    password: validatedText((typed): RecordIssue | undefined => {
      if (typed === '') return { code: 'recordPassword.required' };
      return typed === wrongPassword ? { code: 'recordPassword.wrong' } : undefined;
    }),
  });

/** The initial values of the form. */
export const startingRecord: RecordValues = { password: '' };
