/** What the button says while the account is being verified and saved. */
export const VERIFYING = 'Verifying your bank account…';
