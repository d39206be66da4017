/** Rules of presses in a specification: a list queues presses during a call and runs them after the call has ended. */
import type { EventObject } from 'xstate';
import { type AnyCase, type AnyEntry, type PlacedEntry, computePart } from 'xstate-workbench/model';
import { toNotice } from './expected-page.ts';
import { isFirstPress, queuedPress, repeatedFocus } from './expected-presses.ts';
import type { WithPresses } from './presses.ts';

/** Presses on the screens of some states, and of the form's buttons there, that run after a call has ended. */
export interface PressesSpec<Path extends string> {
  readonly of: Path | readonly Path[];
  /** States that queue the presses. */
  readonly in: readonly Path[];
  readonly types: readonly string[];
  /** State after which the queued presses run. */
  readonly after: Path;
}

/** Properties that the rules of presses add to a case. */
export interface EndsCall<Context> {
  /**
   * The case ends a call after which the queued presses run. The loaded data select the case of each press; with
   * `true`, the context at that time does.
   */
  readonly presses?: Partial<Context> | true;
}

/** Properties that the rules of presses add to an event. */
export interface Queueable {
  /** Set if a reloading list does not queue this press. */
  readonly isNotQueued?: true;
}

/** Returns the presses that each rule queues, among those that the screens offer. */
export const queuedPresses = (rules: readonly PressesSpec<string>[], offered: readonly PlacedEntry[]) =>
  rules.map((rule) => ({
    rule,
    presses: [
      ...new Set(
        offered
          .filter(({ in: paths = [] }) => paths.some((path) => [rule.of].flat().includes(path)))
          .map(({ entry }): AnyEntry & Queueable => entry)
          .filter(({ event, isNotQueued }) => rule.types.includes(event.type) && !isNotQueued),
      ),
    ],
  }));
export type QueuedPresses = ReturnType<typeof queuedPresses>;

/** Returns the entries that queue the presses. */
export const queueEntries = (queued: QueuedPresses): PlacedEntry[] =>
  queued.flatMap(({ rule, presses }) =>
    presses.map((entry) => ({
      entry: { ...entry, cases: [queuedPress(entry.event, rule.in) as AnyCase] },
      in: rule.in,
    })),
  );

/** Returns the cases of an answer, and those of the presses that run after it. */
export const withPresses = (
  queued: QueuedPresses,
  paths: readonly string[],
  cases: readonly (AnyCase & EndsCall<unknown>)[],
): AnyCase[] =>
  cases.flatMap(({ presses: data, ...each }) => {
    if (data === undefined) return [each];
    const ended = queued.filter(({ rule }) => paths.includes(rule.after));
    return [...ended.flatMap(({ rule, presses }) => pressesAfter(presses, rule, each, data)), each];
  });

/** Returns the focus event of a load that ends with a notice, which precedes the queued presses. */
function focusAfter({ focus, context, isReadLater }: AnyCase) {
  const notice: unknown = typeof context === 'object' && context !== null ? Reflect.get(context, 'notice') : null;
  const place = focus ?? (focus === undefined && notice != null && !isReadLater ? toNotice : undefined);
  return place === undefined || place === null ? [] : [{ type: 'focus.requested', ...place }];
}

/** Returns the results of the queued presses after a call: the same as on the screen that offers them. */
function pressesAfter(
  presses: readonly AnyEntry[],
  { after }: PressesSpec<string>,
  ended: AnyCase,
  known: object | true,
): AnyCase[] {
  const cases = new Map<string, { readonly event: EventObject; readonly then: readonly AnyCase[] }>();
  for (const { event, cases: then } of presses) {
    const name = JSON.stringify(event);
    cases.set(name, { event, then: [...(cases.get(name)?.then ?? []), ...then] });
  }
  const now = (before: unknown) => ({ ...Object(before), ...Object(computePart(ended.context, before)), pressed: [] });
  return [...cases.values()].flatMap(({ event, then }) => {
    const isPressed = (before: unknown) => isFirstPress(event)(before as WithPresses) && (ended.when?.(before) ?? true);
    const [found = {}] = known === true ? [] : then.filter(({ when }) => when?.(known) ?? true);
    const chosen = known === true ? then : [{ ...found, when: undefined }];
    return chosen.map(
      ({ context, calls, focus, when, implied, state, ...rest }) =>
        ({
          // A press that starts the same call again leaves the machine in its state.
          ...((state ?? ended.state) !== after && { state: state ?? ended.state }),
          // A press without effect leaves the result of the call on the screen.
          ...(state === undefined && { reads: ended.reads, hides: ended.hides }),
          ...rest,
          focus: null,
          emits: [...focusAfter(ended), ...repeatedFocus(focus ?? undefined)],
          in: after,
          when: (before: unknown) => isPressed(before) && (when?.(now(before)) ?? true),
          context: (before: unknown) => ({
            ...Object(computePart(ended.context, before)),
            pressed: [],
            ...Object(computePart(context, now(before))),
          }),
          ...(calls !== undefined && {
            calls: (before: unknown) => (typeof calls === 'function' ? calls(now(before)) : calls),
          }),
          ...(implied && { implied: (before: unknown) => implied(now(before)) }),
        }) as AnyCase,
    );
  });
}
