/** Executes the effects of a machine under test. */
import { type EffectHandlers, type MakeCall, type RunEffect, createRunner, effects } from '#machines/kit/effect.ts';

const failing = (name: string) => [
  name,
  () => {
    throw new Error(`No handler provided for ${name}`);
  },
];

const unhandled = Object.fromEntries(Object.keys(effects).map(failing)) as EffectHandlers;

/** Creates a runner for the given handlers and calls. Any other effect fails with its name. */
export const createTestRunner = (
  handlers: Partial<EffectHandlers>,
  make: MakeCall = ({ id }) => Promise.reject(new Error(`No answer provided for ${id}`)),
): RunEffect => createRunner(make, { ...unhandled, ...handlers });
