/** Sample data shared by the `samples.ts` of all areas. Only models, tests and stories import samples. */
import { toPlainDate } from './calendar.ts';

/** The business day of the samples, a Friday. */
export const sampleToday = toPlainDate('2026-11-20');

/** An idempotency key. */
export const sampleKey = '3f2b8c1e-7a54-4d09-9c1b-52f6f0a7d301';
