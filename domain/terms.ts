/** Terms that have to be agreed to before something is applied for (R §5): the rule, and what it says. */
import * as v from 'valibot';
import { type Messages, refuse } from './issue.ts';

/** What is wrong with the answer to the terms. */
export type TermsIssue = { readonly code: 'terms.required' };

/** The terms as a form: ticked or not. */
export interface TermsValues {
  readonly terms: boolean;
}

/** The field of the terms in the schema of a form. */
export const termsEntries = { terms: v.literal(true, refuse({ code: 'terms.required' })) };

/** A form that asks for nothing but the terms. */
export const termsSchema = v.looseObject(termsEntries);

export const termsMessages: Messages<TermsIssue> = {
  'terms.required': () => 'You are required to agree to the terms and conditions.',
};

/** What the field is called in the error panel. */
export const TERMS_LABEL = 'Terms and Conditions';
