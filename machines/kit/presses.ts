/**
 * Queue for presses during a call that saves or reloads. The presses run, in order, after the call has ended:
 *
 * refreshing: { …, on: queuePresses('add.pressed', 'remove.pressed') },
 *
 * listing: { entry: 'repeatPresses', on: { 'add.pressed': …, 'remove.pressed': … } },
 *
 * The machine has `pressed` in its context and spreads {@link pressGuards} and {@link pressActions} into its `setup`.
 */
import { type EventObject, assign, enqueueActions } from 'xstate';
import type { FocusRequested } from './events.ts';
import type { KitAction } from './params.ts';

/** Context of a machine that queues presses. */
export interface WithPresses {
  /** Queued presses, which run after the current call has ended. */
  readonly pressed: readonly EventObject[];
}

type Args = { readonly context: WithPresses };

/** Guards for a state in which queued presses change the next transition. */
export const pressGuards = {
  hasPress: ({ context: { pressed } }: Args): boolean => pressed.length > 0,
};

/** Actions that the states use. */
export const pressActions = {
  queuePress: assign<WithPresses, EventObject, undefined, never, never>({
    pressed: ({ context: { pressed }, event }) => [...pressed, event],
  }) as KitAction<Args, undefined>,
  /** Run on entry by a state that has transitions for the presses. */
  repeatPresses: enqueueActions<
    WithPresses,
    EventObject,
    undefined,
    EventObject,
    never,
    never,
    never,
    never,
    FocusRequested
  >(({ context: { pressed }, enqueue }) => {
    if (pressed.length === 0) return;
    enqueue.assign({ pressed: [] });
    // The element that was pressed may be gone.
    enqueue.emit({ type: 'focus.requested', place: 'heading', delay: 0 } satisfies FocusRequested);
    for (const press of pressed) enqueue.raise(press);
  }) as unknown as KitAction<Args, undefined, FocusRequested>,
  /** Nothing is left to press after a failure. */
  clearPresses: assign<WithPresses, EventObject, undefined, never, never>({ pressed: [] }) as KitAction<
    Args,
    undefined
  >,
};

/** Returns the transitions of a state that queues presses of these types. */
export const queuePresses = <const Type extends string>(...types: readonly Type[]) =>
  Object.fromEntries(types.map((type) => [type, { actions: 'queuePress' }])) as Readonly<
    Record<Type, { readonly actions: 'queuePress' }>
  >;

/** The transition of a call that stops in error: its target, and an action. */
type Stops = { readonly target: string; readonly actions: string };

/** The action of that transition. */
type StopAction<State> = State extends { readonly invoke: { readonly onError: { readonly actions: infer Action } } }
  ? Action
  : never;

/**
 * Returns a state that saves or reloads, such as those of `changeOnce`, and also queues presses of these types. A
 * machine that saves also clears `pressed` after a failed change: a queued press would dismiss the failure notice
 * immediately.
 */
export const queuePressesIn = <
  State extends { readonly on?: object; readonly invoke: { readonly onError: string | Stops } },
  const Type extends string,
>(
  state: State,
  ...types: readonly Type[]
) => {
  const { onError } = state.invoke;
  const { target, actions }: Partial<Stops> = typeof onError === 'string' ? { target: onError } : onError;
  return {
    ...state,
    on: { ...state.on, ...queuePresses(...types) } as State['on'] & ReturnType<typeof queuePresses<Type>>,
    invoke: {
      ...state.invoke,
      onError: {
        target: target as '#couldNotLoad',
        actions: [...(actions === undefined ? [] : [actions as StopAction<State>]), 'clearPresses'],
      },
    },
  } as const;
};
