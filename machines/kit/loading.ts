/**
 * The states in which a machine loads data, and in which the person can retry after a failure:
 *
 * states: {
 *   ...loading('loadingPayers', {
 *     what: 'the payers',
 *     actor: 'getPayers',
 *     input: {},
 *     onDone: { target: 'listing', actions: withAnswer('setPayers') },
 *   }),
 *   listing: { … },
 * }
 *
 * The machine has the actions of `focusActions` and handles `retry.requested`. Other states that fail to load go to
 * `couldNotLoad`, or to `#couldNotLoad`, too.
 */
import { withAnswer } from './params.ts';

/** A read of the data that a page shows. */
export interface Read<Actor, Input, Done> {
  /** Name of the data in descriptions: `the saved bank accounts`. */
  readonly what: string;
  /** The call, which is also the id of the running one. */
  readonly actor: Actor;
  readonly input: Input;
  /** Transitions for the response. */
  readonly onDone: Done;
}

/** Options that differ between pages, and parts of pages. */
export interface LoadingOptions<Waiting, Missing, Failed, On> {
  /** Tag while the data load: `background` if the rest of the page can be used. */
  readonly waiting?: Waiting;
  /** Transitions for failures that mean something else, such as that the data do not exist. */
  readonly missing?: readonly Missing[];
  /** Actions after a failure. */
  readonly failed?: readonly Failed[];
  /** Events that both states handle. */
  readonly on?: On;
  /** Set if the machine is only part of a page: when the notice disappears, the page heading receives focus. */
  readonly isWithinPage?: true;
  /** Set if the page does not depend on the data: a failure leaves the focus where it is. */
  readonly isOptional?: true;
}

/** Returns an object with one property. */
export const named = <Name extends string, Value>(name: Name, value: Value) =>
  ({ [name]: value }) as Record<Name, Value>;

/** Returns the states `state`, which has its name as its id, and `couldNotLoad`. */
export const loading = <
  const State extends string,
  const Actor extends string,
  const Input,
  const Done,
  const Missing extends object = never,
  const Failed extends string | object = never,
  const On extends object = object,
  Waiting extends string = never,
>(
  state: State,
  {
    what,
    actor,
    input,
    onDone,
    waiting,
    missing = [],
    failed = [],
    on,
    isWithinPage,
    isOptional,
  }: Read<Actor, Input, Done> & LoadingOptions<Waiting, Missing, Failed, On>,
) =>
  ({
    ...named(state, {
      id: state,
      description: `The machine loads ${what}`,
      tags: [waiting ?? 'busy'],
      ...(on && { on }),
      invoke: {
        id: actor,
        src: actor,
        input,
        onDone,
        onError: [...missing, { target: '#couldNotLoad', actions: failed }],
      },
    } as const),
    couldNotLoad: {
      id: 'couldNotLoad',
      description: `Loading ${what} failed; the person can retry`,
      entry: isOptional ? [] : (['focusNotice'] as const),
      on: { ...on, 'retry.requested': { target: state, actions: isWithinPage ? (['focusHeading'] as const) : [] } },
    },
  }) as const;

/** Returns the states of {@link loading} for a machine that loads several parts (`loadParts`). The guard is `hasFailed`. */
export const loadingParts = <
  const State extends string,
  const Actor extends string,
  const Input,
  const Done extends readonly object[],
  const On extends object = object,
>(
  state: State,
  { onDone, ...read }: Read<Actor, Input, Done> & Pick<LoadingOptions<never, never, never, On>, 'on'>,
) =>
  loading(state, {
    ...read,
    onDone: [{ guard: withAnswer('hasFailed'), target: '#couldNotLoad' }, ...onDone],
  });
