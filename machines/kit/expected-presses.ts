/** Expectations for presses that count once a call has ended (`presses.ts`). */
import type { EventObject } from 'xstate';
import { toHeading } from './expected-page.ts';
import {
  type Expected,
  type ExpectedFocus,
  type ExpectedWhere,
  type Outcome,
  type PartOf,
  partOf,
} from 'xstate-workbench/model';
import type { WithPresses } from './presses.ts';

/** Result of a press that is kept in the states `where`. */
export const keptPress = (press: EventObject, where: string | readonly string[]) => ({
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

/**
 * Returns the expectations for the presses in a list that loads again in the state `refreshing`. Each press has the
 * result that it has on the list; if none applies, nothing happens.
 */
export function expectedPresses<Context extends WithPresses>(where: string | readonly string[] = 'refreshing') {
  const kept: { readonly press: EventObject; readonly then: readonly ExpectedWhere<Context>[] }[] = [];
  return {
    /** Adds a press with its results on the list, and returns its result while the list loads again. */
    counts(press: EventObject, ...then: readonly ExpectedWhere<Context>[]): ExpectedWhere<Context> {
      if (!kept.some((each) => isFirstPress(each.press)({ pressed: [press] }))) kept.push({ press, then });
      return keptPress(press, where) as ExpectedWhere<Context>;
    },

    /** Returns the results of the presses after these data have loaded. `loaded` is the result without a press. */
    after(loaded: Expected<Context>, data: Partial<Context>): readonly ExpectedWhere<Context>[] {
      return kept.map(({ press, then }) => {
        const found = then.find(({ when }) => when === undefined || when(data as Context)) ?? {};
        const now = (before: Context): Context => ({ ...before, ...partOf(loaded.context, before), pressed: [] });
        const { context, calls, focus, in: _, when: __, ...rest } = found;
        return {
          ...(found.state === undefined && { state: loaded.state }),
          ...rest,
          emits: repeatedFocus(focus),
          in: 'refreshing',
          when: isFirstPress(press),
          context: (before: Context) =>
            ({ ...partOf(loaded.context, before), pressed: [], ...partOf(context, now(before)) }) as PartOf<Context>,
          ...(calls !== undefined && {
            calls: (before: Context) => (typeof calls === 'function' ? calls(now(before)) : calls),
          }),
        } as ExpectedWhere<Context>;
      });
    },
  };
}

/** Returns an outcome with these cases before its own. */
export const casesFirst = <Context>(
  cases: readonly ExpectedWhere<Context>[],
  { then, ...answer }: Outcome<Context>,
): Outcome<Context> => ({ ...answer, then: [...cases, ...(Array.isArray(then) ? then : [then])] }) as Outcome<Context>;
