/** Terms that borrowers must agree to before they apply (R §5): rule and message. */
import * as v from 'valibot';
import { type Messages, refuse } from './issue.ts';

/** An issue with the terms checkbox. */
export type TermsIssue = { readonly code: 'terms.required' };

/** The values of the terms form. */
export interface TermsValues {
  readonly terms: boolean;
}

/** The schema entry of the terms checkbox, to spread into a form's schema. */
export const termsEntries = { terms: v.literal(true, refuse({ code: 'terms.required' })) };

/** A form with only the terms checkbox. */
export const termsSchema = v.looseObject(termsEntries);

export const termsMessages: Messages<TermsIssue> = {
  'terms.required': () => 'You are required to agree to the terms and conditions.',
};

/** The label of the field in the error panel. */
export const TERMS_LABEL = 'Terms and Conditions';
