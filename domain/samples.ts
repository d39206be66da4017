/** What the samples of all areas share (`samples.ts` beside their shapes): only models, tests and stories import them. */
import { plainDateOf } from './calendar.ts';

/** A Friday: the day of the samples. */
export const sampleToday = plainDateOf('2026-11-20');

/** A key under which something is submitted. */
export const sampleKey = '3f2b8c1e-7a54-4d09-9c1b-52f6f0a7d301';
