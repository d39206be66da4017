/**
 * Whether a text can stand in the database at all: NUL cannot, and a query with it fails. Texts that people type, and ids
 * from cookies and addresses, are looked up only when they could have been stored.
 */
export const isStorable = (text: string): boolean => !text.includes('\0');
