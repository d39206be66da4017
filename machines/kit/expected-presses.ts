/** Expectations for presses that count once a call has ended (`presses.ts`). */
import type { EventObject } from 'xstate';
import { toHeading } from './expected-page.ts';
import type { ExpectedFocus } from 'xstate-workbench/model';
import type { WithPresses } from './presses.ts';

/** Result of a press that the states `where` queue. */
export const queuedPress = (press: EventObject, where: string | readonly string[]) => ({
  in: where,
  context: ({ pressed }: WithPresses) => ({ pressed: [...pressed, press] }),
});

/**
 * Returns the model's `tries` for presses of these types: paths queue one press at a time. The tests of `presses.ts`
 * check that several queued presses run in order.
 */
export const onePress =
  (...types: readonly string[]) =>
  ({ type }: EventObject, { pressed }: WithPresses): boolean =>
    pressed.length === 0 || !types.includes(type);

/** Returns the condition that a press is the first one in the queue. */
export const isFirstPress =
  (press: EventObject) =>
  ({ pressed: [first] }: WithPresses): boolean =>
    first !== undefined && JSON.stringify(first) === JSON.stringify(press);

/**
 * Focus events of a queued press when it runs: the heading, because the pressed element may be gone, then the focus of
 * the press itself.
 */
export const repeatedFocus = (focus: ExpectedFocus | undefined) =>
  [toHeading, ...(focus === undefined ? [] : [focus])].map((each) => ({ type: 'focus.requested', ...each }));
