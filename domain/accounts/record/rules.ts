/** The rules for downloading the borrower's record. */
import * as v from 'valibot';
import { type CallFailure, isRefusedWith } from '../../call.ts';
import { validatedText } from '../../issue.ts';
import type { RecordValues } from './shapes.ts';

export type RecordIssue = { code: 'recordPassword.required' } | { code: 'recordPassword.wrong' };

/** The server's rejection that the form is validated against. */
export interface RecordFacts {
  /** A wrong password; null if there was none. */
  readonly wrongPassword: string | null;
}

/** Creates the schema of the form. */
export const recordSchema = ({ wrongPassword }: RecordFacts) =>
  v.looseObject({
    password: validatedText((typed): RecordIssue | undefined => {
      if (typed === '') return { code: 'recordPassword.required' };
      return typed === wrongPassword ? { code: 'recordPassword.wrong' } : undefined;
    }),
  });

/** The initial values of the form. */
export const startingRecord: RecordValues = { password: '' };

/** Returns whether the server refused the download because the password is wrong. */
export const isWrongPassword = (failure: CallFailure): boolean => isRefusedWith(failure, 422);

/** Returns whether the server refused the download because of too many attempts. */
export const isTooManyAttempts = (failure: CallFailure): boolean => isRefusedWith(failure, 429);

/** Returns whether this person may not download the record, such as an employee who views the account. */
export const isNotAllowed = (failure: CallFailure): boolean => isRefusedWith(failure, 403);
