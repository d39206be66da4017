/** The rules of the auto debit form (Y §5.1, §5.2). Form and server use the same rules. */
import * as v from 'valibot';
import { type Cents, parseTyped } from '../../money.ts';
import { type PlainIssue, validatedText } from '../../issue.ts';
import { termsEntries, type TermsIssue } from '../../terms.ts';

export type AutoDebitIssue =
  | TermsIssue
  | PlainIssue<'method.required' | 'extra.format'>
  | { code: 'extra.exceedsPayoff'; payoff: Cents };

/** The data that the form is validated against. */
export interface AutoDebitDeps {
  /** The ids of the saved bank accounts. */
  readonly profileIds: readonly string[];
  /** The amount owed on the account. */
  readonly payoff: Cents;
}

/** Returns the extra amount as typed, in cents; an empty field is 0. Undefined if it is not an amount (ruling 38). */
export const parseExtra = (typed: string): Cents | undefined => parseTyped(typed.trim() === '' ? '0' : typed);

function validateExtra(typed: string, payoff: Cents): AutoDebitIssue | undefined {
  const amount = parseExtra(typed);
  if (amount === undefined) return { code: 'extra.format' };
  return amount > payoff ? { code: 'extra.exceedsPayoff', payoff } : undefined;
}

/** Creates the schema of the form. */
export const autoDebitSchema = ({ profileIds, payoff }: AutoDebitDeps) =>
  v.looseObject({
    profileId: validatedText((id) => (profileIds.includes(id) ? undefined : { code: 'method.required' })),
    extraAmount: validatedText((typed) => validateExtra(typed, payoff)),
    ...termsEntries,
  });
