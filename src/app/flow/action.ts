/**
 * Returns the borrower action of an address: `agreements` for `/actions/agreements` (P §2.2). Returns null for every
 * other address, such as the address of the same page in the profile.
 */
export const actionAt = (address: string): string | null => /^\/actions\/([^/]+)$/.exec(address)?.[1] ?? null;
