/** Expectations for presses that count once a call has ended (`presses.ts`). */
import type { EventObject } from 'xstate';
import { toHeading } from './expected-page.ts';
import type { ExpectedFocus } from 'xstate-workbench/model';
import type { WithPresses } from './presses.ts';

/** Result of a press that is kept in the states `where`. */
export const queuedPress = (press: EventObject, where: string | readonly string[]) => ({
  in: where,
  context: ({ pressed }: WithPresses) => ({ pressed: [...pressed, press] }),
});

/**
 * Returns the model's `tries` for presses of these types: paths keep one press at a time. That several count in their
 * order is proved by the tests of `presses.ts`.
 */
export const onePress =
  (...types: readonly string[]) =>
  ({ type }: EventObject, { pressed }: WithPresses): boolean =>
    pressed.length === 0 || !types.includes(type);

/** Returns the condition that a press is the first of those that are kept. */
export const isFirstPress =
  (press: EventObject) =>
  ({ pressed: [first] }: WithPresses): boolean =>
    first !== undefined && JSON.stringify(first) === JSON.stringify(press);

/** Focus events of a press that counts now: the element that was pressed may be gone. Then the focus of the press itself. */
export const repeatedFocus = (focus: ExpectedFocus | undefined) =>
  [toHeading, ...(focus === undefined ? [] : [focus])].map((each) => ({ type: 'focus.wanted', ...each }));
