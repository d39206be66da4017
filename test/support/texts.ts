/** Random texts. */
import * as fc from 'fast-check';

/** Returns an arbitrary for texts of these characters. */
export const textFrom = (signs: string) => fc.string({ unit: fc.constantFrom(...signs.split('')) });
