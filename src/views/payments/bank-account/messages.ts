/** Text of the button during verification and saving of the account. */
export const VERIFYING = 'Verifying your bank account…';
