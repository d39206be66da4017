/** The box by which the terms of an application are agreed to (R §5). What cannot be read cannot be agreed to. */
import { Checkbox, type CheckboxProps, type TextsToAgree } from '../../ui/index.ts';

export interface TermsCheckboxProps {
  readonly terms: TextsToAgree;
  /** The field of the form. */
  readonly field: Omit<CheckboxProps, 'label'>;
  readonly isBusy: boolean;
}

export const TermsCheckbox = ({ terms, field, isBusy }: TermsCheckboxProps) =>
  terms.missing === null && (
    <Checkbox {...field} required label="I agree to the terms and conditions" disabled={isBusy || !terms.isReadable} />
  );
