/** Random texts. */
import * as fc from 'fast-check';

/** Texts of these signs. */
export const textOf = (signs: string) => fc.string({ unit: fc.constantFrom(...signs.split('')) });
