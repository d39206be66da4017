/** Checkbox for the terms of an application (R §5). The borrower can only agree to terms that are displayed. */
import { Checkbox, type CheckboxProps, type TextsToAgree } from '../../../ui/index.ts';

export interface TermsCheckboxProps {
  readonly terms: TextsToAgree;
  /** Field of the form. */
  readonly field: Omit<CheckboxProps, 'label'>;
  readonly isBusy: boolean;
}

export const TermsCheckbox = ({ terms, field, isBusy }: TermsCheckboxProps) =>
  terms.missing === null && (
    <Checkbox {...field} required label="I agree to the terms and conditions" disabled={isBusy || !terms.isReadable} />
  );
