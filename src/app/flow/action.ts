/**
 * The borrower action to which an address belongs: `agreements` at `/actions/agreements` (P §2.2). Null at every other
 * address, as where the same page stands in the profile.
 */
export const actionAt = (address: string): string | null => /^\/actions\/([^/]+)$/.exec(address)?.[1] ?? null;
